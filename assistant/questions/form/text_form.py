"""Questions as plain text, and what a typed line means to them. Pure; the same on every channel.

`describe` writes what a person reads where nothing can be clicked. `TextForm` is the dialogue under
it: one question after the other, each typed line one step. It knows no channel and no clock; who
types where is the caller's to add.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.questions.form.outcome_text import answer_in_words
from assistant.questions.form.typed_answer import MisreadLine, parse_typed_answer
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Draft,
    Later,
    NoneFit,
    Option,
    Provenance,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.model.validation import check, check_one, default_draft, visible

# What is shown.


def describe(questions: QuestionSet, draft: Draft | None = None) -> str:
    """Return every open question with its options, numbered per question.

    Args:
        questions: What is asked.
        draft: The selections so far; what its author pre-selected if not given.
    """
    draft = default_draft(questions) if draft is None else draft
    shown = visible(questions, draft)
    blocks = ["\n".join(part for part in (questions.title, questions.description) if part)]
    for position, question in enumerate(shown, start=1):
        answer = draft.answers.get(question.id)
        lines = describe_question(question, answer, position=position, total=len(shown))
        blocks.append("\n".join(lines))
    return "\n\n".join(block for block in blocks if block)


def describe_question(
    question: Question, answer: Answer | None = None, *, position: int = 1, total: int = 1
) -> tuple[str, ...]:
    """Return the lines of one question: text, context, options, what is selected, what to reply.

    Args:
        question: The question.
        answer: What is selected already.
        position: Which one of the open questions it is, from 1.
        total: How many are open; progress is shown from 2 on.
    """
    return tuple(_lines(question, answer, position, total))


def _lines(question: Question, answer: Answer | None, position: int, total: int) -> Iterator[str]:
    chip = [f"[{question.header}]"] if question.header else []
    if total > 1:
        chip.append(_("Question {i} of {n}").format(i=position, n=total))
    if chip:
        yield " ".join(chip)
    optional = "" if question.required else " " + _("(optional: /skip)")
    yield question.text + optional
    if question.context:
        yield question.context
    for index, option in enumerate(question.options):
        yield _option_line(question, index, option)
    if answer is not None and not answer.is_empty:
        yield _("Selected: {answer} (an empty line or /keep keeps it)").format(
            answer=answer_with_places(question, answer)
        )
    yield _instruction(question)


def _option_line(question: Question, index: int, option: Option) -> str:
    recommended = f" ({_('Recommended')})" if option.recommended else ""
    description = f" - {option.description}" if option.description else ""
    return f"{marker(question, index)}. {option.label}{recommended}{description}"


def _instruction(question: Question) -> str:
    lettered = bool(question.options) and not marker(question, 0).isdecimal()
    match question.kind:
        case QuestionKind.SINGLE if lettered:
            return _("Please reply with the letter")
        case QuestionKind.SINGLE:
            return _("Please reply with the number")
        case QuestionKind.MULTI if lettered:
            return _("Please reply with the letters, such as A, C")
        case QuestionKind.MULTI:
            return _("Please reply with the numbers, such as 1, 3")
        case QuestionKind.BOOLEAN:
            return _("Please reply with yes or no")
        case QuestionKind.TEXT:
            return _("Please type your answer")
        case _:
            assert_never(question.kind)


def answer_with_places(question: Question, answer: Answer) -> str:
    """Return an answer in one line with the places of its options, as the list names it."""
    return answer_in_words(question, answer, place=lambda index: f"{marker(question, index)}. ")


# What a typed line does.


class FormExit(Enum):
    """How the user leaves a question without choosing."""

    DECIDE = "/decide"
    NONE_FIT = "/none"
    LATER = "/later"
    CANCEL = "/cancel"


class _Does(Enum):
    """What the other commands do."""

    SKIP = "/skip"
    BACK = "/back"
    KEEP = "/keep"
    NOTE = "/note"
    OTHER = "/other"
    HELP = "/help"


_COMMANDS: Final[Mapping[str, FormExit | _Does]] = {
    command.value: command for command in (*FormExit, *_Does)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAccepted:
    """The line was taken and another question follows."""

    list: "TextForm"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormComplete:
    """The line was taken and every open question has its answer; they are checked."""

    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRejected:
    """The line changed nothing; show the list again."""

    why: str
    """For the user, in their language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormLeft:
    """The user left all the questions of the set without choosing."""

    way: FormExit
    words: str = ""
    """What would have fitted, for `NONE_FIT`."""


TextFormStep = LineAccepted | FormComplete | LineRejected | FormLeft


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """Where a person is in a set of questions that they answer by typing."""

    questions: QuestionSet
    draft: Draft
    """The selections so far, of all channels."""
    done: tuple[str, ...] = ()
    """Ids of the questions answered or passed over, in that order."""
    at: str
    """Id of the question that the next line answers."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft, done: Sequence[str] = ()) -> "TextForm":
        """Return the list at the first question that is open still.

        Args:
            questions: What is asked.
            draft: The selections so far. What differs from the author's own pre-selection was
                chosen by the user and is not asked again, unless nothing else is left.
            done: Ids of questions that were answered with the pre-selection itself, or passed.
        """
        preselected = default_draft(questions).answers
        chosen = tuple(
            question.id
            for question in visible(questions, draft)
            if _differs(draft.answers.get(question.id), preselected.get(question.id))
        )
        started = TextForm(
            questions=questions,
            draft=draft,
            done=tuple(dict.fromkeys((*done, *chosen))),
            at=questions.questions[0].id,
        )
        following = started._first_open()
        # The last is asked again, so that nothing is sent which nobody has seen here.
        last = started._shown()[-1].id
        return replace(started, at=last if following is None else following)

    @property
    def question(self) -> Question:
        """The question that the next line answers."""
        return self.questions.find(self.at)

    def lines(self) -> tuple[str, ...]:
        """Return the lines of this question."""
        shown = self._ids()
        position = shown.index(self.at) + 1
        answer = self.draft.answers.get(self.at)
        return describe_question(self.question, answer, position=position, total=len(shown))

    def with_draft(self, draft: Draft) -> "TextForm":
        """Return the list after the selections changed elsewhere; it stays where it is if it can."""
        elsewhere = (
            known
            for known, answer in draft.answers.items()
            if known != self.at and _differs(answer, self.draft.answers.get(known))
        )
        changed = replace(self, draft=draft, done=tuple(dict.fromkeys((*self.done, *elsewhere))))
        if self.at in changed._ids():
            return changed
        return TextForm.begin(self.questions, draft, changed.done)

    def moved_on(self, draft: Draft) -> "TextForm":
        """Return the list after the selections changed elsewhere, past what was answered there."""
        if not _differs(draft.answers.get(self.at), self.draft.answers.get(self.at)):
            return self.with_draft(draft)
        return TextForm.begin(self.questions, draft, (*self.done, self.at))

    @property
    def shown(self) -> tuple[Question, ...]:
        """The questions that are open given the selections so far, in order."""
        return self._shown()

    @property
    def has_before(self) -> bool:
        """Whether there is a question to go back to."""
        return self._before() is not None

    def selecting(self, answer: Answer) -> "TextForm":
        """Return the list with this selected for the present question; it is not answered yet."""
        return self._selecting(answer)

    def give(self, answer: Answer) -> TextFormStep:
        """Return what this answer to the present question does; it need not have been typed."""
        return self._with(answer)

    def again(self, question_id: str) -> "TextForm":
        """Return the list back at a question that was answered, with its selection kept."""
        done = tuple(known for known in self.done if known != question_id)
        return replace(self, at=question_id, done=done)

    def take(self, typed: str) -> TextFormStep:
        """Return what a line does. The list itself is unchanged."""
        typed = typed.strip()
        if not typed:
            return self._keep()
        if not typed.startswith("/"):
            return self._answer(lambda question: parse_typed_answer(question, typed))
        name, _space, words = typed.partition(" ")
        command = _COMMANDS.get(name.casefold())
        words = words.strip()
        match command:
            case None:
                return LineRejected(
                    why=_(
                        "There is no command {name}. To answer with these words, write"
                        " /other before them."
                    ).format(name=name)
                )
            case FormExit():
                return self._leave(command, words)
            case _Does():
                return self._do(command, words)
            case _:
                assert_never(command)

    # Commands.

    def _leave(self, way: FormExit, words: str) -> TextFormStep:
        if way is FormExit.CANCEL:
            if self.questions.allow_cancel:
                return FormLeft(way=way)
            return LineRejected(why=_("This question cannot be cancelled."))
        if self.questions.purpose is not Purpose.ASK:
            return LineRejected(why=_("This needs a yes or a no."))
        if way is not FormExit.NONE_FIT:
            return FormLeft(way=way)
        if not words:
            return LineRejected(why=_("Write after /none what would fit."))
        return FormLeft(way=way, words=words)

    def _do(self, command: _Does, words: str) -> TextFormStep:
        match command:
            case _Does.SKIP:
                return self._skip()
            case _Does.BACK:
                return self._back()
            case _Does.KEEP:
                return self._keep()
            case _Does.NOTE:
                return self._note(words)
            case _Does.OTHER:
                return self._answer(lambda question: _own_words(question, words))
            case _Does.HELP:
                return LineRejected(why=self.ways())
            case _:
                assert_never(command)

    def ways(self) -> str:
        """Return what may be typed beside an answer."""
        ways = [("/back", _("the question before"))] if self._before() is not None else []
        if not self.question.required:
            ways.append(("/skip", _("leave this question out")))
        if self.question.allow_other:
            ways.append(("/other …", _("an answer of your own")))
        ways.append(("/note …", _("a remark on your answer")))
        if self.questions.purpose is Purpose.ASK:
            ways.append(("/decide", _("let the assistant decide")))
            ways.append(("/none …", _("none of these; say what would fit")))
            ways.append(("/later", _("answer later")))
        if self.questions.allow_cancel:
            ways.append(("/cancel", _("cancel")))
        return "\n".join(f"{command}  {meaning}" for command, meaning in ways)

    def _skip(self) -> TextFormStep:
        if self.question.required:
            return LineRejected(why=_("This question needs an answer."))
        return self._with(Answer(question_id=self.at))

    def _keep(self) -> TextFormStep:
        """Take what is selected; nothing, where that is allowed."""
        selected = self.draft.answers.get(self.at)
        if selected is not None and not selected.is_empty:
            return self._answer(lambda _question: selected)
        return self._skip()

    def _back(self) -> TextFormStep:
        before = self._before()
        if before is None:
            return LineRejected(why=_("This is the first question."))
        done = tuple(known for known in self.done if known != before)
        return LineAccepted(list=replace(self, at=before, done=done))

    def _note(self, words: str) -> TextFormStep:
        if not words:
            return LineRejected(why=_("Write the remark after /note."))
        old = self.draft.answers.get(self.at, Answer(question_id=self.at))
        return LineAccepted(list=self._selecting(old.model_copy(update={"note": words})))

    # Answers.

    def _answer(self, understand: Callable[[Question], Answer | MisreadLine]) -> TextFormStep:
        meant = understand(self.question)
        match meant:
            case MisreadLine():
                return LineRejected(why=meant.why)
            case Answer():
                return self._with(meant)
            case _:
                assert_never(meant)

    def _with(self, answer: Answer) -> TextFormStep:
        old = self.draft.answers.get(self.at)
        if old is not None and old.note and not answer.note:
            answer = answer.model_copy(update={"note": old.note})
        try:
            answer = check_one(self.question, answer)
        except AnswerRefused as refused:
            return LineRejected(why=refused.message)
        done = (*(known for known in self.done if known != self.at), self.at)
        after = replace(self._selecting(answer), done=done)
        following = after._first_open()
        if following is not None:
            return LineAccepted(list=replace(after, at=following))
        shown = [
            after.draft.answers.get(known, Answer(question_id=known)) for known in after._ids()
        ]
        return FormComplete(answers=check(self.questions, shown))

    def _selecting(self, answer: Answer) -> "TextForm":
        return replace(self, draft=Draft(answers=self.draft.answers | {self.at: answer}))

    # Where it is.

    def _shown(self) -> tuple[Question, ...]:
        return visible(self.questions, self.draft)

    def _ids(self) -> list[str]:
        return [question.id for question in self._shown()]

    def _first_open(self) -> str | None:
        """Return the first question without an answer that can be sent.

        What is selected elsewhere need not be complete yet.
        """
        for question in self._shown():
            answer = self.draft.answers.get(question.id, Answer(question_id=question.id))
            if question.id not in self.done or not _is_sound(question, answer):
                return question.id
        return None

    def _before(self) -> str | None:
        shown = self._ids()
        position = shown.index(self.at)
        return shown[position - 1] if position else None


def response_to(step: FormComplete | FormLeft, provenance: Provenance) -> Response:
    """Return what ended the list as a response."""
    match step:
        case FormComplete():
            return Answered(answers=step.answers, provenance=provenance)
        case FormLeft(way=FormExit.DECIDE):
            return YouDecide(provenance=provenance)
        case FormLeft(way=FormExit.NONE_FIT):
            return NoneFit(words=step.words, provenance=provenance)
        case FormLeft(way=FormExit.LATER):
            return Later(provenance=provenance)
        case FormLeft():
            return Cancelled(provenance=provenance)
        case _:
            assert_never(step)


def is_command(typed: str) -> bool:
    """Whether a line begins with a command of the list."""
    return typed.strip().partition(" ")[0].casefold() in _COMMANDS


def _own_words(question: Question, words: str) -> Answer | MisreadLine:
    if not words:
        return MisreadLine(why=_("Please write your own answer or choose an option."))
    if question.kind is QuestionKind.TEXT:
        return Answer(question_id=question.id, text=words)
    return Answer(question_id=question.id, other=words)


def _is_sound(question: Question, answer: Answer) -> bool:
    try:
        check_one(question, answer)
    except AnswerRefused:
        return False
    return True


def _differs(answer: Answer | None, preselected: Answer | None) -> bool:
    if answer is None or answer.is_empty:
        return False
    return preselected is None or answer != preselected
