"""Dictations carried out: over a fake ear and a fake desktop."""

import asyncio
import threading
from collections.abc import Callable, Sequence

import pytest

from assistant.errors import AssistantError, DeviceError
from assistant.protocol.dictation import (
    CancelDictation,
    Dictate,
    DictationChanged,
    DictationStage,
)
from assistant.text_typing.text_typer import TextTyper, Trouble, TypedText, TypingPlace
from assistant.voice.dictation.dictation_desk import DictationDesk
from assistant.voice.protocols import Transcript
from tests.helpers.loop_clock import LoopClock

pytestmark = pytest.mark.asyncio

DOWN, UP = Dictate(pressed=True), Dictate(pressed=False)


class FakeEar:
    """Implements `DictationEar`: hears `words` once the key is let go of."""

    def __init__(self) -> None:
        self.words = Transcript(text="Hello comma world.", language="en")
        self.error: AssistantError | None = None
        self.cancelled = 0

    async def dictate(self, released: asyncio.Event) -> Transcript:
        try:
            await released.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error is not None:
            raise self.error
        return self.words


class FakeTyper:
    """Implements `TextTyper` over a text."""

    def __init__(self) -> None:
        self.text = ""
        self.window = "1"
        self.problem = ""
        self.closed = 0
        self.may_type = threading.Event()
        self.may_type.set()
        self.began = threading.Event()

    @property
    def means(self) -> str:
        return "a test"

    def place(self) -> TypingPlace:
        return TypingPlace(window=self.window)

    def type(
        self, text: str, *, erase: int, into: TypingPlace, is_stopped: Callable[[], bool]
    ) -> TypedText:
        """Type as soon as the test lets it."""
        assert into.window == self.window
        self.began.set()
        self.may_type.wait()
        if self.problem or is_stopped():
            return TypedText(characters=0, problem=self.problem)
        self.text = self.text[: len(self.text) - erase] + text
        return TypedText(characters=len(text))

    def close(self) -> None:
        self.closed += 1


class Stage:
    """A desk, and what it tells."""

    def __init__(self, opened: TextTyper | Trouble | None = None) -> None:
        self.ear = FakeEar()
        self.typer = FakeTyper()
        self.is_locked = self.is_secret = False
        self.own_words: Sequence[str] = ()
        self.shown: list[DictationChanged] = []
        self._changed = asyncio.Event()
        self.desk = DictationDesk(
            ear=self.ear,
            open_typer=lambda: opened or self.typer,
            is_locked=lambda: self.is_locked,
            is_password_field=lambda: self.is_secret,
            own_words=lambda: self.own_words,
            emit=self._take,
            clock=LoopClock(),
        )

    def _take(self, event: object) -> None:
        assert isinstance(event, DictationChanged)
        self.shown.append(event)
        self._changed.set()

    async def until(self, stage: DictationStage) -> DictationChanged:
        """Wait until a dictation stands so."""
        while not self.shown or self.shown[-1].stage is not stage:
            self._changed.clear()
            await self._changed.wait()
        return self.shown[-1]

    async def dictate(self) -> None:
        """Hold the key and let go."""
        await self.desk.dictate(DOWN)
        await self.desk.dictate(UP)

    @property
    def stages(self) -> list[str]:
        return [one.stage.value for one in self.shown]


async def test_what_is_said_is_typed_with_its_marks_and_own_words() -> None:
    stage = Stage()
    stage.own_words = ("World",)
    await stage.dictate()
    await stage.until(DictationStage.IDLE)
    assert stage.typer.text == "Hello, World."
    assert stage.stages == ["recording", "understanding", "typing", "idle"] or stage.stages == [
        *("recording", "understanding", "typing", "typing", "idle")
    ]
    stage.ear.words = Transcript(text="Scratch that.", language="en")
    stage.shown.clear()
    await stage.dictate()
    await stage.until(DictationStage.IDLE)
    assert stage.typer.text == ""
    await stage.desk.aclose()
    assert stage.typer.closed == 1


@pytest.mark.parametrize("language", ["ko", "pt"])
async def test_words_of_any_language_are_typed(language: str) -> None:
    stage = Stage()
    stage.ear.words = Transcript(text="Bom dia, 안녕", language=language)
    await stage.dictate()
    await stage.until(DictationStage.IDLE)
    assert stage.typer.text == "Bom dia, 안녕"
    await stage.desk.aclose()


async def test_what_keeps_words_from_being_typed_is_told() -> None:
    refused = Stage(Trouble("No way.", "Get one."))
    await refused.dictate()
    assert (refused.shown[-1].problem, refused.shown[-1].hint) == ("No way.", "Get one.")
    await refused.dictate()
    assert len(refused.shown) == 2  # told each time
    await refused.desk.aclose()

    locked = Stage()
    locked.is_locked = True
    await locked.dictate()
    assert locked.shown[-1].problem == "The screen is locked."
    await locked.desk.aclose()

    deaf = Stage()
    deaf.ear.error = DeviceError("No microphone.", hint="Plug one in.")
    await deaf.dictate()
    told = await deaf.until(DictationStage.IDLE)
    assert (told.problem, told.hint) == ("No microphone.", "Plug one in.")
    await deaf.desk.aclose()


async def test_nothing_is_heard_for_a_password_field() -> None:
    stage = Stage()
    stage.is_secret = True
    await stage.desk.dictate(DOWN)
    told = await stage.until(DictationStage.IDLE)
    assert "password" in told.problem
    await stage.desk.dictate(UP)
    await stage.desk.aclose()
    assert stage.ear.cancelled == 1
    assert stage.typer.text == ""


async def test_words_for_another_window_are_offered_and_go_when_they_are_put_away() -> None:
    stage = Stage()
    await stage.desk.dictate(DOWN)
    await asyncio.to_thread(lambda: None)
    await stage.desk._off_loop(lambda: None)  # where the focus is has been looked at
    stage.typer.window = "2"
    await stage.desk.dictate(UP)
    offered = await stage.until(DictationStage.OFFERED)
    assert offered.text == "Hello, world."
    assert stage.typer.text == ""
    await stage.desk.cancel(CancelDictation())
    assert stage.shown[-1] == DictationChanged(stage=DictationStage.IDLE)
    await stage.desk.aclose()


@pytest.mark.parametrize("is_lock", [True, False])
async def test_a_lock_or_a_cancel_stops_typing(is_lock: bool) -> None:
    stage = Stage()
    stage.typer.may_type.clear()
    await stage.dictate()
    await asyncio.to_thread(stage.typer.began.wait)
    if is_lock:
        stage.desk.screen_locked()
    else:
        await stage.desk.cancel(CancelDictation())
    stage.typer.may_type.set()
    told = await stage.until(DictationStage.IDLE)
    assert bool(told.problem) is is_lock
    assert stage.typer.text == ""
    await stage.desk.aclose()
