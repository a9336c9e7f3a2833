"""How long a test waits for what comes by itself: longer than a busy machine takes."""

from collections.abc import Callable
from typing import Any, Final

from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker
from typing_extensions import override

PATIENCE_S: Final = 20.0
"""Less than the limit every test has, so that it fails with what it was waiting for."""
_PATIENCE_MS: Final = round(PATIENCE_S * 1000)


class PatientQtBot(QtBot):
    """Waits so long where the test names no other time; it would be 5 s."""

    @override
    def waitUntil(
        self, callback: Callable[[], bool | None], *, timeout: int = _PATIENCE_MS
    ) -> None:
        super().waitUntil(callback, timeout=timeout)

    @override
    def waitSignal(
        self, signal: Any, *, timeout: int = _PATIENCE_MS, **options: Any
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **options)
