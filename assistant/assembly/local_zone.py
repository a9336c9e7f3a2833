"""Finds the time zone of the machine."""

from datetime import datetime


def local_zone() -> str:
    """The machine's present time zone, or its offset if it has no name."""
    zone = _babel_zone()
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)
    if isinstance(name, str) and name:
        return name
    offset = datetime.now().astimezone().strftime("%z")
    return f"UTC{offset[:3]}:{offset[3:5]}"


def _babel_zone() -> object:
    from babel.localtime import get_localzone  # late: it is not needed before a timer is set

    return get_localzone()
