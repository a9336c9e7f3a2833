"""What answers mean in English."""

from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.english.answers.action_words import ACTION_WORDS
from assistant.languages.english.answers.household_words import HOUSEHOLD_WORDS
from assistant.languages.english.answers.labels import LABELS
from assistant.languages.english.answers.lexicon import LEXICON
from assistant.languages.english.answers.synonyms import DAILY_WORDS, SYNONYMS

ANSWERS: Final = AnswerWords(
    lexicon=LEXICON,
    actions=ACTION_WORDS,
    synonyms=(*SYNONYMS, *DAILY_WORDS, *HOUSEHOLD_WORDS),
    labels=LABELS,
)
