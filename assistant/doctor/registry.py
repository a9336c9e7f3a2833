"""The checks: what is looked at, in which order, and for how long at most."""

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass
from typing import Final

from assistant.coding_agents.model.agents import CodingAgent
from assistant.locale import mark


@dataclass(frozen=True, slots=True)
class Check:
    """One part that is looked at."""

    name: str
    title: str
    """A marked message id, or a name."""
    module: str
    """Where it is, below this package: `checks(context)` there gives its function by its name."""
    lane: str
    """Checks of one lane run one after the other in one process, so that what one of them loads is
    there for the next, and times are not those of a crowded machine."""
    limit_s: float
    """Seconds after which it is given up, many times what it takes on an idle machine."""
    _: KW_ONLY
    needs: tuple[str, ...] = ()
    """Earlier checks without whose success this one says nothing new."""
    is_optional: bool = False
    """Whether Parley works without the part, so that no answer is a warning, not a failure."""


QUICK, HEAVY = "quick", "heavy"
_DEVICES: Final = ("microphone", "speaker")
_BOTH_ENDS: Final = ("recogniser", "voice")


def agent_check(agent: CodingAgent) -> str:
    """Return the name of the check of a coding agent."""
    return f"agent_{agent.name.lower()}"


_AGENTS: Final = {
    agent: Check(
        agent_check(agent), agent.traits.title, "coding_agents", QUICK, 60, is_optional=True
    )
    for agent in CodingAgent
}
CHECKS: Final = (
    Check("program", mark("Program"), "files", QUICK, 20),
    Check("home", mark("Home folder"), "files", QUICK, 20),
    Check("settings", mark("Settings"), "files", QUICK, 20),
    Check("database", mark("Database"), "files", QUICK, 60),
    Check("disk", mark("Disk space"), "files", QUICK, 20),
    Check("models", mark("Model files"), "files", QUICK, 120),
    Check("keys", mark("Key store"), "language_model", QUICK, 20, is_optional=True),
    Check("mcp", mark("MCP servers"), "mcp_servers", QUICK, 60, is_optional=True),
    *_AGENTS.values(),
    Check("telegram", mark("Telegram"), "telegram", QUICK, 40, is_optional=True),
    Check("sync", mark("Your devices"), "sync", QUICK, 40, is_optional=True),
    Check("model", mark("Language model"), "language_model", HEAVY, 180),
    Check("microphone", mark("Microphone"), "audio_devices", QUICK, 20, is_optional=True),
    Check("speaker", mark("Speaker"), "audio_devices", QUICK, 20, is_optional=True),
    Check("echo", mark("Echo"), "echo", QUICK, 40, needs=_DEVICES, is_optional=True),
    Check("wake_word", mark("Wake word"), "speech_models", HEAVY, 60),
    Check("turn", mark("End of turn"), "speech_models", HEAVY, 60),
    Check("recogniser", mark("Recogniser"), "speech_models", HEAVY, 120),
    Check("voice", mark("Voice"), "speech_models", HEAVY, 60),
    Check("round_trip", mark("Voice to recogniser"), "speech_models", HEAVY, 60, needs=_BOTH_ENDS),
    Check("display", mark("Window"), "display", QUICK, 60, is_optional=True),
    Check("fonts", mark("Fonts"), "display", QUICK, 20, is_optional=True),
    Check("dictation", mark("Dictation"), "display", QUICK, 20, is_optional=True),
)
"""In the order they are told. A check comes after those it needs."""


def checks_with(set_up: Collection[CodingAgent]) -> tuple[Check, ...]:
    """Return the checks of a Parley in which these agents ask; of others there is nothing to say."""
    left_out = [check for agent, check in _AGENTS.items() if agent not in set_up]
    return tuple(check for check in CHECKS if check not in left_out)
