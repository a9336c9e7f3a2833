"""A document of the user's, to be read: the text that a model is sent."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from assistant.attachments.model.limits import attachment_note
from assistant.attachments.model.size_text import size_text
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.channels.desktop.widgets.text_metrics import fixed_font
from assistant.locale import _
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import DocumentPart


class DocumentDialog(QDialog):
    """The text of a document, read-only; nothing in it runs."""

    def __init__(self, *, document: DocumentPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("document_dialog")
        self.setWindowTitle(document.name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 560)
        box = vbox(inside=self, margins=(16, 14, 16, 14), gap=10)
        note = attachment_note(document, AttachmentKinds(documents=bool(document.data)))
        said = " · ".join(filter(None, (size_text(document), note)))
        box.addWidget(plain_label(said, role="description"))
        text = QPlainTextEdit()
        text.setObjectName("document_text")
        text.setProperty("role", "field")
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        text.setFont(fixed_font())
        text.setAccessibleName(document.name)
        text.setPlainText(document.text or _("It has no text, only pictures of its pages."))
        box.addWidget(text, 1)
        close = push_button("close_document", text=_("Close"), on_click=self.close)
        close.setAutoDefault(True)
        box.addWidget(dialog_buttons(close))
