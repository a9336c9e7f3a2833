"""What a question is, and what may come back. Values only.

Every form a question arrives in is turned into a `QuestionSet` by `formats.py`; every presenter
takes one and gives a `Response`. All types are frozen and round-trip through JSON.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from assistant.questions.model.asker import Asker
from assistant.questions.model.limits import MAX_OTHER_MULTI, MAX_OTHER_SINGLE, MAX_TEXT


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)  # the window is first


class QuestionKind(StrEnum):
    """How a question is answered."""

    SINGLE = "single"
    MULTI = "multi"
    TEXT = "text"
    BOOLEAN = "boolean"

    @property
    def traits(self) -> "KindTraits":
        """What follows from the kind; code asks for a trait and does not compare kinds."""
        return _TRAITS[self]


class AnswerInput(Enum):
    """What an answer is given with. Every surface, reader and writer has a way for each."""

    OPTIONS = "options"
    """The author's options; the answer has their ids."""
    YES_NO = "yes_no"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class KindTraits:
    """What follows from the kind of a question."""

    input: AnswerInput
    is_multiple: bool = False
    """Whether several options may be ticked."""
    max_words: int
    """Most characters of what the user writes, and of an answer of options as it is sent."""
    type_names: tuple[str, ...]
    """How definitions name the kind; the first is what is written."""

    @property
    def answers_at_once(self) -> bool:
        """Whether one gesture is the whole answer; ticks and words may be half done."""
        return self.input is not AnswerInput.TEXT and not self.is_multiple


_TRAITS: Final = {
    QuestionKind.SINGLE: KindTraits(
        input=AnswerInput.OPTIONS,
        max_words=MAX_OTHER_SINGLE,
        type_names=("multiple_choice", "single_select", "single"),
    ),
    QuestionKind.MULTI: KindTraits(
        input=AnswerInput.OPTIONS,
        is_multiple=True,
        max_words=MAX_OTHER_MULTI,
        type_names=("checkbox", "multi_select", "multi"),
    ),
    QuestionKind.TEXT: KindTraits(input=AnswerInput.TEXT, max_words=MAX_TEXT, type_names=("text",)),
    QuestionKind.BOOLEAN: KindTraits(
        input=AnswerInput.YES_NO, max_words=MAX_OTHER_SINGLE, type_names=("boolean",)
    ),
}
TYPE_NAMES: Final = tuple(kind.traits.type_names[0] for kind in QuestionKind)
"""The kinds as definitions write them."""
TRUE, FALSE = "true", "false"
"""The choices of a yes-or-no question, where others have option ids."""


class Channel(StrEnum):
    """A way to reach the user."""

    DESKTOP = "desktop"
    VOICE = "voice"
    TERMINAL = "terminal"
    WEB = "web"
    TELEGRAM = "telegram"
    MCP = "mcp"
    API = "api"

    @property
    def is_remote(self) -> bool:
        """Whether conversations are held on it away from this machine."""
        return self is Channel.TELEGRAM


class Method(StrEnum):
    """How an answer was given."""

    CLICK = "click"
    KEY = "key"
    TYPED = "typed"
    VOICE = "voice"
    TIMEOUT_DEFAULT = "timeout_default"


class QuestionRoute(StrEnum):
    """How a question came in; its answer goes back the same way, in the form of that route."""

    TOOL = "tool"
    """A call of the question tool; the answer is its tool result."""
    TEXT = "text"
    """JSON in the model's words; the answer is the user's next message."""
    API = "api"
    PROVIDE_CHOICE = "provide_choice"
    ELICITATION = "elicitation"
    PROGRAM = "program"
    """The program itself asks; no model waits for the answer."""


class Markers(StrEnum):
    """What stands before the options, on the screen and aloud."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    """Where labels contain numbers, so that "three" means one thing only."""


class TextFormat(StrEnum):
    """What the words of a text question must be."""

    PLAIN = "plain"
    EMAIL = "email"
    URI = "uri"
    DATE = "date"
    DATE_TIME = "date-time"
    NUMBER = "number"
    INTEGER = "integer"


class Dependency(_Value):
    """The condition under which a question is open: one of these options of another is chosen."""

    question_id: str
    option_ids: tuple[str, ...]
    """`true` and `false` for a yes-or-no question."""


class Option(_Value):
    """One thing to choose."""

    id: str
    """Unique inside its question."""
    label: str
    """As shown and as returned to the model; carries no `(Recommended)`."""
    description: str = ""
    default: bool = False
    """Pre-selected; never an answer by itself."""
    recommended: bool = False
    preview: str | None = None
    """Markdown shown while the option has the focus."""
    spoken: str = ""
    """A shorter label for the voice; empty if the label itself is spoken."""
    by_click: bool = False
    """Whether only a click in the window chooses it; set by the program, never read from others."""


class Question(_Value):
    """One question of a set."""

    id: str
    """Unique in the conversation, but for the versions of one question."""
    kind: QuestionKind
    text: str
    header: str | None = None
    """A chip of a word or two; elided on display, kept whole here."""
    context: str = ""
    """What the user needs to know to answer."""
    options: tuple[Option, ...] = ()
    """Empty for `text` and `boolean`. The order is the author's."""
    required: bool = True
    allow_other: bool = False
    """Whether words of the user's own are an answer (single and multi only)."""
    follow_ups: dict[str, tuple["Question", ...]] = Field(
        default_factory=dict[str, tuple["Question", ...]]
    )
    """Option id → questions that appear when it is chosen."""
    depends_on: Dependency | None = None
    """None: always open. Otherwise the question is dropped while the condition does not hold."""
    markers: Markers = Markers.NUMBERS
    default_text: str = ""
    """What a text question starts from."""
    default_boolean: bool | None = None
    """What a yes-or-no question starts from."""
    text_format: TextFormat = TextFormat.PLAIN
    minimum: float | None = None
    """Smallest number that a `number` or `integer` text may be."""
    maximum: float | None = None
    min_length: int | None = None
    """Fewest characters of a text."""
    max_length: int | None = None
    pattern: str = ""
    """Regular expression that is found in every text which is an answer; empty: any is."""
    min_choices: int | None = None
    """Fewest options of a multi question."""
    max_choices: int | None = None

    @classmethod
    def yes_or_no(
        cls, question_id: str, text: str = "", *, header: str | None = None, context: str = ""
    ) -> "Question":
        """Return a question that is answered by yes or no."""
        return cls(
            id=question_id,
            kind=QuestionKind.BOOLEAN,
            text=text,
            header=header,
            context=context,
        )

    @property
    def traits(self) -> KindTraits:
        """What follows from its kind."""
        return self.kind.traits

    @property
    def choice_ids(self) -> tuple[str, ...]:
        """What can be chosen: the ids of its options, or yes and no; nothing for a text."""
        if self.traits.input is AnswerInput.YES_NO:
            return TRUE, FALSE
        return tuple(option.id for option in self.options)

    def option(self, option_id: str) -> Option:
        """Return the option with this id; raises KeyError if there is none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)


class OnTimeout(StrEnum):
    """What an expired wait means."""

    WAIT = "wait"
    DEFAULT = "default"


class Origin(_Value):
    """Where the request behind a question came from."""

    channel: Channel
    conversation_id: str
    turn_id: str | None = None
    voice: bool = False
    """Whether a voice session is under way, so that the question is also read aloud."""
    session_key: str = ""
    """As `session_key` returns it; empty where there is no conversation."""
    is_bound: bool = False
    """Whether a program waits for the answer on a connection, which the question does not outlive."""


def session_key(*, workspace: str, agent: str, conversation_id: str) -> str:
    """Return the name that programs know a conversation by."""
    return f"{workspace}:{agent}:{conversation_id}"


class Purpose(StrEnum):
    """Why a question is put; decides which channels may answer it."""

    ASK = "ask"
    CONFIRM = "confirm"
    """Approval of a Sensitive or Restricted tool call."""
    PERMISSION = "permission"
    """Approval of what a coding agent is about to do; changes nothing for tools of Parley's own."""
    END_SESSION = "end_session"
    CONFLICT = "conflict"

    @property
    def is_approval(self) -> bool:
        """Whether an answer lets something be done."""
        return self in {Purpose.CONFIRM, Purpose.PERMISSION}


class QuestionSet(_Value):
    """One or several questions put together and answered together."""

    id: str
    questions: tuple[Question, ...]
    title: str = ""
    description: str = ""
    purpose: Purpose = Purpose.ASK
    source: str = ""
    """Who asks, as shown where there is no `asker`: a model, a tool, an MCP server."""
    asker: Asker | None = None
    """The program that asks, and where it works; None where it is no program of the user's."""
    metadata_source: str = ""
    """What the asker noted for itself (`metadata.source`); kept, never shown."""
    tool_use_id: str | None = None
    route: QuestionRoute = Field(
        default=QuestionRoute.TOOL,
        validation_alias=AliasChoices("route", "door"),  # as stored before
    )
    version: int = Field(default=1, ge=1)
    """Which time it is put, from 1: another when it is opened again after a time-out, and for the
    copy that changes an answer. With the id of a question it names one asking, and no other."""
    amends: str | None = None
    """Id of the set whose answer, sent already, the user is changing."""
    raw: str = ""
    """The input as it came, as JSON, where it is recorded nowhere else."""
    allow_cancel: bool = True
    voice_confirm: bool = False
    """Whether a spoken yes may settle an approval; set by whoever asks, never read from a model."""
    allowed_channels: tuple[Channel, ...] = ()
    """Where a `permission` may be settled besides this machine's screen, as the user allowed."""
    timeout_s: float | None = None
    """Seconds the user has from the moment a presenter has shown it; None waits for ever."""
    on_timeout: OnTimeout = OnTimeout.WAIT
    round: int = 1
    total_rounds: int | None = None

    @property
    def takes_reason(self) -> bool:
        """Whether it may be cancelled with a reason, which a model or a program reads."""
        return self.allow_cancel and self.purpose in {Purpose.ASK, Purpose.CONFIRM}

    @property
    def asked_by(self) -> str:
        """Who asks, as shown; empty if it is the assistant."""
        return self.source if self.asker is None else self.asker.title

    def walk(self) -> Iterator[Question]:
        """Yield every question, a parent before its follow-ups."""
        pending = list(reversed(self.questions))
        while pending:
            question = pending.pop()
            yield question
            nested = [q for qs in question.follow_ups.values() for q in qs]
            pending.extend(reversed(nested))

    def find(self, question_id: str) -> Question:
        """Return the question with this id; raises KeyError if there is none."""
        for question in self.walk():
            if question.id == question_id:
                return question
        raise KeyError(question_id)


class Answer(_Value):
    """What the user chose for one question.

    For `single` and `multi`: `option_ids` in the author's order, and `other` for words of their
    own. For `text`: `text`. For `boolean`: `boolean`. An optional question left out has an answer
    with nothing set.
    """

    question_id: str
    option_ids: tuple[str, ...] = ()
    other: str | None = None
    text: str | None = None
    boolean: bool | None = None
    note: str | None = None
    """A remark beside the choice."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen, said or written."""
        return not self.option_ids and not self.other and not self.text and self.boolean is None

    @property
    def choices(self) -> tuple[str, ...]:
        """What is chosen, a yes or no included; see `Question.choice_ids`."""
        if self.boolean is not None:
            return (TRUE if self.boolean else FALSE,)
        return self.option_ids


class Draft(_Value):
    """Selections made so far, by question id; saved with the question."""

    answers: dict[str, Answer] = Field(default_factory=dict[str, Answer])


class Provenance(_Value):
    """How and when a response was given."""

    channel: Channel
    method: Method
    at: datetime
    transcript: str | None = None
    """What was heard, for voice."""
    score: float | None = None
    """How well it matched, 0 to 1, for voice."""
    user: str | None = None
    """Who answered, where the channel knows them by name; else the user at this machine."""


class Answered(_Value):
    """The user chose. One answer for each visible question, in order, follow-ups after parents."""

    outcome: Literal["answered"] = "answered"
    answers: tuple[Answer, ...]
    provenance: Provenance


class YouDecide(_Value):
    """The user leaves the choice to the model."""

    outcome: Literal["you_decide"] = "you_decide"
    provenance: Provenance


class NoneFit(_Value):
    """None of the options fits; `words` says what would."""

    outcome: Literal["none_fit"] = "none_fit"
    words: str
    provenance: Provenance


class Later(_Value):
    """The user wants to answer at another time; the question stays in the list."""

    outcome: Literal["later"] = "later"
    provenance: Provenance


class CancelReason(StrEnum):
    """Why a question was closed without a choice."""

    USER = "user"
    TURN_CANCELLED = "turn_cancelled"
    EXIT = "exit"
    CLIENT = "client"
    SHUTDOWN = "shutdown"
    DEPENDENCY = "dependency"


class Cancelled(_Value):
    """The question was closed; a signal, never an empty answer."""

    outcome: Literal["cancelled"] = "cancelled"
    reason: CancelReason = CancelReason.USER
    text: str = ""
    provenance: Provenance | None = None


class TimedOut(_Value):
    """Nobody answered in time; nothing was chosen."""

    outcome: Literal["timeout"] = "timeout"
    after_s: float


Response = Annotated[
    Answered | YouDecide | NoneFit | Later | Cancelled | TimedOut, Field(discriminator="outcome")
]
