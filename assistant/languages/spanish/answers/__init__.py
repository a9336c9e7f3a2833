"""What answers mean in Spanish."""

from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.spanish.answers.action_words import ACTION_WORDS
from assistant.languages.spanish.answers.household_words import HOUSEHOLD_WORDS
from assistant.languages.spanish.answers.labels import LABELS
from assistant.languages.spanish.answers.lexicon import LEXICON
from assistant.languages.spanish.answers.synonyms import DAILY_WORDS, SYNONYMS

ANSWERS: Final = AnswerWords(
    lexicon=LEXICON,
    actions=ACTION_WORDS,
    synonyms=(*SYNONYMS, *DAILY_WORDS, *HOUSEHOLD_WORDS),
    labels=LABELS,
)
