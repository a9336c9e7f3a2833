"""A question's hold on the user's ear, as the presenter sees it.

While a prompt is held, what the user says belongs to the question and never to the model.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

from assistant.coding_agents.model.attention import QuestionReading
from assistant.questions.model.question import Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.turn_taking.addressee import UtteranceSound


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardWords:
    """The user spoke; `text` is empty if no word was understood."""

    text: str
    language: str
    option: int | None = None
    """Zero-based index of the option that was being read when the user spoke over it."""
    lines_begun: int | None = None
    """How many lines had begun to be read when the user spoke over them; None if all were read."""
    log_prob: float = 0.0
    """Mean log probability of the transcript's tokens, 0 if it is not known."""
    sound: UtteranceSound | None = field(default=None, compare=False)
    """How it sounded; None if that is not known."""


@dataclass(frozen=True, slots=True)
class NothingHeard:
    """Nothing was said for the time that is waited."""


@dataclass(frozen=True, slots=True)
class VoiceUnavailable:
    """Nothing can be said or heard any more: no voice, no microphone, or the session is over."""


@dataclass(frozen=True, slots=True)
class PromptWithdrawn:
    """The question need not be asked any more: `give_way` was called."""


PromptReply = HeardWords | NothingHeard | VoiceUnavailable | PromptWithdrawn
"""What came back from the user."""


class VoicePrompt(Protocol):
    """Speak to the user and hear them, for as long as it is held. Engine thread."""

    @property
    def language(self) -> str:
        """ISO 639-1 code of the voice."""
        ...

    async def ask(
        self,
        lines: Sequence[SpokenLine],
        *,
        bias: Sequence[str] = (),
        settles: Callable[[HeardWords], bool] | None = None,
        understands: Callable[[HeardWords], bool] | None = None,
        likely: Sequence[SpokenLine] = (),
    ) -> PromptReply:
        """Say `lines`, then listen. Speech stops the voice at once and is the reply.

        Args:
            lines: What to say; nothing only listens.
            bias: Labels that are likely to be said.
            settles: Whether an interim transcript is answer enough not to wait for the end of the
                turn; None waits.
            understands: Whether a few words said while `lines` are read mean anything to the
                question; if not, reading goes on. None believes any words.
            likely: Lines of which one is likely to be said after the reply, the likeliest first.
        """
        ...

    async def announce(self, lines: Sequence[SpokenLine]) -> None:
        """Say `lines` without listening; speech only stops the voice."""
        ...

    def enqueue(self, line: SpokenLine) -> None:
        """Queue a line, without waiting and without listening.

        It is said in full, even after the prompt is released.
        """
        ...

    def give_way(self) -> None:
        """Fall silent and let the `ask` under way return `PromptWithdrawn`; no effect without one."""
        ...

    def withdraw(self) -> None:
        """Stop asking for good; the question stays on the screen and the session stays open."""
        ...

    async def leave(self) -> bool:
        """Stop asking; the question stays on the screen and the session stays open.

        Returns:
            True once the user calls for the question again (wake word or microphone button),
            False if they cannot any more.
        """
        ...


class VoicePrompts(Protocol):
    """Who hands out the prompt."""

    @property
    def is_open(self) -> bool:
        """Whether a voice session is under way that can speak and hear."""
        ...

    @property
    def can_open(self) -> bool:
        """Whether one could be opened that can."""
        ...

    def take(
        self, *, purpose: Purpose, shown: Callable[[], None], touched: Callable[[], None]
    ) -> AbstractAsyncContextManager[VoicePrompt]:
        """Wait for the prompt and hold it; leaving the context silences the question.

        Args:
            purpose: Why the question is put.
            shown: Called when the question begins to be heard.
            touched: Called whenever the user begins to speak.
        """
        ...

    def take_aside(
        self,
        *,
        purpose: Purpose,
        shown: Callable[[], None],
        touched: Callable[[], None],
        wanted: Callable[[], QuestionReading],
    ) -> AbstractAsyncContextManager[VoicePrompt | None]:
        """Wait until the question of a program disturbs nothing, and hold the prompt.

        None where it is not to be read any more. `leave` of what is held does not wait.

        Args:
            purpose: As for `take`.
            shown: As for `take`.
            touched: As for `take`.
            wanted: Returns when it is read, as it is wanted now.
        """
        ...
