"""Asks what becomes of unsaved words before their window closes."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.widgets.choice_dialog import ChoiceDialog, DialogChoice
from assistant.locale import _


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
            DialogChoice(name="leave_stay", label=_("Go on editing"), act=stay),
        ]
        if save is not None:
            saving = DialogChoice(name="leave_save", label=_("Save"), act=save, is_primary=True)
            choices.insert(0, saving)
        super().__init__(title=_("Save what you wrote?"), text=text, choices=choices, parent=parent)
        self.rejected.connect(stay)
