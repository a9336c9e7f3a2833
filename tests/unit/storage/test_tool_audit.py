from assistant.storage.store import Store
from tests.unit.storage.samples import conversation, tool_call


async def test_a_call_comes_back_as_it_was_stored(store: Store) -> None:
    await store.tool_calls.add(tool_call())

    assert await store.tool_calls.history("c1") == (tool_call(),)


async def test_a_repeated_call_id_is_a_call_of_its_own(store: Store) -> None:
    await store.tool_calls.add(tool_call("call_0"))
    await store.tool_calls.add(tool_call("call_0"))

    assert len(await store.tool_calls.history("c1")) == 2


async def test_calls_of_all_conversations_are_listed_newest_first(store: Store) -> None:
    await store.conversations.create(conversation("named", title="The moon"))
    for number in range(5):
        await store.tool_calls.add(
            tool_call(f"call_{number}", conversation_id="named" if number % 2 else "gone")
        )

    first = await store.tool_calls.newest(limit=3)
    rest = await store.tool_calls.newest(limit=3, before=first[-1].sequence)

    assert [entry.record.tool_use_id for entry in (*first, *rest)] == [
        f"call_{number}" for number in (4, 3, 2, 1, 0)
    ]
    assert [entry.title for entry in first] == ["", "The moon", ""]
