"""The JSON-RPC messages in what a program writes, and what else is there. Pure.

A message is a line of JSON. Many programs also print: before a message on its line, with carriage
returns, in several lines, with a mark of the byte order, behind headers. Whatever of it is a
message is found; the rest is said to be none.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final, cast

MAX_MESSAGE_BYTES: Final = 16 * 1024 * 1024
"""Of one message."""
UNENDED_BYTES: Final = 64 * 1024
"""A message without the end of its line is looked for in as much."""
_MAX_TRIES: Final = 50
"""Places of a line where a message is looked for."""
_MAX_LOOKED_AT: Final = 4_000_000
"""Characters that are looked at for it, but in two places at least."""
BARE: Final = "$bare"
"""The one key of a result that stands for a value that is no object."""
_MAX_UNFINISHED: Final = 500
_MAX_SHOWN_LINES: Final = 10
MAX_LINES: Final = 100_000
"""Of one message."""
_HEADER: Final = re.compile(rb"(?i)content-length:\s*(\d{1,9})\s*")
_BEGIN: Final = re.compile(r'\{\s*"(?:jsonrpc|id|method|result|error|params)"')
_BEGIN_OF_ANY: Final = re.compile(r'\{\s*"')
_OPEN: Final = re.compile(r"[\[{]\s*$")
_STRUCTURE: Final = re.compile(r'["\\{}\[\]]')
_INVISIBLE: Final = "\ufeff\0 \t\r\n"

Json = dict[str, Any]


class MessageTooLongError(Exception):
    """A server writes more than a message may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """What a server wrote that is no message."""

    text: str


Found = Json | Noise


class MessageSplitter:
    """Takes what a server writes, in pieces of any size."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._searched = 0
        """Bytes of the rest in which there is no end of a line."""
        self._lines: list[str] = []
        """Of a message that is not over."""
        self._nesting = _Nesting()
        self._held = 0
        """Characters of them."""
        self._announced = 0
        self._body: int | None = None
        """Bytes of the message that headers announced."""
        self._is_in_header = False

    @property
    def held_bytes(self) -> int:
        """Size of the incomplete rest."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Found]:
        """Feed bytes; returns what is complete.

        Raises:
            MessageTooLongError: If a message has more than `MAX_MESSAGE_BYTES`.
        """
        self._rest += data
        found: list[Found] = []
        while (line := self._next()) is not None:
            found += self._read_line(line)
        if len(self._rest) > MAX_MESSAGE_BYTES:
            raise MessageTooLongError
        if self._body is None and 0 < len(self._rest) <= UNENDED_BYTES:
            message = self._unended()
            if message is not None:
                found += message
                self._rest.clear()
                self._searched = 0
                self._lines, self._held = [], 0
        return found

    def end(self) -> list[Found]:
        """The rest, once nothing more comes."""
        line = self._rest.decode("utf-8", "replace")
        self._rest.clear()
        return [*self._read_line(line), *self._give_up()]

    def unfinished(self) -> str:
        """Beginning of the incomplete rest."""
        rest = self._rest[:_MAX_UNFINISHED].decode("utf-8", "replace")
        return "\n".join([*self._lines[:_MAX_SHOWN_LINES], rest])[:_MAX_UNFINISHED].strip(
            _INVISIBLE
        )

    def _next(self) -> str | None:
        """The next line, or the body that headers announced."""
        if self._body is not None:
            if len(self._rest) < self._body:
                return None
            line = bytes(self._rest[: self._body])
            del self._rest[: self._body]
            self._body = None
            return line.decode("utf-8", "replace")
        end = self._rest.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._rest)
            return None
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        self._searched = 0
        header = _HEADER.fullmatch(line.lstrip(b"\xef\xbb\xbf"))
        if header is not None and int(header[1]) <= MAX_MESSAGE_BYTES:
            self._is_in_header, self._announced = True, int(header[1])
            return ""
        if self._is_in_header:
            if not line.strip():
                self._is_in_header, self._body = False, self._announced
            return ""
        return line.decode("utf-8", "replace")

    def _read_line(self, line: str) -> list[Found]:
        text = line.strip(_INVISIBLE)
        if not text:
            return []
        messages = _whole(text)
        if messages is not None and (not self._lines or all("jsonrpc" in m for m in messages)):
            return [*self._give_up(), *messages]
        if self._lines:
            return self._go_on(line)
        found, rest = _inside(text)
        if _OPEN.search(rest) or (rest.startswith(("{", "[")) and not found):
            at = 0 if rest.startswith(("{", "[")) else max(rest.rfind("{"), rest.rfind("["))
            before = rest[:at].strip(_INVISIBLE)
            self._nesting = _Nesting()
            if before:
                found.append(Noise(text=before))
            return [*found, *self._go_on(rest[at:])]
        return [*found, Noise(text=rest)] if rest else found

    def _go_on(self, line: str) -> list[Found]:
        """Add a line to an incomplete message."""
        self._lines.append(line)
        self._held += len(line)
        if self._held > MAX_MESSAGE_BYTES:
            raise MessageTooLongError
        if not self._nesting.add(line):
            return self._give_up() if len(self._lines) > MAX_LINES else []
        text = "\n".join(self._lines)
        found = list[Found](_whole(text.strip(_INVISIBLE)) or [])
        if not found:  # two may stand one behind the other
            found, rest = _inside(text)
            if rest or any(isinstance(each, Noise) for each in found):
                return self._give_up()
        self._lines, self._held = [], 0
        return found

    def _give_up(self) -> list[Found]:
        """Treat the lines of an incomplete message as noise."""
        lines, self._lines, self._held = self._lines, [], 0
        return [Noise(text=line) for line in lines if line.strip()]

    def _unended(self) -> list[Found] | None:
        """The message whose line end is missing."""
        if not self._rest.rstrip().endswith((b"}", b"]")):
            return None
        text = self._rest.decode("utf-8", "replace").strip(_INVISIBLE)
        if self._lines:
            text = "\n".join([*self._lines, text]) if text in {"}", "]"} else ""
            messages = _whole(text.strip(_INVISIBLE))
            return None if messages is None else list(messages)
        whole = _whole(text)
        if whole is not None:
            return list[Found](whole)
        found, rest = _inside(text)
        is_all = bool(found) and not rest and isinstance(found[-1], dict)
        return found if is_all else None


class _Nesting:
    """How deep in objects and lists a text is."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_in_string = False

    def add(self, line: str) -> bool:
        """Read on; returns whether everything opened is closed."""
        skip = -1
        for found in _STRUCTURE.finditer(line):
            if found.start() == skip:
                continue
            match found[0]:
                case "\\":
                    skip = found.end() if self._is_in_string else -1
                case '"':
                    self._is_in_string = not self._is_in_string
                case "{" | "[" if not self._is_in_string:
                    self._depth += 1
                case "}" | "]" if not self._is_in_string:
                    self._depth -= 1
                case _:
                    pass
        return self._depth <= 0


_reader: Final = json.JSONDecoder(strict=False)
"""Takes line ends inside of strings, too: what is read of several lines has such."""


def _whole(text: str) -> list[Json] | None:
    """None if the text is not made of messages."""
    if not text.startswith(("{", "[")):
        return None
    try:
        value: object = _reader.decode(text)
    except (ValueError, RecursionError):
        return None
    several = cast("list[object]", value) if isinstance(value, list) else [value]
    if not several or not all(map(_is_message, several)):
        return None
    return [cast("Json", each) for each in several]


def _inside(text: str) -> tuple[list[Found], str]:
    """Messages inside a text, with what stands before each, and the rest."""
    found: list[Found] = []
    at = 0
    most = max(2, min(_MAX_TRIES, _MAX_LOOKED_AT // max(1, len(text))))
    is_known = _BEGIN.search(text) is not None or '"jsonrpc"' not in text
    begins = _BEGIN if is_known else _BEGIN_OF_ANY
    for tries, begin in enumerate(begins.finditer(text)):
        if tries >= most:
            break
        if begin.start() < at:
            continue  # inside the one before
        try:
            value, end = _reader.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            continue
        if not _is_message(value):
            continue
        before = text[at : begin.start()].strip(_INVISIBLE)
        if before:
            found.append(Noise(text=before))
        found.append(value)
        at = end
    return found, text[at:].strip(_INVISIBLE)


def _is_message(value: object) -> bool:
    """Whether a value is a JSON-RPC message, if not quite as it should be."""
    if not isinstance(value, dict):
        return False
    fields = cast("Json", value)
    is_answer = "id" in fields and ("result" in fields or "error" in fields)
    return is_answer or isinstance(fields.get("method"), str)


def mended_envelope(message: Json) -> Json:
    """Add what every message of the protocol has around its content."""
    mended: Json = {"jsonrpc": "2.0"}
    number = message.get("id")
    if "id" in message:
        is_whole = isinstance(number, float) and number.is_integer()
        mended["id"] = int(cast("float", number)) if is_whole else number
    if "method" in message:
        params = message.get("params")
        mended["method"] = message["method"]
        if isinstance(params, dict):
            mended["params"] = params
        if number is None:
            mended.pop("id", None)
        return mended
    error = message.get("error")
    if error is None or error is False:
        result = message.get("result")
        mended["result"] = result if isinstance(result, dict) else {BARE: result}
        return mended
    fields = cast("Json", error) if isinstance(error, dict) else {"message": error}
    code = fields.get("code")
    said = fields.get("message")
    mended["error"] = {
        "code": code if isinstance(code, int) and not isinstance(code, bool) else -32603,
        "message": said if isinstance(said, str) else json.dumps(said, ensure_ascii=False),
        **({"data": fields["data"]} if "data" in fields else {}),
    }
    return mended
