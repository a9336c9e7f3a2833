"""The voice answers questions as every surface does, as far as words can."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import (
    Back,
    Cancel,
    ChooseOption,
    Gesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    Skip,
    TakeWords,
    WordsFor,
)
from assistant.questions.model.question import Channel, Draft, Method, QuestionSet, Response
from assistant.voice.questions.presenter import VoicePresenter
from tests.helpers.clock import ManualClock
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.surface_contract import SCENARIOS, SurfaceContract
from tests.helpers.voice.fake_prompts import FakePrompt, FakePrompts, words

_SAID: Final[dict[Gesture, str]] = {
    LetAssistantDecide(): "you decide",
    PutOff(): "ask me later",
    Cancel(): "cancel",
    Back(): "go back",
}


class _TalkDriver:
    """Says what the user says and hears what Parley says."""

    def __init__(self, questions: QuestionSet, draft: Draft) -> None:
        self._prompt = FakePrompt()
        self._desk = FakePresentation()
        self._set_id = questions.id
        self._presenter = VoicePresenter(prompts=FakePrompts(self._prompt), clock=ManualClock())
        self.asked = asyncio.create_task(self._presenter.present(questions, draft, self._desk))

    async def perform(self, gesture: Gesture, view: CardView) -> None:
        match gesture:
            case ChooseOption(option_id=option_id):
                await self._say(next(row.caption for row in view.rows if row.id == option_id))
            case Skip():
                await self._say("skip")
            case OpenWords():
                return  # they are said together with what they are for
            case TakeWords(words=said):
                await self._take(said, view)
            case _:
                await self._say(_SAID[gesture])

    async def _take(self, said: str, view: CardView) -> None:
        words_for = view.field.words_for if view.field is not None else None
        match words_for:
            case WordsFor.REASON:
                await self._say(f"cancel because {said}")
            case WordsFor.OTHER:
                await self._say(f"something else: {said}")
                await self._say("yes")
            case _:
                await self._say(said)
                await self._say("yes")

    async def _say(self, text: str) -> None:
        await self._prompt.hear(words(text))

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._presenter.update_draft(self._set_id, draft)

    def text(self) -> str:
        return "\n".join(self._prompt.said)

    def marked(self, view: CardView) -> set[str] | None:
        return None

    def draft(self) -> Draft | None:
        return self._desk.drafts[-1] if self._desk.drafts else None

    async def changed(self) -> None:
        await asyncio.sleep(0)

    async def response(self) -> Response | None:
        return await self.asked


_CAN: Final = frozenset(
    {
        *("one", "yes", "no", "a text", "own words", "skip", "you decide", "later"),
        *("cancel", "cancel because", "own words that fill the last gap"),
        "a text that fills the last gap",
    }
)


class TestVoice(SurfaceContract):
    """Words in, words out. Nothing is ticked by itself, and there is no review to look at."""

    channel = Channel.VOICE
    method = Method.VOICE
    cannot = frozenset(scenario.name for scenario in SCENARIOS) - _CAN

    @asynccontextmanager
    async def opened(self, questions: QuestionSet, draft: Draft) -> AsyncGenerator[_TalkDriver]:
        driver = _TalkDriver(questions, draft)
        yield driver
        driver.asked.cancel()
        await asyncio.wait({driver.asked})
