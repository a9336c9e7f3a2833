"""Spanish."""

from functools import cache
from typing import Final

from assistant.languages.language import Language
from assistant.languages.lexicon import Lexicon
from assistant.languages.spanish.answer_changes import ANSWER_CORRECTIONS, DENIALS
from assistant.languages.spanish.numbers import NUMBERS, TIME_UNITS
from assistant.languages.spanish.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.spanish.question_requests import QUESTION_REQUESTS
from assistant.languages.spanish.recognition import COMMON_WORDS, HALLUCINATIONS, TELLING_MARKS
from assistant.languages.spanish.short_replies import (
    AGREEMENTS,
    BACKCHANNELS,
    COURTESY,
    FAREWELL_REPLIES,
    READ_ON_REPLIES,
    STOP_COMMANDS,
)
from assistant.languages.spanish.spoken_phrases import SPOKEN_PHRASES
from assistant.languages.spanish.turn_endings import TURN_ENDINGS


@cache
def _answers() -> Lexicon:
    from assistant.languages.spanish.answers.lexicon import LEXICON

    return LEXICON


LANGUAGE: Final = Language(
    code="es",
    answers=_answers,
    question_requests=QUESTION_REQUESTS,
    turn_endings=TURN_ENDINGS,
    agreements=AGREEMENTS,
    courtesy=COURTESY,
    backchannels=BACKCHANNELS,
    stop_commands=STOP_COMMANDS,
    farewell_replies=FAREWELL_REPLIES,
    read_on_replies=READ_ON_REPLIES,
    time_units=TIME_UNITS,
    sample="El perro duerme en el jardín.",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    spoken_phrases=SPOKEN_PHRASES,
    common_words=COMMON_WORDS,
    telling_marks=TELLING_MARKS,
    hallucinations=HALLUCINATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
)
