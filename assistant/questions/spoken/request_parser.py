"""Recognises a sentence that asks about a question instead of answering it. Pure.

Only a sentence that says nothing else is a request, and never one that is the label of an option.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.question_request import QuestionRequest
from assistant.questions.model.question import Question
from assistant.questions.spoken.tokenizer import plain

_FALLBACK: Final = "en"


def parse_question_request(question: Question, heard: str, language: str) -> QuestionRequest | None:
    """Return what a sentence asks of a question, or None if it asks nothing.

    Args:
        question: What was asked.
        heard: The transcript.
        language: ISO 639-1 code of the transcript; English is understood besides.
    """
    for code in dict.fromkeys((language, _FALLBACK)):
        if code not in LANGUAGES:
            continue
        lexicon = LANGUAGES[code].answers()
        said = plain(heard, lexicon)
        for request, pattern in _patterns(code).items():
            if pattern.fullmatch(said):
                labels = {plain(option.label, lexicon) for option in question.options}
                return None if said in labels else request
    return None


@cache
def _patterns(language: str) -> Mapping[QuestionRequest, re.Pattern[str]]:
    return {
        request: re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        for request, patterns in LANGUAGES[language].question_requests().items()
    }
