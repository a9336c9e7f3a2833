"""Whose turn it is at a terminal."""

import asyncio

from tests.helpers.patience import PATIENCE_S
from tests.helpers.terminal.keyboard import Keyboard, keyboard


class Turns:
    """Who has had the terminal, in order; each has it until it is let go."""

    def __init__(self, keys: Keyboard) -> None:
        self.seat = keys.seat
        self.had: list[str] = []
        self.done = {name: asyncio.Event() for name in ("first", "second", "line")}

    async def ask(self, name: str) -> None:
        """Put a question."""
        async with self.seat.taken():
            self.had.append(name)
            await self.done[name].wait()

    async def read(self) -> None:
        """Have the line to type on, until a question wants its place."""
        async with self.seat.lent(self.done["line"].set):
            self.had.append("line")
            await self.done["line"].wait()


async def test_a_question_goes_before_the_line_that_waited_longer() -> None:
    with keyboard() as keys:
        turns = Turns(keys)
        async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as tasks:
            first = tasks.create_task(turns.ask("first"))
            await asyncio.sleep(0)
            tasks.create_task(turns.read())
            await asyncio.sleep(0)
            second = tasks.create_task(turns.ask("second"))
            await asyncio.sleep(0)
            turns.done["first"].set()
            await first
            turns.done["second"].set()
            await second
            turns.done["line"].set()
        assert turns.had == ["first", "second", "line"]


async def test_the_line_is_had_where_the_question_that_waited_is_withdrawn() -> None:
    with keyboard() as keys:
        turns = Turns(keys)
        async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as tasks:
            tasks.create_task(turns.ask("first"))
            await asyncio.sleep(0)
            tasks.create_task(turns.read())
            await asyncio.sleep(0)
            second = tasks.create_task(turns.ask("second"))
            await asyncio.sleep(0)
            turns.done["first"].set()
            second.cancel()
            turns.done["line"].set()
        assert turns.had == ["first", "line"]
