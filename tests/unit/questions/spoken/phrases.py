"""A short notation for what was understood, so that tables of phrases can be read."""

from assistant.questions.desk.model.lint import lint
from assistant.questions.model.question import Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    Understanding,
)
from tests.helpers.questions.builders import choice, question_set

SINGLE = choice()
"""PostgreSQL, SQLite, MySQL, MongoDB."""
MULTI = choice(kind=QuestionKind.MULTI)
TWO = choice("Tea", "Coffee")
TWO_MULTI = choice("Tea", "Coffee", kind=QuestionKind.MULTI)
THREE = choice("Tea", "Coffee", "Water")
TEN = choice(
    *(f"{name} Street" for name in "Ash Birch Cedar Date Elm Fir Gum Hazel Ivy Jade".split())
)
PLAYERS = lint(question_set(choice("2 players", "3 players", "4 players", "Solo"))).questions.find(
    "q1"
)
"""Lettered, because labels contain numbers."""
YES_NO = Question(id="q1", kind=QuestionKind.BOOLEAN, text="Shall I go on?")
TEXT = Question(id="q1", kind=QuestionKind.TEXT, text="What is it called?")


def short(understood: Understanding) -> str:
    """Return what was understood in short.

    "1,3" chose the options 1 and 3, "yes" and "no" a boolean, "'words'" a text, "-" nothing; a "?"
    at the end asks for confirmation. "!explain 2" is a command, "~one_only 1,3" is unclear.
    """
    match understood:
        case SpokenChoice(option_ids=ids, boolean=boolean, text=text):
            if boolean is not None:
                said = "yes" if boolean else "no"
            elif text is not None:
                said = repr(text)
            else:
                said = ",".join(ids) or "-"
            return said + ("?" if understood.needs_confirming else "")
        case SpokenCommand():
            return " ".join(
                filter(
                    None,
                    [
                        f"!{understood.kind.value}",
                        ",".join(understood.option_ids),
                        understood.words,
                    ],
                )
            )
        case UnclearAnswer():
            return " ".join(
                filter(None, [f"~{understood.reason.value}", ",".join(understood.candidates)])
            )


def heard(
    question: Question, phrase: str, language: str = "en", *, current: int | None = None
) -> str:
    """Return in short what a phrase means as an answer."""
    return short(parse_spoken_answer(question, phrase, language, current_option=current))


def table(text: str) -> list[tuple[str, str]]:
    """Read lines of `phrase | phrase => meaning` into pairs of phrase and meaning."""
    return [
        (phrase.strip(), meaning.strip())
        for line in text.strip().splitlines()
        for phrases, _arrow, meaning in [line.partition("=>")]
        for phrase in phrases.split("|")
    ]
