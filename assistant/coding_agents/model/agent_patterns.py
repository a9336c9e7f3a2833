"""Patterns of what is said of coding agents, in which `<agent>` stands for the name of any. Pure."""

import re
import unicodedata
from collections.abc import Sequence

from assistant.coding_agents.model.agents import CodingAgent
from assistant.languages import LANGUAGES

_AGENT = "<agent>"


def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern of a language, which matches `plain` words."""
    return re.compile(pattern.replace(_AGENT, _any_agent()), re.IGNORECASE)


def plain(text: str) -> str:
    """Return words as patterns are written: on one line, with one blank and one apostrophe."""
    return " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())


def names_of(agent: CodingAgent) -> Sequence[str]:
    """Return what people call an agent, in every language."""
    own = (known.agent_names.get(agent.value, ()) for known in LANGUAGES.values())
    return [*agent.names, *(name for names in own for name in names)]


def _any_agent() -> str:
    names: Sequence[str] = [name for agent in CodingAgent for name in names_of(agent)]
    # The longest first: "Claude Code" is not "Claude", followed by a word.
    ordered = sorted(names, key=len, reverse=True)
    return f"(?P<agent>{'|'.join(re.escape(name) for name in ordered)})"
