"""Settings that have another name now: what the user set under the old one goes on to count. Pure.

How a question gets louder was set at two places, for coding agents and for Telegram.
"""

import re
from collections.abc import Mapping
from typing import Final

Name = tuple[str, str]
"""Section and key."""

QUIET: Final[Name] = ("escalation", "quiet")
PHONE: Final[Name] = ("escalation", "phone_after_s")
EXCEPTIONS: Final[Name] = ("coding_agents", "attention_exceptions")
_OLD_PHONE: Final[Name] = ("telegram", "escalate_after_s")
_OLD_AGENT_PHONE: Final[Name] = ("coding_agents", "phone_after_min")
_OLD_HOURS: Final = {
    section: ((section, "quiet_from"), (section, "quiet_until"))
    for section in ("coding_agents", "telegram")
}
OLD: Final[Mapping[Name, Name]] = {
    _OLD_PHONE: PHONE,
    _OLD_AGENT_PHONE: EXCEPTIONS,
    **{name: QUIET for pair in _OLD_HOURS.values() for name in pair},
}
"""The names that are gone, and where each is set now."""
_TIME: Final = re.compile(r"(([01][0-9]|2[0-3]):[0-5][0-9])?")
_STEPS: Final = {"coding_agents": "notification spoken", "telegram": "phone"}
"""What either place kept quiet."""
NEVER_S: Final = -1


def moved(old: Mapping[Name, object], *, exceptions: str) -> tuple[dict[Name, object], set[Name]]:
    """Return what old settings say under their new names, and which of them that covers.

    Args:
        old: Those of one file, or of the environment; text may stand for a number. What has a value
            that was never possible is left.
        exceptions: `coding_agents.attention_exceptions` as it is there.
    """
    new: dict[Name, object] = {}
    done: set[Name] = set()
    seconds = _number(old.get(_OLD_PHONE), most=86_400)
    if seconds is not None:
        new[PHONE] = seconds or NEVER_S
        done.add(_OLD_PHONE)
    minutes = _number(old.get(_OLD_AGENT_PHONE), most=1440)
    if minutes is not None:
        done.add(_OLD_AGENT_PHONE)
        if minutes:
            parts = (f"* = phone {minutes}", exceptions.strip())
            new[EXCEPTIONS] = ", ".join(filter(None, parts))
    hours: dict[str, str] = {}
    for section, pair in _OLD_HOURS.items():
        times = [str(old.get(name, "")) for name in pair]
        if all(map(_TIME.fullmatch, times)):
            done |= {name for name in pair if name in old}
            if all(times) and times[0] != times[1]:
                hours[section] = "-".join(times)
    if hours:
        new[QUIET] = _quiet(hours)
    return new, done


def _quiet(hours: Mapping[str, str]) -> str:
    if len(hours) > 1 and len(set(hours.values())) == 1:
        return next(iter(hours.values()))
    return ", ".join(f"{times} {_STEPS[section]}" for section, times in hours.items())


def _number(value: object, *, most: int) -> int | None:
    text = str(value)
    is_number = not isinstance(value, bool) and text.isascii() and text.isdigit()
    return int(text) if is_number and int(text) <= most else None
