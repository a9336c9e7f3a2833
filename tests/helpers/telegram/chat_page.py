"""A chat as a page to look at: bubbles, buttons and what the words look like, from what was sent.

It is drawn from the state that the fake keeps, so what is seen is what Telegram would have taken. The
look is that of the apps in short; a folded quotation shows its first lines, a long label is cut off.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Final

from tests.helpers.telegram.api_description import Json
from tests.helpers.telegram.world import FakeChat, ShownMessage

_TAGS: Final = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "mark",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
_STYLE: Final = """
body { margin: 0; background: #cfdfc7; color: #111; font: 15px/1.35 "Noto Sans", "Noto Sans CJK KR",
  "Noto Color Emoji", sans-serif; }
header { background: #517da2; color: #fff; padding: 10px 14px; font-weight: 600; }
main { display: flex; flex-direction: column; gap: 6px; padding: 10px; }
article { max-width: 88%; align-self: flex-start; }
article.user { align-self: flex-end; }
article:has(nav) { min-width: 65%; }
.bubble { background: #fff; border-radius: 12px 12px 12px 3px; padding: 7px 10px 5px;
  white-space: pre-wrap; overflow-wrap: anywhere; box-shadow: 0 1px 1px #0002; }
.user .bubble { background: #e4fcc9; border-radius: 12px 12px 3px 12px; }
.quoted { border-left: 3px solid #517da2; padding-left: 6px; font-size: 13px; color: #517da2;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { display: block; text-align: right; font-size: 11px; color: #7a8a76; }
blockquote { margin: 3px 0; padding: 3px 8px; border-left: 3px solid #517da2; background: #517da21a;
  border-radius: 4px; }
blockquote.folded { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3;
  overflow: hidden; }
code, pre { font-family: "Noto Sans Mono", monospace; font-size: 13px; margin: 0; color: #985a1c; }
nav { display: grid; gap: 3px; margin-top: 3px; }
nav div { display: flex; gap: 3px; }
button { flex: 1 1 0; min-width: 0; border: 0; border-radius: 8px; padding: 8px 6px; color: #fff;
  background: #5f7d5acc; font: inherit; font-size: 14px; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
footer { background: #fff; color: #8b8b8b; padding: 11px 14px; }
.dark { background: #0e1621; color: #f5f5f5; }
.dark header { background: #17212b; }
.dark .bubble { background: #182533; }
.dark .user .bubble { background: #2b5278; }
.dark time { color: #7d8e9c; }
.dark button { background: #2b3b4ccc; }
.dark footer { background: #17212b; }
.dark code, .dark pre { color: #e0b27a; }
.dark .quoted { color: #7db5e8; }
"""


def chat_page(chat: FakeChat, *, title: str = "Parley", is_dark: bool = False) -> str:
    """Return a chat as HTML; the field for the reply shows what a forced reply asks for."""
    messages = "\n".join(map(_bubble, chat.shown))
    return (
        "<!doctype html>\n<html><head><meta charset='utf-8'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body class='{'dark' if is_dark else ''}'><header>{escape(title)}</header>"
        f"<main>{messages}</main><footer>{escape(_placeholder(chat))}</footer></body></html>\n"
    )


def _placeholder(chat: FakeChat) -> str:
    wanted = chat.shown[-1].forced_reply if chat.shown else None
    return "…" if wanted is None else f"↩ {wanted}"


def _bubble(message: ShownMessage) -> str:
    sent = datetime.fromtimestamp(message.raw["date"], UTC)
    rows = "".join(
        "<div>" + "".join(f"<button>{escape(label)}</button>" for label in row) + "</div>"
        for row in message.buttons
    )
    who = "bot" if message.is_from_bot else "user"
    return (
        f"<article class='{who}'><div class='bubble'>{_quoted(message)}{_media(message)}"
        f"{formatted(message.text, message.entities)}<time>{sent:%H:%M}</time></div>"
        f"{f'<nav>{rows}</nav>' if rows else ''}</article>"
    )


def _quoted(message: ShownMessage) -> str:
    replied: Json | None = message.raw.get("reply_to_message")
    if replied is None:
        return ""
    text = replied.get("text", replied.get("caption", "…"))
    return f"<div class='quoted'>{escape(text.splitlines()[0])}</div>"


def _media(message: ShownMessage) -> str:
    marks = {"photo": "🖼", "voice": "🎤 ▁▂▅▃▆▂▁", "document": "📎"}
    return "".join(f"<div>{mark}</div>" for kind, mark in marks.items() if kind in message.raw)


def formatted(text: str, entities: Sequence[Json]) -> str:
    """Return words with their entities as HTML; places are counted in UTF-16 units."""
    units = text.encode("utf-16-le")
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for entity in sorted(entities, key=lambda e: (e["offset"], -e["length"])):
        begin, end = _tags(entity)
        opening.setdefault(entity["offset"], []).append(begin)
        closing.setdefault(entity["offset"] + entity["length"], []).insert(0, end)

    def parts() -> Iterator[str]:
        places = sorted({0, len(units) // 2, *opening, *closing})
        for place, following in zip(places, [*places[1:], places[-1]], strict=True):
            yield from closing.get(place, [])
            yield from opening.get(place, [])
            yield escape(units[place * 2 : following * 2].decode("utf-16-le"))

    return "".join(parts())


def _tags(entity: Json) -> tuple[str, str]:
    match entity["type"]:
        case "text_link":
            return f"<a href='{escape(entity['url'], quote=True)}'>", "</a>"
        case "expandable_blockquote":
            return "<blockquote class='folded'>", "</blockquote>"
        case kind:
            tag = _TAGS.get(kind, "span")
            return f"<{tag}>", f"</{tag}>"
