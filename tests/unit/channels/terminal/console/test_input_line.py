"""The line that one types on."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from assistant.channels.terminal.console.input_line import InputLine
from assistant.channels.terminal.console.screen import TerminalScreen
from tests.helpers.patience import PATIENCE_S
from tests.helpers.terminal.keyboard import (
    CTRL_C,
    CTRL_D,
    CTRL_J,
    DOWN,
    ENTER,
    UP,
    Keyboard,
    keyboard,
)


@dataclass
class Typing:
    """A line and a keyboard."""

    keys: Keyboard
    warned: list[bool] = field(default_factory=list[bool])
    replies: int = 0
    """How many are under way."""
    was_typed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the line says `/half`."""

    def __post_init__(self) -> None:
        self.line = InputLine(
            seat=self.keys.seat,
            screen=TerminalScreen(output=self.keys.seat.output),
            complete=self._complete,
            warn_leaving=lambda: self.warned.append(True),
            is_busy=lambda: self.replies > 0,
            stop=self._stop,
        )

    def _complete(self, begun: str) -> list[tuple[str, str]]:
        if begun == "/half ":
            self.was_typed.set()
        return []

    def _stop(self) -> bool:
        was_busy, self.replies = self.replies > 0, 0
        return was_busy

    async def type(self, *keys: str) -> str:
        """Press keys and return the message."""
        self.keys.press(*keys)
        async with asyncio.timeout(PATIENCE_S):
            return await self.line.read()


@pytest_asyncio.fixture
async def typing() -> AsyncGenerator[Typing]:
    with keyboard() as keys:
        yield Typing(keys=keys)


async def test_enter_sends(typing: Typing) -> None:
    assert await typing.type("hello", ENTER) == "hello"


async def test_ctrl_j_begins_another_line(typing: Typing) -> None:
    assert await typing.type("a", CTRL_J, "b", ENTER) == "a\nb"


async def test_arrows_bring_back_what_was_said(typing: Typing) -> None:
    typing.line.remember(["first", "second"])
    assert await typing.type("third", ENTER) == "third"
    assert await typing.type(UP, UP, UP, DOWN, ENTER) == "second"


async def test_nothing_is_not_sent(typing: Typing) -> None:
    assert await typing.type(ENTER, " ", ENTER, "x", ENTER) == " x"


async def test_ctrl_c_stops_the_reply_first_and_keeps_the_words(typing: Typing) -> None:
    typing.replies = 1
    assert await typing.type("kept", CTRL_C, ENTER) == "kept"
    assert typing.replies == 0
    assert typing.warned == []


async def test_who_left_in_a_question_is_not_asked_again(typing: Typing) -> None:
    with pytest.raises(EOFError):
        await typing.line.read(lambda: True)


async def test_ctrl_c_clears_the_line(typing: Typing) -> None:
    assert await typing.type("oops", CTRL_C, "good", ENTER) == "good"
    assert typing.warned == []


async def test_ctrl_c_twice_leaves(typing: Typing) -> None:
    with pytest.raises(EOFError):
        await typing.type(CTRL_C, CTRL_C)
    assert typing.warned == [True]


async def test_ctrl_c_twice_with_words_between_does_not(typing: Typing) -> None:
    assert await typing.type(CTRL_C, "x", CTRL_C, CTRL_C, "y", ENTER) == "y"
    assert typing.warned == [True, True]


async def test_ctrl_d_leaves(typing: Typing) -> None:
    with pytest.raises(EOFError):
        await typing.type(CTRL_D)


async def test_a_question_takes_the_terminal_and_gives_it_back_with_the_words(
    typing: Typing,
) -> None:
    reading = asyncio.create_task(typing.type("/half "))
    async with asyncio.timeout(PATIENCE_S):
        await typing.was_typed.wait()
        async with typing.keys.seat.taken():
            assert not reading.done()
        typing.keys.press("message", ENTER)
        assert await reading == "/half message"
