"""Korean."""

from functools import cache
from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.korean.alarms import ALARM_COMMANDS
from assistant.languages.korean.answer_changes import ANSWER_CHANGES, ANSWER_CORRECTIONS, DENIALS
from assistant.languages.korean.collectives import COLLECTIVES
from assistant.languages.korean.memory import MEMORY
from assistant.languages.korean.numbers import NUMBERS, PLACE_COUNTERS, TIME_UNITS
from assistant.languages.korean.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.korean.question_requests import QUESTION_REQUESTS
from assistant.languages.korean.question_words import QUESTION_WORDS
from assistant.languages.korean.recognition import HALLUCINATIONS, NEGATIONS, WAKE_SPELLINGS
from assistant.languages.korean.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.korean.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language, Voices
from assistant.languages.lexicon import WritingScript
from assistant.languages.request_forms import RequestForms
from assistant.languages.scripts import Script
from assistant.languages.sentence_table import SentenceTable


@cache
def _answers() -> AnswerWords:
    from assistant.languages.korean.answers import ANSWERS

    return ANSWERS


@cache
def _request_forms() -> RequestForms:
    from assistant.languages.korean.request_forms import REQUEST_FORMS

    return REQUEST_FORMS


@cache
def _sentences() -> SentenceTable:
    from assistant.languages.korean.sentences import SENTENCES

    return SENTENCES


LANGUAGE: Final = Language(
    code="ko",
    precedence=2,
    scripts=(Script.HANGUL,),
    writing=WritingScript.SYLLABLES,
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
    sample="오늘은 날씨가 아주 좋아요.",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    voices=Voices(espeak="ko"),
    characters_a_second=7.0,
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
