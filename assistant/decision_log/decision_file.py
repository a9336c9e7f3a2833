"""Decisions as Markdown records, a file a decision, as Michael Nygard's ADRs are written.

A record keeps its number and its name for good: the first line of a file says which decision it
holds. Pure, but for the interface's language.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.decision_log.decision import DecidedPoint, Decision, DecisionKind
from assistant.decision_log.decision_query import asker_name
from assistant.decision_log.decision_words import (
    asker_text,
    chosen_text,
    note_lines,
    outcome_text,
    place_text,
    question_text,
)
from assistant.foreign_text import with_hidden_written
from assistant.locale import _

_MARK: Final = re.compile(r"<!-- parley decision ([0-9a-f]{16}) -->")
_NUMBERED: Final = re.compile(r"(\d{4,9})-.*\.md")
_SIGNS: Final = re.compile(r"[\W_]+")
_MOST_NAME: Final = 60
"""Characters of a file's name without its number and ending."""
_MOST_TITLE: Final = 120
_STATUS_LINE: Final = 4
"""Where a record says its status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFile:
    """A file of a folder of records."""

    name: str
    text: str


def folder_name(decision: Decision) -> str:
    """Return the folder of the records of its project, or of who asked where none is known."""
    return _slug(decision.project) or _slug(asker_name(decision)) or "parley"


def record_files(
    decisions: Sequence[Decision], present: Sequence[RecordFile]
) -> tuple[RecordFile, ...]:
    """Return the files that are to be written so that a folder holds these decisions.

    A file that is there stays as it is, but for the status of a decision that was changed since.

    Args:
        decisions: Of one project.
        present: What is in its folder; records by others keep their numbers, too.
    """
    names, texts = _known(present)
    number = max((_number(one.name) for one in present), default=0)
    in_order = sorted(decisions, key=lambda one: (one.decided_at, one.id))
    for decision in in_order:
        key = _key(decision.id)
        if key not in names:
            number += 1
            name = _slug(question_text(decision))[:_MOST_NAME].strip("-") or "decision"
            names[key] = f"{number:04}-{name}.md"
    files: list[RecordFile] = []
    for decision in in_order:
        name = names[_key(decision.id)]
        status = _status(decision, names)
        if name not in texts:
            text = "\n".join(_record(decision, _number(name), status)) + "\n"
            files.append(RecordFile(name=name, text=text))
        elif decision.changed_by and (changed := _with_status(texts[name], status)):
            files.append(RecordFile(name=name, text=changed))
    return tuple(files)


def _known(present: Sequence[RecordFile]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the names of records by what they hold, and their texts by name."""
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    for one in present:
        found = _MARK.match(one.text)
        if found is not None and _number(one.name):
            names.setdefault(found[1], one.name)
            texts[one.name] = one.text
    return names, texts


def _number(name: str) -> int:
    found = _NUMBERED.fullmatch(name)
    return 0 if found is None else int(found[1])


def _key(decision_id: str) -> str:
    """Return what names a decision in its file: ids of other programs may hold anything."""
    return hashlib.sha256(decision_id.encode("utf-8", "replace")).hexdigest()[:16]


def _slug(text: str) -> str:
    return _SIGNS.sub("-", text.casefold()).strip("-")


def _status(decision: Decision, names: Mapping[str, str]) -> str:
    if decision.changed_by:
        later = names.get(_key(decision.changed_by))
        if later is None:
            return _("Superseded")
        number = f"{_number(later):04}"
        return _("Superseded by {record}").format(record=f"[{number}](<{later}>)")
    if decision.kind in {DecisionKind.DENIED, DecisionKind.NONE_FIT, DecisionKind.CANCELLED}:
        return _("Rejected")
    return _("Accepted")


def _with_status(text: str, status: str) -> str | None:
    """Return a record with another status; None if it has it, or its lines were moved."""
    lines = text.split("\n")
    if len(lines) <= _STATUS_LINE or not lines[_STATUS_LINE].startswith("- "):
        return None
    line = _item(_("Status"), status)
    if lines[_STATUS_LINE] == line:
        return None
    lines[_STATUS_LINE] = line
    return "\n".join(lines)


def _item(name: str, value: str) -> str:
    return f"- {name}: {value}"


def _record(decision: Decision, number: int, status: str) -> Iterator[str]:
    yield f"<!-- parley decision {_key(decision.id)} -->"
    yield ""
    title = question_text(decision)
    title = title if len(title) <= _MOST_TITLE else title[: _MOST_TITLE - 1] + "…"
    yield f"# {number}. {_plain(title)}"
    yield ""
    yield _item(_("Status"), status)
    yield _item(_("Date"), f"{decision.decided_at.astimezone():%Y-%m-%d}")
    yield _item(_("Asked by"), _plain(asker_text(decision)))
    yield _item(_("Answered"), place_text(decision))
    yield from _section(_("Context"), _context(decision))
    yield from _section(_("Options"), _options(decision.points))
    yield from _section(_("Decision"), _decision(decision))
    notes = [f"- {_plain(note)}" for note in note_lines(decision)]
    yield from _section(_("Consequences"), notes or [_("None were noted.")])


def _section(name: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from ("", f"## {name}", "", *lines)


def _context(decision: Decision) -> list[str]:
    """Return what was asked, quoted: what others wrote stays apart from what the record says."""
    paragraphs = [decision.title, decision.background]
    for point in decision.points:
        paragraphs += [point.context, point.question]
    lines: list[str] = []
    for paragraph in filter(str.strip, dict.fromkeys(paragraphs)):
        if lines:
            lines.append(">")
        lines += [f"> {_plain(line)}".rstrip() for line in paragraph.strip().splitlines()]
    return lines


def _options(points: Sequence[DecidedPoint]) -> list[str]:
    lines: list[str] = []
    for point in points:
        if not point.options:
            continue
        if len(points) > 1:
            lines += [*([""] if lines else []), f"{_plain(point.name)}:", ""]
        for place, option in enumerate(point.options, start=1):
            label = _plain(option.label)
            if option.is_recommended:
                label = _("{label} (recommended)").format(label=label)
            about = f": {_plain(option.description)}" if option.description else ""
            lines.append(f"{place}. {label}{about}")
    return lines


def _decision(decision: Decision) -> list[str]:
    if decision.kind is not DecisionKind.CHOSEN or len(decision.points) == 1:
        return [_plain(outcome_text(decision))]
    return [f"- {_plain(point.name)}: {_plain(chosen_text(point))}" for point in decision.points]


def _plain(text: str) -> str:
    """Return a text on one line, in which nothing is hidden and nothing is markup."""
    line = with_hidden_written(" ".join(text.split()))
    return re.sub(r"([\\`*_\[\]<>])|^([#+-])(?= )", r"\\\1\2", line)
