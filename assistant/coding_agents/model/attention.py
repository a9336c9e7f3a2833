"""How loud it is that a session waits for the user, asks or is done. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from typing import Final, Self, TypeVar

from assistant.coding_agents.model.session_board import AgentActivity, AgentSession, SessionBoard
from assistant.coding_agents.tasks.agent_task import TaskState
from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step
from assistant.questions.model.asker import Asker
from assistant.questions.model.sanitizer import label_key

_PHONE: Final = "phone"
_EVERY: Final = "*"
"""The name for all of whom nothing else is said."""


class Loudness(StrEnum):
    """How a session makes itself heard."""

    SILENT = "silent"
    SOUND = "sound"
    """By a tone; by words as well while a voice session is open."""
    SPOKEN = "spoken"


class QuestionReading(Enum):
    """When a question of a program is read aloud."""

    NEVER = "never"
    IN_SESSION = "in session"
    """While a voice session is open."""
    ALWAYS = "always"
    """It opens a voice session, too."""


class AgentNews(StrEnum):
    """What a session has come to."""

    WAITS = "waits"
    DONE = "done"
    FAILED = "failed"


_RESULTS: Final = {TaskState.DONE: AgentNews.DONE, TaskState.FAILED: AgentNews.FAILED}
"""What the user has stopped themselves is no news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionRules:
    """What the user set."""

    usual: Loudness = Loudness.SOUND
    exceptions: Mapping[str, Loudness] = field(default_factory=dict[str, Loudness])
    """By `said_name` of an agent or a project; that of the project goes first."""
    phone_after_min: int = 0
    """Minutes after which the phone is told; 0 for never."""
    phone_exceptions: Mapping[str, int] = field(default_factory=dict[str, int])
    """Others, named in the same way."""

    @classmethod
    def read(cls, usual: str, exceptions: str) -> Self:
        """Return what the two settings say."""
        loud, phone = read_exceptions(exceptions), read_phone_exceptions(exceptions)
        return cls(
            usual=loud.pop(_EVERY, Loudness(usual)),
            phone_after_min=phone.pop(_EVERY, 0),
            exceptions=loud,
            phone_exceptions=phone,
        )

    def loudness(self, asker: Asker | None) -> Loudness:
        """Return how loud an asker is; a program without a name is as the others."""
        return _wished(asker, self.exceptions, self.usual)

    def phone_after(self, asker: Asker | None) -> int:
        """Return after how many minutes the phone is told of an asker; 0 where none are set."""
        return _wished(asker, self.phone_exceptions, self.phone_after_min)

    def steps(
        self, asker: Asker | None, usual: Mapping[Step, float] | None = None
    ) -> dict[Step, float]:
        """Return the steps of what an asker asks, waits for or has done, in seconds.

        Args:
            asker: None for Parley itself, whose steps are the usual ones.
            usual: Where nothing is set of agents.
        """
        found = dict(usual or {})
        if asker is None:
            return found
        match self.loudness(asker):
            case Loudness.SPOKEN:
                found[Step.SPOKEN] = 0.0
            case Loudness.SILENT:
                found.pop(Step.SPOKEN, None)
            case Loudness.SOUND:
                pass
        minutes = self.phone_after(asker)
        if minutes:
            found[Step.PHONE] = 60.0 * minutes
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What goes on at the moment."""

    is_quiet_hour: bool = False
    """Whether not even a tone is heard."""
    is_speech_quiet: bool = False
    """Whether nothing is spoken at this hour."""
    is_voice_open: bool = False
    """Whether a voice session is open."""
    is_busy: bool = False
    """Whether the user speaks, or a turn is under way."""
    is_away: bool = False
    """Whether nothing is to be said aloud: the screen is locked, or the user is in a call."""
    are_questions_read: bool = False
    """Whether the questions of programs can be read aloud, which then name who asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """What is heard."""

    sound: AgentNews | None = None
    spoken: tuple[tuple[AgentSession, AgentNews], ...] = ()
    """The sessions that are named aloud, those first that wait."""
    late: tuple[tuple[AgentSession, AgentNews], ...] = ()
    """The results of what Parley started, which are said once nobody speaks any more."""


def attention(
    before: SessionBoard, after: SessionBoard, rules: AttentionRules, around: Circumstances
) -> Attention:
    """Return what is heard when a board becomes another; one tone, however much has happened."""
    if around.is_quiet_hour:
        return Attention()
    known = {one.asker.title: one for one in before.sessions}
    heard = [
        (one, news, rules.loudness(one.asker))
        for one in after.by_need
        if (news := _news(known.get(one.asker.title), one)) is not None
    ]
    heard = [each for each in heard if each[2] is not Loudness.SILENT]
    if not heard:
        return Attention()
    waits = any(news is AgentNews.WAITS for _one, news, _loudness in heard)
    spoken = tuple(
        (one, news)
        for one, news, loudness in heard
        if (loudness is Loudness.SPOKEN or around.is_voice_open)
        and not (around.are_questions_read and one.open_questions)
    )
    late = tuple(
        each for each in spoken if each[0].task is not None and each[1] is not AgentNews.WAITS
    )
    is_silent = around.is_away or around.is_speech_quiet
    return Attention(
        sound=AgentNews.WAITS if waits else AgentNews.DONE,
        spoken=() if around.is_busy or is_silent else spoken,
        late=late if around.is_busy and not is_silent else (),
    )


def question_reading(
    asker: Asker | None, rules: AttentionRules, *, is_quiet_hour: bool
) -> QuestionReading:
    """Return when a question of a program is read aloud."""
    loudness = rules.loudness(asker)
    if is_quiet_hour or loudness is Loudness.SILENT:
        return QuestionReading.NEVER
    return QuestionReading.ALWAYS if loudness is Loudness.SPOKEN else QuestionReading.IN_SESSION


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertRules:
    """When coding agents are heard, and how."""

    attention: AttentionRules = AttentionRules()
    quiet: QuietTimes = QuietTimes()
    is_away: bool = False
    """Whether nothing is to be said aloud: the screen is locked, or the user is in a call."""
    is_hushed: bool = False
    """Whether no tone is to sound either: the user is in a call, or wants no notifications."""

    def is_quiet(self, now: datetime, step: Step) -> bool:
        """Whether nothing is heard of a step at a moment."""
        return self.is_hushed or self.quiet.over_at(now, step) is not None

    def reading(self, asker: Asker | None, now: datetime) -> QuestionReading:
        """Return when a question of a program is read aloud."""
        is_silent = self.is_away or self.is_quiet(now, Step.SPOKEN)
        return question_reading(asker, self.attention, is_quiet_hour=is_silent)


def result_news(session: AgentSession) -> AgentNews | None:
    """Return what a session that is done has come to; None if the user has stopped it."""
    state = TaskState.DONE if session.task is None else session.task.state
    return _RESULTS.get(state)


def _news(before: AgentSession | None, after: AgentSession) -> AgentNews | None:
    """Return what a session has come to; None if it was so before, or goes on."""
    was = None if before is None else before.activity
    match after.activity:
        case AgentActivity.WAITING:
            asked = () if before is None else before.open_questions
            is_new = not set(after.open_questions) <= set(asked)
            return AgentNews.WAITS if was is not AgentActivity.WAITING or is_new else None
        case AgentActivity.DONE if was is not AgentActivity.DONE:
            return result_news(after)
        case _:
            return None


def read_exceptions(text: str) -> dict[str, Loudness]:
    """Return how loud others are, by `said_name`; the later of two wins.

    Args:
        text: As the setting has it: `codex = silent, webshop = spoken phone 5, api = phone 20`.
    """
    wished = {name: words[0] for name, words in _entries(text)}
    return {name: Loudness(word) for name, word in wished.items() if word != _PHONE}


def read_phone_exceptions(text: str) -> dict[str, int]:
    """Return after how many minutes the phone is told of others, by `said_name`."""
    wished = dict(_entries(text))
    return {name: int(words[-1]) for name, words in wished.items() if _PHONE in words}


def _entries(text: str) -> Iterator[tuple[str, list[str]]]:
    for entry in filter(str.strip, text.split(",")):
        name, _equals, wished = entry.partition("=")
        yield name.strip() if name.strip() == _EVERY else said_name(name), wished.split()


Wished = TypeVar("Wished")


def _wished(asker: Asker | None, exceptions: Mapping[str, Wished], usual: Wished) -> Wished:
    names = () if asker is None else (asker.project, asker.agent)
    found = (exceptions.get(said_name(name)) for name in names)
    return next((wished for wished in found if wished is not None), usual)


def said_name(name: str) -> str:
    """Return a name without what is not heard in it: `Web-shop` and `web shop` are the same."""
    return "".join(filter(str.isalnum, label_key(name)))
