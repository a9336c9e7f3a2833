"""Work in copies of this process, so that nothing it does is left."""

import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NoReturn

MEMORY: Final = 6 << 30
"""Bytes that a copy may hold: a fault may make a list without end."""
PROCESSOR: Final = 900
"""Seconds of the processor after which a copy ends: so many that only a fault takes them."""
BROKEN: Final = 99
"""The status of a copy that raised."""


def answer_of(work: Callable[[], Any]) -> Any:
    """Return what work returns in a copy of this process, or None where the copy died."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        os.close(reader)

        def answered() -> int:
            with open(writer, "wb") as pipe:
                pickle.dump(work(), pipe)
            return 0

        _end_with(answered)
    os.close(writer)
    with open(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(process, 0)
    return pickle.loads(answer) if answer else None


def statuses(works: Iterable[Callable[[], int]], jobs: int) -> Iterator[tuple[int, int]]:
    """Yield which work ended and with which status, negative for a signal, up to `jobs` at a time."""
    numbers: dict[int, int] = {}
    for number, work in enumerate(works):
        if len(numbers) >= jobs:
            yield _one_of(numbers)
        sys.stdout.flush()
        process = os.fork()
        if not process:
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            _end_with(work)
        numbers[process] = number
    while numbers:
        yield _one_of(numbers)


def quiet() -> None:
    """Have this process print nothing any more, except where it breaks."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _one_of(numbers: dict[int, int]) -> tuple[int, int]:
    process, status = os.wait()
    return numbers.pop(process), os.waitstatus_to_exitcode(status)


def _end_with(work: Callable[[], int]) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    status = BROKEN
    try:
        status = work()
    finally:
        if status == BROKEN:
            traceback.print_exc()
            sys.stderr.flush()
        os._exit(status)
