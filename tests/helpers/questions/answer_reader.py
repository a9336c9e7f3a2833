"""A model that reads answers, as a script; for the desk and for presentations."""

import asyncio
from collections.abc import Sequence

from assistant.questions.model.question import Origin
from assistant.questions.model_reading.reading_reply import read_report
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.understanding import Understanding

Report = dict[str, object] | None
"""What the model reports; None if it reads nothing in time."""


def reports(*option_ids: str, means: str = "options", command: str = "") -> dict[str, object]:
    """Return a report as a model writes it."""
    report: dict[str, object] = {"means": means}
    if option_ids:
        report["option_ids"] = list(option_ids)
    if command:
        report["command"] = command
    return report


class ScriptedReader:
    """Implements `AnswerReader`: reports what the script says, one after the other, then nothing.

    Attributes:
        seen: What it was given to read.
        released: While it is clear, the reply is on its way.
        asked: Set once something was given to it.
    """

    def __init__(self, script: Sequence[Report] = ()) -> None:
        self.script = list(script)
        self.seen: list[UnreadWords] = []
        self.asked = asyncio.Event()
        self.released = asyncio.Event()
        self.released.set()

    async def read(self, unread: UnreadWords, origin: Origin | None = None) -> Understanding | None:
        """Report the next of the script."""
        self.seen.append(unread)
        report = self.script.pop(0) if self.script else None
        self.asked.set()
        await self.released.wait()
        return None if report is None else read_report(unread, report)


async def reads_nothing(_unread: UnreadWords) -> None:
    """Have no model."""
