"""Which permission class a tool is treated as, by its own and by what the user says. Pure."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final

from assistant.tools.tool import Permission

_BOUND_TO: Final = "@"
_FINGERPRINT: Final = 32
_STRICTNESS: Final = {Permission.SAFE: 0, Permission.SENSITIVE: 1, Permission.RESTRICTED: 2}


def effective_permission(own: Permission, wished: Permission | None) -> Permission:
    """The class a tool is treated as.

    Only the user's settings are a wish: what a tool, a server or the model says never is. A
    Restricted tool stays Restricted: what can do great harm is confirmed every time.

    Args:
        own: The class the tool has by itself.
        wished: The class the user wants, or None.
    """
    if wished is None or own is Permission.RESTRICTED:
        return own
    return wished


def wished_permission(
    classes: Mapping[str, Permission], name: str, fingerprint: str, own: Permission
) -> Permission | None:
    """The class the user wants for a tool.

    A class that lets the tool of a server do more was given to what it was then: it holds while the
    server describes it so. One that lets it do less always holds.

    Args:
        classes: Classes that the user has given, by `class_key` or name.
        name: Of the tool.
        fingerprint: Of what its server says of it; empty for a built-in tool.
        own: The class the tool has by itself.
    """
    if not fingerprint:
        return classes.get(name)
    exact = classes.get(class_key(name, fingerprint))
    if exact is not None:
        return exact
    given = [wish for key, wish in classes.items() if key.partition(_BOUND_TO)[0] == name]
    stricter = [wish for wish in given if _STRICTNESS[wish] > _STRICTNESS[own]]
    return max(stricter, key=_STRICTNESS.__getitem__, default=None)


def class_key(name: str, fingerprint: str) -> str:
    """Name in the settings of a class that is bound to what the server says of the tool."""
    return f"{name}{_BOUND_TO}{fingerprint}" if fingerprint else name


def without_class(classes: Mapping[str, Permission], name: str) -> dict[str, Permission]:
    """Remove every class of a tool."""
    return {key: wish for key, wish in classes.items() if key.partition(_BOUND_TO)[0] != name}


def classes_arrived(here: str, arrived: str) -> str:
    """Merge another device's classes.

    What is stricter is taken, for every description of the tool; what lets a tool do more is given
    on each device. So a class that is safe is never taken, and none is taken away because it is
    missing there.

    Args:
        here: The classes of this device, as `parse_classes` reads them.
        arrived: Those of the other one.
    """
    own = parse_classes(here)
    merged = dict(own)
    for key, wish in parse_classes(arrived).items():
        if wish is Permission.SAFE:
            continue
        name = key.partition(_BOUND_TO)[0]
        for same, given in own.items():
            is_looser = _STRICTNESS[given] < _STRICTNESS[wish]
            if same.partition(_BOUND_TO)[0] == name and is_looser:
                merged.pop(same, None)
        if key not in merged or _STRICTNESS[merged[key]] < _STRICTNESS[wish]:
            merged[key] = wish
    return here if merged == own else dump_classes(merged)


def fingerprint_of(description: str, input_schema: Mapping[str, object]) -> str:
    """Changes when a server describes a tool differently."""
    described = json.dumps([description, input_schema], sort_keys=True)
    return hashlib.sha256(described.encode("utf-8", "surrogatepass")).hexdigest()[:_FINGERPRINT]


def parse_classes(text: str) -> dict[str, Permission]:
    """By name; the later of two wins.

    Args:
        text: Such as `open_address = safe, notes = sensitive`; a name without a class that is known
            becomes Restricted.
    """
    pairs = (entry.partition("=") for entry in text.split(",") if entry.strip())
    return {name.strip(): Permission.of(wished) for name, _equals, wished in pairs}


def dump_classes(classes: Mapping[str, Permission]) -> str:
    """Inverse of `parse_classes`, sorted by name."""
    return ", ".join(f"{name} = {classes[name].value}" for name in sorted(classes))
