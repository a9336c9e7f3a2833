"""The plain terminal has words read as every surface does."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from assistant.channels.terminal.questions.plain_presenter import PlainPresenter
from assistant.questions.model.question import Draft, QuestionSet, Response
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.answer_reader import ScriptedReader
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.words_contract import WordsContract


class _LineDriver:
    """Types lines and reads what is written."""

    def __init__(self, questions: QuestionSet, reader: ScriptedReader) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._waits = asyncio.Semaphore(0)
        """Released each time that the next line is waited for."""
        self._written: list[str] = []
        self._set_id = questions.id
        self._desk = FakePresentation(reader=reader)
        self._presenter = PlainPresenter(
            write=self._written.append, read_line=self._read_line, clock=ManualClock()
        )
        self.asked = asyncio.create_task(self._presenter.present(questions, Draft(), self._desk))

    async def _read_line(self, _prompt: str) -> str:
        self._waits.release()
        return await self._lines.get()

    async def say(self, words: str) -> None:
        await self._waits.acquire()
        self._written.clear()
        self._lines.put_nowait(words)

    async def told(self) -> str:
        async with asyncio.timeout(PATIENCE_S):
            await self._waits.acquire()
        self._waits.release()
        return "\n".join(self._written)

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._presenter.update_draft(self._set_id, draft)

    async def withdraw(self) -> None:
        self.asked.cancel()
        await asyncio.wait({self.asked})

    def is_open(self) -> bool:
        return not self.asked.done() or self.asked.cancelled()

    def drafts(self) -> list[Draft]:
        return self._desk.drafts

    async def response(self) -> Response | None:
        return await self.asked


class TestPlainTerminal(WordsContract):
    """Lines in, lines out."""

    @asynccontextmanager
    async def opened(
        self, questions: QuestionSet, reader: ScriptedReader
    ) -> AsyncGenerator[_LineDriver]:
        driver = _LineDriver(questions, reader)
        yield driver
        await driver.withdraw()
