"""The settings window's page about how the assistant asks."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Slot
from typing_extensions import override

from assistant.channels.desktop.settings.field_page import FieldPage, untranslated
from assistant.channels.desktop.settings.fields import (
    ChoiceField,
    SettingField,
    SettingsStore,
    SettingValue,
    SliderField,
    TranslatedText,
)
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.mcp_servers import ListServers, ServerEntry, ServersListed

_WAITS_S: Final = (0.0, 60.0, 300.0, 900.0, 3600.0)
_SHOWS_CHOICES: Final = "__provide_choice"
"""How the advertised name of a tool ends that can show a question."""


def wait_text(seconds: float) -> str:
    """Return how long a question waits, in words; 0 waits for ever."""
    if seconds <= 0:
        return _("As long as it takes")
    if seconds < 60 or seconds % 60:
        return _("{n} seconds").format(n=f"{seconds:g}")
    minutes = round(seconds / 60)
    if minutes == 1:
        return _("One minute")
    if minutes == 60:
        return _("One hour")
    return _("{n} minutes").format(n=minutes)


def _waits() -> Sequence[tuple[SettingValue, TranslatedText]]:
    def words(seconds: float) -> TranslatedText:
        return lambda: wait_text(seconds)

    return [(seconds, words(seconds)) for seconds in _WAITS_S]


def _presenters(servers: Sequence[ServerEntry]) -> Sequence[tuple[SettingValue, TranslatedText]]:
    able = (
        entry.definition.name
        for entry in servers
        if any(tool.endswith(_SHOWS_CHOICES) for tool in entry.tools)
    )
    return [("", lambda: _("Parley alone")), *((name, untranslated(name)) for name in able)]


class QuestionsPage(FieldPage):
    """How the assistant asks, how long it waits, what guards against slips, and who shows it too.

    Args:
        theme: Draws the controls.
        store: Where the settings are.
        engine: Tells which MCP servers there are.
    """

    def __init__(self, *, theme: Theme, store: SettingsStore, engine: EngineClient) -> None:
        self._engine = engine
        self._presenter = ChoiceField(
            theme=theme,
            store=store,
            section="questions",
            key="presenter",
            title=lambda: _("Who shows questions"),
            hint=lambda: _(
                "An MCP server with the tool provide_choice can show a choice its own way, on a"
                " phone for example, beside the window. The first answer counts."
                " Takes effect with the next start."
            ),
            choices=_presenters(()),
        )
        super().__init__(
            name="questions",
            title=lambda: _("Questions"),
            icon=Icon.QUESTION,
            parts=(*_fields(theme=theme, store=store), self._presenter),
        )

    @override
    def load(self) -> None:
        super().load()
        self._engine.submit(ListServers())

    @Slot(object)
    def handle(self, event: EngineEvent) -> None:
        """Offer the servers that can show questions."""
        if isinstance(event, ServersListed):
            self._presenter.offer(_presenters(event.servers))


def _fields(*, theme: Theme, store: SettingsStore) -> tuple[SettingField, ...]:
    return (
        ChoiceField(
            theme=theme,
            store=store,
            section="questions",
            key="channel",
            title=lambda: _("How the model asks"),
            hint=lambda: _(
                "A tool call suits most models. Choose its own words for a model that"
                " cannot call tools. What it asks in its own words is always recognised."
                " Takes effect with the next start."
            ),
            choices=(
                ("tool", lambda: _("By a tool call")),
                ("skill", lambda: _("In its own words")),
            ),
        ),
        ChoiceField(
            theme=theme,
            store=store,
            section="questions",
            key="timeout_s",
            title=lambda: _("How long a question waits for you"),
            hint=lambda: _(
                "The clock starts when you can see or hear the question and rests while you"
                " are at it. When it runs out, nothing is chosen for you."
                " Takes effect with the next start."
            ),
            choices=_waits(),
            show=lambda value: wait_text(float(value)),
        ),
        SliderField(
            store=store,
            section="questions",
            key="max_rounds",
            title=lambda: _("Questions in a row"),
            hint=lambda: _(
                "After so many the assistant goes on with what you chose so far."
                " Takes effect with the next start."
            ),
            low=1,
            high=50,
            step=1,
            show=lambda value: f"{value:.0f}",
        ),
        ChoiceField(
            theme=theme,
            store=store,
            section="questions",
            key="result_format",
            title=lambda: _("How your answers are written for the model"),
            hint=lambda: _("The content is the same. Takes effect with the next start."),
            choices=(
                ("list", lambda: _("As a list")),
                ("sentence", lambda: _("As a sentence")),
            ),
        ),
        SliderField(
            store=store,
            section="questions",
            key="arm_delay_ms",
            title=lambda: _("Ignore keys and clicks at first"),
            hint=lambda: _(
                "A question that has just appeared takes no answer for so long, so that what"
                " you meant for another window answers nothing."
            ),
            low=0,
            high=2000,
            step=50,
            show=lambda value: _("{n} ms").format(n=f"{value:.0f}"),
        ),
        SliderField(
            store=store,
            section="questions",
            key="undo_s",
            title=lambda: _("Offer to undo an answer"),
            hint=lambda: _("For so long after a click or a key. At 0 it is not offered."),
            low=0,
            high=30,
            step=1,
            show=lambda value: _("{n} s").format(n=f"{value:.0f}"),
        ),
    )
