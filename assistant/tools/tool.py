"""What a tool is, what it is given and what it gives back.

The registry and the runner stand above, each tool beside. A tool knows the user only through its
`ToolContext`. Everything runs on the engine loop; work that blocks belongs on a thread and watches
`ToolContext.abort`.
"""

import threading
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from assistant.errors import AssistantError
from assistant.llm.messages_api.messages import ImageBlock
from assistant.questions.model.question import Origin, QuestionSet, Response
from assistant.tools.outgoing.model.text_source import TracedText
from assistant.tools.time_limit import TimeLimit


class Permission(Enum):
    """What a tool may do, and so what is asked before it runs."""

    SAFE = "safe"
    """Reads the program's own data and has no effect outside; runs at once."""
    SENSITIVE = "sensitive"
    """Changes data or reaches out with it; the user confirms, once or for the session."""
    RESTRICTED = "restricted"
    """Can do great harm; off until enabled, then confirmed every time."""

    @classmethod
    def of(cls, value: object) -> "Permission":
        """Anything unknown is `RESTRICTED`."""
        if isinstance(value, Permission):
            return value
        try:
            return cls(value.strip().casefold()) if isinstance(value, str) else cls.RESTRICTED
        except ValueError:
            return cls.RESTRICTED


class ToolOutcome(Enum):
    """How a call ended."""

    OK = "ok"
    ERROR = "error"
    """The tool says that it could not do it."""
    UNKNOWN = "unknown"
    """There is no such tool."""
    UNAVAILABLE = "unavailable"
    """The tool exists but cannot be used now."""
    REFUSED = "refused"
    """The user, or a rule, did not allow it."""
    INVALID = "invalid"
    """The input does not fit the tool's schema."""
    LIMIT = "limit"
    """Too many questions in one turn."""
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    """A bug in the tool."""
    CANCELLED = "cancelled"
    """The turn was cancelled before the call ended."""
    SKIPPED = "skipped"
    """A question before it in the same message was not answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool gives back."""

    content: str
    """For the model."""
    outcome: ToolOutcome = ToolOutcome.OK
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """JSON values for history, export and programs."""
    images: tuple[ImageBlock, ...] = ()
    """Pictures that belong to it. The model gets them after the results of the message, if it takes
    pictures (`ToolContext.takes_images`); the user sees them at the call."""
    notice: str = ""
    """For the user, in their language; empty if there is nothing to tell."""
    halts: bool = False
    """Nothing more of the model's message is run, and the model closes the turn without tools."""

    @property
    def is_error(self) -> bool:
        return self.outcome is not ToolOutcome.OK


class InvalidInputError(AssistantError):
    """The input of a call does not fit; `problems` names each field that is wrong."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class QuestionRounds:
    """Counts the questions of one turn; belongs to the engine loop.

    Args:
        limit: How many may be asked.
    """

    def __init__(self, limit: int = 10) -> None:
        self.limit = limit
        self.used = 0
        self.unreadable = 0
        """How many calls could not be put, because they could not be read."""

    @property
    def is_used_up(self) -> bool:
        """Whether no more question may be asked."""
        return self.used >= self.limit

    def take(self) -> int:
        """Count one more question; returns its number, from 1."""
        self.used += 1
        return self.used


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestions:
    """A question that was put, and what came back."""

    questions: QuestionSet
    """As they are stored: what the model asked may have got another id."""
    response: Response


AskUser = Callable[[QuestionSet], Awaitable[AnsweredQuestions]]
"""Puts questions to the user and waits; raises StoreError if they cannot be stored."""

ResumeQuestion = Callable[[str], Awaitable[AnsweredQuestions | None]]
"""Finds the question that a call put before the program ended, and waits for it if it is open still.

None if the call, given by its id, had put none. Raises StoreError if the store cannot be read."""


async def _nothing_to_take_up(tool_use_id: str) -> AnsweredQuestions | None:
    """The call is a new one."""
    return None


TracedTexts = Callable[[], Awaitable[Sequence[TracedText]]]
"""Returns the texts of the conversation as it stands, each with where it comes from."""


async def _no_texts() -> Sequence[TracedText]:
    """There is no conversation."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a call knows of where it runs. One a turn; the runner fits it to each call."""

    conversation_id: str
    turn_id: str | None
    origin: Origin
    """Where the user's request came from."""
    workspace: Path
    """The folder that tools work in."""
    ask: AskUser
    take_up: ResumeQuestion = _nothing_to_take_up
    texts: TracedTexts = _no_texts
    takes_images: bool = False
    """Whether the model can be shown pictures."""
    rounds: QuestionRounds = field(default_factory=QuestionRounds)
    tool_use_id: str = ""
    abort: threading.Event = field(default_factory=threading.Event)
    """Set when the call is cancelled or out of time; for work that a task's end does not reach."""
    limit: TimeLimit | None = None
    """The time of this call, or None outside the runner."""

    async def ask_user(self, questions: QuestionSet) -> AnsweredQuestions:
        """Ask the user; pauses the call's time limit.

        Raises:
            StoreError: If the questions cannot be stored.
        """
        with self.waiting_for_user():
            return await self.ask(questions)

    async def resume_question(self) -> AnsweredQuestions | None:
        """The answer to the question that this call put before the program ended.

        Waits for the user if it is still open; pauses the call's time limit.

        Returns:
            None if it had put none.

        Raises:
            StoreError: If the store cannot be read.
        """
        with self.waiting_for_user():
            return await self.take_up(self.tool_use_id)

    def allow(self, seconds: float) -> None:
        """Let the call go on for so many seconds from now, whatever was left of its time."""
        if self.limit is not None:
            self.limit.restart(seconds)

    @contextmanager
    def waiting_for_user(self) -> Generator[None]:
        """Pause the call's time limit inside the block."""
        if self.limit is None:
            yield
            return
        with self.limit.rest():
            yield


IsSensitive = Callable[[Mapping[str, Any], ToolContext], Awaitable[bool]]
"""Tells whether the user must confirm a call; no effect, and the input is not validated.

Raises AssistantError if it cannot be decided: the call fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallQuestion:
    """How the user is asked whether a call may run, in words of the tool's own."""

    title: str
    text: str
    details: str
    """All that is to happen, whole."""
    refuse: str
    """The label of the option that refuses; it is the first."""
    allow: str


InputT = TypeVar("InputT")


class Tool(Protocol[InputT]):
    """Something the model may do."""

    @property
    def name(self) -> str:
        """As advertised: letters, digits, `_` and `-`, at most 64."""
        ...

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names that a model may use; never advertised."""
        ...

    @property
    def description(self) -> str:
        """What it does and when to use it, for the model."""
        ...

    @property
    def purpose(self) -> str:
        """Its purpose in English, for the user; in the catalogues. Empty for a server's."""
        ...

    @property
    def input_schema(self) -> dict[str, Any]: ...

    @property
    def permission(self) -> Permission:
        """What is asked before it runs."""
        ...

    @property
    def interactive(self) -> bool:
        """Whether it talks with the user, and so has no time limit at all."""
        ...

    @property
    def is_question(self) -> bool:
        """Whether later calls in the same message wait for its end."""
        ...

    @property
    def unavailable(self) -> str | None:
        """Why it cannot be used now, for the model; None if it can."""
        ...

    def validate(self, arguments: Mapping[str, Any]) -> InputT:
        """Validate the input; no side effect.

        Raises:
            InvalidInputError: If it does not fit.
        """
        ...

    @property
    def is_sensitive(self) -> IsSensitive | None:
        """Which calls of a Safe tool the user confirms all the same; None for none."""
        ...

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """What a call would do beyond its arguments, for the user before they confirm it.

        In the interface's language; empty if nothing can be said. It has no effect, whatever the
        arguments are: they are not validated yet.

        Raises:
            AssistantError: If it may not be done whatever the user says: they are not asked.
        """
        ...

    async def question(
        self, arguments: Mapping[str, Any], context: ToolContext
    ) -> CallQuestion | None:
        """How the user is asked for every call, in the tool's own words; None for the usual ones.

        No answer then holds for the session. It has no effect.

        Raises:
            AssistantError: If it may not be done whatever the user says: they are not asked.
        """
        ...

    async def run(self, arguments: InputT, context: ToolContext) -> ToolResult:
        """Raises AssistantError for a failure that the model may read."""
        ...
