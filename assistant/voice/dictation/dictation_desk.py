"""Carries dictations out: hears, looks where the focus is, types. Engine loop only.

What blocks, the desktop, has a thread of its own, so that no key waits for another one's look.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final, Protocol, TypeVar

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.languages import LANGUAGES
from assistant.locale import _
from assistant.protocol.dictation import (
    CancelDictation,
    Dictate,
    DictationChanged,
    DictationStage,
)
from assistant.protocol.events import EngineEvent
from assistant.text_typing.text_typer import TextTyper, Trouble, TypingPlace
from assistant.voice.dictation.model.dictated_text import read_piece
from assistant.voice.dictation.model.dictation_flow import (
    DictationState,
    EndSeen,
    Failed,
    FlowAction,
    FlowEvent,
    KeyPressed,
    PlainFlowAction,
    PlainFlowEvent,
    StartSeen,
    Typed,
    TypeText,
    Understood,
    Wording,
    decide,
)
from assistant.voice.protocols import Transcript

CLOSE_LIMIT_S: Final = 1.0
"""Seconds that closing waits for what is under way."""

T = TypeVar("T")


class DictationEar(Protocol):
    """What hears for it."""

    async def dictate(self, released: asyncio.Event) -> Transcript:
        """Return what is said until `released`; empty without words.

        Raises:
            AssistantError: If nothing can be heard or recognised.
        """
        ...


class DictationDesk:
    """One dictation after the other.

    Args:
        ear: The voice loop.
        open_typer: Returns what types, or why nothing can; called on a thread, with each dictation until
            there is something.
        is_locked: Whether the screen is.
        is_password_field: Whether the focus is known to be in one; called on a thread.
        own_words: Returns the user's names and words; called on a thread.
        emit: Takes events.
    """

    def __init__(
        self,
        *,
        ear: DictationEar,
        open_typer: Callable[[], TextTyper | Trouble],
        is_locked: Callable[[], bool],
        is_password_field: Callable[[], bool],
        own_words: Callable[[], Sequence[str]],
        emit: Callable[[EngineEvent], None],
        clock: Clock,
    ) -> None:
        self._ear = ear
        self._open_typer = open_typer
        self._is_locked = is_locked
        self._is_password_field = is_password_field
        self._own_words = own_words
        self._emit = emit
        self._clock = clock
        self._tasks = BackgroundTasks(owner="dictation", failed=self._start_over)
        self._state = DictationState()
        self._shown = DictationChanged(stage=DictationStage.IDLE)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="dictation")
        self._typer: TextTyper | None = None
        self._key = asyncio.Lock()
        self._released = asyncio.Event()
        self._hearing: asyncio.Task[None] | None = None
        self._stopped = threading.Event()

    async def dictate(self, command: Dictate) -> None:
        """The key went down or up."""
        async with self._key:  # it goes up after it went down
            if command.pressed:
                self._handle(KeyPressed(await self._trouble()))
            else:
                self._handle(PlainFlowEvent.KEY_RELEASED)

    async def cancel(self, _command: CancelDictation) -> None:
        self._handle(PlainFlowEvent.CANCELLED)

    def screen_locked(self) -> None:
        """Type nothing behind it."""
        self._handle(PlainFlowEvent.SCREEN_LOCKED)

    async def aclose(self) -> None:
        """Give up what is under way, and let go of the desktop; idempotent."""
        self._stopped.set()
        await self._tasks.cancel_all(CLOSE_LIMIT_S)
        await asyncio.to_thread(self._thread.shutdown, wait=True, cancel_futures=True)
        if self._typer is not None:
            self._typer.close()

    def _handle(self, event: FlowEvent) -> None:
        self._state, actions = decide(self._state, event)
        for action in actions:
            self._perform(action)
        self._show(is_told_again=isinstance(event, KeyPressed))

    def _start_over(self) -> None:
        """A task failed, and was logged: what it was to tell will not come."""
        self._state = DictationState()
        self._show(is_told_again=False)

    def _show(self, *, is_told_again: bool) -> None:
        state, trouble = self._state, self._state.trouble or Trouble("")
        shown = DictationChanged(
            stage=state.stage, text=state.text, problem=trouble.text, hint=trouble.hint
        )
        if shown != self._shown or (trouble.text and is_told_again):
            self._shown = shown
            self._emit(shown)

    def _perform(self, action: FlowAction) -> None:
        match action:
            case TypeText():
                self._stopped.clear()
                self._tasks.spawn(self._type(action), "type what was dictated")
            case PlainFlowAction.HEAR:
                self._released = asyncio.Event()
                hearing = self._hear(self._released)
                self._hearing = self._tasks.spawn(hearing, "hear a dictation")
            case PlainFlowAction.LET_GO:
                self._released.set()
            case PlainFlowAction.GIVE_UP:
                if self._hearing is not None and self._hearing is not asyncio.current_task():
                    self._hearing.cancel()
            case PlainFlowAction.LOOK:
                self._tasks.spawn(self._look_again(), "look where to type")
            case PlainFlowAction.STOP_TYPING:
                self._stopped.set()

    async def _trouble(self) -> Trouble | None:
        """Return what keeps anything from being typed."""
        if self._is_locked():
            return Trouble(_("The screen is locked."))
        if self._typer is None:
            opened = await self._off_loop(self._open_typer)
            if isinstance(opened, Trouble):
                return opened
            self._typer = opened
        return None

    async def _hear(self, released: asyncio.Event) -> None:
        hearing = asyncio.ensure_future(self._ear.dictate(released))
        try:
            self._handle(StartSeen(await self._off_loop(self._place)))
            if self._state.stage is DictationStage.IDLE:
                return
            transcript = await hearing
            self._handle(await asyncio.to_thread(self._understood, transcript))
        except AssistantError as error:
            self._handle(Failed(Trouble(error.message, error.hint)))
        finally:
            hearing.cancel()
            await asyncio.wait({hearing})
            if not hearing.cancelled():
                hearing.exception()  # told, or of no interest any more

    def _understood(self, transcript: Transcript) -> Understood:
        """Read what was said; reads the language's file the first time."""
        wording = Wording()
        if (language := LANGUAGES.get(transcript.language)) is not None:
            wording = Wording(
                words=language.dictation() or wording.words,
                writing=language.writing,
                common_words=language.common_words,
            )
        piece = read_piece(transcript.text, wording.words, wording.writing, self._own_words())
        return Understood(piece, wording)

    async def _look_again(self) -> None:
        place = await self._off_loop(self._place)
        self._handle(EndSeen(place, self._clock.monotonic()))

    async def _type(self, action: TypeText) -> None:
        typer = self._typer
        if typer is None:
            return
        typed = await self._off_loop(
            partial(
                typer.type,
                action.text,
                erase=action.erase,
                into=action.into,
                is_stopped=self._stopped.is_set,
            )
        )
        self._handle(Typed(typed.characters, typed.problem, self._clock.monotonic()))

    def _place(self) -> TypingPlace:
        place = TypingPlace() if self._typer is None else self._typer.place()
        return replace(place, is_secret=self._is_password_field())

    async def _off_loop(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)
