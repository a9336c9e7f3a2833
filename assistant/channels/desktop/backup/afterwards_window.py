"""What is done with the home after the rest of the program has ended, and what came of it."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from typing_extensions import override

from assistant.backup.restore import Restored, restore_backup
from assistant.backup.wording import left_out_text
from assistant.channels.desktop.backup.background_call import BackgroundCall, Report
from assistant.channels.desktop.backup.parts import WorkProgress, error_text
from assistant.channels.desktop.backup.restore_dialog import RestoreRequest
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.locale import _


class AfterwardsWindow(FittedDialog):
    """Cannot be closed before it is over.

    Args:
        title: What is done.
        step: What is done first.
        work: Does it on a thread, given what takes its reports; returns what is told of it.
        failed: Is told before the error.
    """

    def __init__(
        self, *, title: str, step: str, work: Callable[[Report], str], failed: str = ""
    ) -> None:
        super().__init__()
        self.setObjectName("restore_window")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(460)
        self._is_over = False
        self._before_error = failed
        self._progress = WorkProgress()
        self.outcome: Final = selectable(plain_label(name="restore_outcome"))
        self.open_button: Final = push_button(
            "restore_open", _("Open Parley"), role="primary", on_click=self.accept
        )
        self.open_button.setDefault(True)
        vbox(
            plain_label(title, role="title"),
            self._progress,
            self.outcome,
            dialog_buttons(self.open_button),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )
        self.outcome.hide()
        self.open_button.hide()
        self._progress.show_step(step)
        BackgroundCall(
            self,
            work,
            done=self._tell,
            failed=self._failed,
            progressed=self._progress.show_step,
        )

    @override
    def reject(self) -> None:
        """Esc and the window's button close what is over."""
        if self._is_over:
            super().reject()

    def _failed(self, error: AssistantError) -> None:
        self._tell("\n".join(filter(None, (self._before_error, error_text(error)))))

    def _tell(self, text: str) -> None:
        self._is_over = True
        self._progress.hide()
        self.outcome.setText(text)
        self.outcome.show()
        self.open_button.show()
        self.open_button.setFocus()

    def wants_parley(self) -> bool:
        """Show it until it is closed; returns whether the user wants Parley to open again.

        Called when the event loop of the program has returned and its engine is joined.
        """
        application = QGuiApplication.instance()
        if not isinstance(application, QApplication):
            raise RuntimeError("There is no application to show it in")
        self.accepted.connect(lambda: application.exit(0))
        self.rejected.connect(lambda: application.exit(0))
        self.show()
        application.exec()
        wants_parley = self.result() == QDialog.DialogCode.Accepted
        self.deleteLater()
        return wants_parley


def restore_window(*, home: Home, request: RestoreRequest, now: datetime) -> AfterwardsWindow:
    """Return the window that restores a backup. A kill leaves the old home or the new one, whole.

    Args:
        home: What is replaced; nobody uses it any more.
        request: What it is replaced by.
        now: Becomes part of the name under which the home is kept that was there.
    """

    def restore(report: Report) -> str:
        return _restored_text(
            restore_backup(
                home, request.file, passphrase=request.passphrase, now=now, on_step=report
            )
        )

    return AfterwardsWindow(
        title=_("Restore"),
        step=_("Checking the backup"),
        work=restore,
        failed=_("Nothing was restored; everything is as it was."),
    )


def erase_window(*, erase: Callable[[], None]) -> AfterwardsWindow:
    """Return the window that deletes everything; a kill leaves less, and the rest can be deleted."""

    def work(_report: Report) -> str:
        erase()
        return _("Everything of yours is gone from this computer.")

    return AfterwardsWindow(title=_("Delete everything"), step=_("Deleting"), work=work)


def _restored_text(restored: Restored) -> str:
    count = len(restored.manifest.parts)
    told = [
        _("The backup was restored: one file.")
        if count == 1
        else _("The backup was restored: {n} files.").format(n=count)
    ]
    if restored.aside is not None:
        told.append(
            _("What was there before is in {folder}. Delete it when all is well.").format(
                folder=restored.aside
            )
        )
    told.append(left_out_text(has_keys=restored.manifest.has_keys))
    return "\n".join(told)
