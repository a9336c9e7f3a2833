"""Makes bad examples of good ones: the same ones of the same chance, on every machine. Pure."""

import copy
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, cast

MAX_BYTES: Final = 1_500
"""Of an example, unless what it is made of is longer."""
LONG_BYTES: Final = 4_000
"""Of one that is to show what takes the square of its length."""
_TOKENS: Final = (
    *(b"\0", b"\xff", b"\x1b[31m", b"\x1b]0;x\x07", b"\xc2\x9b", b"\r", b"\n", b"\xef\xbb\xbf"),
    *(b"\\ud800", b"\\u0000", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xf0\x9f\x98\x80", b"\xcc\x81"),
    *(b"-1", b"0", b"1e999", b"9" * 30, b"9" * 5000, b"NaN", b"-Infinity", b"null", b"true", b'""'),
    *(b"[", b"{", b"]", b"}", b'"', b"\\", b"'", b",", b":", b"=", b"#", b"`", b"```", b"<", b">"),
    *(b"../", b"/", b"//", b"%00", b"{}", b"[]", b"data: ", b"event: ", b"\n\n", b" " * 40),
    *(b"[" * 1400, b'{"a":' * 280, b"<think>", b"```json\n", b"(" * 500, b"\xd9\xa3", b"1_0"),
)
_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 0.5, -0.0, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400),
    *(float("inf"), float("-inf"), float("nan"), 1e300),
    *("", " ", "x", "\0", "\x1b[2J", "\ud800", "\u202e", "\n", "x" * 3000, "9" * 5000, "../../x"),
    *("true", "null", "1", "{}", "[]", "2020-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"),
    *([], {}, [None], [[]], [""], {"": None}, {"type": "text"}, [1, "x", None, {}]),
)


def mutated(seeds: Sequence[bytes], chance: Random) -> bytes:
    """Return one of some examples, changed in one to four places."""
    data = chance.choice(seeds)
    most = max(MAX_BYTES, len(data))
    for _ in range(chance.choice((1, 1, 2, 4))):
        changed = _json_changed(data, chance) if chance.random() < 0.5 else None
        if changed is None:
            changed = chance.choice(_CHANGES)(data, seeds, chance)
        data = changed[:most]
    return data


def stretched(seeds: Sequence[bytes], chance: Random) -> bytes:
    """Return one of some examples with a piece of it again and again, long enough to count."""
    data = chance.choice(seeds)
    if chance.random() < 0.3:
        data = mutated(seeds, chance)
    start, end = _piece(data, chance)
    piece = data[start:end] or b"["
    return data[:start] + piece * (LONG_BYTES // len(piece)) + chance.choice((b"", data[end:]))


# Changes of bytes.


def _place(data: bytes, chance: Random) -> int:
    return chance.randint(0, len(data))


def _piece(data: bytes, chance: Random) -> tuple[int, int]:
    start = _place(data, chance)
    return start, min(len(data), start + chance.choice((1, 2, 8, 40, 200)))


def _cut_short(data: bytes, _seeds: Sequence[bytes], chance: Random) -> bytes:
    return data[: _place(data, chance)]


def _without_piece(data: bytes, _seeds: Sequence[bytes], chance: Random) -> bytes:
    start, end = _piece(data, chance)
    return data[:start] + data[end:]


def _with_token(data: bytes, _seeds: Sequence[bytes], chance: Random) -> bytes:
    place = _place(data, chance)
    return data[:place] + chance.choice(_TOKENS) + data[place:]


def _with_byte_changed(data: bytes, _seeds: Sequence[bytes], chance: Random) -> bytes:
    if not data:
        return b"\0"
    place = chance.randrange(len(data))
    byte = chance.choice((data[place] ^ (1 << chance.randrange(8)), chance.randrange(256)))
    return data[:place] + bytes([byte]) + data[place + 1 :]


def _with_piece_repeated(data: bytes, _seeds: Sequence[bytes], chance: Random) -> bytes:
    start, end = _piece(data, chance)
    times = chance.choice((2, 20, 200))
    return data[:start] + data[start:end] * times + data[end:]


def _with_piece_moved(data: bytes, _seeds: Sequence[bytes], chance: Random) -> bytes:
    start, end = _piece(data, chance)
    rest = data[:start] + data[end:]
    place = _place(rest, chance)
    return rest[:place] + data[start:end] + rest[place:]


def _spliced(data: bytes, seeds: Sequence[bytes], chance: Random) -> bytes:
    other = chance.choice(seeds)
    return data[: _place(data, chance)] + other[_place(other, chance) :]


_CHANGES: Final[Sequence[Callable[[bytes, Sequence[bytes], Random], bytes]]] = (
    _cut_short,
    _without_piece,
    _with_token,
    _with_byte_changed,
    _with_piece_repeated,
    _with_piece_moved,
    _spliced,
)


# Changes of JSON, alone or on a line of other text.


def _json_changed(data: bytes, chance: Random) -> bytes | None:
    """Return data with one value of its JSON changed; None if none is found."""
    for start, end in (_line(data, chance), (0, len(data))):
        begin = min((at for mark in b"{[" if (at := data.find(mark, start, end)) >= 0), default=-1)
        if begin < 0:
            continue
        try:
            value, length = json.JSONDecoder().raw_decode(data[begin:end].decode())
            written = json.dumps(_changed(value, chance), ensure_ascii=chance.random() < 0.7)
        except (ValueError, RecursionError):
            continue
        read = data[begin:end].decode()[:length].encode()
        return data[:begin] + written.encode("utf-8", "surrogatepass") + data[begin + len(read) :]
    return None


def _line(data: bytes, chance: Random) -> tuple[int, int]:
    place = _place(data, chance)
    end = data.find(b"\n", place)
    return data.rfind(b"\n", 0, place) + 1, len(data) if end < 0 else end


def _changed(value: Any, chance: Random) -> Any:
    """Return JSON with one of its values changed, whichever."""
    root: list[Any] = [copy.deepcopy(value)]
    places: list[tuple[Any, Any]] = []
    left: list[Any] = [root]
    while left:
        holder = left.pop()
        for key in _keys(holder):
            places.append((holder, key))
            if isinstance(holder[key], dict | list):
                left.append(holder[key])
    holder, key = chance.choice(places)
    match chance.randrange(6):
        case 0 if holder is not root:
            del holder[key]
        case 1:
            holder[key] = [holder[key]]
        case 2:
            other, at = chance.choice(places)
            holder[key] = copy.deepcopy(other[at])
        case 3 if isinstance(holder[key], str | list):
            holder[key] = holder[key] * chance.choice((0, 2, 50))
        case 4 if isinstance(holder, dict):
            holder[chance.choice(("", "\x1b", "type", "\ud800", "id"))] = holder[key]
        case _:
            holder[key] = copy.deepcopy(chance.choice(_VALUES))
    return root[0]


def _keys(holder: Any) -> Sequence[Any]:
    return [*cast("dict[str, Any]", holder)] if isinstance(holder, dict) else range(len(holder))
