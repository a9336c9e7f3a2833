"""What is said when a request was carried out, in the language of the request. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from babel.core import Locale
from babel.dates import format_date, format_time, get_day_names
from babel.units import format_unit

from assistant.intents.intent import Intent
from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript
from assistant.languages.sentence_table import IntentName
from assistant.languages.sentences import sentence_table

_UNITS: Final = ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
_WEEK: Final = 7
_YEAR: Final = re.compile(r"^y+[^A-Za-z']*|(?:[^A-Za-z']|'[^']*')*y+$")
"""The year of a date's pattern, with what joins it to the rest."""
_ACTIVITIES: Final = {
    "idle": "agent_started",
    "working": "agent_working",
    "waiting": "agent_waiting",
    "done": "agent_done",
}
"""Replies by what a session does."""
_UNCHOSEN: Final = {
    "left": "decision_left",
    "none_fit": "decision_none_fit",
    "cancelled": "decision_cancelled",
}
"""Replies by the kind of a decision that chose nothing."""
_DECISIONS: Final = 5
"""Decisions that are said."""
_SHOWN: Final = 10
"""Things of a list that are said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallResult:
    """What a tool gave back, by values."""

    is_error: bool = False
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


class ReplyWriter:
    """Writes replies in one language.

    Args:
        language: Of the user's words, ISO 639-1; must have sentences.
        now: Local time.
    """

    def __init__(self, language: str, now: datetime) -> None:
        table = sentence_table(language)
        if table is None:
            raise ValueError(f"{language!r} has no sentences")
        self._texts = table.replies
        self._is_spaced = LANGUAGES[language].writing is not WritingScript.CHARACTERS
        self._locale = Locale.parse(language)
        self._language = language
        self._now = now
        self._writers: Mapping[IntentName, Callable[[Intent, CallResult], str]] = {
            IntentName.GET_TIME: self._time,
            IntentName.GET_DATE: self._date,
            IntentName.CALCULATE: self._value,
            IntentName.SET_TIMER: self._timer_set,
            IntentName.SET_ALARM: self._timer_set,
            IntentName.SET_REMINDER: self._timer_set,
            IntentName.LIST_TIMERS: self._timers,
            IntentName.CANCEL_TIMER: self._cancelled,
            IntentName.WAITING_AGENTS: self._agents,
            IntentName.LIST_AGENTS: self._agents,
            IntentName.AGENT_WORK: self._agents,
            IntentName.AGENT_PROGRESS: self._agents,
            IntentName.LIST_DECISIONS: self._decisions,
            IntentName.START_AGENT: self._begun,
            IntentName.ADD_NOTE: self._noted,
            IntentName.READ_NOTES: self._notes,
            IntentName.DELETE_NOTE: self._note_deleted,
            IntentName.ADD_TO_LIST: self._added,
            IntentName.REMOVE_FROM_LIST: self._ticked,
            IntentName.SHOW_LIST: self._list,
            IntentName.REMEMBER: self._remembered,
            IntentName.RECALL: self._recalled,
            IntentName.FORGET: self._forgotten,
            IntentName.VOLUME_UP: self._volume,
            IntentName.VOLUME_DOWN: self._volume,
            IntentName.SET_VOLUME: self._volume,
            IntentName.OPEN_APPLICATION: self._opened,
            IntentName.OPEN_ADDRESS: self._opened,
        }

    def said(self, name: str, /, **values: object) -> str:
        return self._texts[name].format_map(values)

    def result(self, intent: Intent, result: CallResult) -> str:
        if result.is_error:
            return self._failure(intent, result)
        return self._writers[intent.name](intent, result)

    def _failure(self, intent: Intent, result: CallResult) -> str:
        if result.data.get("is_refused"):
            return self.said("refused")
        match intent.name:
            case IntentName.GET_TIME if intent.slots.get("place"):
                return self.said("unknown_place", place=intent.slots["place"])
            case IntentName.START_AGENT if result.data.get("problem"):
                return str(result.data["problem"])
            case IntentName.OPEN_APPLICATION:
                return self.said("unknown_application", name=intent.slots["application"])
            case IntentName.CANCEL_TIMER:
                return self.said("not_found" if "timers" in result.data else "which_one")
            case (
                IntentName.DELETE_NOTE
                | IntentName.SHOW_LIST
                | IntentName.REMOVE_FROM_LIST
                | IntentName.FORGET
            ):
                return self.said("not_found")
            case _:
                return self.said("failed")

    # Values.

    def length(self, seconds: float) -> str:
        """In words: "1 hour 20 minutes"."""
        whole = max(0, round(seconds))
        parts: list[str] = []
        for size, unit in _UNITS:
            count, whole = divmod(whole, size)
            if count or (size == 1 and not parts):
                parts.append(self._counted(count, f"duration-{unit}"))
        if not self._is_spaced:
            return "".join(part.replace(" ", "") for part in parts)
        return " ".join(parts).replace("\u00a0", " ")

    def _counted(self, count: int, unit: str) -> str:
        """The long form of CLDR, the short one where there is no long one."""
        long = format_unit(count, unit, locale=self._locale)
        if unit not in long:
            return long
        return format_unit(count, unit, length="short", locale=self._locale)

    def time_of_day(self, moment: datetime) -> str:
        """As "7:15 PM"."""
        return format_time(moment, "short", locale=self._locale).replace("\u202f", " ")

    def whole_date(self, day: date) -> str:
        """With the weekday."""
        return format_date(day, "full", locale=self._locale)

    def day(self, day: date) -> str:
        """Today, tomorrow, a weekday, or a date, with its year unless it is the current one."""
        ahead = (day - self._now.date()).days
        if ahead in (0, 1):
            return self.said("tomorrow" if ahead else "today")
        if 0 < ahead < _WEEK:
            return get_day_names("wide", locale=self._locale)[day.weekday()]
        if day.year == self._now.year:
            pattern = _YEAR.sub("", self._locale.date_formats["full"].pattern)
            return format_date(day, pattern, locale=self._locale)
        return self.whole_date(day)

    def days(self, days: Sequence[int]) -> str:
        if len(days) == _WEEK:
            return self.said("every_day")
        if tuple(days) == (0, 1, 2, 3, 4):
            return self.said("weekdays")
        names = get_day_names("wide", locale=self._locale)
        return self.listed([names[day] for day in days])

    def listed(self, things: Sequence[str]) -> str:
        """Separated by commas; after ten an ellipsis."""
        comma = ", " if self._is_spaced else "、"
        more = "…" if len(things) > _SHOWN else ""
        return comma.join(things[:_SHOWN]) + more

    # What is said of each intent.

    def _time(self, intent: Intent, result: CallResult) -> str:
        moment = datetime.fromisoformat(result.data["time"])
        if intent.slots.get("place"):
            return self.said(
                "time_in",
                time=self.time_of_day(moment),
                place=intent.slots["place"],
                date=self.whole_date(moment),
            )
        return self.said("time", time=self.time_of_day(moment))

    def _date(self, intent: Intent, result: CallResult) -> str:
        today = datetime.fromisoformat(result.data["time"]).date()
        ahead = int(intent.slots.get("date", 0))
        day = today + timedelta(days=ahead)
        return self.said("date_of" if ahead else "date", date=self.whole_date(day))

    def _value(self, intent: Intent, result: CallResult) -> str:
        name = "about" if result.data.get("is_rounded") else "result"
        return self.said(name, value=result.data["value"])

    def _timer_set(self, intent: Intent, result: CallResult) -> str:
        slots = intent.slots
        label = str(slots.get("text") or slots.get("label") or "")
        if "duration_s" in slots:
            length = self.length(float(slots["duration_s"]))
            if intent.name is IntentName.SET_REMINDER and label:
                return self.said("reminder_in", length=length, text=label)
            name = "timer_set_named" if label else "timer_set"
            return self.said(name, length=length, label=label)
        moment = datetime.fromisoformat(result.data["rings_at"])
        time, day = self.time_of_day(moment), self.day(moment.date())
        if intent.name is IntentName.SET_REMINDER:
            return self.said("reminder_at", time=time, day=day, text=label)
        if "days" in slots:
            return self.said("alarm_repeats", time=time, days=self.days(slots["days"]))
        return self.said("alarm_set", time=time, day=day)

    def _timers(self, intent: Intent, result: CallResult) -> str:
        timers: Sequence[Mapping[str, Any]] = result.data.get("timers", ())
        return "\n".join(map(self._timer, timers)) or self.said("no_timers")

    def _timer(self, timer: Mapping[str, Any]) -> str:
        kind = self.said(str(timer["kind"]))
        name = f"{kind} “{timer['label']}”" if timer["label"] else kind
        name = name[:1].upper() + name[1:]
        if timer["is_ringing"]:
            return self.said("ringing", name=name)
        moment = datetime.fromisoformat(timer["rings_at"])
        if timer["kind"] == "timer":
            left = (moment - self._now).total_seconds()
            return self.said("left", name=name, length=self.length(left))
        return self.said(
            "rings_at", name=name, time=self.time_of_day(moment), day=self.day(moment.date())
        )

    def _agents(self, intent: Intent, result: CallResult) -> str:
        sessions: Sequence[Mapping[str, Any]] = result.data.get("sessions", ())
        if intent.name is IntentName.AGENT_PROGRESS:
            sessions = [one for one in sessions if one.get("task")]
        if sessions:
            is_one = len(sessions) == 1 or intent.name is IntentName.AGENT_WORK
            return "\n".join(self._agent(one, with_words=is_one) for one in sessions[:_SHOWN])
        if intent.name is IntentName.AGENT_WORK:
            return self.said("agent_unknown", project=intent.slots["label"])
        return self.said("agents_none_waiting" if result.data.get("is_known") else "agents_none")

    def _agent(self, session: Mapping[str, Any], *, with_words: bool) -> str:
        name = self._agent_name(session)
        seconds = int(session["for_s"])
        length = self.length(seconds - seconds % 60 if seconds > 60 else seconds)
        task: Mapping[str, Any] = session.get("task") or {}
        if task.get("problem"):
            return self.said("agent_failed", name=name, problem=task["problem"])
        is_stopped = task.get("state") == "stopped" and session["activity"] == "done"
        said_as = "agent_stopped" if is_stopped else _ACTIVITIES[session["activity"]]
        line = self.said(said_as, name=name, length=length)
        if task.get("state") == "working":
            parts = [line]
            if task["steps"]:
                parts.append(self.said("agent_steps", done=task["steps_done"], n=task["steps"]))
            if task["doing"]:
                parts.append(self.said("agent_doing", title=task["doing"]))
            return (" " if self._is_spaced else "").join(parts)
        words = session["last_sentence"]
        if not (with_words and words):
            return line
        said = self.said("agent_said", text=words)
        return f"{line} {said}" if self._is_spaced else line + said

    def _agent_name(self, session: Mapping[str, Any]) -> str:
        name = str(session["agent"])
        if session["number"] > 1:
            name += f" {session['number']}"
        if session["project"]:
            return self.said("agent_in", agent=name, project=session["project"])
        return name

    def _begun(self, intent: Intent, result: CallResult) -> str:
        return self.said("agent_begun", name=self._agent_name(result.data))

    def _decisions(self, intent: Intent, result: CallResult) -> str:
        decisions: Sequence[Mapping[str, Any]] = result.data.get("decisions", ())
        if not decisions:
            return self.said("no_decisions")
        lines = [self._decision(one) for one in decisions[:_DECISIONS]]
        return "\n".join([*lines, *(["…"] if len(decisions) > _DECISIONS else [])])

    def _decision(self, decision: Mapping[str, Any]) -> str:
        outcome = decision["chosen"]
        if said_as := _UNCHOSEN.get(decision["kind"]):
            reason = decision["reason"]
            outcome = self.said(said_as) + (f" ({reason})" if reason else "")
        day = self.day(datetime.fromisoformat(decision["decided_at"]).date())
        return self.said(
            "decision_asked" if decision["asker"] else "decision",
            day=day[:1].upper() + day[1:],
            asker=decision["asker"],
            question=decision["question"],
            chosen=outcome,
        )

    def _cancelled(self, intent: Intent, result: CallResult) -> str:
        timers: Sequence[Mapping[str, Any]] = result.data.get("timers", ())
        names = [f"“{t['label']}”" if t["label"] else self.said(str(t["kind"])) for t in timers]
        return self.said("cancelled", names=self.listed(names))

    def _noted(self, intent: Intent, result: CallResult) -> str:
        return self.said("noted", text=intent.slots["text"])

    def _notes(self, intent: Intent, result: CallResult) -> str:
        names: Sequence[str] = result.data.get("notes", ())
        if not names:
            return self.said("not_found" if intent.slots.get("query") else "no_notes")
        text = str(result.data.get("text", ""))
        return text or self.said("notes", names=self.listed(names))

    def _note_deleted(self, intent: Intent, result: CallResult) -> str:
        return self.said("note_deleted", name=result.data.get("note") or intent.slots["label"])

    def _added(self, intent: Intent, result: CallResult) -> str:
        name = result.data.get("list") or intent.slots["list"]
        added, known = result.data.get("added", ()), result.data.get("known", ())
        parts = [self.said("added", list=name, items=self.listed(added))] if added else []
        parts += [self.said("known_items", list=name, items=self.listed(known))] if known else []
        return " ".join(parts) or self.said("stopped")

    def _ticked(self, intent: Intent, result: CallResult) -> str:
        items = [change["item"] for change in result.data.get("changed", ())]
        return self.said("ticked", items=self.listed(items or list(intent.slots["items"])))

    def _list(self, intent: Intent, result: CallResult) -> str:
        data = result.data
        if "lists" in data:
            return self.said("lists", names=self.listed(data["lists"]))
        if "list" not in data:
            return self.said("no_lists")
        if not data["open"]:
            return self.said("list_empty", list=data["list"])
        return self.said("list", list=data["list"], items=self.listed(data["open"]))

    def _remembered(self, intent: Intent, result: CallResult) -> str:
        return self.said("remembered")

    def _recalled(self, intent: Intent, result: CallResult) -> str:
        facts: Sequence[str] = result.data.get("facts", ())
        if not facts:
            return self.said("nothing_recalled")
        return self.said("recalled", facts="; ".join(facts[:_SHOWN]))

    def _forgotten(self, intent: Intent, result: CallResult) -> str:
        return self.said("forgotten")

    def _volume(self, intent: Intent, result: CallResult) -> str:
        percent = result.data["percent"]
        if intent.name is IntentName.VOLUME_UP and percent == result.data["was_percent"]:
            return self.said("loudest")
        return self.said("volume", level=percent)

    def _opened(self, intent: Intent, result: CallResult) -> str:
        name = intent.slots.get("application") or intent.slots["address"]
        return self.said("opened", name=name)
