"""Japanese."""

from functools import cache
from typing import Final

from assistant.languages.japanese.answer_changes import ANSWER_CORRECTIONS, DENIALS
from assistant.languages.japanese.numbers import NUMBERS, TIME_UNITS
from assistant.languages.japanese.pronunciation import PRONUNCIATION, SENTENCE_BREAKS
from assistant.languages.japanese.question_requests import QUESTION_REQUESTS
from assistant.languages.japanese.recognition import HALLUCINATIONS
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
from assistant.languages.lexicon import Lexicon


@cache
def _answers() -> Lexicon:
    from assistant.languages.japanese.answers.lexicon import LEXICON

    return LEXICON


LANGUAGE: Final = Language(
    code="ja",
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
    sample="今日はとてもいい天気です。",
    sentence_breaks=SENTENCE_BREAKS,
    pronunciation=PRONUNCIATION,
    spoken_phrases=SPOKEN_PHRASES,
    hallucinations=HALLUCINATIONS,
    numbers=NUMBERS,
    answer_corrections=ANSWER_CORRECTIONS,
    denials=DENIALS,
)
