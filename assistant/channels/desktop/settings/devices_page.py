"""The settings page about the user's devices: whether they are alike, which there are, and how."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.database_panel import DatabasePanel
from assistant.channels.desktop.settings.fields import SettingField, SwitchField, TextField
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage, clear_layout
from assistant.channels.desktop.settings.passphrase_panel import PassphrasePanel
from assistant.channels.desktop.settings.recovery_dialog import RecoveryDialog
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog, DialogChoice
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle, selectable
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import PresentQuestionAgain
from assistant.protocol.sync import (
    ListSync,
    PassphraseTried,
    RecoveryCodeMade,
    RejoinDevices,
    RemoveDevice,
    SyncListed,
    SyncNow,
    SyncTried,
)
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import Device
from assistant.sync.model.status import SyncConflict, SyncState, SyncStatus
from assistant.sync.model.status_text import (
    conflicts_text,
    device_text,
    left_out_lines,
    left_out_title,
    status_details,
    status_line,
)


class StatusPanel(QFrame):
    """How it stands, in a sentence; what that means, and what can be done about it."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__()
        self._now = context.clock.now
        submit = context.engine.submit
        self.setObjectName("sync_status")
        self.line: Final = plain_label(role="title")
        self._details = plain_label(role="description")
        self.now_button: Final = push_button(
            "sync_now", _("Synchronise now"), on_click=lambda: submit(SyncNow())
        )
        self.rejoin_button: Final = push_button(
            "rejoin_devices",
            _("Add this device again"),
            role="primary",
            on_click=lambda: submit(RejoinDevices()),
        )
        self._buttons = flow(self.rejoin_button, self.now_button)
        vbox(self.line, self._details, self._buttons, inside=self, gap=6, margins=(14, 11, 12, 11))
        self.show_status(SyncStatus())

    @property
    def text(self) -> str:
        """Everything that is said."""
        return f"{self.line.text()}\n{self._details.text()}".strip()

    def show_status(self, status: SyncStatus) -> None:
        """Show how it stands now."""
        role = "panel" if status.problem is None else "notice"
        if self.property("role") != role:
            self.setProperty("role", role)
            self.setProperty("severity", "warning")
            restyle(self)
        self.line.setText(status_line(status))
        details = "\n".join(status_details(status, self._now()))
        self._details.setText(details)
        self._details.setVisible(bool(details))
        self.setAccessibleName(self.line.text())
        self.setAccessibleDescription(details)
        is_removed = status.problem is not None and status.problem.fault is SyncFault.REMOVED
        self.rejoin_button.setVisible(is_removed)
        self.now_button.setVisible(status.state is not SyncState.OFF and not is_removed)
        self._buttons.setVisible(status.state is not SyncState.OFF)


class DeviceRow(QFrame):
    """One device: what it is called, when it was there, and a button that takes it away."""

    def __init__(
        self, device: Device, *, status: SyncStatus, now: datetime, ask: Callable[[Device], None]
    ) -> None:
        super().__init__()
        is_this = device.device_id == status.device_id
        self.setObjectName(f"device_{device.device_id}")
        self.setProperty("role", "panel")
        about = device_text(
            device, is_this=is_this, is_leading=device.device_id == status.leader_id, now=now
        )
        self.remove_button = push_button(
            f"remove_{device.device_id}",
            _("Remove device…"),
            role="link",
            on_click=lambda: ask(device),
        )
        self.remove_button.setAccessibleName(_("Remove {name}…").format(name=device.name))
        self.remove_button.setVisible(not is_this)
        middle = Qt.AlignmentFlag.AlignVCenter
        words = vbox(plain_label(device.name), plain_label(about, role="description"), gap=3)
        hbox((words, 1), (self.remove_button, middle), inside=self, margins=(14, 9, 12, 9))


class ConflictRow(QFrame):
    """Something two devices changed differently, and a button that leads to its question."""

    def __init__(self, conflict: SyncConflict, *, show: Callable[[str], None]) -> None:
        super().__init__()
        self.setObjectName(f"conflict_{conflict.questions_id}")
        self.setProperty("role", "panel")
        self.open_button = push_button(
            f"open_{conflict.questions_id}",
            _("Decide…"),
            role="link",
            on_click=lambda: show(conflict.questions_id),
        )
        self.open_button.setAccessibleName(_("Decide about {title}…").format(title=conflict.title))
        middle = Qt.AlignmentFlag.AlignVCenter
        hbox(
            (plain_label(conflict.title), 1),
            (self.open_button, middle),
            inside=self,
            margins=(14, 9, 12, 9),
        )


class DevicesPage(SettingsPage):
    """The user's devices that are kept alike."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="devices", title=_("Devices"), icon=Icon.DEVICES, gap=18)
        self._engine = context.engine
        self._status = SyncStatus()
        self._about = SettingsNote(
            _(
                "The same assistant on all your computers: conversations, memory, notes, questions"
                " and your settings. They meet in a PostgreSQL database of yours. Keys, passwords"
                " and sound stay on each device."
            )
        )
        self.status_panel: Final = StatusPanel(context)
        self.refusal: Final = plain_label(role="failed", name="sync_refusal")
        self.switch: Final = SwitchField(context, section="sync", key="enabled")
        self._conflicts_title = plain_label(role="section")
        self._conflicts = vbox(gap=8)
        self.database: Final = DatabasePanel(context)
        self.database.saved.connect(self._database_changed)
        self.database.refused.connect(self.refused)
        self.name_field: Final = TextField(context, section="sync", key="name")
        self._left_out_title = plain_label(role="section")
        self.left_out: Final = selectable(plain_label(role="description", name="left_out"))
        self._devices_title = plain_label(_("Your devices"), role="section")
        self._devices = vbox(gap=8)
        self.passphrase: Final = PassphrasePanel(engine=context.engine)
        self._is_opening_first = False
        """Whether the passphrase is asked for below the status, as nothing goes on without it."""
        self.device_rows: tuple[DeviceRow, ...] = ()
        self.conflict_rows: tuple[ConflictRow, ...] = ()
        for part in (self._about, self.status_panel, self.refusal, self._conflicts_title):
            self._box.addWidget(part)
        self._box.addLayout(self._conflicts)
        self._box.addLayout(vbox(self._left_out_title, self.left_out, gap=6))
        self._box.addWidget(self._devices_title)
        self._box.addLayout(self._devices)
        for part in (self.switch, self.database, self.name_field, self.passphrase):
            self._box.addWidget(part)
        self.refusal.hide()
        self._show()

    @property
    def _fields(self) -> Sequence[SettingField]:
        return (self.switch, self.name_field)

    @override
    def load(self) -> None:
        for field in self._fields:
            field.load()
        self.database.load()
        self.refusal.hide()
        self._arrange()
        self._engine.submit(ListSync())

    @override
    def apply(self) -> None:
        for field in self._fields:
            field.apply()

    @override
    def handle(self, event: EngineEvent) -> None:
        match event:
            case SyncListed():
                self._status = event.status
                self.refusal.setText(event.refusal)
                self.refusal.setVisible(bool(event.refusal))
                self._tell(event.refusal)
                self.database.follow(event.status)
                self._show()
            case SyncTried():
                self.database.settle(event)
            case PassphraseTried():
                self.database.passphrase_tried(event)
                self.passphrase.show_refusal(event.refusal)
                self._tell(event.refusal)
            case RecoveryCodeMade():
                self._show_sheet(event.code)
            case _:
                pass

    def _show(self) -> None:
        status = self._status
        self.status_panel.show_status(status)
        self.passphrase.show_status(status)
        self._conflicts_title.setText(conflicts_text(len(status.conflicts)))
        self._left_out_title.setText(left_out_title(status))
        self.left_out.setText("\n".join(left_out_lines(status)))
        clear_layout(self._conflicts)
        clear_layout(self._devices)
        now = self._context.clock.now()
        self.conflict_rows = tuple(
            ConflictRow(conflict, show=self._decide) for conflict in status.conflicts
        )
        self.device_rows = tuple(
            DeviceRow(device, status=status, now=now, ask=self._ask_to_remove)
            for device in status.devices
        )
        for row in self.conflict_rows:
            self._conflicts.addWidget(row)
        for row in self.device_rows:
            self._devices.addWidget(row)
        self._arrange()

    def _arrange(self) -> None:
        """Show what there is something to say of, and have Tab go from top to bottom."""
        is_set_up = bool(self._context.settings.get("sync", "url"))
        self._about.setVisible(not is_set_up)
        self.switch.setVisible(is_set_up)
        self.name_field.setVisible(is_set_up)
        self._conflicts_title.setVisible(bool(self.conflict_rows))
        self._left_out_title.setVisible(bool(self.left_out.text()))
        self.left_out.setVisible(bool(self.left_out.text()))
        self._devices_title.setVisible(bool(self.device_rows))
        is_locked = self.passphrase.is_locked
        if is_locked is not self._is_opening_first:
            self._is_opening_first = is_locked
            self._box.removeWidget(self.passphrase)  # or the number of places would hold it too
            place = self._box.indexOf(self.status_panel) + 1 if is_locked else self._box.count()
            self._box.insertWidget(place, self.passphrase)
        opening = (
            self.passphrase.secret,
            self.passphrase.new,
            self.passphrase.main_button,
            self.passphrase.sheet_button,
        )
        chain: list[QWidget] = [
            self.status_panel.rejoin_button,
            self.status_panel.now_button,
            *(opening if is_locked else ()),
            *(row.open_button for row in self.conflict_rows),
            *(row.remove_button for row in self.device_rows),
            self.switch.control,
            self.database.url,
            self.database.secret,
            self.database.passphrase,
            self.database.use_button,
            self.database.try_button,
            self.database.forget_button,
            self.name_field.control,
            *(() if is_locked else opening),
        ]
        for before, after in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(before, after)

    def _tell(self, refusal: str) -> None:
        if refusal:
            self.refused.emit(refusal)

    def _database_changed(self) -> None:
        self.switch.load()
        self._arrange()

    def _decide(self, questions_id: str) -> None:
        self._engine.submit(PresentQuestionAgain(questions_id=questions_id))
        self.window().close()  # the question stands over the main window

    def _show_sheet(self, code: str) -> None:
        RecoveryDialog(
            code=code,
            address=self._status.address or self.database.url.text(),
            clock=self._context.clock,
            parent=self.window(),
        ).open()

    def _ask_to_remove(self, device: Device) -> None:
        ChoiceDialog(
            title=_("Remove {name}?").format(name=device.name),
            text=_(
                "It gets nothing new from your devices, and they take nothing from it. What it has"
                " stays on it. If it is lost or stolen, change the password of the database too."
            ),
            choices=(
                DialogChoice(
                    name="remove_device",
                    label=_("Remove device"),
                    act=lambda: self._engine.submit(RemoveDevice(device_id=device.device_id)),
                ),
                DialogChoice(
                    name="keep_device", label=_("Keep"), act=lambda: None, is_primary=True
                ),
            ),
            parent=self.window(),
        ).open()
