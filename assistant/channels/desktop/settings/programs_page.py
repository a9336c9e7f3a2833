"""The settings page about programs that ask: coding agents on this computer, and the HTTP API."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.field_page import FieldPage, section_fields
from assistant.channels.desktop.settings.page import SettingsNote, clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.coding_agents import (
    AgentSetupEntry,
    AgentSetupsListed,
    AskTestQuestion,
    ListAgentSetups,
    SetUpAgent,
)
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent


class AgentRow(QFrame):
    """One agent: whether it asks in Parley, and what may be done about it.

    Args:
        entry: How it stands with it.
        engine: Does what is wanted.
        tick: Takes the place of the button that sets it up.
    """

    def __init__(
        self, entry: AgentSetupEntry, *, engine: EngineClient, tick: QWidget | None = None
    ) -> None:
        super().__init__()
        self._engine = engine
        agent, title = entry.agent, entry.agent.traits.title
        self.setObjectName(f"agent_{agent}")
        self.setProperty("role", "panel")
        self.state = plain_label(
            _("Asks in Parley") if entry.is_set_up else _("Not set up"),
            role="success" if entry.is_set_up else "secondary",
        )
        self.state.setWordWrap(False)
        middle = Qt.AlignmentFlag.AlignVCenter
        box = vbox(
            hbox(
                (plain_label(title), 1),
                (self.state, middle),
                *(() if tick is None else ((tick, middle),)),
                gap=10,
            ),
            inside=self,
            margins=(14, 9, 12, 7),
            gap=4,
        )
        if entry.detail:
            box.addWidget(plain_label(entry.detail, role="description", name=f"detail_{agent}"))
        self.buttons = (
            (
                self._button("test_agent", _("Ask a test question"), AskTestQuestion(agent=agent)),
                self._button(
                    "remove_agent", _("Remove…"), SetUpAgent(agent=agent, is_removal=True)
                ),
            )
            if entry.is_set_up
            else (self._button("set_up_agent", _("Set up…"), SetUpAgent(agent=agent)),)
        )
        if tick is not None:
            self.buttons = ()
        for button in self.buttons:
            button.setAccessibleName(f"{button.text()} {title}")
            button.setEnabled(not entry.is_busy)
        if self.buttons:
            box.addWidget(flow(*self.buttons, gap=4))

    def _button(self, name: str, text: str, command: Command) -> QPushButton:
        return push_button(
            f"{name}_{self.objectName()}",
            text,
            role="link",
            on_click=lambda: self._engine.submit(command),
        )


class ProgramsPage(FieldPage):
    """Which coding agents ask here, and whether other programs reach Parley, and where."""

    def __init__(self, context: DesktopContext) -> None:
        about = SettingsNote(
            _(
                "Scripts and coding agents on this computer can put their questions to you"
                " here: through a local HTTP API, and through parley mcp and parley ask,"
                " which use it. They can answer questions too, but never confirm what a tool"
                " is about to do."
            )
        )
        super().__init__(
            context,
            name="programs",
            title=_("Other programs"),
            icon=Icon.PROGRAMS,
            parts=(
                about,
                *section_fields(context, "api"),
                *section_fields(context, "coding_agents"),
            ),
        )
        self._listed = AgentSetupsListed(agents=())
        self.rows: tuple[AgentRow, ...] = ()
        self._list = vbox(gap=8)
        self._box.addWidget(SettingsNote(_("Coding agents"), is_heading=True))
        self._box.addLayout(self._list)
        self._fill()

    @override
    def load(self) -> None:
        super().load()
        self._context.engine.submit(ListAgentSetups())

    @override
    def handle(self, event: EngineEvent) -> None:
        super().handle(event)
        if isinstance(event, AgentSetupsListed) and event != self._listed:
            self._listed = event
            self._fill()

    def _fill(self) -> None:
        clear_layout(self._list)
        self.rows = tuple(
            AgentRow(entry, engine=self._context.engine) for entry in self._listed.agents
        )
        for row in self.rows:
            self._list.addWidget(row)
        if not self.rows:
            self._list.addWidget(
                plain_label(_("No coding agent was found on this computer."), role="secondary")
            )
