"""Japanese."""

from functools import cache
from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.japanese.answer_changes import ANSWER_CORRECTIONS, DENIALS
from assistant.languages.japanese.collectives import COLLECTIVES
from assistant.languages.japanese.numbers import NUMBERS, TIME_UNITS
from assistant.languages.japanese.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.japanese.question_requests import QUESTION_REQUESTS
from assistant.languages.japanese.question_words import QUESTION_WORDS
from assistant.languages.japanese.recognition import HALLUCINATIONS, NEGATIONS
from assistant.languages.japanese.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.japanese.spoken_phrases import SPOKEN_PHRASES
from assistant.languages.japanese.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language
from assistant.languages.lexicon import WritingScript
from assistant.languages.request_forms import RequestForms
from assistant.languages.scripts import Script
from assistant.languages.sentence_table import SentenceTable


@cache
def _answers() -> AnswerWords:
    from assistant.languages.japanese.answers import ANSWERS

    return ANSWERS


@cache
def _request_forms() -> RequestForms:
    from assistant.languages.japanese.request_forms import REQUEST_FORMS

    return REQUEST_FORMS


@cache
def _sentences() -> SentenceTable:
    from assistant.languages.japanese.sentences import SENTENCES

    return SENTENCES


LANGUAGE: Final = Language(
    code="ja",
    precedence=4,
    scripts=(Script.KANA, Script.HAN),
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
    time_units=TIME_UNITS,
    collectives=COLLECTIVES,
    sample="今日はとてもいい天気です。",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    # eSpeak reads each kanji as "Chinese letter".
    characters_a_second=7.0,
    spoken_phrases=SPOKEN_PHRASES,
    hallucinations=HALLUCINATIONS,
    negations=NEGATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    question_words=QUESTION_WORDS,
)
