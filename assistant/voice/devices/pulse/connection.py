"""Connections to a PulseAudio server for questions and changes, through pulsectl."""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from assistant.voice.devices.missing_device import no_answer_error

CONNECT_S: Final = (0.03, 0.3, 1.0)
"""Waits for the server to take a connection. pulsectl waits for all of it even if the server answers
within milliseconds, so the first is short."""


def load_pulsectl() -> Any:
    """Raises DeviceError if the package, or the library it needs, is missing."""
    try:
        return import_module("pulsectl")
    # pulsectl raises OSError where it finds no libpulse.
    except (ImportError, OSError) as error:
        raise no_answer_error() from error


@contextmanager
def pulse_connection(address: str | None) -> Generator[Any]:
    """Connect to a server while the context lasts.

    Args:
        address: The server's; None for that of the environment.

    Raises:
        DeviceError: If it does not answer, or goes away.
    """
    pulsectl = load_pulsectl()
    server = pulsectl.Pulse("Parley", server=address, connect=False)
    try:
        _connect(server, pulsectl.PulseError)
        yield server
    except (pulsectl.PulseError, pulsectl.PulseDisconnected) as error:
        raise no_answer_error() from error
    finally:
        server.close()


def _connect(server: Any, failure: type[Exception]) -> None:
    for wait_s in CONNECT_S[:-1]:
        try:
            server.connect(timeout=wait_s)
        except failure:
            continue
        return
    server.connect(timeout=CONNECT_S[-1])
