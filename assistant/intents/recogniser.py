"""Recognises what the user asks for, if it is understood whole, in any language. Pure.

A sentence is understood if one template, with nothing but politeness around it, is all of it, and
each value in it can be one. Everything else is None: it is for the model.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Final

from assistant.intents.agent_orders import agent_order
from assistant.intents.folding import cleaned
from assistant.intents.intent import Intent, OpenIntent
from assistant.intents.sentence_recogniser import SentenceRecogniser
from assistant.languages import LANGUAGES
from assistant.languages.scripts import Script
from assistant.languages.sentences import sentence_table
from assistant.languages.text_language import codes_written_in, script_in

_LONGEST: Final = 200
"""Characters of a request that is looked at."""
_BETWEEN_WORDS: Final = re.compile(r"\s+|(?<=[\u3040-\u9fff])(?=[\u3040-\u9fff])")
"""Chinese and Japanese are written without blanks."""


@cache
def _recogniser(code: str) -> SentenceRecogniser | None:
    table = sentence_table(code)
    return None if table is None else SentenceRecogniser(code, table)


def recognise(text: str, now: datetime, *, prefer: str = "en") -> Intent | None:
    """Intent of a text in any language; None unless it is understood whole.

    Args:
        text: What the user said or typed, without the wake word.
        now: Local time.
        prefer: The interface's language, ISO 639-1, which is tried first among those of its letters.
    """
    if (order := agent_order(text)) is not None:
        one = _recogniser(order.language)
        taken_back = one is not None and one.is_taken_back(str(order.slots["text"]))
        return None if taken_back else order
    if len(text) > _LONGEST or "\n" in text.strip():
        return None
    text = cleaned(text)
    if not text:
        return None
    codes = languages_of(text, prefer=prefer)
    for code in codes:
        recogniser = _recogniser(code)
        if recogniser is None or (found := recogniser.recognise(text, now)) is None:
            continue
        if not any(
            (one := _recogniser(other)) is not None
            and one.is_misnamed(found, now, is_own=other == prefer)
            for other in codes
        ):
            return found
    recogniser = _recogniser(prefer)
    return None if recogniser is None else recogniser.recognise_misspelled(text, now)


def open_request(text: str, now: datetime, *, prefer: str = "en") -> OpenIntent | None:
    """Which value a text lacks to be a request; None if it is something else.

    Args:
        text: As for `recognise`, which did not understand it.
        now: Likewise.
        prefer: Likewise.
    """
    if len(text) > _LONGEST or "\n" in text.strip():
        return None
    text = cleaned(text)
    for code in languages_of(text, prefer=prefer) if text else ():
        recogniser = _recogniser(code)
        if recogniser is not None and (asked := recogniser.open_request(text, now)) is not None:
            return asked
    return None


def part_correction(texts: Sequence[str], *, prefer: str = "en") -> tuple[str, str] | None:
    """Last request and what the user took back of it since; None if that is nothing.

    Args:
        texts: What the user said, the newest last, each as for `recognise`.
        prefer: Likewise.
    """
    correction: list[str] = []
    for text in map(cleaned, reversed(texts)):
        recognisers = map(_recogniser, languages_of(text, prefer=prefer))
        if not any(one is not None and one.begins_with_correction(text) for one in recognisers):
            return (text, " ".join(correction)) if correction else None
        correction.insert(0, text)
    return None


def put_in(part: str, text: str) -> Iterator[str]:
    """Yield a text with a part inserted between each two words."""
    part = part.rstrip(".?!。？！")
    for gap in _BETWEEN_WORDS.finditer(text):
        yield f"{text[: gap.start()]} {part} {text[gap.end() :]}"


def read_tables(prefer: str) -> None:
    """Read and compile the sentences of every language, about 0.1 s each; idempotent.

    Args:
        prefer: The interface's language, which is read first.
    """
    for code in sorted(LANGUAGES, key=lambda code: code != prefer):
        _recogniser(code)


def languages_of(text: str, *, prefer: str) -> Sequence[str]:
    """Languages that a text may be in by its letters, the likeliest first.

    Args:
        text: What the user said or typed.
        prefer: ISO 639-1; where the text has no letters, it may be in this one too.
    """
    script = script_in(text)
    codes = sorted(codes_written_in(script), key=lambda code: code != prefer)
    if script is Script.LATIN and prefer not in codes and not any(map(str.isalpha, text)):
        codes = [prefer, *codes]
    return [code for code in codes if sentence_table(code) is not None]
