"""The page of the first run about coding agents: those on this computer, with a tick each."""

from functools import partial

from PySide6.QtCore import Qt
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.first_run.pages import Page
from assistant.channels.desktop.settings.page import clear_layout
from assistant.channels.desktop.settings.programs_page import AgentRow
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Switch
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.coding_agents.model.agents import CodingAgent
from assistant.locale import _
from assistant.protocol.coding_agents import AgentSetupsListed, ListAgentSetups, SetUpAgent
from assistant.protocol.events import EngineEvent


class AgentsPage(Page):
    """Which coding agents shall ask here; what is written into their settings is shown first."""

    icon = Icon.PROGRAMS

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(
            _("Shall coding agents ask you here?"),
            _(
                "Their questions and permissions then stand in Parley. What changes in their"
                " settings is shown before it is written."
            ),
        )
        self._context = context
        self._listed: AgentSetupsListed | None = None
        self._ticked: set[CodingAgent] = set()
        self.ticks: dict[CodingAgent, Switch] = {}
        self._list = vbox(gap=8)
        self.set_up = push_button(
            "set_up_ticked", _("Set up the chosen agents…"), on_click=self._set_up
        )
        self.set_up.hide()
        vbox(self._list, (self.set_up, Qt.AlignmentFlag.AlignLeft), inside=self, gap=14)
        self._fill()

    @override
    def begin(self) -> None:
        self._context.engine.submit(ListAgentSetups())

    @override
    def handle(self, event: EngineEvent) -> None:
        if isinstance(event, AgentSetupsListed) and event != self._listed:
            self._listed = event
            self._ticked &= {one.agent for one in event.agents if not one.is_set_up}
            self._fill()

    @override
    def finish(self) -> bool:
        if self._ticked:
            self._set_up()
            return False
        return not any(one.is_busy for one in (self._listed.agents if self._listed else ()))

    def _set_up(self) -> None:
        """Ask about each; the user sees what would change."""
        ticked, self._ticked = self._ticked, set()
        for agent in sorted(ticked):
            self._context.engine.submit(SetUpAgent(agent=agent))
        self._fill()

    def _tick(self, agent: CodingAgent, is_ticked: bool) -> None:  # what the switch says
        (self._ticked.add if is_ticked else self._ticked.discard)(agent)
        self.set_up.setEnabled(bool(self._ticked))

    def _fill(self) -> None:
        clear_layout(self._list)
        self.ticks = {}
        for entry in self._listed.agents if self._listed else ():
            tick: Switch | None = None
            if not entry.is_set_up:
                tick = Switch(theme=self._context.theme)
                tick.setObjectName(f"tick_{entry.agent}")
                tick.setAccessibleName(entry.agent.traits.title)
                tick.setChecked(entry.agent in self._ticked)
                tick.setEnabled(not entry.is_busy)
                tick.toggled.connect(partial(self._tick, entry.agent))
                self.ticks[entry.agent] = tick
            self._list.addWidget(AgentRow(entry, engine=self._context.engine, tick=tick))
        if self._listed is None or not self._listed.agents:
            text = (
                _("Looking for coding agents…")
                if self._listed is None
                else _("No coding agent was found on this computer.")
            )
            self._list.addWidget(plain_label(text, role="secondary", name="no_agents"))
        self.set_up.setVisible(bool(self.ticks))
        self.set_up.setEnabled(bool(self._ticked))
