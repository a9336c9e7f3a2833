"""What the user wants an agent to do, and where: an agent, a folder and words, none of them guessed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from assistant.coding_agents.model.agent_patterns import names_of
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.attention import said_name
from assistant.errors import AssistantError
from assistant.locale import _


class FolderError(AssistantError):
    """It is not certain in which folder an agent is to work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOrder:
    """An agent to start."""

    agent: CodingAgent
    folder: Path
    """Absolute, without links."""
    words: str
    """What it is to do, as it is told so."""


def named_agent(name: str) -> CodingAgent | None:
    """Return the agent that people call so: "Claude", "claude code", "Gemini CLI"."""
    wanted = said_name(name)
    for agent in CodingAgent:
        if wanted in map(said_name, names_of(agent)):
            return agent
    return None


def is_path(project: str) -> bool:
    """Whether words are a folder, rather than the name of a project."""
    return project.startswith(("/", "~", "./", "../")) or PurePath(project).is_absolute()


def project_folder(project: str, known: Sequence[Path]) -> Path:
    """Return the folder of a project that is named.

    Args:
        project: As it was said: `web shop` is `web-shop`; empty where it was not said.
        known: The folders of which Parley knows, all of them there.

    Raises:
        FolderError: If none is meant, or several may be.
    """
    wanted = said_name(project)
    found = [one for one in known if not wanted or said_name(one.name) == wanted]
    match found:
        case [folder]:
            return folder
        case [] if not wanted:
            raise FolderError(
                _("In which folder? Say it with the whole path, as in: in ~/src/webshop.")
            )
        case []:
            raise FolderError(
                _(
                    "Parley knows of no project {project}. Say its folder with the whole path"
                    " once, as in: in ~/src/webshop."
                ).format(project=project)
            )
        case _:
            folders = ", ".join(map(shown_path, found[:6]))
            raise FolderError(_("Which folder: {folders}?").format(folders=folders))


def shown_path(folder: Path) -> str:
    """Return a folder as the user writes it: `~/src/webshop`."""
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
