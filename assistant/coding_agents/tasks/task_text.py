"""How a task is written for the user. Pure, but for the interface's language."""

import re
from typing import Final

from assistant.coding_agents.tasks.agent_task import AgentTask
from assistant.foreign_text import to_plain_text
from assistant.locale import _, joined, ngettext

MAX_SENTENCE: Final = 240
"""Characters of the one sentence."""
_MARKDOWN: Final = re.compile(r"(?m)^\s*(?:#{1,6}|[-*>]|\d+\.)\s+|[*_`]{1,3}")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])\s|(?<=[。！？])|\n")


def progress_text(task: AgentTask) -> str:
    """Return how far it is: `2 of 5 steps; now: Edit login.py`; empty if that is not known."""
    parts: list[str] = []
    if task.plan and task.state.is_under_way:
        parts.append(
            ngettext("{done} of {n} step", "{done} of {n} steps", len(task.plan)).format(
                done=task.steps_done, n=len(task.plan)
            )
        )
    if task.doing:
        parts.append(_("now: {title}").format(title=task.doing))
    if task.queued:
        parts.append(
            ngettext("{n} message waits", "{n} messages wait", len(task.queued)).format(
                n=len(task.queued)
            )
        )
    return joined(*parts, separator="; ")


def report_text(title: str, task: AgentTask) -> str:
    """Return what a task has come to, whole: who is done, and what it says.

    Args:
        title: Of the session: `Claude Code · webshop`.
        task: The task, which is over.
    """
    if task.problem:
        return _("{name} has failed: {problem}").format(name=title, problem=task.problem)
    done = _("{name} is done.").format(name=title)
    return joined(done, to_plain_text(task.text).strip(), separator="\n\n")


def result_sentence(task: AgentTask) -> str:
    """Return its result in one sentence: the first that it says; why, where it failed."""
    return task.problem or first_sentence(task.text)


def first_sentence(text: str) -> str:
    """Return the first sentence of a Markdown text, without its marks."""
    plain = _MARKDOWN.sub("", to_plain_text(text)).strip()
    sentences = (str(one).strip() for one in _SENTENCE_END.split(plain))
    found = next((one for one in sentences if one), "")
    return found if len(found) <= MAX_SENTENCE else f"{found[: MAX_SENTENCE - 1].rstrip()}…"
