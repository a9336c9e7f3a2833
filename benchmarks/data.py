"""The tables and recordings that benchmarks judge by: those of the tests."""

from pathlib import Path
from typing import Final

_DATA: Final = Path(__file__).parents[1] / "tests" / "data"
RECORDINGS: Final = _DATA / "audio" / "recordings"
SMALL_SET: Final = _DATA / "audio" / "bench"
"""Some thirty recordings, for a look in four minutes."""


def read_table(folder: str, name: str) -> str:
    return (_DATA / folder / name).read_text(encoding="utf-8")
