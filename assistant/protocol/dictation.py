"""Dictation into other programs: commands and events."""

from dataclasses import dataclass
from enum import Enum


class DictationStage(Enum):
    """How far a dictation is."""

    IDLE = "idle"
    """There is none."""
    RECORDING = "recording"
    """The key is held."""
    UNDERSTANDING = "understanding"
    """It was let go of; the words are being recognised."""
    TYPING = "typing"
    OFFERED = "offered"
    """The words could not be typed where they were meant to go: the user may copy them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictate:
    """The dictation key went down, or up: what is said in between is typed where the focus is."""

    pressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelDictation:
    """Type nothing, or no more of it; words that are offered go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DictationChanged:
    """How a dictation stands."""

    stage: DictationStage
    text: str = ""
    """The words that are typed or offered."""
    problem: str = ""
    """What went wrong, in the user's language."""
    hint: str = ""
    """What to do about it."""


DictationCommand = Dictate | CancelDictation
