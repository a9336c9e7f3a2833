"""From what the page sends to gestures of the question's card. Pure."""

from typing import assert_never

from assistant.channels.web.pages.model.actions import (
    CancelAll,
    ChoosePageOption,
    OpenOtherField,
    PageAction,
    PageGesture,
    QuestionGesture,
    WrittenWords,
)
from assistant.channels.web.pages.model.actions import RefuseAll as RefuseAllAction
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.card.gestures import (
    Cancel,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    RefuseAll,
    Reset,
    Review,
    Revise,
    SelectOption,
    Skip,
    StopAsking,
    Submit,
    WordsFor,
    WriteWords,
)

_WORDS_FOR = {
    "write_other": WordsFor.OTHER,
    "write_text": WordsFor.ANSWER,
    "write_note": WordsFor.NOTE,
}


def gestures_of(action: PageAction) -> tuple[Gesture, ...]:
    """Return what an action does to the card; nothing for a sign that the user is there.

    Raises:
        AnswerRefused: `NOT_ALLOWED` for what only a question that timed out takes.
    """
    match action:
        case PageGesture():
            return _page_gestures(action)
        case QuestionGesture():
            return (_question_gesture(action),)
        case WrittenWords():
            words_for = _WORDS_FOR[action.do]
            return (
                WriteWords(question_id=action.question, words_for=words_for, words=action.words),
            )
        case ChoosePageOption():
            kind = ChooseOption if action.is_final else SelectOption
            return (kind(question_id=action.question, option_id=action.option),)
        case OpenOtherField():
            opened = OpenWords(words_for=WordsFor.OTHER, question_id=action.question)
            # Words that came with a draft stand in a field that nobody opened.
            return (opened,) if action.is_open else (opened, CloseWords())
        case RefuseAllAction():
            return (RefuseAll(words=action.words),)
        case CancelAll():
            return (Cancel(reason=action.words),)
        case _:
            assert_never(action)


def _question_gesture(action: QuestionGesture) -> Gesture:
    match action.do:
        case "confirm":
            return Confirm(question_id=action.question, by_words=action.by == "typed")
        case "open":
            return Revise(question_id=action.question)
        case "skip":
            return Skip(question_id=action.question)
        case _:
            assert_never(action.do)


def _page_gestures(action: PageGesture) -> tuple[Gesture, ...]:
    match action.do:
        case "shown" | "touched":
            return ()
        case "review":
            return (Review(),)
        case "submit":
            return (Submit(),)
        case "reset":
            return (Reset(),)
        case "you_decide":
            return (LetAssistantDecide(),)
        case "later":
            return (PutOff(),)
        case "stop_asking":
            return (StopAsking(),)
        case "reopen" | "end":
            raise AnswerRefused(RefusalReason.NOT_ALLOWED, _("This question has not timed out."))
        case _:
            assert_never(action.do)
