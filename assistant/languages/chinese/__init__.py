"""Chinese."""

from functools import cache
from typing import Final

from assistant.languages.chinese.alarms import ALARM_COMMANDS
from assistant.languages.chinese.answer_changes import ANSWER_CHANGES, ANSWER_CORRECTIONS, DENIALS
from assistant.languages.chinese.memory import MEMORY
from assistant.languages.chinese.numbers import NUMBERS, PLACE_COUNTERS, TIME_UNITS
from assistant.languages.chinese.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.chinese.question_requests import QUESTION_REQUESTS
from assistant.languages.chinese.question_words import QUESTION_WORDS
from assistant.languages.chinese.recognition import HALLUCINATIONS, WAKE_SPELLINGS
from assistant.languages.chinese.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.chinese.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language
from assistant.languages.lexicon import Lexicon


@cache
def _answers() -> Lexicon:
    from assistant.languages.chinese.answers.lexicon import LEXICON

    return LEXICON


LANGUAGE: Final = Language(
    code="zh",
    answers=_answers,
    question_requests=QUESTION_REQUESTS,
    turn_endings=TURN_ENDINGS,
    agreements=AGREEMENTS,
    courtesy=COURTESY,
    backchannels=BACKCHANNELS,
    stop_commands=STOP_COMMANDS,
    farewell_replies=FAREWELL_REPLIES,
    read_on_replies=READ_ON_REPLIES,
    sample="今天的天气非常好。",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    hallucinations=HALLUCINATIONS,
    wake_spellings=WAKE_SPELLINGS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    alarm_commands=ALARM_COMMANDS,
    answer_changes=ANSWER_CHANGES,
    memory=MEMORY,
    place_counters=PLACE_COUNTERS,
    time_units=TIME_UNITS,
    question_words=QUESTION_WORDS,
)
