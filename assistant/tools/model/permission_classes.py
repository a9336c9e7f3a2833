"""Which permission class a tool is treated as, by its own and by what the user says. Pure."""

from collections.abc import Mapping

from assistant.tools.tool import Permission


def effective_permission(own: Permission, wished: Permission | None) -> Permission:
    """Return the class a tool is treated as.

    Only the user's settings are a wish: what a tool, a server or the model says never is. A
    Restricted tool stays Restricted: what can do great harm is confirmed every time.

    Args:
        own: The class the tool has by itself.
        wished: The class the user wants, or None.
    """
    if wished is None or own is Permission.RESTRICTED:
        return own
    return wished


def parse_classes(text: str) -> dict[str, Permission]:
    """Return the classes by a tool's name; the later of two wins.

    Args:
        text: Such as `open_address = safe, notes = sensitive`; a name without a class that is known
            becomes Restricted.
    """
    pairs = (entry.partition("=") for entry in text.split(",") if entry.strip())
    return {name.strip(): Permission.of(wished) for name, _equals, wished in pairs}


def dump_classes(classes: Mapping[str, Permission]) -> str:
    """Return the text that `parse_classes` reads, by name."""
    return ", ".join(f"{name} = {classes[name].value}" for name in sorted(classes))
