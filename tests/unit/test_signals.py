"""Signals on the running loop."""

import asyncio
import os
import signal
import sys

import pytest

from assistant.signals import ENDING, on_signals
from tests.helpers.patience import PATIENCE_S

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to a loop")


@posix
async def test_a_signal_is_heard_on_the_loop() -> None:
    heard = asyncio.Event()
    on_signals(*ENDING, do=heard.set)
    try:
        for told in ENDING:
            heard.clear()
            os.kill(os.getpid(), told)
            async with asyncio.timeout(PATIENCE_S):
                await heard.wait()
    finally:
        for told in ENDING:
            asyncio.get_running_loop().remove_signal_handler(told)


async def test_a_loop_without_handlers_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    on_signals(signal.SIGINT, do=lambda: None)


def test_what_ends_a_program_begins_with_being_told_to() -> None:
    assert ENDING[0] is signal.SIGTERM
