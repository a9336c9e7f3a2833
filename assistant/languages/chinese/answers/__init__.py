"""What answers mean in Chinese."""

from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.chinese.answers.action_words import ACTION_WORDS
from assistant.languages.chinese.answers.household_words import HOUSEHOLD_WORDS
from assistant.languages.chinese.answers.labels import LABELS
from assistant.languages.chinese.answers.lexicon import LEXICON
from assistant.languages.chinese.answers.synonyms import SYNONYMS

ANSWERS: Final = AnswerWords(
    lexicon=LEXICON,
    actions=ACTION_WORDS,
    synonyms=(*SYNONYMS, *HOUSEHOLD_WORDS),
    labels=LABELS,
)
