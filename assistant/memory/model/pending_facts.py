"""Facts that wait for room in a full memory, as they are stored until there is some. Pure."""

from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter, ValidationError

from assistant.errors import ConfigError
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner

_stored: Final = TypeAdapter(list[dict[str, str]])


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingFact:
    """A fact, and the memory file it is to go to."""

    owner: MemoryOwner
    scope: MemoryScope
    fact: str


def written(facts: tuple[PendingFact, ...]) -> str:
    """Empty if there are none."""
    if not facts:
        return ""
    return _stored.dump_json(
        [
            {
                "workspace": one.owner.workspace,
                "agent": one.owner.agent,
                "user": one.owner.user,
                "scope": one.scope.value,
                "fact": one.fact,
            }
            for one in facts
        ]
    ).decode()


def read(stored: str | None) -> tuple[PendingFact, ...]:
    """Leaves malformed ones out."""
    try:
        records = _stored.validate_json(stored or "[]")
    except ValidationError:
        return ()
    found: list[PendingFact] = []
    for record in records:
        try:
            owner = MemoryOwner(
                workspace=record["workspace"], agent=record["agent"], user=record["user"]
            )
            found.append(
                PendingFact(owner=owner, scope=MemoryScope(record["scope"]), fact=record["fact"])
            )
        except (KeyError, ValueError, ConfigError):
            continue
    return tuple(found)
