"""Which keys type a text: those of the layout in use, and for what it lacks spare ones. Pure.

A keyboard layout leaves some keys without a sign. They get the signs that a text needs and the layout
has no key for, and keep them until other ones are needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

BACKSPACE: Final = "\b"
_NAMED: Final = {"\n": 0xFF0D, "\t": 0xFF09, BACKSPACE: 0xFF08}
_UNICODE: Final = 0x01000000
"""Added to a character's number it is the number of its sign (keysym)."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One press of a key."""

    keycode: int
    has_shift: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyStretch:
    """A stretch of typing for which the spare keys keep their signs."""

    given: Mapping[int, int]
    """The keysyms that spare keys are to get before it, by keycode."""
    is_reused: bool
    """Whether some of these keys have been pressed with another sign: programs must have read that."""
    strokes: tuple[Stroke, ...]
    """One a character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyboardLayout:
    """The keys of a keyboard."""

    keys: Mapping[int, Stroke]
    """How a sign is typed, by its keysym."""
    spare: tuple[int, ...]
    """Keycodes without a sign."""


@dataclass(slots=True)
class SpareKeys:
    """What the spare keys stand for while a text is typed."""

    signs: dict[int, int] = field(default_factory=dict[int, int])
    """Keysyms by keycode."""

    def stretches(self, text: str, layout: KeyboardLayout) -> Iterator[KeyStretch]:
        """Cut a text into stretches of as many signs that the layout lacks as there are spare keys.

        The keys have their signs once a stretch is asked for.

        Raises:
            ValueError: If the text needs spare keys and there are none.
        """
        for part, lacking in _parts(text, layout):
            yield self._stretch(part, lacking, layout)

    def _stretch(
        self, part: Sequence[int], lacking: Sequence[int], layout: KeyboardLayout
    ) -> KeyStretch:
        there = {sign: code for code, sign in self.signs.items() if code in layout.spare}
        kept = {there[sign] for sign in lacking if sign in there}
        free = [code for code in layout.spare if code not in kept]
        free.sort(key=lambda code: code in self.signs)  # those that were never pressed go first
        given = dict(zip(free, (sign for sign in lacking if sign not in there), strict=False))
        is_reused = any(code in self.signs for code in given)
        self.signs |= given
        codes = {sign: code for code, sign in self.signs.items() if code in layout.spare}
        strokes = tuple(layout.keys.get(sign) or Stroke(codes[sign]) for sign in part)
        return KeyStretch(given=given, is_reused=is_reused, strokes=strokes)


def _parts(text: str, layout: KeyboardLayout) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield signs in their order, and which of them the layout lacks."""
    part: list[int] = []
    lacking: dict[int, None] = {}
    for sign in map(keysym, text):
        if sign not in layout.keys and sign not in lacking:
            if not layout.spare:
                raise ValueError("a keyboard without spare keys")
            if len(lacking) == len(layout.spare):
                yield part, tuple(lacking)
                part, lacking = [], {}
            lacking[sign] = None
        part.append(sign)
    if part:
        yield part, tuple(lacking)


def keysym(character: str) -> int:
    """Return the number that X11 has for a character's sign."""
    code = ord(character)
    is_latin = 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF
    return _NAMED.get(character) or (code if is_latin else _UNICODE + code)


def runs(signs: Mapping[int, int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield keycodes that follow each other as the first of them and their signs."""
    run: list[int] = []
    for code in sorted(signs):
        if run and code != run[-1] + 1:
            yield run[0], tuple(signs[one] for one in run)
            run = []
        run.append(code)
    if run:
        yield run[0], tuple(signs[one] for one in run)


def _is_given(own: Sequence[int]) -> bool:
    """Whether a key has a sign that it was given here, and not taken back: no layout has such keys."""
    return own[0] > _UNICODE and all(sign in (0, own[0]) for sign in own) and own[1:2] == own[:1]


def layout_of(signs: Sequence[int], *, first: int, a_key: int, group: int) -> KeyboardLayout:
    """Return what a keyboard types.

    Args:
        signs: The keysyms of all keys, as the server lists them.
        first: Keycode of the first.
        a_key: How many each key has: two for each group, without and with Shift.
        group: Which of the user's layouts is in use, from 0; of the third and fourth nothing is listed.
    """
    keys: dict[int, Stroke] = {}
    spare: list[int] = []
    for at in range(0, len(signs), a_key):
        code, own = first + at // a_key, signs[at : at + a_key]
        if not any(own) or _is_given(own):
            spare.append(code)
        elif group < 2 and a_key >= 2 * group + 2:
            for level, sign in enumerate(own[2 * group : 2 * group + 2]):
                if sign:
                    keys.setdefault(sign, Stroke(code, has_shift=bool(level)))
    return KeyboardLayout(keys=keys, spare=tuple(reversed(spare)))
