"""The settings window's page about how the assistant asks."""

import math
from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.field_page import FieldPage, section_fields
from assistant.channels.desktop.settings.fields import ChoiceField
from assistant.channels.desktop.widgets.icons import Icon
from assistant.locale import _, ngettext
from assistant.protocol.events import EngineEvent
from assistant.protocol.mcp_servers import ListServers, ServerEntry, ServersListed
from assistant.settings.schema import SettingValue

_WAITS_S: Final = (0.0, 60.0, 300.0, 900.0, 3600.0)
_SHOWS_CHOICES: Final = "__provide_choice"
"""How the advertised name of a tool ends that can show a question."""


def wait_text(seconds: float) -> str:
    """Return how long a question waits, in words; 0 waits for ever."""
    if seconds <= 0:
        return _("As long as it takes")
    if seconds < 60 or seconds % 60:
        return ngettext("{n} second", "{n} seconds", math.ceil(seconds)).format(n=f"{seconds:g}")
    minutes = round(seconds / 60)
    if minutes == 1:
        return _("One minute")
    if minutes == 60:
        return _("One hour")
    return _("{n} minutes").format(n=minutes)


def _presenters(servers: Sequence[ServerEntry]) -> Sequence[tuple[SettingValue, str]]:
    able = (
        entry.config.name
        for entry in servers
        if any(tool.endswith(_SHOWS_CHOICES) for tool in entry.tools)
    )
    return [("", _("Parley alone")), *((name, name) for name in able)]


class QuestionsPage(FieldPage):
    """How the assistant asks, how long it waits, what guards against slips, and who shows it too."""

    def __init__(self, context: DesktopContext) -> None:
        self._presenter = ChoiceField(
            context, section="questions", key="presenter", choices=_presenters(())
        )
        wait = ChoiceField(
            context,
            section="questions",
            key="timeout_s",
            choices=[(seconds, wait_text(seconds)) for seconds in _WAITS_S],
            show=lambda value: wait_text(float(value)),
        )
        super().__init__(
            context,
            name="questions",
            title=_("Questions"),
            icon=Icon.QUESTION,
            parts=(
                *section_fields(context, "questions", special=(wait, self._presenter)),
                *section_fields(context, "escalation"),
            ),
        )

    @override
    def load(self) -> None:
        super().load()
        self._context.engine.submit(ListServers())

    @override
    def handle(self, event: EngineEvent) -> None:
        if isinstance(event, ServersListed):
            self._presenter.offer(_presenters(event.servers))
