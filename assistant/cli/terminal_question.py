"""Asks one question in the terminal of a command."""

import asyncio
import sys
from typing import TextIO

from assistant.clock import Clock
from assistant.questions.model.question import QuestionSet, Response
from assistant.settings import Settings
from assistant.signals import ENDING, on_signals


async def ask_in_terminal(
    questions: QuestionSet, *, clock: Clock, settings: Settings, keys: TextIO
) -> Response | None:
    """Ask until there is a response; None also where the system ends the program.

    What is asked goes to standard error, where it can be seen even if the result is piped on.
    """
    from assistant.assembly.single_question import question  # only what is asked needs it

    asking = asyncio.ensure_future(
        question.ask_in_terminal(
            questions,
            clock=clock,
            stream=keys,
            write=show,
            screen=sys.stderr,
            arm_delay_s=settings.questions.arm_delay_ms / 1000,
            numbers=settings.questions.terminal_numbers,
        )
    )
    on_signals(*ENDING, do=asking.cancel)  # leaves the terminal as it was
    await asyncio.wait({asking})
    return None if asking.cancelled() else asking.result()


def show(text: str) -> None:
    """Write to standard error."""
    sys.stderr.write(text)
    sys.stderr.flush()
