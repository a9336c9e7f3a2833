"""Small dialogs of the window: what is about to happen, unsaved words, a link that leads outside."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.tools.system.model.addresses import OpenableAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogChoice:
    """One button of the dialog."""

    name: str
    """Object name of the button."""
    label: str
    act: Callable[[], None]
    is_primary: bool = False


class FittedDialog(QDialog):
    """As high as its words take at its width, whatever comes and goes in it."""

    @override
    def event(self, arg__1: QEvent) -> bool:
        if arg__1.type() not in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            return super().event(arg__1)  # which may delete it
        is_handled = super().event(arg__1)
        self._fit()
        return is_handled

    def _fit(self) -> None:
        layout = self.layout()
        if layout is not None and self.isVisible():  # before, Qt finds how wide it is to be
            width = max(self.width(), layout.totalMinimumSize().width())
            has_lines = layout.hasHeightForWidth()
            high = layout.totalHeightForWidth(width) if has_lines else self.sizeHint().height()
            self.resize(width, high)


class ChoiceDialog(FittedDialog):
    """Says something and closes with one of its buttons; Esc does nothing but close it.

    The primary one stands last and has the focus.

    It blocks the window it belongs to and nothing else. Open it with `open`.
    """

    def __init__(
        self, *, title: str, text: str, choices: Sequence[DialogChoice], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("choice_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setMinimumWidth(360)
        self.setMaximumWidth(520)
        choices = sorted(choices, key=lambda one: one.is_primary)
        buttons = [self._button(choice) for choice in choices]
        vbox(
            plain_label(title, role="title"),
            plain_label(text),
            4,
            dialog_buttons(*buttons),
            inside=self,
            gap=10,
            margins=(20, 18, 20, 16),
        )
        buttons[-1].setFocus()

    def _button(self, choice: DialogChoice) -> QPushButton:
        def chosen() -> None:
            self.accept()
            choice.act()

        role = "primary" if choice.is_primary else ""
        button = push_button(choice.name, choice.label, role=role, on_click=chosen)
        button.setDefault(choice.is_primary)
        return button


class UnsavedDialog(ChoiceDialog):
    """Offers to save, to discard, or to go on editing, which Esc does too.

    Args:
        text: What there are unsaved changes to.
        save: Saves them; None if they cannot be saved as they are.
        discard: Gives them up.
        stay: The window stays open.
        parent: The window.
    """

    def __init__(
        self,
        *,
        text: str,
        save: Callable[[], None] | None,
        discard: Callable[[], None],
        stay: Callable[[], None],
        parent: QWidget,
    ) -> None:
        choices = [
            DialogChoice(name="leave_discard", label=_("Discard"), act=discard),
            DialogChoice(
                name="leave_stay", label=_("Go on editing"), act=stay, is_primary=save is None
            ),
        ]
        if save is not None:
            saving = DialogChoice(name="leave_save", label=_("Save"), act=save, is_primary=True)
            choices.append(saving)
        super().__init__(title=_("Save what you wrote?"), text=text, choices=choices, parent=parent)
        self.rejected.connect(stay)


class LinkDialog(FittedDialog):
    """Shows a link's whole address as it is opened; its host in ASCII, and what that looks like."""

    def __init__(
        self, *, address: "OpenableAddress", open_link: Callable[[str], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Open this link?"))
        self.setMinimumWidth(380)
        cancel = push_button("link_cancel", _("Cancel"), on_click=self.reject)
        cancel.setDefault(True)
        go_on = push_button("link_open", _("Open"), role="primary", on_click=self.accept)
        vbox(
            plain_label(_("This link leads outside Parley:")),
            selectable(plain_label(address.written, name="address", mono=True)),
            *_beware(address),
            dialog_buttons(cancel, go_on),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )
        self.accepted.connect(lambda: open_link(address.written))
        self.finished.connect(self.deleteLater)
        cancel.setFocus()


def _beware(address: "OpenableAddress") -> tuple[QWidget, ...]:
    """Return what is said of a host with letters that may look like others."""
    if not address.readable_host:
        return ()
    text = _("Its name has letters that may look like others: {name}").format(
        name=address.readable_host
    )
    return (plain_label(text, name="address_beware"),)
