"""What typed lines do to a question card: one question after the other, each line one step. Pure.

It knows no channel and no clock; who types where is the caller's to add. A line is a gesture of the
card, or it is none and says why. There is no review: the last answer sends the form.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never

from assistant.errors import AnswerRefused
from assistant.languages.lexicon import CommandKind
from assistant.locale import _
from assistant.questions.card.card_view import ButtonKind, CardView
from assistant.questions.card.gestures import (
    Back,
    Cancel,
    Gesture,
    GiveAnswer,
    LetAssistantDecide,
    PutOff,
    RefuseAll,
    Revise,
    Skip,
    Submit,
    WordsFor,
    WriteWords,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.form.line_meaning import DoubtfulAnswer, MisreadLine, TypedCommand
from assistant.questions.form.text_list import describe_question
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answer,
    AnswerInput,
    Draft,
    Purpose,
    Question,
    QuestionSet,
)
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.typed_command import written_command

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding


class _Command(Enum):
    """What a line may begin with."""

    BACK = "/back"
    SKIP = "/skip"
    KEEP = "/keep"
    OTHER = "/other"
    NOTE = "/note"
    DECIDE = "/decide"
    NONE_FIT = "/none"
    LATER = "/later"
    CANCEL = "/cancel"
    HELP = "/help"


_COMMANDS: Final = {command.value: command for command in _Command}
_LISTED: Final = (
    (ButtonKind.BACK, "/back"),
    (ButtonKind.SKIP, "/skip"),
    (None, "/other …"),
    (ButtonKind.NOTE, "/note …"),
    (ButtonKind.DECIDE, "/decide"),
    (ButtonKind.NONE_FIT, "/none …"),
    (ButtonKind.LATER, "/later"),
    (ButtonKind.CANCEL, "/cancel …"),
)
"""The ways that help lists, and how they are typed; None is an answer of the user's own."""


def is_command(typed: str) -> bool:
    """Whether a line begins with a command of the list, whatever stands behind it."""
    return written_command(typed.strip()).partition(" ")[0].casefold() in _COMMANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTrouble:
    """The line changes nothing."""

    why: str
    """For the user, in their language."""
    doubt: Gesture | None = None
    """What a yes would confirm; None if nothing is in doubt."""
    unread: UnreadWords | None = None
    """What a model may read before the user is asked; None if the rules are certain."""


def read_line(
    card: QuestionCard,
    typed: str,
    doubt: Gesture | None = None,
    by_model: "Understanding | None" = None,
) -> Gesture | LineTrouble:
    """Return what a line does to a card.

    Args:
        card: The card; the line is about its open question.
        typed: The line.
        doubt: What the line before seemed to do; a yes confirms it.
        by_model: What a model read in the line, which was `unread` without it.
    """
    return _Reader(card.view(), by_model).read(written_command(typed.strip()), doubt)


class _Reader:
    def __init__(self, view: CardView, by_model: "Understanding | None") -> None:
        self._view = view
        self._by_model = by_model
        self._question = view.shown_question
        self._is_asked = view.questions.purpose is Purpose.ASK

    def read(self, typed: str, doubt: Gesture | None) -> Gesture | LineTrouble:
        if not typed:
            return self._keep()
        if not typed.startswith("/"):
            return self._words(typed, doubt)
        name, _space, words = typed.partition(" ")
        command = _COMMANDS.get(name.casefold())
        if command is None:
            why = _(
                "There is no command {name}. To answer with these words, write /other before them."
            )
            return LineTrouble(why=why.format(name=name))
        return self._command(command, words.strip())

    def _words(self, typed: str, doubt: Gesture | None) -> Gesture | LineTrouble:
        # What is said aloud is read by the same reader, which the start does not wait for.
        from assistant.questions.form.typed_answer import confirms, parse_typed_answer

        if doubt is not None and confirms(typed):
            return doubt
        meant = parse_typed_answer(self._question, typed, self._by_model)
        match meant:
            case Answer():
                return GiveAnswer(answer=meant)
            case DoubtfulAnswer():
                doubted = GiveAnswer(answer=meant.answer)
                unread = self._unread(typed, meant.by_rules)
                return LineTrouble(why=meant.why, doubt=doubted, unread=unread)
            case TypedCommand():
                done = self._obey(meant)
                if not meant.doubt or isinstance(done, LineTrouble):
                    return done
                return LineTrouble(why=meant.doubt, doubt=done)
            case MisreadLine():
                return LineTrouble(why=meant.why, unread=self._unread(typed, meant.by_rules))
            case _:
                assert_never(meant)

    def _unread(self, typed: str, by_rules: "Understanding | None") -> UnreadWords | None:
        if by_rules is None or self._by_model is not None:
            return None
        from assistant.questions.model_reading.reading_rules import unread_words  # as above

        return unread_words(self._view.questions, self._question, typed, by_rules)

    def _obey(self, command: TypedCommand) -> Gesture | LineTrouble:
        match command.kind:
            case CommandKind.DECIDE:
                return LetAssistantDecide()
            case CommandKind.LATER:
                return PutOff()
            case CommandKind.CANCEL:
                return Cancel(reason=command.words)
            case CommandKind.SKIP:
                return Skip(question_id=self._question.id)
            case CommandKind.BACK:
                return Back()
            case CommandKind.OTHER:
                return self._own("") if self._question.allow_other else self._none_fit("")
            case CommandKind.EXPLAIN | CommandKind.COMPARE:
                return LineTrouble(why=_explained(self._question, command.option_ids))
            case CommandKind.REPEAT | CommandKind.SLOWER | CommandKind.MORE:
                return LineTrouble(why=self._question.text)
            case _:
                assert_never(command.kind)

    def _command(self, command: _Command, words: str) -> Gesture | LineTrouble:
        match command:
            case _Command.BACK:
                return Back()
            case _Command.SKIP:
                return Skip(question_id=self._question.id)
            case _Command.KEEP:
                return self._keep()
            case _Command.OTHER:
                return self._own(words)
            case _Command.NOTE:
                return self._note(words)
            case _Command.DECIDE:
                return LetAssistantDecide()
            case _Command.NONE_FIT:
                return self._none_fit(words)
            case _Command.LATER:
                return PutOff()
            case _Command.CANCEL:
                return Cancel(reason=words)
            case _Command.HELP:
                return LineTrouble(why=_ways_text(self._view))
            case _:
                assert_never(command)

    def _keep(self) -> Gesture:
        """Take what is selected; nothing, where that is allowed."""
        selected = self._view.answer
        if selected is None or selected.is_empty:
            return Skip(question_id=self._question.id)
        return GiveAnswer(answer=selected)

    def _own(self, words: str) -> Gesture | LineTrouble:
        if not words:
            return LineTrouble(why=_("Please write your own answer or choose an option."))
        is_text = self._question.traits.input is AnswerInput.TEXT
        own = {"text" if is_text else "other": words}
        return GiveAnswer(answer=Answer.model_validate({"question_id": self._question.id, **own}))

    def _note(self, words: str) -> Gesture | LineTrouble:
        if not words:
            return LineTrouble(why=_("Write the remark after /note."))
        return WriteWords(question_id=self._question.id, words_for=WordsFor.NOTE, words=words)

    def _none_fit(self, words: str) -> Gesture | LineTrouble:
        if not words and self._is_asked:
            return LineTrouble(why=_("Write after /none what would fit."))
        return RefuseAll(words=words)


def _explained(question: Question, option_ids: Sequence[str]) -> str:
    return "\n".join(
        f"{marker(question, i)}. {option.label}: "
        + (option.description or _("There is no description."))
        for i, option in enumerate(question.options)
        if not option_ids or option.id in option_ids
    )


def _ways_text(view: CardView) -> str:
    lines: list[str] = []
    for kind, typed in _LISTED:
        button = None if kind is None else view.button(kind)
        if kind is None and view.shown_question.allow_other:
            lines.append(f"{typed}  {_('an answer of your own')}")
        elif kind is ButtonKind.CANCEL and button is not None:
            lines.append(f"{typed}  {_('cancel; you may say why')}")
        elif button is not None:
            lines.append(f"{typed}  {button.description}")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """A form that is answered by typing. Every method leaves it as it is."""

    card: QuestionCard
    """`message` says why the last line did nothing; once it has ended there is a response."""
    doubt: Gesture | None = None
    """What the line before seemed to do; a yes confirms it."""
    unread: UnreadWords | None = None
    """What a model may read of the last line before the user is told of `card.message`."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft) -> "TextForm":
        """Return the list at the first question that is open still.

        Args:
            questions: What is asked.
            draft: The selections so far. What differs from the author's own pre-selection was
                chosen by the user and is not asked again, unless nothing else is left.
        """
        return _at_open(QuestionCard.begin(questions).follow(draft))

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.card.questions

    @property
    def draft(self) -> Draft:
        """The selections so far, of all channels."""
        return self.card.draft

    @property
    def at(self) -> str:
        """Id of the question that the next line answers."""
        return self.card.view().shown_question.id

    def lines(self) -> tuple[str, ...]:
        """Return the lines of this question."""
        view = self.card.view()
        return describe_question(
            view.shown_question,
            view.answer,
            purpose=view.questions.purpose,
            position=view.place,
            total=view.progress.total,
        )

    def ways(self) -> str:
        """Return what may be typed beside an answer."""
        return _ways_text(self.card.view())

    def opened(self, question_id: str) -> "TextForm":
        """Return the list at another question.

        Raises:
            AnswerRefused: `NOT_FOUND` if it is not open.
        """
        return TextForm(card=self.card.apply(Revise(question_id=question_id)))

    def with_draft(self, draft: Draft) -> "TextForm":
        """Return the list after the selections changed elsewhere; it stays where it is if it can."""
        followed = _at_open(self.card.follow(draft))
        return replace(followed, doubt=self.doubt) if followed.at == self.at else followed

    def moved_on(self, draft: Draft) -> "TextForm":
        """Return the list after the selections changed elsewhere, past what was answered there."""
        answer = draft.answers.get(self.at)
        if answer is None or answer.is_empty or answer == self.draft.answers.get(self.at):
            return self.with_draft(draft)
        return _at_open(self.card.follow(draft, moves_on=True))

    def take(self, typed: str, by_model: "Understanding | None" = None) -> "TextForm":
        """Return the list after a line.

        Args:
            typed: The line.
            by_model: What a model read in it, which was `unread` without.
        """
        meant = read_line(self.card, typed, self.doubt, by_model)
        if isinstance(meant, LineTrouble):
            refused = self.card.refused(meant.why)
            return TextForm(card=refused, doubt=meant.doubt, unread=meant.unread)
        try:
            card = self.card.apply(meant)
        except AnswerRefused as refused:
            return TextForm(card=self.card.refused(refused.message))
        if card.message or card.ended is not None:
            return TextForm(card=card)
        return TextForm(card=card.apply(Submit())) if card.view().is_review else _at_open(card)


def _at_open(card: QuestionCard) -> TextForm:
    """Return the list at the open question.

    The last one is asked again if all are answered, so that nothing is sent which nobody has seen
    here.
    """
    return TextForm(card=card.apply(Revise(question_id=card.view().shown_question.id)))
