"""Take the first choice out of a complete message. Pure."""

import re
from collections.abc import Mapping
from typing import Any, Final

from assistant.questions.inline_choices.code_fences import FenceLines
from assistant.questions.inline_choices.segmenter import (
    ChoiceSegmenter,
    FoundChoice,
    MessageSegment,
)

_RUN: Final = re.compile(r"`{3,}")


def extract_user_choice(text: str) -> tuple[Mapping[str, Any] | None, str]:
    """Return the first choice of a message, and the message without it.

    JSON blocks are tried first; only if none is a choice, objects outside of them. Of a block only
    the block is removed. An object takes what follows it along, and the code fence it stands in.
    Other choices stay where they are.

    Returns:
        The choice as the model wrote it, or None, and the remaining text.
    """
    segmenter = ChoiceSegmenter()
    segments = [*segmenter.feed(text), *segmenter.finish()]
    found = [segment for segment in segments if isinstance(segment, FoundChoice)]
    if not found:
        return None, text
    chosen = next((segment for segment in found if segment.is_fenced), found[0])
    place = next(n for n, segment in enumerate(segments) if segment is chosen)
    before = "".join(map(_whole, segments[:place]))
    if chosen.is_fenced:
        return chosen.value, before + "".join(map(_whole, segments[place + 1 :]))
    return chosen.value, _without_open_fence(before)


def _whole(segment: MessageSegment) -> str:
    return segment if isinstance(segment, str) else segment.opening + segment.text


def _without_open_fence(text: str) -> str:
    """Remove the line of the code fence that is open where `text` ends, if one is."""
    lines = FenceLines()
    opening: int | None = None
    done = 0
    for found in _RUN.finditer(text):
        lines.text(text, done, found.start())
        if lines.may_open:
            opening = found.start()
        lines.run(found.end() - found.start())
        done = found.end()
    lines.text(text, done, len(text))
    if opening is None or not lines.is_open:
        return text
    line_end = text.find("\n", opening)
    return text[:opening] + text[line_end + 1 :]
