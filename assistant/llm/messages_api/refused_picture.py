"""Which picture or PDF of a request a service refuses, by what it says. Pure."""

import re
from dataclasses import dataclass
from typing import Final

_PLACE: Final = re.compile(
    r"messages[.\[]+(\d+)[.\]]+content[.\[]+(\d+)[.\]]+[\w.\[\]]{0,60}?(?:image|pdf|document|source)\b"
)
_ELSEWHERE: Final = re.compile(r"\s*(?:tools|system|model|tool_choice|messages)[.\[]")
"""Begins what is said of another part of the request, which may be called image itself."""
_NAMED: Final = re.compile(
    r"(?<![\w./-])(?:images?|image_urls?|pictures?|multi-?modal|vision|pdfs?)(?![\w/-])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedPicture:
    """A picture that a service names."""

    place: tuple[int, int] | None = None
    """Indices of the message and of the block in the body; None if the service does not say."""


def refused_picture(message: str) -> RefusedPicture | None:
    """Return the picture that the refusal of a request is about; None if it is about none."""
    found = _PLACE.search(message)
    if found is not None:
        return RefusedPicture(place=(int(found[1]), int(found[2])))
    if _ELSEWHERE.match(message) or not _NAMED.search(message):
        return None
    return RefusedPicture()
