"""The log file of a surface: what happened, without the user's words.

A report of a fault wants it, so it is made to be sent: of an exception it has the type
and the places in the code, never the message, which may quote what was said; of a library's record
the text before anything was put into it.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Final, cast
from weakref import WeakSet

from typing_extensions import override

from assistant.home import Home
from assistant.private_files import open_private

MAX_LOG_BYTES: Final = 1_000_000
KEPT_FILES: Final = 2
"""Older files that are kept beside the one that is written."""
_OWN: Final = "assistant"
_NOT_KEPT: Final = "(not kept: it may quote what was said)"

_log = logging.getLogger(__name__)
_left_behind: Final[WeakSet[threading.Thread]] = WeakSet()

ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class WordlessFormatter(logging.Formatter):
    """Formats a record without what it may quote."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(process)d %(levelname)s %(name)s %(message)s")

    @override
    def format(self, record: logging.LogRecord) -> str:
        wordless = logging.makeLogRecord(record.__dict__)
        wordless.exc_text = None  # as another handler may have made it
        if not _is_own(record):
            has_gaps = bool(record.args) and isinstance(record.msg, str)
            wordless.msg = record.msg if has_gaps else _NOT_KEPT
            wordless.args = None
        return super().format(wordless)

    @override
    def formatException(self, ei: ExceptionInfo) -> str:
        return "" if ei[1] is None else wordless_traceback(ei[1])


def _is_own(record: logging.LogRecord) -> bool:
    return record.name == _OWN or record.name.startswith(f"{_OWN}.")


def _chain(error: BaseException) -> Iterator[str]:
    """An exception and its causes, the first cause first."""
    if error.__cause__ is not None:
        yield from _chain(error.__cause__)
        yield "from which came"
    elif error.__context__ is not None and not error.__suppress_context__:
        yield from _chain(error.__context__)
        yield "while handling it"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, BaseExceptionGroup):
        for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from (f"  | {line}" for line in _chain(inner))


class _LogFile(RotatingFileHandler):
    """Makes file and folder with the first record; without them if they cannot be written.

    An unwritable home is reported where something is lost by it.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, maxBytes=MAX_LOG_BYTES, backupCount=KEPT_FILES, encoding="utf-8", delay=True
        )

    @override
    def _open(self) -> TextIOWrapper:
        return TextIOWrapper(open_private(Path(self.baseFilename), "ab"), encoding="utf-8")

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)


@contextmanager
def logging_to_file(home: Home, surface: str, *, on_screen: bool) -> Generator[None]:
    """Log into `logs/<surface>.log` of the home inside the block.

    Uncaught exceptions are logged there too, before they are reported as usual.

    Args:
        home: Where the folder of log files is.
        surface: The name of the command.
        on_screen: Whether warnings go to standard error besides.
    """
    root, own = logging.getLogger(), logging.getLogger(_OWN)
    handlers: list[logging.Handler] = [_LogFile(home.logs / f"{surface}.log")]
    handlers[0].setFormatter(WordlessFormatter())
    handlers[0].addFilter(lambda record: _is_own(record) or record.levelno >= logging.WARNING)
    if on_screen and logging.lastResort is not None:
        handlers.append(logging.lastResort)
        handlers[1].addFilter(_is_of_the_program)  # it prints what comes after the block as well
    for handler in handlers:
        root.addHandler(handler)
    level = own.level
    own.setLevel(logging.INFO)
    hooks = sys.excepthook, threading.excepthook
    sys.excepthook, threading.excepthook = _log_uncaught, _log_uncaught_in_thread
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = hooks
        own.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
        handlers[0].close()


def keep_off_the_screen(thread: threading.Thread) -> None:
    """Write what a thread logs into the file alone: the program ends and leaves it behind."""
    _left_behind.add(thread)


def _is_of_the_program(record: logging.LogRecord) -> bool:
    return all(thread.ident != record.thread for thread in _left_behind)


def release_log_files() -> None:
    """Close the log files until the next record: on Windows their folder could not move."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, _LogFile):
            handler.close()


def wordless_traceback(error: BaseException) -> str:
    """Where an exception came from, and its type, without its message."""
    return "\n".join(_chain(error))


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        _log.critical("Nothing caught this.", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)


def _log_uncaught_in_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        _log.critical(
            "Nothing caught this in a thread.",
            exc_info=(failed.exc_type, failed.exc_value, failed.exc_traceback),
        )
    threading.__excepthook__(failed)
