"""Which handler takes which command."""

import pytest

from assistant.engine.command_dispatcher import CommandDispatcher, UnhandledCommandError
from assistant.errors import StoreError
from assistant.protocol.conversation import Say, Stop


async def test_a_command_reaches_the_handler_of_its_type_alone() -> None:
    commands, taken = CommandDispatcher(), list[object]()

    async def say(command: Say) -> None:
        taken.append(command)

    commands.register(Say, say)
    assert commands.handled == {Say}
    await commands.dispatch(Say(text="Hi"))
    with pytest.raises(UnhandledCommandError, match="Stop"):
        await commands.dispatch(Stop())
    assert taken == [Say(text="Hi")]


async def test_a_command_has_one_handler_which_can_be_replaced() -> None:
    commands, taken = CommandDispatcher(), list[str]()

    async def first(command: Say) -> None:
        taken.append("first")

    async def second(command: Say) -> None:
        taken.append("second")

    with pytest.raises(ValueError, match="no handler"):
        commands.replace(Say, second)
    commands.register(Say, first)
    with pytest.raises(ValueError, match="has a handler"):
        commands.register(Say, second)
    commands.replace(Say, second)
    await commands.dispatch(Say(text="Hi"))
    assert taken == ["second"]


async def test_why_a_command_was_not_carried_out_is_returned(
    caplog: pytest.LogCaptureFixture,
) -> None:
    commands = CommandDispatcher()

    async def say(command: Say) -> None:
        if command.text == "refused":
            raise StoreError("The disk is full.", hint="Free some.")
        if command.text == "broken":
            raise KeyError("secret")

    commands.register(Say, say)
    assert await commands.attempt(Say(text="fine")) is None
    refused = await commands.attempt(Say(text="refused"))
    assert isinstance(refused, StoreError)
    broken = await commands.attempt(Say(text="broken"))
    assert broken is not None
    assert "KeyError" in broken.message
    assert "secret" not in broken.message
    assert "Say failed" in caplog.text
    assert isinstance(await commands.attempt(Stop()), UnhandledCommandError)
