"""What Parley keeps of the user on this computer, where, and how long. Pure."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.home import Home
from assistant.locale import _

_WRITTEN: Final = ("memory", "workspaces", "agents", "skills", "prompts", "trash")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptData:
    """One kind of what is kept; texts in the user's language."""

    name: str
    title: str
    until: str
    """How long, and what is said with it."""
    paths: tuple[Path, ...]
    """Files and folders that hold it; they may not exist."""

    @property
    def place(self) -> Path:
        """The folder or file that all of it is in."""
        return self.paths[0] if len(self.paths) == 1 else self.paths[0].parent


def kept_data(home: Home) -> tuple[KeptData, ...]:
    """Return what a home keeps, most personal first."""
    root = home.root
    return (
        KeptData(
            name="conversations",
            title=_("Conversations, questions and answers, timers"),
            until=_("Until you delete them. Of speech the words are kept, never the sound."),
            paths=(home.database.parent,),
        ),
        KeptData(
            name="memory",
            title=_("Memory, personas, notes and files"),
            until=_("Until you change or delete them; what was deleted is in a trash until then."),
            paths=tuple(root / name for name in _WRITTEN),
        ),
        KeptData(
            name="voice",
            title=_("How your voice sounds"),
            until=_("Only if you recorded a wake word, until you have Parley forget it."),
            paths=(root / "voice-profiles",),
        ),
        KeptData(
            name="keys",
            title=_("Keys and tokens"),
            until=_("In the system's key store, else in this file, until you remove them."),
            paths=(home.keys_file,),
        ),
        KeptData(
            name="settings",
            title=_("Settings"),
            until=_(
                "Yours, and copies of coding agents' settings from before Parley changed them."
            ),
            paths=(home.settings_file, home.servers_file, root / "coding-agents"),
        ),
        KeptData(
            name="logs",
            title=_("Logs"),
            until=_("The last three megabytes of each, never with your words or keys."),
            paths=(home.logs,),
        ),
        KeptData(
            name="models",
            title=_("Voices and models"),
            until=_("Until you remove them; nothing of yours is in them."),
            paths=(home.models,),
        ),
    )
