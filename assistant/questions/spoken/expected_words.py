"""What a recogniser should expect to hear as an answer. Pure."""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript
from assistant.questions.model.option_markers import has_letters
from assistant.questions.model.question import Question

MOST_NUMBERS: Final = 10
"""A hint has room for some thirty words; longer lists are read in pages."""


def expected_words(question: Question, language: str) -> tuple[str, ...]:
    """Return labels, then the numbers of their places as words.

    One short word is hard to recognise: of 113 recorded answers, most of them a single digit, the
    base model understood 73 % with the labels as a hint and 88 % with the numbers after them.
    Numbers are told only where they are written on the screen, and in languages that write words
    apart.

    Args:
        question: What is asked.
        language: ISO 639-1 code of the language that is expected.
    """
    labels = tuple(option.label for option in question.options)
    if language not in LANGUAGES or has_letters(question):
        return labels
    lexicon = LANGUAGES[language].answers()
    if lexicon.script is not WritingScript.WORDS:
        return labels
    count = min(len(labels), MOST_NUMBERS)
    return (*labels, *(lexicon.numbers.words[n][0] for n in range(1, count + 1)))
