"""Korean."""

from functools import cache
from typing import Final

from assistant.languages.korean.alarms import ALARM_COMMANDS
from assistant.languages.korean.answer_changes import ANSWER_CHANGES, ANSWER_CORRECTIONS, DENIALS
from assistant.languages.korean.memory import MEMORY
from assistant.languages.korean.numbers import NUMBERS, PLACE_COUNTERS, TIME_UNITS
from assistant.languages.korean.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.korean.question_requests import QUESTION_REQUESTS
from assistant.languages.korean.question_words import QUESTION_WORDS
from assistant.languages.korean.recognition import HALLUCINATIONS, WAKE_SPELLINGS
from assistant.languages.korean.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.korean.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language
from assistant.languages.lexicon import Lexicon


@cache
def _answers() -> Lexicon:
    from assistant.languages.korean.answers.lexicon import LEXICON

    return LEXICON


LANGUAGE: Final = Language(
    code="ko",
    answers=_answers,
    question_requests=QUESTION_REQUESTS,
    turn_endings=TURN_ENDINGS,
    agreements=AGREEMENTS,
    courtesy=COURTESY,
    backchannels=BACKCHANNELS,
    stop_commands=STOP_COMMANDS,
    farewell_replies=FAREWELL_REPLIES,
    read_on_replies=READ_ON_REPLIES,
    sample="오늘은 날씨가 아주 좋아요.",
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
