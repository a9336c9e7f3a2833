"""The calls that do what the user asks for: tools that a model would use too. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from assistant.intents.intent import Intent
from assistant.languages.sentence_table import IntentName
from assistant.languages.sentences import sentence_table


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentCall:
    """A call of a tool."""

    tool: str
    input: dict[str, Any]


WITHOUT_TOOL: Final = frozenset(
    {IntentName.LAST_REQUEST, IntentName.STOP, IntentName.WHO_ARE_YOU, IntentName.DECLINE}
)
"""What is answered in words alone."""

TIME_SLOTS: Final = frozenset({"duration_s", "time", "date", "days"})
"""What says when it rings."""


def call_for(intent: Intent, now: datetime) -> IntentCall | None:
    """The call that carries out an intent; None if words alone answer it.

    Args:
        intent: What is asked for.
        now: Local time.
    """
    slots = intent.slots
    match intent.name:
        case IntentName.SET_TIMER | IntentName.SET_ALARM | IntentName.SET_REMINDER:
            return IntentCall(tool="set_timer", input=_timer(intent, now))
        case IntentName.CANCEL_TIMER:
            return IntentCall(tool="cancel_timer", input={"which": _which(slots, now)})
        case IntentName.LIST_DECISIONS:
            wanted = {**_given(slots, {"query": "query"}), **_days(slots, now.date())}
            return IntentCall(tool="list_decisions", input=wanted)
        case IntentName.ADD_TO_LIST | IntentName.REMOVE_FROM_LIST:
            return IntentCall(tool="edit_list", input=_edited_list(intent))
        case _:
            plain = _PLAIN.get(intent.name)
    if plain is None:
        return None
    return IntentCall(tool=plain.tool, input={**plain.fixed, **_given(slots, plain.fields)})


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlainCall:
    """A call whose fields are slots as they are."""

    tool: str
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Slots by field; those that are empty are left out."""
    fixed: Mapping[str, Any] = field(default_factory=dict[str, Any])


_PLAIN: Final[Mapping[IntentName, _PlainCall]] = {
    IntentName.GET_TIME: _PlainCall(tool="current_time", fields={"place": "place"}),
    IntentName.GET_DATE: _PlainCall(tool="current_time"),
    IntentName.CALCULATE: _PlainCall(tool="calculator", fields={"expression": "expression"}),
    IntentName.LIST_TIMERS: _PlainCall(tool="list_timers"),
    IntentName.WAITING_AGENTS: _PlainCall(tool="list_coding_agents", fixed={"waiting_only": True}),
    IntentName.LIST_AGENTS: _PlainCall(tool="list_coding_agents"),
    IntentName.AGENT_WORK: _PlainCall(tool="list_coding_agents", fields={"project": "label"}),
    IntentName.AGENT_PROGRESS: _PlainCall(tool="list_coding_agents"),
    IntentName.START_AGENT: _PlainCall(
        tool="start_coding_agent", fields={"agent": "agent", "project": "label", "task": "text"}
    ),
    IntentName.ADD_NOTE: _PlainCall(tool="add_note", fields={"text": "text"}),
    IntentName.READ_NOTES: _PlainCall(tool="read_notes", fields={"query": "query"}),
    IntentName.DELETE_NOTE: _PlainCall(tool="delete_note", fields={"name": "label"}),
    IntentName.SHOW_LIST: _PlainCall(tool="show_list", fields={"list": "list"}),
    IntentName.REMEMBER: _PlainCall(
        tool="remember", fields={"fact": "text"}, fixed={"scope": "personal"}
    ),
    IntentName.RECALL: _PlainCall(tool="recall", fields={"query": "query"}),
    IntentName.FORGET: _PlainCall(tool="forget", fields={"fact": "text"}),
    IntentName.VOLUME_UP: _PlainCall(tool="set_volume", fixed={"change": "up"}),
    IntentName.VOLUME_DOWN: _PlainCall(tool="set_volume", fixed={"change": "down"}),
    IntentName.SET_VOLUME: _PlainCall(tool="set_volume", fields={"percent": "level"}),
    IntentName.OPEN_APPLICATION: _PlainCall(
        tool="open_application", fields={"name": "application"}
    ),
    IntentName.OPEN_ADDRESS: _PlainCall(tool="open_address", fields={"address": "address"}),
}


def _given(slots: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    """Fields whose slots are filled."""
    return {name: slots[slot] for name, slot in fields.items() if slot in slots}


def _edited_list(intent: Intent) -> dict[str, Any]:
    slots = intent.slots
    if intent.name is IntentName.REMOVE_FROM_LIST:
        return {"action": "tick", "items": slots["items"], **_given(slots, {"list": "list"})}
    table = sentence_table(intent.language)
    usual = "" if table is None else table.default_list
    return {"action": "add", "items": slots["items"], "list": slots.get("list", usual)}


def _timer(intent: Intent, now: datetime) -> dict[str, Any]:
    slots = intent.slots
    kind = slots.get("kind") or intent.name.value.removeprefix("set_")
    found: dict[str, Any] = {"kind": kind}
    label = slots.get("label") or slots.get("text")
    if label:
        found["label"] = label
    if "duration_s" in slots:
        return {**found, "duration": slots["duration_s"]}
    found["at"] = slots["time"]
    if "days" in slots:
        names = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
        return {**found, "days": [names[day] for day in slots["days"]]}
    return {**found, "date": (now.date() + timedelta(days=slots["date"])).isoformat()}


def _days(slots: Mapping[str, Any], today: date) -> dict[str, str]:
    """First and last day of the period that is named; nothing if none is."""
    monday = today - timedelta(days=today.weekday())
    match slots.get("period"):
        case "today":
            first = last = today
        case "yesterday":
            first = last = today - timedelta(days=1)
        case "week":
            first, last = monday, today
        case "last_week":
            first, last = monday - timedelta(days=7), monday - timedelta(days=1)
        case _:
            return {}
    return {"since": first.isoformat(), "until": last.isoformat()}


def _which(slots: Mapping[str, Any], now: datetime) -> str:
    if slots.get("all"):
        return f"all {slots['kind']}s"
    if "date" in slots:
        day = now.date() + timedelta(days=slots["date"])
        return " ".join(filter(None, (slots["kind"], day.isoformat(), slots.get("time"))))
    return str(slots.get("label") or slots.get("text") or slots.get("time") or slots["kind"])
