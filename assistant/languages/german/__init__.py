"""German."""

from functools import cache
from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.german.answer_changes import ANSWER_CORRECTIONS, DENIALS
from assistant.languages.german.numbers import NUMBERS, TIME_UNITS
from assistant.languages.german.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.german.question_requests import QUESTION_REQUESTS
from assistant.languages.german.question_words import QUESTION_WORDS
from assistant.languages.german.recognition import (
    COMMON_WORDS,
    HALLUCINATIONS,
    NEGATIONS,
    TELLING_MARKS,
)
from assistant.languages.german.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.german.spoken_phrases import SPOKEN_PHRASES
from assistant.languages.german.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language, Voices
from assistant.languages.request_forms import RequestForms
from assistant.languages.sentence_table import SentenceTable


@cache
def _answers() -> AnswerWords:
    from assistant.languages.german.answers import ANSWERS

    return ANSWERS


@cache
def _request_forms() -> RequestForms:
    from assistant.languages.german.request_forms import REQUEST_FORMS

    return REQUEST_FORMS


@cache
def _sentences() -> SentenceTable:
    from assistant.languages.german.sentences import SENTENCES

    return SENTENCES


LANGUAGE: Final = Language(
    code="de",
    precedence=5,
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
    sample="Heute ist das Wetter wirklich schön.",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    voices=Voices(espeak="de", piper="de_DE-thorsten-medium"),
    spoken_phrases=SPOKEN_PHRASES,
    common_words=COMMON_WORDS,
    telling_marks=TELLING_MARKS,
    hallucinations=HALLUCINATIONS,
    negations=NEGATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    question_words=QUESTION_WORDS,
)
