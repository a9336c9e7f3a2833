"""For how long nobody was at keyboard or mouse, as told over D-Bus. Linux only."""

from typing import Any, Final

from assistant.engine.presence.bus import call, on_bus

_MUTTER: Final = "org.gnome.Mutter.IdleMonitor"
_MUTTER_PATH: Final = "/org/gnome/Mutter/IdleMonitor/Core"
_SAVER: Final = "org.freedesktop.ScreenSaver"
_SAVER_PATH: Final = "/org/freedesktop/ScreenSaver"


async def idle_s(session: str = "SESSION") -> float | None:
    """Return it in seconds; None if the desktop does not tell.

    Args:
        session: Address of the session's bus; `SESSION` finds it.
    """
    found: list[float | None] = []

    async def ask(router: Any) -> None:
        found.append(await _ask(router))

    await on_bus(session, ask)
    return found[0] if found else None


async def _ask(router: Any) -> float | None:
    milliseconds = await call(router, _MUTTER, _MUTTER_PATH, _MUTTER, "GetIdletime")
    if isinstance(milliseconds, int):
        return milliseconds / 1000
    seconds = await call(router, _SAVER, _SAVER_PATH, _SAVER, "GetSessionIdleTime")
    # A desktop that does not know says 0, which would be somebody at every moment.
    return float(seconds) if isinstance(seconds, int) and seconds > 0 else None
