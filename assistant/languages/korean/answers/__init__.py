"""What answers mean in Korean."""

from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.korean.answers.action_words import ACTION_WORDS
from assistant.languages.korean.answers.household_words import HOUSEHOLD_WORDS
from assistant.languages.korean.answers.labels import LABELS
from assistant.languages.korean.answers.lexicon import LEXICON
from assistant.languages.korean.answers.synonyms import SYNONYMS

ANSWERS: Final = AnswerWords(
    lexicon=LEXICON,
    actions=ACTION_WORDS,
    synonyms=(*SYNONYMS, *HOUSEHOLD_WORDS),
    labels=LABELS,
)
