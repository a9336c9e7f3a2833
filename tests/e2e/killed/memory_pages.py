"""What the user writes into a memory file by hand, and what the model makes of it. Pure."""

import random
import string
from typing import Final

FACTS: Final = 40


def words(rng: random.Random, count: int) -> str:
    """Return made-up words, so different that no two facts are taken for the same."""
    return " ".join("".join(rng.choices(string.ascii_lowercase, k=7)) for _ in range(count))


def page(number: int) -> str:
    """Return a whole memory file: a heading, facts, a last line."""
    rng = random.Random(number)
    facts = [f"- {words(rng, 6)}" for _ in range(FACTS)]
    return "\n".join([f"# Page {number}", *facts, f"The end of page {number}.", ""])


def shortened(listed: str) -> str:
    """Return a list of facts in fewer words."""
    return "\n".join(" ".join(line.split()[:3]) for line in listed.splitlines())


def is_page(text: str, number: int) -> bool:
    """Whether a file is a page as it was written, or as it was shortened: nothing between."""
    whole = page(number)
    lines, full = text.splitlines(), whole.splitlines()
    if text == whole:
        return True
    frame = [lines[0], lines[-1]] == [full[0], full[-1]]
    facts = [line for line in lines if line.startswith("- ")]
    return frame and facts == shortened("\n".join(full[1:-1])).splitlines()
