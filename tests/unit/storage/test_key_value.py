from assistant.storage.store import Store


async def test_a_key_that_was_never_set_is_none(store: Store) -> None:
    assert await store.state.get("current_conversation") is None


async def test_the_last_value_holds(store: Store) -> None:
    await store.state.put("current_conversation", "c1")
    await store.state.put("current_conversation", "c2")

    assert await store.state.get("current_conversation") == "c2"


async def test_a_forgotten_key_is_none_again(store: Store) -> None:
    await store.state.put("key", "value")

    await store.state.forget("key")
    await store.state.forget("key")

    assert await store.state.get("key") is None
