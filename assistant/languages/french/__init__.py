"""French."""

from functools import cache
from typing import Final

from assistant.languages.answer_words import AnswerWords
from assistant.languages.french.answer_changes import ANSWER_CORRECTIONS, DENIALS
from assistant.languages.french.numbers import NUMBERS, TIME_UNITS
from assistant.languages.french.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.french.question_requests import QUESTION_REQUESTS
from assistant.languages.french.question_words import QUESTION_WORDS
from assistant.languages.french.recognition import COMMON_WORDS, HALLUCINATIONS, NEGATIONS
from assistant.languages.french.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.french.spoken_phrases import SPOKEN_PHRASES
from assistant.languages.french.turn_endings import TURN_ENDINGS
from assistant.languages.language import Language, Voices
from assistant.languages.request_forms import RequestForms
from assistant.languages.sentence_table import SentenceTable


@cache
def _answers() -> AnswerWords:
    from assistant.languages.french.answers import ANSWERS

    return ANSWERS


@cache
def _request_forms() -> RequestForms:
    from assistant.languages.french.request_forms import REQUEST_FORMS

    return REQUEST_FORMS


@cache
def _sentences() -> SentenceTable:
    from assistant.languages.french.sentences import SENTENCES

    return SENTENCES


LANGUAGE: Final = Language(
    code="fr",
    precedence=6,
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
    sample="Le petit chien dort dans le jardin.",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    voices=Voices(espeak="fr", piper="fr_FR-siwis-medium"),
    spoken_phrases=SPOKEN_PHRASES,
    common_words=COMMON_WORDS,
    hallucinations=HALLUCINATIONS,
    negations=NEGATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
    question_words=QUESTION_WORDS,
)
