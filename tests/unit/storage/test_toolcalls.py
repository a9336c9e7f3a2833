from assistant.storage.store import Store
from tests.unit.storage.samples import tool_call


async def test_a_call_comes_back_as_it_was_stored(store: Store) -> None:
    await store.tool_calls.add(tool_call())

    assert await store.tool_calls.history("c1") == (tool_call(),)


async def test_a_repeated_call_id_is_a_call_of_its_own(store: Store) -> None:
    await store.tool_calls.add(tool_call("call_0"))
    await store.tool_calls.add(tool_call("call_0"))

    assert len(await store.tool_calls.history("c1")) == 2
