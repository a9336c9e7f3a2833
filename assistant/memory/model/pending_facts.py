"""Facts that wait for room in a full memory, as they are stored until there is some. Pure."""

from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter, ValidationError

from assistant.errors import ConfigError
from assistant.memory.model.scope import Scope
from assistant.memory.owner import Whose

_stored: Final = TypeAdapter(list[dict[str, str]])


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingFact:
    """A fact, and the memory file it is to go to."""

    whose: Whose
    scope: Scope
    fact: str


def written(facts: tuple[WaitingFact, ...]) -> str:
    """Return facts as they are stored; empty if there are none."""
    if not facts:
        return ""
    return _stored.dump_json(
        [
            {
                "workspace": one.whose.workspace,
                "agent": one.whose.agent,
                "user": one.whose.user,
                "scope": one.scope.value,
                "fact": one.fact,
            }
            for one in facts
        ]
    ).decode()


def read(stored: str | None) -> tuple[WaitingFact, ...]:
    """Return the facts that were stored; those that cannot be understood are left out."""
    try:
        records = _stored.validate_json(stored or "[]")
    except ValidationError:
        return ()
    found: list[WaitingFact] = []
    for record in records:
        try:
            whose = Whose(workspace=record["workspace"], agent=record["agent"], user=record["user"])
            found.append(
                WaitingFact(whose=whose, scope=Scope(record["scope"]), fact=record["fact"])
            )
        except (KeyError, ValueError, ConfigError):
            continue
    return tuple(found)
