"""Whether the desktop shows no notifications, as told over D-Bus. Linux only.

`Inhibited` of the notification service: Plasma has it, which counts a shared screen as well.
"""

from collections.abc import Callable
from typing import Any, Final

from assistant.engine.presence.bus import PROPERTIES, ask_for, call, changed, jeepney, on_bus
from assistant.escalation.sign_kind import SignKind

_NAME: Final = "org.freedesktop.Notifications"
_PATH: Final = "/org/freedesktop/Notifications"


class DoNotDisturb:
    """Implements `AwaySign`.

    Args:
        session: Address of the session's bus; `SESSION` finds it.
    """

    def __init__(self, *, session: str = "SESSION") -> None:
        self._bus = session

    @property
    def kind(self) -> SignKind:
        return SignKind.DO_NOT_DISTURB

    async def watch(self, tell: Callable[[bool], None]) -> None:
        """Tell whether it is so, now and at every change; False once the bus is gone."""
        await on_bus(self._bus, lambda router: _follow(router, tell))
        tell(False)


async def _follow(router: Any, tell: Callable[[bool], None]) -> None:
    rule = jeepney().MatchRule(
        type="signal", interface=PROPERTIES, member="PropertiesChanged", path=_PATH
    )
    with router.filter(rule, bufsize=10) as changes:
        await ask_for(router, rule)
        while True:
            tell(bool(await call(router, _NAME, _PATH, PROPERTIES, "Get", _NAME, "Inhibited")))
            await changed(changes)
