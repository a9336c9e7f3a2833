"""Text with the entities that Telegram shows it by.

Here places are counted in characters, as Python does; `entities` counts them in UTF-16 units, as
Telegram does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Final

MAX_ENTITIES: Final = 100
"""Telegram takes no more in a message."""
ALONE: Final = frozenset({"code", "pre"})
"""Spans that no other may overlap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySpan:
    """How a stretch of text looks."""

    kind: str
    """The type of a `MessageEntity`."""
    start: int
    end: int
    url: str = ""
    """Of a `text_link`."""
    language: str = ""
    """Of a `pre`."""


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text and how stretches of it look."""

    text: str = ""
    spans: tuple[EntitySpan, ...] = ()

    def __add__(self, other: "FormattedText") -> "FormattedText":
        """Return both, one after the other."""
        return joined((self, other))

    def __getitem__(self, part: slice) -> "FormattedText":
        """Return a part, with what is left of its spans."""
        start, end, _step = part.indices(len(self.text))
        inside = (
            replace(span, start=max(span.start, start) - start, end=min(span.end, end) - start)
            for span in self.spans
        )
        return FormattedText(self.text[start:end], tuple(s for s in inside if s.start < s.end))

    def stripped(self) -> "FormattedText":
        """Return it without the space at either end, as Telegram keeps it."""
        start = len(self.text) - len(self.text.lstrip())
        return self[start : max(start, len(self.text.rstrip()))]

    def entities(self) -> list[dict[str, Any]]:
        """Return the spans as `MessageEntity`s: nested, none beside code, not too many."""
        places = [0, *accumulate(2 if ord(c) > 0xFFFF else 1 for c in self.text)]
        return [_entity(span, places) for span in _fitting(self.spans)[:MAX_ENTITIES]]


def plain(text: str) -> FormattedText:
    """Return a text as it is."""
    return FormattedText(text)


def styled(kind: str, text: str) -> FormattedText:
    """Return a text that looks one way."""
    return FormattedText(text, (EntitySpan(kind=kind, start=0, end=len(text)),) if text else ())


def joined(parts: Iterable[FormattedText], between: str = "") -> FormattedText:
    """Return several texts as one."""
    texts: list[str] = []
    spans: list[EntitySpan] = []
    length = 0
    for part in parts:
        length += len(between) if texts else 0
        texts.append(part.text)
        spans += (_moved(span, length) for span in part.spans)
        length += len(part.text)
    return FormattedText(between.join(texts), tuple(spans))


def utf16_length(text: str) -> int:
    """Return how many UTF-16 units a text has, which is what Telegram's limits count."""
    return len(text) + sum(character > "\uffff" for character in text)


def _moved(span: EntitySpan, by: int) -> EntitySpan:
    return replace(span, start=span.start + by, end=span.end + by)


def _fitting(spans: Sequence[EntitySpan]) -> list[EntitySpan]:
    """Return the spans, outer before inner, with code cut out of the others.

    Of two that cross, the later one is cut where the earlier one ends.
    """
    alone = [span for span in spans if span.kind in ALONE]
    pieces = [piece for span in spans if span.kind not in ALONE for piece in _without(span, alone)]
    ordered = sorted([*pieces, *alone], key=lambda span: (span.start, -span.end))
    fitting: list[EntitySpan] = []
    for span in ordered:
        around = [other for other in fitting if other.start <= span.start < other.end]
        end = min([span.end, *(other.end for other in around)])
        if end > span.start and all(
            (other.kind, other.start, other.end) != (span.kind, span.start, end) for other in around
        ):
            fitting.append(replace(span, end=end))
    return fitting


def _without(span: EntitySpan, holes: Sequence[EntitySpan]) -> list[EntitySpan]:
    """Return what is left of a span beside others."""
    left: list[EntitySpan] = []
    start = span.start
    for hole in sorted(holes, key=lambda hole: hole.start):
        if hole.end <= start or hole.start >= span.end:
            continue
        if hole.start > start:
            left.append(replace(span, start=start, end=hole.start))
        start = max(start, hole.end)
    if start < span.end:
        left.append(replace(span, start=start))
    return left


def _entity(span: EntitySpan, places: Sequence[int]) -> dict[str, Any]:
    start, end = places[span.start], places[span.end]
    more: Mapping[str, str] = {
        **({"url": span.url} if span.url else {}),
        **({"language": span.language} if span.language else {}),
    }
    return {"type": span.kind, "offset": start, "length": end - start, **more}
