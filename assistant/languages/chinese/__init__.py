"""Chinese."""

from functools import cache
from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.chinese.alarms import ALARM_COMMANDS
from assistant.languages.chinese.answer_changes import ANSWER_CHANGES, ANSWER_CORRECTIONS, DENIALS
from assistant.languages.chinese.collectives import COLLECTIVES
from assistant.languages.chinese.memory import MEMORY
from assistant.languages.chinese.numbers import NUMBERS, PLACE_COUNTERS, TIME_UNITS
from assistant.languages.chinese.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.chinese.question_requests import QUESTION_REQUESTS
from assistant.languages.chinese.question_words import QUESTION_WORDS
from assistant.languages.chinese.recognition import HALLUCINATIONS, NEGATIONS, WAKE_SPELLINGS
from assistant.languages.chinese.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.chinese.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language, Voices
from assistant.languages.lexicon import WritingScript
from assistant.languages.request_forms import RequestForms
from assistant.languages.scripts import Script
from assistant.languages.sentence_table import SentenceTable


@cache
def _answers() -> AnswerWords:
    from assistant.languages.chinese.answers import ANSWERS

    return ANSWERS


@cache
def _request_forms() -> RequestForms:
    from assistant.languages.chinese.request_forms import REQUEST_FORMS

    return REQUEST_FORMS


@cache
def _sentences() -> SentenceTable:
    from assistant.languages.chinese.sentences import SENTENCES

    return SENTENCES


LANGUAGE: Final = Language(
    code="zh",
    precedence=3,
    scripts=(Script.HAN,),
    writing=WritingScript.CHARACTERS,
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
    sample="今天的天气非常好。",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    voices=Voices(espeak="cmn", piper="zh_CN-huayan-medium"),
    characters_a_second=4.5,
    hallucinations=HALLUCINATIONS,
    negations=NEGATIONS,
    wake_spellings=WAKE_SPELLINGS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    alarm_commands=ALARM_COMMANDS,
    answer_changes=ANSWER_CHANGES,
    memory=MEMORY,
    place_counters=PLACE_COUNTERS,
    time_units=TIME_UNITS,
    collectives=COLLECTIVES,
    question_words=QUESTION_WORDS,
)
