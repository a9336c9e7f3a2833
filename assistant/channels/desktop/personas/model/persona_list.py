"""What the windows of workspaces and personas show and start from. Pure."""

import unicodedata
from dataclasses import dataclass
from typing import Final

from assistant.locale import _
from assistant.memory.model.persona_names import name_problem, tidy_name
from assistant.protocol.personas import PersonasListed

FILTER_FROM: Final = 8
"""Personas from which on there is a field to search them by."""
_SUMMARY_LIMIT: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaRow:
    """One persona in the list."""

    name: str
    summary: str
    """How its text begins, on one line."""


def persona_rows(listed: PersonasListed, query: str = "") -> tuple[PersonaRow, ...]:
    """Return the personas whose name or text has every word of a query, in any letters."""
    words = _folded(query).split()
    return tuple(
        PersonaRow(name=name, summary=summary_of(persona))
        for name, persona in listed.personas
        if all(word in _folded(f"{name} {persona}") for word in words)
    )


def summary_of(persona: str) -> str:
    """Return how a persona begins, without the marks of headings and lists."""
    line = next((line for line in persona.splitlines() if line.strip(" #*->\t")), "")
    words = " ".join(line.strip(" #*->\t").split())
    if len(words) <= _SUMMARY_LIMIT:
        return words
    return words[: _SUMMARY_LIMIT - 1].rstrip() + "…"


def persona_of(listed: PersonasListed, name: str) -> str:
    """Return the text of a persona; empty if there is none of this name."""
    return dict(listed.personas).get(name, "")


def starting_text(name: str) -> str:
    """Return what a new persona begins with: an example that works as it is."""
    return _(
        "You are {name}, a patient teacher. You find out what is already known, explain one step"
        " at a time, and check with a short question whether it was understood.\n\n"
        "- Speak plainly and briefly.\n"
        "- Give an example for everything that is hard to picture.\n"
        "- Say so when you do not know something."
    ).format(name=name or _("Ada"))


@dataclass(frozen=True, slots=True, kw_only=True)
class NameAdvice:
    """What becomes of a name that somebody types."""

    name: str
    """As it will be written."""
    problem: str = ""
    """Why it cannot be; empty if it can."""
    remark: str = ""
    """What is different from what was typed; empty if nothing is."""


def advise_name(typed: str, taken: tuple[str, ...]) -> NameAdvice:
    """Return what becomes of a name.

    Args:
        typed: What stands in the field.
        taken: Names there are.
    """
    name = tidy_name(typed)
    problem = name_problem(name, taken)
    differs = name != typed
    remark = _("It will be called {name}.").format(name=name) if differs and not problem else ""
    return NameAdvice(name=name, problem=problem, remark=remark)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
