"""What answers mean in Japanese."""

from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.japanese.answers.action_words import ACTION_WORDS
from assistant.languages.japanese.answers.household_words import HOUSEHOLD_WORDS
from assistant.languages.japanese.answers.labels import LABELS
from assistant.languages.japanese.answers.lexicon import LEXICON
from assistant.languages.japanese.answers.synonyms import SYNONYMS

ANSWERS: Final = AnswerWords(
    lexicon=LEXICON,
    actions=ACTION_WORDS,
    synonyms=(*SYNONYMS, *HOUSEHOLD_WORDS),
    labels=LABELS,
)
