"""Messages to find choices in, made of pieces of which it is known what becomes of them."""

import json
import random
from dataclasses import dataclass
from typing import Any, Final

SINGLE: Final[dict[str, Any]] = {
    "type": "user_choice",
    "question": "DB 선택?",
    "context": "왜 이 결정을 해야 하는지",
    "options": [
        {"id": "1", "label": "Postgres", "description": 'braces } { and "quotes" \\ inside'},
        {"id": "2", "label": "SQLite", "description": "a fence ``` in a string"},
    ],
}
GROUP: Final[dict[str, Any]] = {
    "type": "user_choice_group",
    "question": "상위 컨텍스트 질문",
    "context": "무엇이 달라지는지",
    "choices": [
        SINGLE,
        {"type": "user_choice", "question": "Auth 방식?", "choices": [{"id": "1", "label": "JWT"}]},
    ],
}
FORM: Final[dict[str, Any]] = {
    "type": "user_choices",
    "title": "폼 제목",
    "description": "폼 설명",
    "questions": [
        {"id": "q1", "question": "질문 1", "choices": [{"id": "1", "label": "A"}]},
        {"id": "q2", "question": "질문 2", "choices": [{"id": "1", "label": "B"}]},
    ],
}
UNTYPED_GROUP: Final[dict[str, Any]] = {"question": "Which?", "choices": GROUP["choices"]}
CHOICES: Final = (SINGLE, GROUP, FORM, UNTYPED_GROUP)

NO_CHOICES: Final = (
    "Plain words, nothing more.\nA second line.",
    "질문이 있어요. 中文也行。\r\nCRLF as well\r\n",
    "Inline `code`, ``double ticks`` and a lone { brace } or two }{.",
    'Prose about { "type": as a beginning, and { "question": too.',
    'A sentence with "quotes \\" and { "type": "user_choice", as far as it goes...',
    '{ "type": "object", "properties": { "type": { "const": 1 } } }',
    '{ "question": "Q?", "options": [{ "id": "1", "label": "A" }] }',
    'An example of a type is { "type": "user_choice" }, without a question.',
    "```python\ndef f():\n    return {}\n```",
    "```\nplain block { } `x`\n```",
    '```json\n{ "name": "value", "list": [1, -2.5e+3, true, false, null] }\n```',
    "```json\n[1, 2, 3]\n```",
    '```json\n{ "broken": \n```',
    '```jsonc\n{ "a": 1 } // comment\n```',
    "```json5\n{ a: 1 }\n```",
    "````markdown\n```\nnested\n```\n````",
    "~~~\ntildes\n~~~",
)
"""Texts in which there is no choice, each with its fences closed."""

FENCES: Final = (
    "```json\n{}\n```",
    "```json{}```",
    "```JSON  \r\n{}\r\n```",
    "```Json\t\n\n{}\n\n\n```",
    "````json\n{}\n````",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a message."""

    text: str
    value: dict[str, Any] | None = None
    is_fenced: bool = False
    opening: str = ""
    """A plain fence right before a raw choice."""
    closing: str = ""


def fenced(value: object, *, form: str = FENCES[0], indent: int | None = 2) -> str:
    """Return a JSON block."""
    return form.replace("{}", json.dumps(value, ensure_ascii=False, indent=indent))


def raw(value: object, *, indent: int | None = 2) -> str:
    """Return an object without a fence."""
    return json.dumps(value, ensure_ascii=False, indent=indent)


def random_message(random_: random.Random) -> list[Piece]:
    """Return the pieces of a message; a line end stands between two of them."""
    pieces: list[Piece] = []
    for _ in range(random_.randint(1, 7)):
        kind = random_.random()
        value = random_.choice(CHOICES)
        indent = random_.choice((None, 1, 2))
        if kind < 0.6:
            pieces.append(Piece(text=random_.choice(NO_CHOICES)))
        elif kind < 0.75:
            block = fenced(value, form=random_.choice(FENCES), indent=indent)
            pieces.append(Piece(text=block, value=value, is_fenced=True))
        elif kind < 0.9:
            pieces.append(Piece(text=raw(value, indent=indent), value=value))
        else:
            pieces.append(
                Piece(text=raw(value, indent=indent), value=value, opening="```\n", closing="\n```")
            )
    return pieces


def whole(pieces: list[Piece]) -> str:
    """Return the message."""
    return "\n".join(piece.opening + piece.text + piece.closing for piece in pieces)


def expected(pieces: list[Piece]) -> tuple[dict[str, Any] | None, str]:
    """Return the choice to ask and what is shown, by the rules applied to the pieces."""
    found = [piece for piece in pieces if piece.value is not None]
    chosen = next((piece for piece in found if piece.is_fenced), found[0] if found else None)
    shown: list[str] = []
    for piece in pieces:
        if piece is chosen and not piece.is_fenced:
            return piece.value, "\n".join([*shown, ""])
        shown.append(piece.opening + (piece.text if piece.value is None else "") + piece.closing)
    return (chosen.value if chosen else None), "\n".join(shown)


SCRAPS: Final = (
    "`", "``", "```", "````", "json", "JSON", "```json", "```json\n", "\n", "\r\n", " ", "{", "}",
    "[", "]", '"', "\\", '\\"', ",", ":", '"type"', '"question"', '{ "type":', '{"question":',
    '"user_choice"', '{"type":"user_choice",', '"q":1', "-1.5e3", "true", "\\u00e9", "word",
    raw(SINGLE, indent=None), raw(UNTYPED_GROUP, indent=None), '{"a":' + raw(SINGLE) + "}",
    '{"question":"x","inner":' + raw(SINGLE, indent=None) + "}",
)  # fmt: skip
"""What texts are thrown together from where anything may happen."""


def random_scraps(random_: random.Random) -> str:
    """Return scraps in any order."""
    return "".join(random_.choices(SCRAPS, k=random_.randint(1, 40)))


def random_chunks(random_: random.Random, text: str) -> list[str]:
    """Cut a text anywhere, sometimes into single characters."""
    longest = random_.choice((1, 2, 3, 7, 30, 200))
    chunks: list[str] = []
    at = 0
    while at < len(text):
        size = random_.randint(1, longest)
        chunks.append(text[at : at + size])
        at += size
    return chunks
