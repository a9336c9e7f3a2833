"""Words that become certain while they are spoken: agreement over drafts. Pure.

A draft is a transcript of a turn that is not over: its last words rest on sound that is cut off, and
change when more is heard. Words that two drafts in a row agree on from the beginning are confirmed
(LocalAgreement-2, as in whisper_streaming); what follows them is tentative. Confirmed words stay,
whatever a later draft says of them; only how they are written follows it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

LEAST_SOUND_S: Final = 1.5
"""Seconds of sound below which nothing is confirmed, half a second before the speech among them."""

_SAME_LETTERS: Final = 3
"""Fewer letters in a row are the same by chance."""
_UNSPACED: Final = "\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"\s*(?:[{_UNSPACED}]|[^\s{_UNSPACED}]+)")
"""A word with the space before it; in Chinese and Japanese a character."""
_FULL_STOP: Final = re.compile(r"(?<![.。])[.。]\s*$")
"""One at the end that is no ellipsis."""


@dataclass(frozen=True, slots=True)
class RollingTranscript:
    """The words of a turn so far."""

    confirmed: str = ""
    """They stay."""
    tentative: str = ""
    """What follows them, and may still change."""

    @property
    def text(self) -> str:
        return self.confirmed + self.tentative

    @property
    def going_on(self) -> "RollingTranscript":
        """The same while the user still speaks: without the full stop that ends every draft."""
        return RollingTranscript(self.confirmed, _FULL_STOP.sub("", self.tentative))

    def after(self, draft: str, *, sound_s: float) -> "RollingTranscript":
        """Update with another draft of the turn.

        Args:
            draft: A transcript of the turn so far; an empty one counts for nothing.
            sound_s: Seconds of sound it was made of.
        """
        new = _WORD.findall(draft.strip())
        if not new:
            return self
        keys = _keys(new)
        known = _WORD.findall(self.confirmed)
        shared = _shared(_keys(_WORD.findall(self.text)), keys)
        if shared < len(known):  # the draft says something else of words that stay
            rest = new[_position_after(_keys(known), keys) :]
            return RollingTranscript(self.confirmed, "".join(_spaced(rest) if known else rest))
        if sound_s < LEAST_SOUND_S:
            shared = len(known)
        return RollingTranscript("".join(new[:shared]), "".join(new[shared:]))


def _keys(words: Sequence[str]) -> list[str]:
    """Fold words for comparison."""
    return ["".join(filter(str.isalnum, word)).casefold() for word in words]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two texts share at the beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _position_after(known: Sequence[str], draft: Sequence[str]) -> int:
    """Which word of the draft follows the known ones, by the letters they share.

    What one draft takes for two words is one in the next, so that words cannot be counted.
    """
    before = "".join(known)
    matcher = SequenceMatcher(None, before, "".join(draft), autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size >= _SAME_LETTERS]
    shift = blocks[-1].b - blocks[-1].a if blocks else 0
    end = len(before) + shift
    middles = [sum(map(len, draft[:at])) + len(word) / 2 for at, word in enumerate(draft)]
    return next((at for at, middle in enumerate(middles) if middle > end), len(draft))


def _spaced(words: Sequence[str]) -> Sequence[str]:
    """Add the space that the first word of a draft lacks."""
    first = words[:1]
    needs_space = (
        bool(first) and not first[0][0].isspace() and not re.match(f"[{_UNSPACED}]", first[0])
    )
    return [f" {first[0]}", *words[1:]] if needs_space else words
