"""Shows a recovery code once, and puts it on paper or into a PDF file."""

from datetime import datetime
from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, Qt, QUrl
from PySide6.QtGui import QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import dialog_buttons, hbox, vbox
from assistant.channels.desktop.widgets.qr_picture import qr_picture
from assistant.clock import Clock
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.private_files import write_private

_PICTURE: Final = QUrl("parley:recovery-code")
_MARGIN_MM: Final = 20.0
_INK: Final = "h1, p, td, li { color: #000000; }"
"""Else it has the text colour of the theme, which is white in a dark one."""


class RecoveryDialog(FittedDialog):
    """The code, in letters and as a picture.

    Args:
        code: Groups of letters and digits with hyphens.
        address: Of the database, without the password.
        clock: Tells the day that stands on the sheet.
        parent: The window it belongs to.
    """

    def __init__(self, *, code: str, address: str, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._code = code
        self._address = address
        self._clock = clock
        self.setObjectName("recovery_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = _("Your recovery sheet")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(380)
        picture = plain_label()
        picture.setPixmap(qr_picture(code, scale=self.devicePixelRatioF()))
        picture.setAccessibleName(_("The code as a picture, for a camera"))
        letters = selectable(plain_label(_in_lines(code), role="headline", mono=True))
        letters.setObjectName("recovery_code")
        letters.setAccessibleName(_("Recovery code"))
        letters.setAccessibleDescription(code)
        self.problem = plain_label(role="failed")
        self.problem.hide()
        self.print_button: Final = push_button(
            "print_sheet", _("Print…"), role="primary", on_click=self._print
        )
        self.save_button: Final = push_button(
            "save_sheet", _("Save as PDF…"), on_click=self._ask_where
        )
        done = push_button("close_sheet", _("Done"), on_click=self.accept)
        top = Qt.AlignmentFlag.AlignTop
        vbox(
            plain_label(title, role="title"),
            plain_label(
                _(
                    "This code opens what your devices share if you forget the passphrase. It is"
                    " shown this once. Print it or write it down, and keep it where you keep"
                    " papers. Whoever has it and gets into the database can read everything."
                )
            ),
            hbox((picture, top), (letters, 1), gap=16),
            self.problem,
            dialog_buttons(done, self.save_button, self.print_button),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )

    def save_pdf(self, path: str) -> None:
        """Write the sheet into a file; nothing happens for an empty path."""
        if not path:
            return
        content = QBuffer()
        content.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(content)
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        writer.setPageMargins(QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM))
        writer.setTitle(_("Your recovery sheet"))
        writer.setCreator("Parley")
        self.sheet().print_(writer)
        content.close()
        problem = ""
        try:
            write_private(Path(path), bytes(content.data().data()))
        except OSError as error:
            problem = _("It cannot be written there: {reason}").format(reason=failure_reason(error))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def sheet(self) -> QTextDocument:
        """Return the page as it is printed."""
        document = QTextDocument(self)
        document.setDefaultStyleSheet(_INK)
        document.addResource(
            QTextDocument.ResourceType.ImageResource.value,
            _PICTURE,
            qr_picture(self._code, scale=4.0).toImage(),
        )
        document.setHtml(_page(code=self._code, address=self._address, day=self._clock.now()))
        return document

    def _print(self) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # 30 ms, and seldom wanted

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.sheet().print_(printer))
        QDialog.open(dialog)  # its own wants a slot by name

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, _("Save as PDF"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.setNameFilter("PDF (*.pdf)")
        dialog.selectFile(_("Parley recovery sheet.pdf"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.save_pdf)
        dialog.open()


def _in_lines(code: str) -> str:
    groups = code.split("-")
    return "\n".join("-".join(groups[start : start + 3]) for start in range(0, len(groups), 3))


def _page(*, code: str, address: str, day: datetime) -> str:
    shown = "<br>".join(map(escape, _in_lines(code).splitlines()))
    head, warning, no_password = (
        escape(_("Parley: recovery sheet")),
        escape(
            _(
                "Keep this page where you keep papers. Whoever has it and gets into the database"
                " can read what your devices share."
            )
        ),
        escape(_("The password of the database is not on this page.")),
    )
    steps = "".join(
        f"<li>{escape(step)}</li>"
        for step in (
            _("On a device that asks for the passphrase, open Settings, Devices."),
            _("Enter the code in place of the passphrase."),
            _("Then choose a new passphrase, and print a new sheet."),
        )
    )
    facts = "<br>".join(
        f"{escape(name)}: {escape(value)}"
        for name, value in (
            (_("Database"), address),
            (_("Made on"), f"{day.astimezone():%Y-%m-%d}"),
        )
    )
    return (
        f"<h1>{head}</h1><p>{warning}</p>"
        f'<table cellspacing="0" cellpadding="12"><tr><td><img src="{_PICTURE.toString()}"'
        ' width="150" height="150"></td><td valign="middle"><p style="font-family: monospace;'
        f' font-size: 16pt;">{shown}</p></td></tr></table>'
        f"<p>{facts}</p><ol>{steps}</ol><p>{no_password}</p>"
    )
