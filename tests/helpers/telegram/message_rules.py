"""What Telegram takes in a message beyond the types: lengths, entities, keyboards."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.helpers.telegram.api_description import Json

MAX_TEXT: Final = 4096
MAX_CAPTION: Final = 1024
MAX_ENTITIES: Final = 100
MAX_BUTTONS: Final = 100
MAX_IN_ROW: Final = 8
MAX_DATA_BYTES: Final = 64
MAX_PHOTO_BYTES: Final = 10 * 1024 * 1024
MAX_UPLOAD_BYTES: Final = 50 * 1024 * 1024
ENTITY_TYPES: Final = frozenset(
    "mention hashtag cashtag bot_command url email phone_number bold italic underline"
    " strikethrough spoiler blockquote expandable_blockquote code pre text_link text_mention"
    " custom_emoji date_time".split()
)
_ALONE: Final = frozenset({"code", "pre"})
"""May not overlap other entities; Telegram would drop those."""
_LINK: Final = re.compile(r"(https?|tg|tonsite)://\S+|mailto:\S+|tel:\S+")
ACTIONS: Final = frozenset(
    "typing upload_photo record_video upload_video record_voice upload_voice upload_document"
    " choose_sticker find_location record_video_note upload_video_note".split()
)


class RefusedCallError(Exception):
    """A call that the service refuses.

    Args:
        description: Why, as Telegram words it.
        code: The HTTP status.
        parameters: As `ResponseParameters`.
    """

    def __init__(
        self, description: str, *, code: int = 400, parameters: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(description)
        self.description = description
        self.code = code
        self.parameters = dict(parameters or {})


def utf16_length(text: str) -> int:
    """Return how many UTF-16 units a text has."""
    return len(text.encode("utf-16-le")) // 2


def checked_text(text: str, entities: Sequence[Json], *, limit: int) -> tuple[str, list[Json]]:
    """Return a text and its entities as Telegram keeps them: without space at either end.

    Raises:
        RefusedCallError: If they are empty, too long, or do not fit each other.
    """
    _check_entities(text, entities)
    head = utf16_length(text) - utf16_length(text.lstrip())
    kept = text.strip()
    end = utf16_length(kept)
    if not kept:
        raise RefusedCallError("Bad Request: message text is empty")
    if end > limit:
        what = "message" if limit == MAX_TEXT else "message caption"
        raise RefusedCallError(f"Bad Request: {what} is too long")
    moved: list[Json] = []
    for entity in entities:
        start = max(0, entity["offset"] - head)
        stop = min(end, entity["offset"] - head + entity["length"])
        if stop > start:
            moved.append({**entity, "offset": start, "length": stop - start})
    return kept, sorted(moved, key=lambda entity: (entity["offset"], -entity["length"]))


def _check_entities(text: str, entities: Sequence[Json]) -> None:
    if len(entities) > MAX_ENTITIES:
        raise RefusedCallError("Bad Request: too many entities")
    boundaries = {0}
    at = 0
    for character in text:
        at += utf16_length(character)
        boundaries.add(at)
    spans: list[tuple[int, int, str]] = []
    for entity in entities:
        start, end = entity["offset"], entity["offset"] + entity["length"]
        kind = entity["type"]
        if kind not in ENTITY_TYPES:
            raise RefusedCallError(f"Bad Request: can't parse entity of type {kind!r}")
        if entity["length"] <= 0 or start not in boundaries or end not in boundaries:
            raise RefusedCallError(
                f"Bad Request: entity {kind} at {start} to {end} does not fit the text"
            )
        if (kind == "text_link") != ("url" in entity):
            raise RefusedCallError("Bad Request: a text_link, and nothing else, has an url")
        if kind == "text_link" and not _LINK.fullmatch(entity["url"]):
            raise RefusedCallError("Bad Request: wrong HTTP URL")
        spans.append((start, end, kind))
    _check_nesting(spans)


def _check_nesting(spans: Sequence[tuple[int, int, str]]) -> None:
    for n, (start, end, kind) in enumerate(spans):
        for other_start, other_end, other in spans[n + 1 :]:
            if end <= other_start or other_end <= start:
                continue
            is_inside = (start <= other_start and other_end <= end) or (
                other_start <= start and end <= other_end
            )
            if not is_inside:
                raise RefusedCallError(f"Bad Request: entities {kind} and {other} cross")
            if {kind, other} & _ALONE:
                raise RefusedCallError(f"Bad Request: entities {kind} and {other} overlap")


def check_keyboard(markup: Json) -> None:
    """Check an inline keyboard.

    Raises:
        RefusedCallError: If a limit is broken.
    """
    rows: list[list[Json]] = markup["inline_keyboard"]
    if sum(map(len, rows)) > MAX_BUTTONS:
        raise RefusedCallError("Bad Request: reply markup is too long")
    for row in rows:
        if not 0 < len(row) <= MAX_IN_ROW:
            raise RefusedCallError(f"Bad Request: a row of {len(row)} buttons")
        for button in row:
            _check_button(button)


def _check_button(button: Json) -> None:
    actions = button.keys() - {"text", "style", "icon_custom_emoji_id"}
    if len(actions) != 1:
        raise RefusedCallError(
            "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the"
            " inline keyboard"
        )
    if not button["text"].strip():
        raise RefusedCallError("Bad Request: button text is empty")
    if "callback_data" in button:
        size = len(button["callback_data"].encode())
        if not 0 < size <= MAX_DATA_BYTES:
            raise RefusedCallError("Bad Request: BUTTON_DATA_INVALID")
    if "url" in button and not _LINK.fullmatch(button["url"]):
        raise RefusedCallError("Bad Request: BUTTON_URL_INVALID")
