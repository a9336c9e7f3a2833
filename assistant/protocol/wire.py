"""What two processes of Parley say to each other, as JSON text. Pure.

The process with the engine sends its version, then every event. The other one submits commands; each
is acknowledged. A command or event is written as its fields under the name of its class, so both
processes must have the same version.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeVar, cast, get_args

from pydantic import TypeAdapter, ValidationError

from assistant.errors import AnswerRefused, AssistantError, ProtocolError, RefusalReason
from assistant.locale import _
from assistant.protocol.by_class_name import CLASS, FIELDS
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent

MemberT = TypeVar("MemberT")

ENGINE_PATH: Final = "/api/engine"
"""Where a process with an engine serves it to others."""
MAX_COMMAND: Final = 24 * 1024 * 1024
"""Characters of a command as it is written; files are most of the longest."""

COMMANDS: Final[Mapping[str, type[Command]]] = {kind.__name__: kind for kind in get_args(Command)}
EVENTS: Final[Mapping[str, type[EngineEvent]]] = {
    kind.__name__: kind for kind in get_args(EngineEvent)
}


class WireError(ProtocolError):
    """What another process said cannot be understood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeting:
    """Who has the engine; the first that is said."""

    version: str
    """Of Parley."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTold:
    """An event of the engine."""

    event: EngineEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandDone:
    """A command was handled; what came of it was told before."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFailed:
    """A command was not carried out."""

    number: int
    message: str
    """For the user."""
    hint: str = ""
    reason: str = ""
    """The `RefusalReason` of an answer that was refused; empty for any other command."""

    @classmethod
    def of(cls, number: int, error: AssistantError) -> "CommandFailed":
        """Return what is said of a failure."""
        reason = error.reason.value if isinstance(error, AnswerRefused) else ""
        return cls(number=number, message=error.message, hint=error.hint, reason=reason)

    def error(self) -> AssistantError:
        """Return the failure."""
        if self.reason:
            return AnswerRefused(RefusalReason(self.reason), self.message, hint=self.hint)
        return AssistantError(self.message, hint=self.hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSubmitted:
    """A command; what is said of it later names its number."""

    number: int
    command: Command


EngineFrame = Greeting | EventTold | CommandDone | CommandFailed
"""What the process with the engine says. The other one says `CommandSubmitted`."""


def encode(frame: EngineFrame | CommandSubmitted) -> str:
    """Return a frame as ASCII text."""
    match frame:
        case EventTold():
            said: dict[str, Any] = {"event": _written(frame.event)}
        case CommandSubmitted():
            said = {"number": frame.number, "command": _written(frame.command)}
        case _:
            said = {type(frame).__name__: _adapter(type(frame)).dump_python(frame, mode="json")}
    return json.dumps(said)


def decode_command(text: str) -> CommandSubmitted:
    """Return the command that was submitted.

    Raises:
        WireError: If it is none that this version knows.
    """
    match _object(text):
        case {"number": int(number), "command": member}:
            return CommandSubmitted(number=number, command=_member(member, COMMANDS))
        case _:
            raise _unknown(text)


def decode_frame(text: str) -> EngineFrame:
    """Return what the process with the engine said.

    Raises:
        WireError: If it is nothing that this version knows.
    """
    match _object(text):
        case {"event": member}:
            return EventTold(event=_member(member, EVENTS))
        case {"Greeting": fields}:
            return _read(Greeting, fields)
        case {"CommandDone": fields}:
            return _read(CommandDone, fields)
        case {"CommandFailed": fields}:
            return _read(CommandFailed, fields)
        case _:
            raise _unknown(text)


def prepare(kinds: Iterable[type[Any]]) -> None:
    """Build what reads and writes these classes; it is much work for many of them."""
    for kind in kinds:
        _adapter(kind)


@cache
def _adapter(kind: type[MemberT]) -> TypeAdapter[MemberT]:
    adapter = TypeAdapter(kind)
    adapter.rebuild(_types_namespace={"Command": Command})  # `notices` names it for types alone
    return adapter


def _written(member: Command | EngineEvent) -> dict[str, Any]:
    kind = type(member)
    return {CLASS: kind.__name__, FIELDS: _adapter(kind).dump_python(member, mode="json")}


def _member(written: object, known: Mapping[str, type[MemberT]]) -> MemberT:
    told: Mapping[str, object] = {}
    if isinstance(written, dict):
        told = cast("Mapping[str, object]", written)
    name = str(told.get(CLASS))
    if name not in known:
        raise _unknown(name)
    return _read(known[name], told.get(FIELDS))


def _read(kind: type[MemberT], fields: object) -> MemberT:
    try:
        return _adapter(kind).validate_python(fields)
    except ValidationError as error:
        raise _unknown(kind.__name__) from error


def _object(text: str) -> Mapping[str, object]:
    try:
        said: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unknown(text) from error
    return cast("Mapping[str, object]", said) if isinstance(said, dict) else {}


def _unknown(what: str) -> WireError:
    return WireError(
        _("A message from the other Parley process cannot be read ({what}).").format(
            what=what[:40]
        ),
        hint=_("Update both to the same version and restart them."),
    )
