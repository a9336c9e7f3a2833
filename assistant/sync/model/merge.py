"""How two versions of one record become one. Pure.

`ours` is what this device has, `theirs` what the server has and `base` what the server had when ours
was changed; None of `base` is that this is not known, None of the others a deletion. The server
takes a version only if it was made to the newest one, so whatever a rule returns becomes what all
devices have; a rule that returns `theirs` has nothing to send.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from assistant.sync.model.applied import Conflict
from assistant.sync.model.bodies import digest, from_json, to_json
from assistant.sync.model.records import Body, RecordKey, RecordKind


@dataclass(frozen=True, slots=True)
class Merged:
    """What two versions became."""

    body: Body | None
    conflict: Conflict | None = None
    """What the user is to be asked; until then the body stands."""


def merge(key: RecordKey, base: Body | None, ours: Body | None, theirs: Body | None) -> Merged:
    """Merge two versions of a record; a deletion wins. Of equal versions nothing needs saying.

    Raises:
        KeyError: If a version lacks what a record of its kind has.
        TypeError: Or if that has another type.
        ValueError: Or cannot be read.
    """
    if ours is None or theirs is None:
        return Merged(None)
    if ours == theirs:
        return Merged(theirs)
    return _RULES[key.kind](key, base or {}, ours, theirs)


def make_conflict(key: RecordKey, field: str, ours: str, theirs: str) -> Conflict:
    """The id is the same on the device that has it the other way round."""
    sides = to_json([key.kind, key.key, field, *sorted((ours, theirs))])
    return Conflict(conflict_id=digest(sides), key=key, field=field, ours=ours, theirs=theirs)


def _merge_conversation(key: RecordKey, base: Body, ours: Body, theirs: Body) -> Merged:
    """Field by field; the user is asked if two renamed it, and the newest name stands meanwhile."""
    body = _by_field(base, ours, theirs)
    body["updated_at"] = max(_text(ours, "updated_at"), _text(theirs, "updated_at"))
    body |= _one_of(("leaf_at", "leaf"), base, ours, theirs)
    body |= _one_of(("title_at", "title"), base, ours, theirs)
    known = _number(base, "title_at")
    is_renamed_twice = ours["title"] != theirs["title"] and all(
        _number(side, "title_at") > known and side["title"] != base.get("title")
        for side in (ours, theirs)
    )
    conflict = (
        make_conflict(key, "title", _text(ours, "title"), _text(theirs, "title"))
        if is_renamed_twice
        else None
    )
    return Merged(body, conflict)


def _merge_message(_key: RecordKey, _base: Body, ours: Body, theirs: Body) -> Merged:
    """What is complete wins over what is partial, and the longer of two that are partial.

    Words of a complete message never change. What is noted about it does: notes of both are kept,
    and where they differ those that the server has.
    """
    ours_complete, theirs_complete = (side["status"] == "complete" for side in (ours, theirs))
    ours_content, theirs_content = _text(ours, "content"), _text(theirs, "content")
    if ours_complete != theirs_complete:
        winner = ours if ours_complete else theirs
        notes = winner["meta"]
    else:
        is_longer = (len(ours_content), ours_content) > (len(theirs_content), theirs_content)
        winner = ours if is_longer and not theirs_complete else theirs
        merged = {**from_json(_text(ours, "meta")), **from_json(_text(theirs, "meta"))}
        notes = theirs["meta"] if merged == from_json(_text(theirs, "meta")) else to_json(merged)
    changed = {"content": winner["content"], "status": winner["status"], "meta": notes}
    return Merged({**theirs, **changed})


def _merge_question(key: RecordKey, base: Body, ours: Body, theirs: Body) -> Merged:
    """What was opened again wins, then what is settled, then what was settled first.

    Of two that are open the selections are those of the device that changed them last.
    """

    def rank(side: Body) -> tuple[int, bool]:
        return _asking(side), side["status"] != "pending"

    if rank(ours) != rank(theirs):
        return Merged(max(ours, theirs, key=rank))
    if theirs["status"] != "pending":
        is_lost = (
            ours["status"] == "answered"
            and ours["response_json"] is not None
            and ours["response_json"] != theirs["response_json"]
        )
        return Merged(theirs, _lost_answer(key, ours, theirs) if is_lost else None)
    return Merged(_by_field(base, ours, theirs))


def _lost_answer(key: RecordKey, ours: Body, theirs: Body) -> Conflict:
    """Tell the user that an answer of another device came first."""
    return make_conflict(
        key, "response", _text(ours, "response_json"), str(theirs["response_json"])
    )


def _merge_setting(key: RecordKey, base: Body, ours: Body, theirs: Body) -> Merged:
    """The newest wins; the user is asked if both changed it since they last agreed."""
    if ours["value"] == theirs["value"] or _is_same(("value",), base, ours):
        return Merged(theirs)
    if _is_same(("value",), base, theirs):
        return Merged(ours)
    newest = max(ours, theirs, key=lambda side: (_text(side, "changed_at"), to_json(side["value"])))
    values = (to_json(side["value"]) for side in (ours, theirs))
    return Merged(newest, make_conflict(key, "value", *values) if base else None)


def _merge_account(_key: RecordKey, base: Body, ours: Body, theirs: Body) -> Merged:
    """Field by field; an account that was unlinked on one device stays unlinked."""
    for side in (theirs, ours):
        if not side["is_linked"] and side != base:
            return Merged(side)
    return Merged(_by_field(base, ours, theirs))


def _merge_request(_key: RecordKey, _base: Body, ours: Body, theirs: Body) -> Merged:
    """What is done stays done."""
    is_news = theirs["handled_at"] is None and ours["handled_at"] is not None
    return Merged(ours if is_news else theirs)


def _keep_theirs(_key: RecordKey, _base: Body, _ours: Body, theirs: Body) -> Merged:
    """The first stays; for what never changes."""
    return Merged(theirs)


_RULES: Final[Mapping[RecordKind, Callable[[RecordKey, Body, Body, Body], Merged]]] = {
    RecordKind.CONVERSATION: _merge_conversation,
    RecordKind.MESSAGE: _merge_message,
    RecordKind.QUESTION: _merge_question,
    RecordKind.SETTING: _merge_setting,
    RecordKind.DOCUMENT: _keep_theirs,
    RecordKind.DOCUMENT_UPDATE: _keep_theirs,
    RecordKind.REMOTE_ACCOUNT: _merge_account,
    RecordKind.REMOTE_REQUEST: _merge_request,
}


def _by_field(base: Body, ours: Body, theirs: Body) -> dict[str, object]:
    """Take each field from the side that changed it; ours if both did, as the later one to arrive."""
    missing = object()
    merged = dict(theirs)
    for name, value in ours.items():
        known = base.get(name, missing)
        if name not in theirs or (known is not missing and value != known):
            merged[name] = value
    return merged


def _one_of(names: tuple[str, str], base: Body, ours: Body, theirs: Body) -> Mapping[str, object]:
    """Take fields that belong together from the side that changed them, else the greater number."""
    if base and _is_same(names, base, theirs):
        winner = ours
    elif base and _is_same(names, base, ours):
        winner = theirs
    else:
        number, name = names
        winner = max(ours, theirs, key=lambda side: (_number(side, number), to_json(side[name])))
    return {name: winner[name] for name in names}


def _is_same(names: tuple[str, ...], base: Body, side: Body) -> bool:
    return all(name in base and base[name] == side[name] for name in names)


def _asking(side: Body) -> int:
    """How often the question was opened."""
    questions: Mapping[str, Any] = from_json(_text(side, "questions_json"))
    version = questions.get("version", 1)
    return version if isinstance(version, int) else 1


def _text(body: Body, name: str) -> str:
    value = body[name]
    if not isinstance(value, str):
        raise TypeError(f"The field {name} of a record is no text.")
    return value


def _number(body: Body, name: str) -> int:
    return cast("int", body.get(name) or 0)
