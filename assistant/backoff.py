"""How long to wait before something is tried again. Pure."""

from typing import Final

FIRST_S: Final = 1.0
LONGEST_S: Final = 60.0
STEADY_S: Final = 60.0
"""A connection that held for so long was a good one: the next wait is a short one again."""


def backoff_s(failures: int) -> float:
    """Seconds before the next try: 1, 2, 4 and so on up to 60; `failures` in a row, at least 1."""
    return min(LONGEST_S, FIRST_S * 2.0 ** min(failures - 1, 10))
