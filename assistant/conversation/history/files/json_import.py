"""Reads conversations from JSON Lines of `export_lines` or another program. Pure.

Lines are checked one by one. An invalid line excludes its whole conversation and is reported by
number; other conversations are imported. Ids of records from other programs derive from the
content, so that reading a file twice gives the same conversations.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import PydanticSerializationError

from assistant.conversation.history.files.json_export import (
    EXPORT_VERSION,
    OWN,
    conversations,
    questions,
    tool_calls,
)
from assistant.conversation.history.model.titles import make_title, readable_text
from assistant.foreign_text import storable
from assistant.llm.messages_api.messages import blocks
from assistant.locale import _
from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.model.records import ConversationRecord, MessageRecord
from assistant.storage.model.row_values import to_text

_NAMESPACE: Final = uuid.UUID("6a1c8c0e-7d0c-5b55-9d53-2c6f5d2f7d1e")
"""Of the ids that are made for records of other programs."""
_MAX_TOLD: Final = 80
"""Characters of a value from the file that a problem repeats."""

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""What may be half of a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportDefaults:
    """What conversations of other programs are taken to be held with."""

    workspace: str
    agent: str
    profile: str
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    """Why a line cannot be taken."""

    line: int
    """Its number, from 1."""
    text: str
    """What is wrong, in the user's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportResult:
    """What a file holds."""

    wholes: tuple[WholeConversation, ...]
    """The conversations that can be taken, in the order of the file."""
    problems: tuple[ImportProblem, ...] = ()
    kept_out: int = 0
    """Conversations that cannot be taken, as far as they can be told apart."""


class _Meta(BaseModel):
    """What stands beside a message; more is kept as it is."""

    model_config = ConfigDict(extra="allow", strict=True)
    spoken: bool | None = None
    heard: str | None = None
    stop_reason: str | None = None
    model: str | None = None
    results: dict[str, dict[str, Any]] | None = None
    answers: str | None = None
    ended: bool | None = None
    closing: bool | None = None
    finished_at: str | None = None


class _ProblemError(Exception):
    """A line cannot be taken; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    number: int
    role: Literal["user", "assistant"]
    content: str
    uuid: str
    parent: str | None
    at: datetime | None
    own: Mapping[str, Any]
    """What Parley alone knows; empty if another program wrote the record."""
    meta: str


@dataclass(slots=True, kw_only=True)
class _Group:
    """The lines of one conversation."""

    name: str | None
    """Its id, if Parley wrote it."""
    lines: list[_Line] = field(default_factory=list["_Line"])
    uuids: set[str] = field(default_factory=set[str])
    is_spoilt: bool = False


def import_lines(lines: Iterable[str], *, setting: ImportDefaults, now: datetime) -> ImportResult:
    """Read the lines of a file.

    Args:
        lines: With or without their line breaks; empty ones are passed over.
        setting: For conversations that do not say what they were held with.
        now: The moment, aware; for messages that do not say when they were written.
    """
    reader = _Reader()
    for number, text in enumerate(lines, start=1):
        reader.read(number, text.removeprefix("\ufeff") if number == 1 else text)
    wholes: list[WholeConversation] = []
    for group in reader.groups:
        if group.is_spoilt or not group.lines:
            continue
        try:
            wholes.append(_whole(group, setting=setting, now=now))
        except _ProblemError as problem:
            group.is_spoilt = True
            reader.problems.append(ImportProblem(line=group.lines[0].number, text=str(problem)))
    return ImportResult(
        wholes=tuple(wholes),
        problems=tuple(sorted(reader.problems, key=lambda problem: problem.line)),
        kept_out=sum(group.is_spoilt for group in reader.groups),
    )


class _Reader:
    """Checks lines and puts them together into conversations."""

    def __init__(self) -> None:
        self.groups: list[_Group] = []
        self.problems: list[ImportProblem] = []
        self._by_name: dict[str, _Group] = {}
        self._by_uuid: dict[str, _Group] = {}
        self._last: _Group | None = None
        self._is_lost = False
        """A line was no record at all: the conversation of the next one is incomplete, too."""

    def read(self, number: int, text: str) -> None:
        if not text.strip():
            return
        group: _Group | None = None
        try:
            record = _object(text)
            group = self._group(record)
            line = _line(number, record)
            if group is None:
                group = self._foreign_group(line)
            if line.uuid in group.uuids:
                raise _ProblemError(_("the id {id} stands twice").format(id=_quoted(line.uuid)))
        except _ProblemError as problem:
            self.problems.append(ImportProblem(line=number, text=str(problem)))
            if group is not None:
                group.is_spoilt = True
                self._last = group
            else:
                if self._last is None:
                    self._last = _Group(name=None, is_spoilt=True)
                    self.groups.append(self._last)
                self._last.is_spoilt = self._is_lost = True
            return
        if self._is_lost:
            group.is_spoilt, self._is_lost = True, False
        group.lines.append(line)
        group.uuids.add(line.uuid)
        if group.name is None:
            self._by_uuid[line.uuid] = group
        self._last = group

    def _group(self, record: Mapping[str, Any]) -> _Group | None:
        """The conversation that a record of Parley's format names."""
        name = _own_of(record).get("conversation")
        if not isinstance(name, str) or not name:
            return None
        if name not in self._by_name:
            self._by_name[name] = _Group(name=name)
            self.groups.append(self._by_name[name])
        return self._by_name[name]

    def _foreign_group(self, line: _Line) -> _Group:
        if line.parent is None:
            group = _Group(name=None)
            self.groups.append(group)
            return group
        group = self._by_uuid.get(line.parent)
        if group is None:
            raise _ProblemError(
                _("it follows the record {id}, which does not stand before it").format(
                    id=_quoted(line.parent)
                )
            )
        return group


def _own_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
    own = record.get(OWN)
    return cast("dict[str, Any]", own) if isinstance(own, dict) else {}


def _object(text: str) -> Mapping[str, Any]:
    try:
        record = json.loads(text)
        if _SURROGATE.search(text):
            record = _storable(record)
    except RecursionError as error:
        raise _ProblemError(_("it is nested too deeply")) from error
    except ValueError as error:
        raise _ProblemError(_("it is not JSON")) from error
    if not isinstance(record, dict):
        raise _ProblemError(_("it is not a JSON object"))
    return cast("dict[str, Any]", record)


def _storable(value: Any) -> Any:
    """Drop what UTF-8 cannot encode from texts and keys."""
    match value:
        case str():
            return storable(value)
        case list():
            return [_storable(each) for each in cast("list[Any]", value)]
        case dict():
            fields = cast("dict[str, Any]", value)
            return {storable(name): _storable(each) for name, each in fields.items()}
        case _:
            return value


def _line(number: int, record: Mapping[str, Any]) -> _Line:
    kind, message = record.get("type"), record.get("message")
    if kind not in ("user", "assistant"):
        raise _ProblemError(
            _('"type" is {value} and not "user" or "assistant"').format(value=_quoted(kind))
        )
    if not isinstance(message, dict):
        raise _ProblemError(_('"message" is missing'))
    message = cast("dict[str, Any]", message)
    if message.get("role", kind) != kind:
        raise _ProblemError(_('"type" and the role of the message differ'))
    # Some programs write the ids into the message.
    name = record.get("uuid", message.get("uuid"))
    if not isinstance(name, str) or not name:
        raise _ProblemError(_('"uuid" is missing'))
    has_parent = "parentUuid" in record or "parentUuid" in message
    parent = record.get("parentUuid", message.get("parentUuid"))
    if not has_parent or not (parent is None or (isinstance(parent, str) and parent)):
        raise _ProblemError(_('"parentUuid" is missing'))
    if not isinstance(record.get(OWN, {}), dict):
        raise _ProblemError(_('"{key}" is not an object').format(key=OWN))
    own = _own_of(record)
    content = _content(message.get("content"))
    try:
        written = blocks.dump_json(content).decode()
    except PydanticSerializationError as error:
        raise _ProblemError(_("it is nested too deeply")) from error
    return _Line(
        number=number,
        role=kind,
        content=written,
        uuid=storable(name),
        parent=None if parent is None else storable(parent),
        at=_moment(own.get("at") or record.get("timestamp")),
        own=own,
        meta=_meta(own, record, content),
    )


def _content(content: object) -> Any:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if not isinstance(content, list):
        raise _ProblemError(_('"content" is not a list of blocks'))
    given = [_block(block) for block in cast("list[object]", content)]
    try:
        return blocks.validate_python(given)
    except (ValidationError, RecursionError) as error:
        where = ""
        if isinstance(error, ValidationError):
            where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise _ProblemError(
            _('"content" holds a block that cannot be understood ({where})').format(
                where=_quoted(where)
            )
        ) from error


def _block(block: object) -> object:
    """Flatten a tool result to text: the API also allows a list of blocks."""
    if not isinstance(block, dict):
        return block
    block = cast("dict[str, Any]", block)
    content = block.get("content")
    if block.get("type") != "tool_result" or isinstance(content, str):
        return block
    parts = cast("list[Any]", content) if isinstance(content, list) else []
    texts = [cast("dict[str, Any]", p).get("text", "") for p in parts if isinstance(p, dict)]
    return {**block, "content": "\n".join(text for text in texts if isinstance(text, str))}


def _meta(own: Mapping[str, Any], record: Mapping[str, Any], content: Any) -> str:
    if own:
        meta = own.get("meta", {})
        try:
            _Meta.model_validate(meta)
        except ValidationError as error:
            raise _ProblemError(
                _('"{key}" cannot be understood').format(key=f"{OWN}.meta")
            ) from error
        return json.dumps(meta, ensure_ascii=False)
    results = [block.tool_use_id for block in content if block.type == "tool_result"]
    given = record.get("toolUseResult")
    if len(results) == 1 and isinstance(given, dict):
        data: dict[str, Any] = {results[0]: {"toolUseResult": given}}
        return json.dumps({"results": data}, ensure_ascii=False)
    return "{}"


def _moment(text: object) -> datetime | None:
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _whole(group: _Group, *, setting: ImportDefaults, now: datetime) -> WholeConversation:
    return _foreign(group, setting, now) if group.name is None else _own(group, group.name, now)


def _own(group: _Group, name: str, now: datetime) -> WholeConversation:
    """Read a conversation that Parley wrote."""
    nothing: Mapping[str, Any] = {}
    first = next((line.own for line in group.lines if "about" in line.own), nothing)
    if first.get("version") != EXPORT_VERSION:
        raise _ProblemError(
            _("it was written by another version of Parley, in a way this one does not know")
        )
    try:
        about = conversations.validate_python(first["about"])
        asked = [questions.validate_python(q) for q in first.get("questions", [])]
        called = [tool_calls.validate_python(c) for c in first.get("tool_calls", [])]
        _check_times(about.created_at, about.updated_at)
        for question in asked:
            _check_times(question.asked_at, question.deadline, question.settled_at)
        _check_times(*(call.started_at for call in called))
    except (ValidationError, TypeError, ValueError) as error:
        raise _ProblemError(
            _("what it says about the conversation cannot be understood")
        ) from error
    leaf = first.get("leaf")
    return WholeConversation(
        conversation=replace(about, conversation_id=name),
        messages=tuple(_own_message(line, name, now) for line in group.lines),
        questions=tuple(replace(question, conversation_id=name) for question in asked),
        tool_calls=tuple(replace(call, conversation_id=name) for call in called),
        leaf=leaf if isinstance(leaf, str) and leaf in group.uuids else None,
    )


def _check_times(*moments: datetime | None) -> None:
    """Raises ValueError if a time is naive, or at the edge of what UTC can express."""
    for moment in moments:
        if moment is not None:
            try:
                to_text(moment)
            except OverflowError as error:
                raise ValueError(str(error)) from error


def _own_message(line: _Line, name: str, now: datetime) -> MessageRecord:
    turn = line.own.get("turn")
    return MessageRecord(
        uuid=line.uuid,
        parent_uuid=line.parent,
        conversation_id=name,
        turn_id=turn if isinstance(turn, str) else None,
        role=line.role,
        content=line.content,
        status="partial" if line.own.get("partial") is True else "complete",
        created_at=line.at or now,
        meta=line.meta,
    )


def _foreign(group: _Group, setting: ImportDefaults, now: datetime) -> WholeConversation:
    """Read another program's conversation; ids are derived from the content."""
    name = _conversation_id(group.lines)
    ids = {line.uuid: str(uuid.uuid5(uuid.UUID(name), line.uuid)) for line in group.lines}
    messages: list[MessageRecord] = []
    turn = ""
    for place, line in enumerate(group.lines):
        is_words = line.role == "user" and '"tool_result"' not in line.content
        turn = ids[line.uuid] if is_words or not turn else turn
        messages.append(
            MessageRecord(
                uuid=ids[line.uuid],
                parent_uuid=None if line.parent is None else ids[line.parent],
                conversation_id=name,
                turn_id=turn,
                role=line.role,
                content=line.content,
                status="complete",
                created_at=line.at or now + timedelta(milliseconds=place),
                meta=line.meta,
            )
        )
    words = (readable_text("user", line.content) for line in group.lines if line.role == "user")
    return WholeConversation(
        conversation=ConversationRecord(
            conversation_id=name,
            title=next((title for text in words if (title := make_title(text))), ""),
            workspace=setting.workspace,
            agent=setting.agent,
            profile=setting.profile,
            model=setting.model,
            created_at=messages[0].created_at,
            updated_at=max(message.created_at for message in messages),
        ),
        messages=tuple(messages),
    )


def _conversation_id(lines: Sequence[_Line]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        said = [line.uuid, line.parent, line.role, line.content]
        digest.update(json.dumps(said).encode())
    return uuid.uuid5(_NAMESPACE, digest.hexdigest()).hex


def _quoted(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)[: _MAX_TOLD + 1]
    text = storable(text)
    return text if len(text) <= _MAX_TOLD else text[:_MAX_TOLD] + "…"
