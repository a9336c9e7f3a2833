"""English."""

from functools import cache
from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.english.alarms import ALARM_COMMANDS
from assistant.languages.english.answer_changes import ANSWER_CHANGES, ANSWER_CORRECTIONS, DENIALS
from assistant.languages.english.memory import MEMORY
from assistant.languages.english.numbers import NUMBERS, TIME_UNITS
from assistant.languages.english.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.english.question_requests import QUESTION_REQUESTS
from assistant.languages.english.question_words import QUESTION_WORDS
from assistant.languages.english.recognition import COMMON_WORDS, HALLUCINATIONS, NEGATIONS
from assistant.languages.english.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.english.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language, Voices
from assistant.languages.request_forms import RequestForms
from assistant.languages.sentence_table import SentenceTable


@cache
def _answers() -> AnswerWords:
    from assistant.languages.english.answers import ANSWERS

    return ANSWERS


@cache
def _request_forms() -> RequestForms:
    from assistant.languages.english.request_forms import REQUEST_FORMS

    return REQUEST_FORMS


@cache
def _sentences() -> SentenceTable:
    from assistant.languages.english.sentences import SENTENCES

    return SENTENCES


LANGUAGE: Final = Language(
    code="en",
    precedence=1,
    answers=_answers,
    sentences=_sentences,
    request_forms=_request_forms,
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
    voices=Voices(espeak="en-us"),
    common_words=COMMON_WORDS,
    hallucinations=HALLUCINATIONS,
    negations=NEGATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    alarm_commands=ALARM_COMMANDS,
    answer_changes=ANSWER_CHANGES,
    memory=MEMORY,
    time_units=TIME_UNITS,
    question_words=QUESTION_WORDS,
)
