"""What the user decided: commands and events."""

from dataclasses import dataclass
from pathlib import Path

from assistant.decision_log.decision import Decision, DecisionPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDecisions:
    """Ask for `DecisionsListed`, the last first; a newer list replaces one that is being read."""

    words: str = ""
    """All of them must be found."""
    project: str = ""
    """Only of this project, or asked by this program."""
    before: DecisionPlace | None = None
    """Where to begin, as an earlier page of the same list says."""
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDecision:
    """Open the conversation of a decision where the question was asked."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportDecisions:
    """Write decisions as Markdown records, a folder a project; a notice tells how it went."""

    folder: Path
    words: str = ""
    project: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionsListed:
    """Some of what the user decided."""

    asked: ListDecisions
    """What was asked for."""
    decisions: tuple[Decision, ...]
    next: DecisionPlace | None = None
    """Where the next page begins; None if there is none."""
    askers: tuple[str, ...] = ()
    """Projects and programs that a list can be narrowed to; with the first page of all."""


DecisionCommand = ListDecisions | OpenDecision | ExportDecisions
