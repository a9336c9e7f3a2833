"""The voice has words read as every surface does."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from assistant.coding_agents.model.attention import QuestionReading
from assistant.questions.model.question import Draft, QuestionSet, Response
from assistant.voice.questions.presenter import VoicePresenter
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.answer_reader import ScriptedReader
from tests.helpers.questions.builders import ORIGIN
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.words_contract import WordsContract
from tests.helpers.voice.fake_prompts import FakePrompt, FakePrompts
from tests.helpers.voice.fake_prompts import words as said


class _TalkDriver:
    """Says what the user says and hears what Parley says."""

    def __init__(self, questions: QuestionSet, reader: ScriptedReader) -> None:
        self._prompt = FakePrompt()
        self._heard_until = 0
        self._set_id = questions.id
        self._desk = FakePresentation(reader=reader)
        self._presenter = VoicePresenter(
            prompts=FakePrompts(self._prompt),
            clock=ManualClock(),
            reading=lambda _asker: QuestionReading.ALWAYS,
        )
        origin = ORIGIN.model_copy(update={"voice": True, "turn_id": None})
        assert self._presenter.fits(questions, origin)
        self.asked = asyncio.create_task(self._presenter.present(questions, Draft(), self._desk))

    async def say(self, words: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await self._prompt.is_waiting.wait()
        self._heard_until = len(self._prompt.said)
        await self._prompt.hear(said(words))

    async def told(self) -> str:
        async with asyncio.timeout(PATIENCE_S):
            await self._prompt.is_waiting.wait()
        return "\n".join(self._prompt.said[self._heard_until :])

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


class TestVoice(WordsContract):
    """Words in, words out."""

    @asynccontextmanager
    async def opened(
        self, questions: QuestionSet, reader: ScriptedReader
    ) -> AsyncGenerator[_TalkDriver]:
        driver = _TalkDriver(questions, reader)
        yield driver
        await driver.withdraw()
