"""The terminal answers questions as every surface does."""

import asyncio
import io
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pyte
from prompt_toolkit.input import PipeInput, create_pipe_input
from typing_extensions import override

from assistant.channels.terminal.console.session import TerminalSession
from assistant.channels.terminal.questions.keyed_presenter import KeyedPresenter
from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    Cancel,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    OpenWords,
    Reset,
    Revise,
    SelectOption,
    Submit,
    TakeWords,
    WordsFor,
)
from assistant.questions.model.question import Channel, Draft, QuestionSet, Response
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.surface_contract import SurfaceContract, button_for
from tests.helpers.terminal.keyboard import (
    BACKSPACE,
    DOWN,
    ENTER,
    ESCAPE,
    HOME,
    LEFT,
    SPACE,
    TAB,
    drawn_into,
)

_COLUMNS, _ROWS = 100, 60
_CHOSEN = re.compile(r"[●☑] (\w+)\) ")


class _Screen(io.StringIO):
    """A terminal in memory that says when something was drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = pyte.Screen(_COLUMNS, _ROWS)
        self.is_changed = asyncio.Event()
        self._stream = pyte.Stream(self.shown)

    @override
    def write(self, s: str) -> int:
        self._stream.feed(s)
        self.is_changed.set()
        return len(s)


class _KeyDriver:
    """Presses keys and reads the screen."""

    def __init__(self, pipe: PipeInput, questions: QuestionSet, draft: Draft) -> None:
        self._pipe = pipe
        self._screen = _Screen()
        self._desk = FakePresentation()
        self._set_id = questions.id
        output = drawn_into(self._screen, columns=_COLUMNS, rows=_ROWS)
        self._presenter = KeyedPresenter(
            seat=TerminalSession(input=pipe, output=output),
            clock=ManualClock(),
            flash_s=0.0,
            interrupt=lambda: None,
            leave=lambda: None,
        )
        self.asked = asyncio.create_task(self._presenter.present(questions, draft, self._desk))

    async def perform(self, gesture: Gesture, view: CardView) -> None:
        await self._press(*await self._keys(gesture, view))

    async def _keys(self, gesture: Gesture, view: CardView) -> list[str]:
        rows = [row.id for row in view.rows]
        summaries = [summary.question_id for summary in view.summaries]
        match gesture:
            case ChooseOption(option_id=option_id):
                return [*_to(rows.index(option_id)), ENTER]
            case SelectOption(option_id=option_id):
                return [*_to(rows.index(option_id)), SPACE]
            case OpenWords(words_for=WordsFor.OTHER):
                return [*_to(rows.index(OTHER)), ENTER]
            case Revise(question_id=question_id):
                return [*_to(summaries.index(question_id)), ENTER]
            case TakeWords(words=words):
                written = "" if view.field is None else view.field.words
                return [BACKSPACE * len(written), words, ENTER]
            case Submit():
                return [*_to(len(summaries)), ENTER]
            case Reset():
                return [*_to(len(summaries) + 1), ENTER]
            case Confirm():
                return [ENTER]
            case Back():
                return [LEFT]
            case Cancel() | CloseWords():
                return [ESCAPE]
            case _:
                return await self._way(gesture, view)

    async def _way(self, gesture: Gesture, view: CardView) -> list[str]:
        """Open the list of other ways and return the keys that take one of it."""
        wanted = button_for(view, gesture).description
        await self._press(TAB)
        async with asyncio.timeout(PATIENCE_S):
            while wanted not in (listed := self._listed(view)):
                await self.changed()
        return [*_to(listed.index(wanted)), ENTER]

    def _listed(self, view: CardView) -> list[str]:
        ways = {button.description for button in (*view.buttons, *view.ways)}
        lines = [line.strip("│ >") for line in self._screen.shown.display]
        return [line for line in lines if line in ways]

    async def _press(self, *keys: str) -> None:
        self._pipe.send_text("".join(keys))

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._presenter.update_draft(self._set_id, draft)
        self._desk.drafts.append(draft)

    def text(self) -> str:
        return "\n".join(self._screen.shown.display)

    def marked(self, view: CardView) -> set[str] | None:
        places = {row.marker: row.id for row in view.rows}
        return {places[found[1]] for found in _CHOSEN.finditer(self.text())}

    def draft(self) -> Draft | None:
        return self._desk.drafts[-1] if self._desk.drafts else None

    async def changed(self) -> None:
        await self._screen.is_changed.wait()
        self._screen.is_changed.clear()

    async def response(self) -> Response | None:
        return await self.asked


def _to(place: int) -> list[str]:
    return [HOME, *[DOWN] * place]


class TestTerminal(SurfaceContract):
    """Keys in, a screen out."""

    channel = Channel.TERMINAL

    @asynccontextmanager
    async def opened(self, questions: QuestionSet, draft: Draft) -> AsyncGenerator[_KeyDriver]:
        with create_pipe_input() as pipe:
            driver = _KeyDriver(pipe, questions, draft)
            yield driver
            driver.asked.cancel()
            await asyncio.wait({driver.asked})
