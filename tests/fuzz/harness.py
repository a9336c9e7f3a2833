"""What every parser of foreign bytes is held to, in one small protocol."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.channels.terminal.text.printable import printable
from assistant.errors import AssistantError
from tests.helpers.effort import effort_within

CORPUS: Final = Path(__file__).parents[1] / "data" / "fuzz"
"""A folder a harness: examples that it once failed with, or begins with."""
FIXED_EFFORT: Final = 100_000
"""Calls of functions that any example may take."""
LONG: Final = 3
"""Long bad examples that an ordinary run reads, counting the effort."""
EFFORT_A_BYTE: Final = 400
"""How many more each of its bytes may take: no parser may need the square of them."""


def _no_seeds() -> Iterator[bytes]:
    yield from ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """One parser of the product, and what must hold whatever it is given."""

    name: str
    """Of it, and of its folder in the corpus."""
    read: Callable[[bytes], object]
    """Reads an example as the product does, and asserts what must hold."""
    errors: tuple[type[Exception], ...] = ()
    """What the parser is documented to raise; everything else is a finding."""
    seeds: Callable[[], Iterator[bytes]] = _no_seeds
    """Makes examples that are good, besides those of the corpus."""
    count: int = 60
    """Bad examples that an ordinary run of the tests reads, besides `LONG` long ones."""
    most_calls: int = FIXED_EFFORT
    """As `FIXED_EFFORT`, for one that does more than parse."""

    def run(self, data: bytes) -> None:
        """Read one example; raises what is a finding."""
        try:
            self.read(data)
        except self.errors as error:
            if isinstance(error, AssistantError):
                check_told(error)

    def run_counted(self, data: bytes) -> None:
        """As `run`, ended where it takes more than an example of its length may.

        Raises:
            TooMuchEffort: If so.
        """
        with effort_within(self.most_calls + EFFORT_A_BYTE * len(data)):
            self.run(data)

    def corpus(self) -> dict[str, bytes]:
        """Return what it begins with, by name."""
        kept = {path.name: path.read_bytes() for path in sorted((CORPUS / self.name).glob("*"))}
        return {f"seed {n}": seed for n, seed in enumerate(self.seeds(), 1)} | kept


def check_told(error: AssistantError) -> None:
    """An error says something, and its words can be stored and printed."""
    assert error.message
    for text in (error.message, error.hint):
        text.encode()
        check_harmless(printable(text))


def check_harmless(text: str) -> None:
    """No character of a text steers a terminal."""
    steering = [c for c in text if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160]
    assert not steering, (steering, text)
