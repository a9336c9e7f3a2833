"""What a fetch reports, and how it stops early."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class FetchStage(Enum):
    """Where a fetch is."""

    DOWNLOADING = "downloading"
    UNPACKING = "unpacking"
    VERIFYING = "verifying"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchProgress:
    """A moment of a fetch."""

    name: str
    """The model."""
    stage: FetchStage
    received_bytes: int
    """Downloaded so far from this source, what an earlier try left included."""
    total_bytes: int | None
    """To download from this source, or None if it is not known."""
    source: str
    """A host, or the names of packages; empty when nothing was downloaded."""


class FetchCancelled(Exception):  # noqa: N818  # not an error: the caller asked for it
    """The caller gave up; what was downloaded stays for the next try."""


class SourceTrouble(Enum):
    """Why a source delivered nothing, for the advice that follows."""

    OFFLINE = "offline"
    REFUSED = "refused"
    MISMATCH = "mismatch"
    NO_PIP = "no_pip"


class SourceError(Exception):
    """One source failed; the next one is tried.

    Args:
        trouble: What kind of failure it is.
        detail: What failed, in the interface's language.
    """

    def __init__(self, trouble: SourceTrouble, detail: str) -> None:
        super().__init__(detail)
        self.trouble = trouble
        self.detail = detail


class Reporter:
    """Tells the caller how far one model is, from one source. Used by one thread."""

    def __init__(
        self,
        *,
        name: str,
        source: str,
        total_bytes: int,
        progress: Callable[[FetchProgress], None],
        cancelled: Callable[[], bool],
    ) -> None:
        self._name = name
        self._source = source
        self._total_bytes = total_bytes
        self._progress = progress
        self._cancelled = cancelled

    def check(self) -> None:
        """Raises `FetchCancelled` if the caller cancelled."""
        if self._cancelled():
            raise FetchCancelled

    def received(self, received_bytes: int) -> None:
        """Raises `FetchCancelled` if the caller cancelled."""
        self._report(FetchStage.DOWNLOADING, min(received_bytes, self._total_bytes))
        self.check()

    def stage(self, stage: FetchStage) -> None:
        """The download is over and this comes next; raises `FetchCancelled` likewise."""
        self._report(stage, self._total_bytes)
        self.check()

    def _report(self, stage: FetchStage, received_bytes: int) -> None:
        self._progress(
            FetchProgress(
                name=self._name,
                stage=stage,
                received_bytes=received_bytes,
                total_bytes=self._total_bytes,
                source=self._source,
            )
        )
