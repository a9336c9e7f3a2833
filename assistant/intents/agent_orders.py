"""Recognises an order to a coding agent: "ask Claude Code in webshop to fix the login test". Pure.

The words after it are the task, exactly as they were said; so they are found by patterns, not by the
sentences of requests. Agent and project must both be said: anything else is for the model.
"""

import re
from functools import cache
from typing import Final

from assistant.coding_agents.model.agent_patterns import compiled, plain
from assistant.coding_agents.tasks.order import named_agent
from assistant.intents.intent import Intent
from assistant.languages import LANGUAGES
from assistant.languages.sentence_table import IntentName

LONGEST: Final = 4_000
"""Characters of an order that are looked at."""
_QUOTES: Final = "\"'“”„«»「」『』 "


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (code, compiled(pattern))
        for code, known in LANGUAGES.items()
        for pattern in known.started_agents
    )


def agent_order(text: str) -> Intent | None:
    """Return the order that a text is; None if it is anything else."""
    if len(text) > LONGEST or "\n" in text.strip():
        return None
    words = plain(text)
    for code, pattern in _patterns():
        found = pattern.fullmatch(words)
        agent = None if found is None else named_agent(found["agent"])
        if found is None or agent is None:
            continue
        project, task = found["project"].strip(_QUOTES), found["words"].strip().rstrip(".。")
        if project and task:
            return Intent(
                name=IntentName.START_AGENT,
                language=code,
                slots={"agent": agent.traits.title, "label": project, "text": task},
            )
    return None
