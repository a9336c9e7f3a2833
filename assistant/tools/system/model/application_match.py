"""Which application somebody means by a name. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz

from assistant.folded_text import folded

_SURE: Final = 85.0
"""Likeness from which a name is taken for a slip of the one it is most like."""
_APART: Final = 8.0
"""How much less alike the next one must be then."""
_CANDIDATE: Final = 60.0
MOST_CANDIDATES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """An application that can be started."""

    name: str
    """As the user knows it."""
    names: tuple[str, ...]
    """Everything it may be called."""
    command: tuple[str, ...]
    """The program and its arguments."""
    folder: str = ""
    """Where it starts; empty for the user's home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousApplication:
    """Several are meant, or none."""

    candidates: tuple[str, ...]
    """Names of those that may be meant, the most likely first; empty if none is like it."""


def choose_application(
    applications: Sequence[Application], wanted: str
) -> Application | AmbiguousApplication:
    """Choose the application that is meant.

    Args:
        applications: Those there are, in the order in which one wins over another of its name.
        wanted: A name, perhaps misspelt.
    """
    key = folded(wanted)
    if not key:
        return AmbiguousApplication(candidates=())
    shown = {folded(app.name): app for app in reversed(applications)}
    if key in shown:
        return shown[key]
    exact = [app for app in shown.values() if key in map(folded, app.names)]
    if len(exact) == 1:
        return exact[0]
    scored = sorted(
        ((_likeness(key, app), app.name, app) for app in shown.values()),
        key=lambda entry: (-entry[0], entry[1]),
    )
    best = scored[0][0] if scored else 0.0
    second = scored[1][0] if len(scored) > 1 else 0.0
    if not exact and best >= _SURE and best - second >= _APART:
        return scored[0][2]
    near = [name for score, name, _app in scored if score >= _CANDIDATE]
    return AmbiguousApplication(candidates=tuple(near[:MOST_CANDIDATES]))


def _likeness(key: str, app: Application) -> float:
    return max((_alike(key, folded(name)) for name in app.names), default=0.0)


def _alike(key: str, name: str) -> float:
    """Similarity of two names from 0 to 100; a word of a longer name is like all of it."""
    words = fuzz.token_set_ratio(key, name) if len(key) > 2 else 0.0
    return max(fuzz.ratio(key, name), min(words, _SURE + _APART))
