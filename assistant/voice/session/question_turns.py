"""Hands the prompt to one question at a time. Engine thread."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager

from assistant.coding_agents.model.attention import QuestionReading
from assistant.questions.model.question import Purpose
from assistant.voice.playout.speech_output import SpeechOutput
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.questions.voice_prompt import VoicePrompt
from assistant.voice.session.policy.voice_events import PlainEvent, VoiceEvent


class QuestionTurns:
    """Implements `VoicePrompts`.

    Args:
        handle: Takes what a question does.
        is_open: Whether a voice session is under way that can speak and hear.
        can_open: Whether one could be opened that can.
        has_room: Whether a question that no turn waits for disturbs nothing now.
    """

    def __init__(
        self,
        *,
        handle: Callable[[VoiceEvent], None],
        is_open: Callable[[], bool],
        can_open: Callable[[], bool],
        has_room: Callable[[], bool],
        voice: SpeechOutput,
    ) -> None:
        self._handle = handle
        self._is_open = is_open
        self._can_open = can_open
        self._has_room = has_room
        self._voice = voice
        self._lock = asyncio.Lock()
        self._waiting: list[_Waiting] = []
        self.turn: QuestionTurn | None = None
        """The question that holds the prompt."""

    @property
    def is_open(self) -> bool:
        return self._is_open()

    @property
    def can_open(self) -> bool:
        return self._can_open()

    @property
    def is_waiting(self) -> bool:
        """Whether a question that no turn waits for is to be put."""
        return bool(self._waiting)

    def apply(self, do: Callable[[QuestionTurn], None]) -> None:
        """Call `do` with the question that holds the prompt, if any."""
        if self.turn is not None:
            do(self.turn)

    @asynccontextmanager
    async def take(
        self, *, purpose: Purpose, shown: Callable[[], None], touched: Callable[[], None]
    ) -> AsyncGenerator[VoicePrompt, None]:
        async with self._lock:
            with self._held(purpose, shown, touched, PlainEvent.PROMPT_TAKEN) as turn:
                yield turn

    @asynccontextmanager
    async def take_aside(
        self,
        *,
        purpose: Purpose,
        shown: Callable[[], None],
        touched: Callable[[], None],
        wanted: Callable[[], QuestionReading],
    ) -> AsyncGenerator[VoicePrompt | None, None]:
        if not await self._wait_for_room(wanted):
            yield None
            return
        try:
            with self._held(purpose, shown, touched, PlainEvent.PROMPT_TAKEN_ASIDE) as turn:
                yield turn
        finally:
            self._lock.release()

    async def _wait_for_room(self, wanted: Callable[[], QuestionReading]) -> bool:
        """Wait until nothing is disturbed, then take the lock; returns whether it was taken.

        The lock is not waited for: a turn that was begun meanwhile may ask before.
        """
        waiting = _Waiting(wanted)
        self._waiting.append(waiting)
        try:
            while self._may_still(waiting):
                if not self._lock.locked() and self._waiting[0] is waiting and self._has_room():
                    await self._lock.acquire()
                    if self._has_room():  # it may have been waited for
                        return True
                    self._lock.release()
                waiting.look.clear()
                await waiting.look.wait()
            return False
        finally:
            self._waiting.remove(waiting)
            self.look()

    def _may_still(self, waiting: "_Waiting") -> bool:
        wanted = QuestionReading.NEVER if waiting.is_dismissed else waiting.wanted()
        return self._can_open() and (
            wanted is QuestionReading.ALWAYS
            or (wanted is QuestionReading.IN_SESSION and self._is_open())
        )

    def look(self) -> None:
        """Something changed: have those that wait look whether there is room."""
        for waiting in self._waiting:
            waiting.look.set()

    def dismiss(self) -> None:
        """Leave those that wait to the screen."""
        for waiting in self._waiting:
            waiting.is_dismissed = True
        self.look()

    @contextmanager
    def _held(
        self,
        purpose: Purpose,
        shown: Callable[[], None],
        touched: Callable[[], None],
        taken: PlainEvent,
    ) -> Generator[QuestionTurn]:
        self.turn = QuestionTurn(
            purpose=purpose,
            shown=shown,
            touched=touched,
            handle=self._handle,
            is_open=self._is_open,
            voice=self._voice,
            can_be_called=taken is PlainEvent.PROMPT_TAKEN,
        )
        self._handle(taken)
        try:
            yield self.turn
        finally:
            self.turn = None
            self._voice.expect(())
            self._handle(PlainEvent.PROMPT_RELEASED)


class _Waiting:
    """A question that waits until it disturbs nothing."""

    def __init__(self, wanted: Callable[[], QuestionReading]) -> None:
        self.wanted = wanted
        self.look = asyncio.Event()
        self.is_dismissed = False
