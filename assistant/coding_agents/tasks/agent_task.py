"""A task of an agent that Parley started: a task in, what it tells in, a task out."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from assistant.coding_agents.model.agents import CodingAgent
from assistant.foreign_text import to_plain_text
from assistant.locale import _

MAX_STEPS: Final = 100
"""Steps of a plan."""
MAX_CALLS: Final = 60
"""Calls of tools; of more, the first are forgotten."""
MAX_TITLE: Final = 300
"""Characters of a step or of the title of a call."""
MAX_TEXT: Final = 60_000
"""Characters of what it says; of more, the end stays."""
MAX_SHOWN_CHANGES: Final = 120_000
"""Characters of the changes of a task; of more, the first are named without their lines."""
MAX_QUEUED: Final = 10
"""Messages that wait until it has done what it does now."""


class TaskState(StrEnum):
    """How a task stands."""

    WORKING = "working"
    STOPPING = "stopping"
    """The user wants it stopped; the agent has not done so yet."""
    DONE = "done"
    STOPPED = "stopped"
    """The user had it stopped."""
    FAILED = "failed"

    @property
    def is_under_way(self) -> bool:
        """Whether the agent is at it."""
        return self in {TaskState.WORKING, TaskState.STOPPING}


class Progress(StrEnum):
    """How a step of a plan, or a call, stands."""

    PENDING = "pending"
    RUNNING = "in_progress"
    DONE = "completed"
    FAILED = "failed"

    @property
    def is_open(self) -> bool:
        """Whether it is still to come to an end."""
        return self in {Progress.PENDING, Progress.RUNNING}


class TurnEnding(StrEnum):
    """How the agent says that it is done with a message."""

    DONE = "end_turn"
    STOPPED = "cancelled"
    REFUSED = "refusal"
    OUT_OF_TOKENS = "max_tokens"
    OUT_OF_REQUESTS = "max_turn_requests"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """A step of the agent's own plan."""

    text: str
    progress: Progress = Progress.PENDING


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What a call does to a file."""

    path: str
    lines: str = ""
    """The difference, as `text_difference.difference` writes it; empty if it is not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCall:
    """A call of one of the agent's tools."""

    call_id: str
    title: str = ""
    progress: Progress = Progress.PENDING
    changes: tuple[FileChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTask:
    """What an agent was given to do, and what it told of it."""

    agent: CodingAgent
    folder: str
    words: str
    """What the user gave it, as they said it; the last message."""
    state: TaskState = TaskState.WORKING
    plan: tuple[PlanStep, ...] = ()
    calls: tuple[TaskCall, ...] = ()
    text: str = ""
    """What it says after its last call: at the end, the result."""
    problem: str = ""
    """Why it failed, in the user's language."""
    queued: tuple[str, ...] = ()
    """What the user told it since, which it gets once it is done with `words`."""
    is_open: bool = True
    """Whether it takes more words: its process runs."""
    message_id: str = ""
    """What the agent calls the message that `text` is; empty where it does not name it."""
    is_text_over: bool = False
    """Whether something came after `text`, so that what it says next begins anew."""

    @property
    def steps_done(self) -> int:
        return sum(step.progress is Progress.DONE for step in self.plan)

    @property
    def doing(self) -> str:
        """What it does now: the call that runs, or the step; empty if that is not known."""
        if not self.state.is_under_way:
            return ""
        running = [call.title for call in self.calls if call.progress is Progress.RUNNING]
        steps = [step.text for step in self.plan if step.progress is Progress.RUNNING]
        return next(filter(None, (*running[::-1], *steps)), "")

    @property
    def changes(self) -> tuple[FileChange, ...]:
        """What it changed, in the order of its calls; calls that failed changed nothing."""
        calls = (call for call in self.calls if call.progress is not Progress.FAILED)
        return tuple(change for call in calls for change in call.changes)

    def after(self, news: "TaskNews") -> "AgentTask":
        """Return the task after something happened; what makes no sense changes nothing."""
        match news:
            case WordsSent():
                return self._sent(news)
            case WordsQueued():
                return replace(self, queued=(*self.queued, news.words)[:MAX_QUEUED])
            case PlanTold():
                steps = tuple(_bounded_step(step) for step in news.steps[:MAX_STEPS])
                return replace(self, plan=steps, is_text_over=True)
            case CallTold():
                return self._called(news)
            case TextTold():
                is_new = self.is_text_over or news.message_id != self.message_id
                text = (("" if is_new else self.text) + news.text)[-MAX_TEXT:]
                return replace(self, text=text, message_id=news.message_id, is_text_over=False)
            case StopWanted():
                is_working = self.state is TaskState.WORKING
                return replace(self, state=TaskState.STOPPING, queued=()) if is_working else self
            case TurnEnded():
                return self._ended(news.ending)
            case TaskFailed():
                return replace(self._failed(news.problem), is_open=False, queued=())
            case ProcessEnded():
                return replace(self._ended(TurnEnding.STOPPED), is_open=False, queued=())
            case _:
                assert_never(news)

    def _sent(self, news: "WordsSent") -> "AgentTask":
        return replace(
            self,
            words=news.words,
            queued=self.queued[1:] if self.queued[:1] == (news.words,) else self.queued,
            state=TaskState.WORKING,
            plan=(),
            text="",
            problem="",
            message_id="",
            is_text_over=False,
        )

    def _called(self, news: "CallTold") -> "AgentTask":
        known = next((one for one in self.calls if one.call_id == news.call_id), None)
        call = known or TaskCall(call_id=news.call_id)
        call = replace(
            call,
            title=call.title if news.title is None else _one_line(news.title),
            progress=call.progress if news.progress is None else news.progress,
            changes=call.changes if news.changes is None else news.changes,
        )
        calls = (
            (*self.calls, call)
            if known is None
            else tuple(call if one is known else one for one in self.calls)
        )
        return replace(self, calls=_bounded_changes(calls[-MAX_CALLS:]), is_text_over=True)

    def _ended(self, ending: TurnEnding) -> "AgentTask":
        match ending:
            case TurnEnding.REFUSED:
                return self._failed(_("It refuses to do this."))
            case TurnEnding.OUT_OF_TOKENS | TurnEnding.OUT_OF_REQUESTS:
                return self._failed(_("It has come to a limit of its own."))
            case TurnEnding.DONE if self.state is TaskState.WORKING:
                return self._over(TaskState.DONE)
            case _:
                return self._over(TaskState.STOPPED)

    def _failed(self, problem: str) -> "AgentTask":
        """What fails while it is being stopped was stopped."""
        if self.state is TaskState.STOPPING:
            return self._over(TaskState.STOPPED)
        return (
            replace(self._over(TaskState.FAILED), problem=problem)
            if self.state.is_under_way
            else self
        )

    def _over(self, state: TaskState) -> "AgentTask":
        """Nothing runs any more, whatever the agent left so; what is over stays as it ended."""
        if not self.state.is_under_way:
            return self
        calls = tuple(
            replace(one, progress=Progress.FAILED) if one.progress.is_open else one
            for one in self.calls
        )
        steps = tuple(
            replace(one, progress=Progress.PENDING) if one.progress is Progress.RUNNING else one
            for one in self.plan
        )
        return replace(self, state=state, calls=calls, plan=steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsSent:
    """The agent got a message of the user's and is at it."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsQueued:
    """The user told it more while it is at something."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTold:
    """It told its plan, whole."""

    steps: tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTold:
    """It calls one of its tools, or tells more of a call; None is what it does not tell."""

    call_id: str
    title: str | None = None
    progress: Progress | None = None
    changes: tuple[FileChange, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTold:
    """It said something; a piece of it."""

    text: str
    message_id: str = ""
    """What it calls the message; empty where it does not name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWanted:
    """The user wants it stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """It is done with the message."""

    ending: TurnEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFailed:
    """It cannot go on."""

    problem: str
    """In the user's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessEnded:
    """Its process was ended, with nothing to do."""


AgentTold = PlanTold | CallTold | TextTold
"""What an agent tells while it works."""
TaskNews = AgentTold | WordsSent | WordsQueued | StopWanted | TurnEnded | TaskFailed | ProcessEnded


def _one_line(text: str) -> str:
    return " ".join(to_plain_text(text).split())[:MAX_TITLE]


def _bounded_step(step: PlanStep) -> PlanStep:
    return replace(step, text=_one_line(step.text))


def _bounded_changes(calls: tuple[TaskCall, ...]) -> tuple[TaskCall, ...]:
    """Keep the lines of the last changes, as many as are shown."""
    left = MAX_SHOWN_CHANGES
    kept: list[TaskCall] = []
    for call in reversed(calls):
        changes: list[FileChange] = []
        for change in reversed(call.changes):
            is_shown = len(change.lines) <= left
            left -= len(change.lines) if is_shown else 0
            changes.append(change if is_shown else replace(change, lines=""))
        kept.append(replace(call, changes=tuple(reversed(changes))) if changes else call)
    return tuple(reversed(kept))
