"""The program that asks, as the user is told. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from assistant.channels.mcp.model.opening import is_object
from assistant.coding_agents.model.agents import agent_of_client
from assistant.locale import _
from assistant.questions.model.asker import Asker

_OTHERS: Final[Mapping[str, str]] = {"claude-ai": "Claude Desktop", "cursor-vscode": "Cursor"}
"""What clients that are no coding agents call themselves, and people call them."""
_CODEX_TURN: Final = "x-codex-turn-metadata"


def project_in(uris: Sequence[str]) -> str:
    """Return the name of the first folder among the roots of a client; empty if there is none."""
    for uri in uris:
        parts = urlsplit(uri)
        if parts.scheme == "file" and (name := unquote(parts.path).rstrip("/").rpartition("/")[2]):
            return name
    return ""


def project_of_call(meta: Mapping[str, object]) -> str:
    """Return the folder that a call says it comes from, in its `_meta`; empty if it says none.

    Codex sends `x-codex-turn-metadata` with each call: in `workspaces`, the roots of the repositories
    that the thread works in. One of its servers may serve threads in several of them.
    """
    turn = meta.get(_CODEX_TURN)
    workspaces = turn.get("workspaces") if is_object(turn) else None
    for path in workspaces if is_object(workspaces) else ():
        if name := re.split(r"[/\\]", path.rstrip("/\\"))[-1]:
            return name
    return ""


def asker_of(client: str, *, project: str, session: str) -> Asker:
    """Return who asks.

    Args:
        client: What the client says that it is.
        project: The folder that it works in; empty where that is not known.
        session: What it calls its session; empty where it does not say.
    """
    asker = Asker(agent=client, project=project, session=session)
    agent = agent_of_client(asker.agent)
    name = _OTHERS.get(asker.agent, asker.agent) if agent is None else agent.traits.title
    return asker.model_copy(update={"agent": name or _("A program")})
