"""The settings page about tools: what each may do, in groups by where it comes from."""

from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from assistant.channels.desktop.settings.field_page import PageParagraph
from assistant.channels.desktop.settings.fields import SettingsStore, SwitchField
from assistant.channels.desktop.settings.model.tool_wording import class_title, tool_purpose
from assistant.channels.desktop.settings.translated_page import TranslatedPage, clear_layout
from assistant.channels.desktop.widgets.controls import Dropdown, Switch
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
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
            self.choice.addItem("", value)
        self.choice.activated.connect(self._chosen)
        self.switch = Switch(theme=theme)
        self.switch.setObjectName(f"enable_{entry.name}")
        self.switch.clicked.connect(self._switched)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._name, 1)
        for widget in (self._class, self.choice, self.switch):
            head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        box = QVBoxLayout(self)
        box.setContentsMargins(14, 9, 12, 9)
        box.setSpacing(3)
        box.addLayout(head)
        box.addWidget(self._purpose)
        box.addWidget(self._trouble)
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
            for index, value in enumerate(_CLASSES):
                self.choice.setItemText(index, class_title(value))
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


class ToolsPage(QObject):
    """Implements `SettingsPage`: the tools and what they may do.

    Args:
        theme: Draws the controls.
        store: Where the settings of all tools are.
        engine: Takes commands.
    """

    name = "tools"
    icon = Icon.TOOL

    def __init__(self, *, theme: Theme, store: SettingsStore, engine: EngineClient) -> None:
        super().__init__()
        self._theme = theme
        self._store = store
        self._engine = engine
        self._entries: tuple[ToolListEntry, ...] = ()
        self._rows: dict[str, ToolSettingsRow] = {}
        self._spoken: SwitchField | None = None
        self._list: QVBoxLayout | None = None

    @property
    def title(self) -> str:
        """In the interface's language."""
        return _("Tools")

    @property
    def rows(self) -> tuple[ToolSettingsRow, ...]:
        """The tools that are shown, top to bottom."""
        return tuple(self._rows[entry.name] for entry in self._entries if self._rows)

    def build(self, parent: QWidget) -> QWidget:
        """Make the page."""
        page = TranslatedPage(self._arrange, parent)
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(18)
        box.addWidget(
            PageParagraph(
                lambda: _(
                    "Safe tools run at once. Sensitive ones ask you first, with what exactly they"
                    " would do. Restricted ones can do great harm: they are off until you switch"
                    " them on, and ask every time."
                )
            )
        )
        self._spoken = SwitchField(
            theme=self._theme, store=self._store, section="tools", key="voice_confirm"
        )
        box.addWidget(self._spoken)
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        box.addLayout(self._list)
        self._arrange()
        return page

    def load(self) -> None:
        """Ask for the tools there are."""
        if self._spoken is not None:
            self._spoken.load()
        self._engine.submit(ListTools())

    def apply(self) -> None:
        """Nothing to save: every choice holds at once."""

    @Slot(object)
    def handle(self, event: EngineEvent) -> None:
        """Show the tools there are."""
        if not isinstance(event, ToolsListed):
            return
        before = [entry.name for entry in self._entries]
        self._entries = event.tools
        if before != [entry.name for entry in event.tools]:
            self._arrange()
            return
        for entry in event.tools if self._rows else ():
            self._rows[entry.name].show_entry(entry)

    def _arrange(self) -> None:
        """Make the rows anew."""
        if self._list is None:
            return
        clear_layout(self._list)
        self._rows = {}
        for server, entries in groupby(self._entries, key=lambda entry: entry.server):
            self._add_group(server or _("Built in"), entries)

    def _add_group(self, title: str, entries: Iterable[ToolListEntry]) -> None:
        if self._list is None:
            return
        self._list.addWidget(plain_label(title, role="section"))
        for entry in entries:
            row = ToolSettingsRow(entry, theme=self._theme, engine=self._engine)
            self._rows[entry.name] = row
            self._list.addWidget(row)
