"""Where the user sits while the program is killed: the terminal, or the window."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Protocol

from tests.helpers.process.life import Life

CHOICES: Final = {"Coffee": ("Espresso", "Latte", "Mocha"), "Size": ("Small", "Large")}
"""The labels of each question, by its header."""
TOOL: Final = "ask_user_question"


def text_of(header: str) -> str:
    """Return the words of a question."""
    return f"Which {header.lower()} shall it be?"


QUESTION: Final[dict[str, Any]] = {
    "questions": [
        {
            "question": text_of(header),
            "header": header,
            "multiSelect": False,
            "options": [{"label": label, "description": "As it is"} for label in labels],
        }
        for header, labels in CHOICES.items()
    ]
}
"""What the model asks, all in one call."""


class Surface(Protocol):
    """How the user sees and answers."""

    @property
    def program(self) -> Sequence[str]:
        """The module to run and its first arguments."""
        ...

    def say(self, life: Life, words: str) -> None:
        """Send a message."""
        ...

    def shows(self, life: Life, header: str) -> bool:
        """Whether this question was before the user in this life."""
        ...

    def left(self, drafted: Collection[str]) -> list[str]:
        """Return the questions that are still put where these were answered but not sent."""
        ...

    def choose(self, life: Life, header: str, label: str) -> None:
        """Answer one question."""
        ...

    def submit(self, life: Life) -> None:
        """Send the answers, where the last choice does not."""
        ...


class Terminal:
    """`parley chat`, over pipes."""

    program = ("assistant.cli", "--debug", "chat", "--continue")

    def say(self, life: Life, words: str) -> None:
        """Type the words."""
        life.type(words)

    def shows(self, life: Life, header: str) -> bool:
        """Whether its line was printed; it begins with the header."""
        return life.shows(f"[{header}]")

    def left(self, drafted: Collection[str]) -> list[str]:
        """Return those that have no answer, at least the last one: its answer sends them all."""
        return [header for header in CHOICES if header not in drafted] or [list(CHOICES)[-1]]

    def choose(self, life: Life, header: str, label: str) -> None:
        """Type the number of the label."""
        life.type(str(CHOICES[header].index(label) + 1))

    def submit(self, life: Life) -> None:
        """Do nothing: the last line sent everything."""


class Anew(Terminal):
    """The terminal of somebody who does not ask to go on."""

    program = ("assistant.cli", "--debug", "chat")


class Window:
    """`parley`, with a hand at the mouse; see `window.py`."""

    program = ("tests.e2e.killed.driven_window", "--debug", "run")

    def say(self, life: Life, words: str) -> None:
        """Type the words and send them."""
        life.type(f"say {words}")

    def shows(self, life: Life, header: str) -> bool:
        """Whether the dialog showed its words."""
        return life.shows(f"question: {text_of(header)}")

    def left(self, drafted: Collection[str]) -> list[str]:
        """Return those that have no answer; the answers are reviewed before they are sent."""
        return [header for header in CHOICES if header not in drafted]

    def choose(self, life: Life, header: str, label: str) -> None:
        """Click the option."""
        life.type(f"press {label}")

    def submit(self, life: Life) -> None:
        """Click the button below the review."""
        life.type("press Submit")
