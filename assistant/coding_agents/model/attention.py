"""How loud it is that a session waits for the user, asks or is done. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from assistant.coding_agents.model.session_board import AgentActivity, AgentSession, SessionBoard
from assistant.questions.model.asker import Asker
from assistant.questions.model.sanitizer import label_key


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionRules:
    """What the user set."""

    usual: Loudness = Loudness.SOUND
    exceptions: Mapping[str, Loudness] = field(default_factory=dict[str, Loudness])
    """By `said_name` of an agent or a project; that of the project goes first."""

    def loudness(self, asker: Asker | None) -> Loudness:
        """Return how loud an asker is; a program without a name is as the others."""
        names = () if asker is None else (asker.project, asker.agent)
        for name in names:
            if (found := self.exceptions.get(said_name(name))) is not None:
                return found
        return self.usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What goes on at the moment."""

    is_quiet_hour: bool = False
    is_voice_open: bool = False
    """Whether a voice session is open."""
    is_busy: bool = False
    """Whether the user speaks, or a turn is under way."""
    are_questions_read: bool = False
    """Whether the questions of programs can be read aloud, which then name who asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """What is heard."""

    sound: AgentNews | None = None
    spoken: tuple[tuple[AgentSession, AgentNews], ...] = ()
    """The sessions that are named aloud, those first that wait."""


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
    return Attention(
        sound=AgentNews.WAITS if waits else AgentNews.DONE,
        spoken=() if around.is_busy else spoken,
    )


def question_reading(
    asker: Asker | None, rules: AttentionRules, *, is_quiet_hour: bool
) -> QuestionReading:
    """Return when a question of a program is read aloud."""
    loudness = rules.loudness(asker)
    if is_quiet_hour or loudness is Loudness.SILENT:
        return QuestionReading.NEVER
    return QuestionReading.ALWAYS if loudness is Loudness.SPOKEN else QuestionReading.IN_SESSION


def _news(before: AgentSession | None, after: AgentSession) -> AgentNews | None:
    """Return what a session has come to; None if it was so before, or goes on."""
    was = None if before is None else before.activity
    match after.activity:
        case AgentActivity.WAITING:
            asked = () if before is None else before.open_questions
            is_new = not set(after.open_questions) <= set(asked)
            return AgentNews.WAITS if was is not AgentActivity.WAITING or is_new else None
        case AgentActivity.DONE if was is not AgentActivity.DONE:
            return AgentNews.DONE
        case _:
            return None


def read_exceptions(text: str) -> dict[str, Loudness]:
    """Return exceptions by `said_name`; the later of two wins.

    Args:
        text: As the setting has it: `codex = silent, webshop = spoken`.
    """
    pairs = (entry.partition("=") for entry in text.split(",") if entry.strip())
    return {said_name(name): Loudness(wished.strip()) for name, _equals, wished in pairs}


def said_name(name: str) -> str:
    """Return a name without what is not heard in it: `Web-shop` and `web shop` are the same."""
    return "".join(filter(str.isalnum, label_key(name)))
