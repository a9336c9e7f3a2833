"""What a click may mend of what `parley doctor` found. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from assistant.finding import CheckStatus, Finding

MODELS: Final = "models"
"""The check of the model files, which are fetched."""
_PLACES: Final = {
    "keys": ("model", ""),
    "model": ("model", ""),
    "mcp": ("servers", ""),
    "microphone": ("voice", "voice_input_device"),
    "speaker": ("voice", "voice_output_device"),
    "echo": ("voice", "voice_echo"),
    "wake_word": ("wake_word", ""),
    "turn": ("voice", "voice_turn_end"),
    "recogniser": ("voice", "voice_stt_model"),
    "voice": ("voice", "voice_voice"),
    "telegram": ("telegram", ""),
    "sync": ("devices", ""),
}
"""Check → page and field of the settings that decide about the part."""
_NEED_FILES: Final = frozenset({"model", "wake_word", "turn", "recogniser", "voice"})
_AGENT: Final = "agent_"


class _Document(BaseModel):
    ok: bool
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Fix:
    """What the button beside a finding does: fetch model files, or lead to a setting."""

    page: str = ""
    """Of the settings window; empty to fetch the files that are missing."""
    field: str = ""


def read_findings(document: str) -> tuple[Finding, ...]:
    """Read what `parley doctor --json` printed; raises `ValidationError` if it is something else."""
    return _Document.model_validate_json(document).findings


def troubles_first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return what is to be mended, what fails before what could be better."""
    troubles = (part for part in findings if part.is_trouble)
    return tuple(sorted(troubles, key=lambda part: part.status is not CheckStatus.FAILED))


def fix_for(part: Finding, findings: Sequence[Finding]) -> Fix | None:
    """Return what may be offered; None where only the user can do something, as the hint says."""
    if not part.is_trouble:
        return None
    lacks_files = any(each.name == MODELS and each.is_trouble for each in findings)
    if part.name == MODELS or (lacks_files and part.name in _NEED_FILES):
        return Fix()
    if part.name.startswith(_AGENT):
        return Fix("programs")
    place = _PLACES.get(part.name)
    return None if place is None else Fix(*place)


def lines_with(lines: Sequence[str], words: str) -> tuple[str, ...]:
    """Return the lines that have every word, however it is written."""
    wanted = words.casefold().split()
    return tuple(line for line in lines if all(word in line.casefold() for word in wanted))
