"""Questions as plain text, and what a typed line means to them. Pure; the same on every channel.

`describe` writes what a person reads where nothing can be clicked. `TextForm` is the dialogue under
it: one question after the other, each typed line one step. It knows no channel and no clock; who
types where is the caller's to add.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from assistant.errors import AnswerRefused
from assistant.languages.lexicon import CommandKind
from assistant.locale import _
from assistant.questions.form.form_state import FormState
from assistant.questions.form.line_meaning import DoubtfulAnswer, MisreadLine, TypedCommand
from assistant.questions.form.outcome_text import answer_in_words
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    Draft,
    Later,
    NoneFit,
    Option,
    Provenance,
    Purpose,
    Question,
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
    if question.allow_other:
        place = marker(question, len(question.options))
        yield f"{place}. {_('Other')} - {_('Provide custom input')}"
    if answer is not None and not answer.is_empty:
        yield _("Selected: {answer} (an empty line or /keep keeps it)").format(
            answer=answer_with_places(question, answer)
        )
    yield _instruction(question)


def _option_line(question: Question, index: int, option: Option) -> str:
    recommended = " " + _("(Recommended)") if option.recommended else ""
    description = f" - {option.description}" if option.description else ""
    return f"{marker(question, index)}. {option.label}{recommended}{description}"


def _instruction(question: Question) -> str:
    lettered = bool(question.options) and not marker(question, 0).isdecimal()
    match question.traits.input:
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            if lettered:
                return _("Please reply with the letters, such as A, C")
            return _("Please reply with the numbers, such as 1, 3")
        case AnswerInput.OPTIONS if lettered:
            return _("Please reply with the letter")
        case AnswerInput.OPTIONS:
            return _("Please reply with the number")
        case AnswerInput.YES_NO:
            return _("Please reply with yes or no")
        case AnswerInput.TEXT:
            return _("Please type your answer")


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


def is_form_command(typed: str) -> bool:
    """Whether a line is a command of the form, whatever stands behind it."""
    return typed.strip().partition(" ")[0].casefold() in _COMMANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAccepted:
    """The line was taken and another question follows."""

    list: "TextForm"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormComplete:
    """The line was taken and every open question has its answer; they are checked."""

    answers: tuple[Answer, ...]

    def answer_to(self, question_id: str) -> Answer:
        """Return the answer to one of them."""
        return next(answer for answer in self.answers if answer.question_id == question_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRejected:
    """The line changed nothing; show the list again."""

    why: str
    """For the user, in their language."""
    list: "TextForm | None" = None
    """The list that knows what a yes would confirm; None if nothing is in doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormLeft:
    """The user left all the questions of the set without choosing."""

    way: FormExit
    words: str = ""
    """What would have fitted, for `NONE_FIT`; why, for `CANCEL`, often empty."""


TextFormStep = LineAccepted | FormComplete | LineRejected | FormLeft


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """A form that is answered by typing: each line is about the question that is open."""

    state: FormState
    doubt: Answer | None = None
    """What the line before seemed to answer; a yes confirms it."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft) -> "TextForm":
        """Return the list at the first question that is open still.

        Args:
            questions: What is asked.
            draft: The selections so far. What differs from the author's own pre-selection was
                chosen by the user and is not asked again, unless nothing else is left.
        """
        return _at_open(FormState(questions=questions).follow(draft))

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.state.questions

    @property
    def draft(self) -> Draft:
        """The selections so far, of all channels."""
        return self.state.draft

    @property
    def question(self) -> Question:
        """The question that the next line answers."""
        return self.state.current or self.state.visible[-1]

    @property
    def at(self) -> str:
        """Its id."""
        return self.question.id

    def lines(self) -> tuple[str, ...]:
        """Return the lines of this question."""
        shown, question = self.state.visible, self.question
        position = shown.index(question) + 1
        answer = self.state.answer(question.id)
        return describe_question(question, answer, position=position, total=len(shown))

    def with_draft(self, draft: Draft) -> "TextForm":
        """Return the list after the selections changed elsewhere; it stays where it is if it can."""
        followed = _at_open(self.state.follow(draft))
        return replace(followed, doubt=self.doubt) if followed.at == self.at else followed

    def moved_on(self, draft: Draft) -> "TextForm":
        """Return the list after the selections changed elsewhere, past what was answered there."""
        if not _differs(draft.answers.get(self.at), self.draft.answers.get(self.at)):
            return self.with_draft(draft)
        return _at_open(replace(self.state, opened=None).follow(draft))

    def take(self, typed: str) -> TextFormStep:
        """Return what a line does. The list itself is unchanged."""
        typed = typed.strip()
        if not typed:
            return self._keep()
        if not typed.startswith("/"):
            return self._take_words(typed)
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

    def _take_words(self, typed: str) -> TextFormStep:
        # What is said aloud is read by the same reader, which the start does not wait for.
        from assistant.questions.form.typed_answer import confirms, parse_typed_answer

        if self.doubt is not None and confirms(typed):
            return self.give(self.doubt)
        meant = parse_typed_answer(self.question, typed)
        match meant:
            case Answer():
                return self.give(meant)
            case DoubtfulAnswer():
                return LineRejected(why=meant.why, list=replace(self, doubt=meant.answer))
            case TypedCommand():
                return self._obey(meant)
            case MisreadLine():
                return LineRejected(why=meant.why)
            case _:
                assert_never(meant)

    def _obey(self, command: TypedCommand) -> TextFormStep:  # one case a command
        match command.kind:
            case CommandKind.DECIDE:
                return self._leave(FormExit.DECIDE, "")
            case CommandKind.LATER:
                return self._leave(FormExit.LATER, "")
            case CommandKind.CANCEL:
                return self._leave(FormExit.CANCEL, command.words)
            case CommandKind.SKIP:
                return self._skip()
            case CommandKind.BACK:
                return self._back()
            case CommandKind.OTHER if self.question.allow_other:
                return self._own_words("")
            case CommandKind.OTHER:
                return LineRejected(why=_("Write after /none what would fit."))
            case CommandKind.EXPLAIN | CommandKind.COMPARE:
                return LineRejected(why=self._explained(command.option_ids))
            case CommandKind.REPEAT | CommandKind.SLOWER | CommandKind.MORE:
                return LineRejected(why=self.question.text)
            case _:
                assert_never(command.kind)

    def _explained(self, option_ids: Sequence[str]) -> str:
        return "\n".join(
            f"{marker(self.question, i)}. {option.label}: "
            + (option.description or _("There is no description."))
            for i, option in enumerate(self.question.options)
            if not option_ids or option.id in option_ids
        )

    # Commands.

    def _leave(self, way: FormExit, words: str) -> TextFormStep:
        if way is FormExit.CANCEL:
            if self.questions.allow_cancel:
                return FormLeft(way=way, words=words)
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
                return self._own_words(words)
            case _Does.HELP:
                return LineRejected(why=self.ways())
            case _:
                assert_never(command)

    def ways(self) -> str:
        """Return what may be typed beside an answer."""
        ways = [("/back", _("the question before"))] if self.state.before is not None else []
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
            ways.append(("/cancel …", _("cancel; you may say why")))
        return "\n".join(f"{command}  {meaning}" for command, meaning in ways)

    def _skip(self) -> TextFormStep:
        if self.question.required:
            return LineRejected(why=_("This question needs an answer."))
        return self.give(Answer(question_id=self.at))

    def _keep(self) -> TextFormStep:
        """Take what is selected; nothing, where that is allowed."""
        selected = self.state.answer(self.at)
        return self._skip() if selected.is_empty else self.give(selected)

    def _back(self) -> TextFormStep:
        before = self.state.before
        if before is None:
            return LineRejected(why=_("This is the first question."))
        return LineAccepted(list=TextForm(state=self.state.open(before.id)))

    def _note(self, words: str) -> TextFormStep:
        if not words:
            return LineRejected(why=_("Write the remark after /note."))
        return LineAccepted(list=TextForm(state=self.state.write_note(self.at, words)))

    # Answers.

    def _own_words(self, words: str) -> TextFormStep:
        if not words:
            return LineRejected(why=_("Please write your own answer or choose an option."))
        if self.question.traits.input is AnswerInput.TEXT:
            return self.give(Answer(question_id=self.at, text=words))
        return self.give(Answer(question_id=self.at, other=words))

    def give(self, answer: Answer) -> TextFormStep:
        """Return what this answer to the present question does; it need not have been typed."""
        old = self.state.answer(self.at)
        if old.note and not answer.note:
            answer = answer.model_copy(update={"note": old.note})
        try:
            given = self.state.give(check_one(self.question, answer))
        except AnswerRefused as refused:
            return LineRejected(why=refused.message)
        if given.current is not None:
            return LineAccepted(list=_at_open(given))
        return FormComplete(answers=check(self.questions, given.answers()))


def _at_open(state: FormState) -> TextForm:
    """Return the list at the open question.

    The last one is asked again if all are answered, so that nothing is sent which nobody has seen
    here.
    """
    question = state.current or state.visible[-1]
    return TextForm(state=state.open(question.id))


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
            return Cancelled(text=step.words, provenance=provenance)
        case _:
            assert_never(step)


def is_command(typed: str) -> bool:
    """Whether a line begins with a command of the list."""
    return typed.strip().partition(" ")[0].casefold() in _COMMANDS


def _differs(answer: Answer | None, before: Answer | None) -> bool:
    return answer is not None and not answer.is_empty and answer != before
