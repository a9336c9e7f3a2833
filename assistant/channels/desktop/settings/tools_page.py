"""The settings page about tools: what each may do, in groups by where it comes from."""

from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.fields import SwitchField
from assistant.channels.desktop.settings.model.tool_wording import class_title, tool_purpose
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage, clear_layout
from assistant.channels.desktop.widgets.controls import Dropdown, Switch
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.tools import (
    EnableTool,
    ListTools,
    SetToolClass,
    ToolListEntry,
    ToolsListed,
)

_CLASSES = ("safe", "sensitive", "restricted")


class ToolSettingsRow(QFrame):
    """One tool: what it is, the class it is treated as, and whether a Restricted one may run.

    Attributes:
        choice: The classes; not there for a tool that is Restricted by itself.
        switch: Whether it may run; there for Restricted tools alone.
    """

    def __init__(self, entry: ToolListEntry, *, theme: Theme, engine: EngineClient) -> None:
        super().__init__()
        self._entry = entry
        self._engine = engine
        self.setObjectName(f"tool_{entry.name}")
        self.setProperty("role", "panel")
        self._name = plain_label(entry.name)
        self._purpose = plain_label(role="description")
        self._trouble = plain_label(role="failed")
        self._class = plain_label(role="secondary")
        self._class.setWordWrap(False)
        self.choice = Dropdown(theme=theme)
        self.choice.setObjectName(f"class_{entry.name}")
        for value in _CLASSES:
            self.choice.addItem(class_title(value), value)
        self.choice.activated.connect(self._chosen)
        self.switch = Switch(theme=theme)
        self.switch.setObjectName(f"enable_{entry.name}")
        self.switch.clicked.connect(self._switched)
        middle = Qt.AlignmentFlag.AlignVCenter
        beside = ((widget, middle) for widget in (self._class, self.choice, self.switch))
        head = hbox((self._name, 1), *beside, gap=10)
        vbox(head, self._purpose, self._trouble, inside=self, margins=(14, 9, 12, 9), gap=3)
        self.show_entry(entry)

    def show_entry(self, entry: ToolListEntry) -> None:
        """Show how it stands with the tool now."""
        self._entry = entry
        is_fixed = entry.own_permission == "restricted"
        is_restricted = entry.permission == "restricted"
        self._purpose.setText(tool_purpose(entry))
        self._trouble.setText(entry.unavailable)
        self._trouble.setVisible(bool(entry.unavailable))
        self._class.setText(class_title(entry.permission))
        self._class.setVisible(is_fixed)
        self.choice.setVisible(not is_fixed)
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(self.choice.findData(entry.permission))
        self.choice.setAccessibleName(_("Permission of {tool}").format(tool=entry.name))
        self.choice.setAccessibleDescription(self._purpose.text())
        self.switch.setVisible(is_restricted)
        self.switch.setChecked(entry.is_enabled)
        self.switch.setAccessibleName(_("Let {tool} run").format(tool=entry.name))
        self.switch.setToolTip(plain_tip(self.switch.accessibleName()))

    def _chosen(self, index: int) -> None:
        wished: str = self.choice.itemData(index)
        own = wished == self._entry.own_permission
        self._engine.submit(
            SetToolClass(
                tool=self._entry.name,
                permission="" if own else wished,
                fingerprint=self._entry.fingerprint,
            )
        )

    def _switched(self, is_enabled: bool) -> None:
        self._engine.submit(EnableTool(tool=self._entry.name, is_enabled=is_enabled))


class ToolsPage(SettingsPage):
    """The tools and what they may do."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="tools", title=_("Tools"), icon=Icon.TOOL, gap=18)
        self._entries: tuple[ToolListEntry, ...] = ()
        self._rows: dict[str, ToolSettingsRow] = {}
        about = SettingsNote(
            _(
                "Safe tools run at once. Sensitive ones ask you first, with what exactly they"
                " would do. Restricted ones can do great harm: they are off until you switch"
                " them on, and ask every time."
            )
        )
        self._spoken = SwitchField(context, section="tools", key="voice_confirm")
        self._box.addWidget(about)
        self._box.addWidget(self._spoken)
        self._list = vbox(gap=8)
        self._box.addLayout(self._list)

    @property
    def rows(self) -> tuple[ToolSettingsRow, ...]:
        """The tools that are shown, top to bottom."""
        return tuple(self._rows[entry.name] for entry in self._entries)

    @override
    def load(self) -> None:
        self._spoken.load()
        self._context.engine.submit(ListTools())

    @override
    def handle(self, event: EngineEvent) -> None:
        if not isinstance(event, ToolsListed):
            return
        before = [entry.name for entry in self._entries]
        self._entries = event.tools
        if before != [entry.name for entry in event.tools]:
            self._fill()
            return
        for entry in event.tools:
            self._rows[entry.name].show_entry(entry)

    def _fill(self) -> None:
        clear_layout(self._list)
        self._rows = {}
        for server, entries in groupby(self._entries, key=lambda entry: entry.server):
            self._add_group(server or _("Built in"), entries)

    def _add_group(self, title: str, entries: Iterable[ToolListEntry]) -> None:
        self._list.addWidget(plain_label(title, role="section"))
        for entry in entries:
            theme, engine = self._context.theme, self._context.engine
            shown = ToolSettingsRow(entry, theme=theme, engine=engine)
            self._rows[entry.name] = shown
            self._list.addWidget(shown)
