"""What a check says. Values only."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from assistant.finding import CheckStatus, Finding
from assistant.locale import InterfaceLanguage, without_values


class CheckVerdict(BaseModel):
    """What a check found."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: CheckStatus
    text: str
    hint: str = ""
    wordless: str = ""
    """As in `Finding`."""


class WorkerOrder(BaseModel):
    """What the child process is to look at."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    root: Path
    """The home folder."""
    models: Path
    language: InterfaceLanguage
    """Of the interface."""


class WorkerAnswer(BaseModel):
    """A verdict and how long it took."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: CheckVerdict
    seconds: float


def _verdict(status: CheckStatus, text: str, hint: str) -> CheckVerdict:
    return CheckVerdict(status=status, text=text, hint=hint, wordless=without_values(text))


def ok(text: str, *, hint: str = "") -> CheckVerdict:
    return _verdict(CheckStatus.OK, text, hint)


def warning(text: str, *, hint: str = "") -> CheckVerdict:
    """The part does not work, or not well, and Parley works without it."""
    return _verdict(CheckStatus.WARNING, text, hint)


def failed(text: str, *, hint: str = "") -> CheckVerdict:
    """A needed part does not work."""
    return _verdict(CheckStatus.FAILED, text, hint)


def skipped(text: str, *, hint: str = "") -> CheckVerdict:
    """Why a part was not checked."""
    return _verdict(CheckStatus.SKIPPED, text, hint)


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether nothing failed; allows warnings."""
    return all(finding.status is not CheckStatus.FAILED for finding in findings)
