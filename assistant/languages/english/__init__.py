"""English."""

from functools import cache
from typing import Final

from assistant.languages.english.alarms import ALARM_COMMANDS
from assistant.languages.english.answer_changes import ANSWER_CHANGES, ANSWER_CORRECTIONS, DENIALS
from assistant.languages.english.memory import MEMORY
from assistant.languages.english.numbers import NUMBERS, TIME_UNITS
from assistant.languages.english.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.english.question_requests import QUESTION_REQUESTS
from assistant.languages.english.question_words import QUESTION_WORDS
from assistant.languages.english.recognition import COMMON_WORDS, HALLUCINATIONS
from assistant.languages.english.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.english.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language
from assistant.languages.lexicon import Lexicon


@cache
def _answers() -> Lexicon:
    from assistant.languages.english.answers.lexicon import LEXICON

    return LEXICON


LANGUAGE: Final = Language(
    code="en",
    answers=_answers,
    question_requests=QUESTION_REQUESTS,
    turn_endings=TURN_ENDINGS,
    agreements=AGREEMENTS,
    courtesy=COURTESY,
    backchannels=BACKCHANNELS,
    stop_commands=STOP_COMMANDS,
    farewell_replies=FAREWELL_REPLIES,
    read_on_replies=READ_ON_REPLIES,
    sample="The quick brown fox jumps over the lazy dog.",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    common_words=COMMON_WORDS,
    hallucinations=HALLUCINATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    alarm_commands=ALARM_COMMANDS,
    answer_changes=ANSWER_CHANGES,
    memory=MEMORY,
    time_units=TIME_UNITS,
    question_words=QUESTION_WORDS,
)
