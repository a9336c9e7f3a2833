"""Where the user types, and below it the buttons for microphone, sending and stopping."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QDeadlineTimer, QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.attachment_bar import AttachmentBar
from assistant.channels.desktop.conversation.attachment_loader import AttachmentLoader
from assistant.channels.desktop.conversation.editing_banner import EditingBanner
from assistant.channels.desktop.conversation.model.attachment_draft import AttachmentDraft
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.conversation.offered_files import holds_files, offered_files
from assistant.channels.desktop.questions.model.answer_wording import heading_of
from assistant.channels.desktop.widgets.announcements import announce_politely
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_tip, restyle
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import CHIP_LIMIT, elided
from assistant.channels.desktop.widgets.text_metrics import line_height
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.messages import Attachment
from assistant.questions.model.question import QuestionSet

_MOST_LINES: Final = 8
TYPING_EVERY_S: Final = 20.0
"""How often it is told at most that somebody types; an idle connection is kept for longer."""


class InputField(QTextEdit):
    """Plain text that grows with its lines. Enter sends, Shift+Enter begins a line.

    Args:
        take_files: Takes what is pasted or dropped and is no words; whether it was that.

    Signals:
        submitted: Enter was pressed.
        focus_changed: It got or lost the focus.
    """

    submitted = Signal()
    focus_changed = Signal(bool)

    def __init__(self, take_files: Callable[[QMimeData], bool] = lambda _source: False) -> None:
        super().__init__()
        self._take_files = take_files
        self._placeholder = ""
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(2)
        self.document().clearUndoRedoStacks()  # the margin counts as a change
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def show_placeholder(self, text: str) -> None:
        """Show as much of a text as one line holds, as long as nothing is written."""
        self._placeholder = text
        self._elide()
        self._fit()

    def _elide(self) -> None:
        room = self.viewport().width() - math.ceil(2 * self.document().documentMargin())
        shown = self.fontMetrics().elidedText(self._placeholder, Qt.TextElideMode.ElideRight, room)
        if shown != self.placeholderText():
            self.setPlaceholderText(shown)

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self._elide()

    def _fit(self) -> None:
        line = math.ceil(line_height(self.font()))
        empty = math.ceil(line_height(self.font(), self._placeholder or "x"))
        wanted = math.ceil(self.document().size().height())
        self.setFixedHeight(min(max(wanted, empty + 4), line * _MOST_LINES + 4))

    @override
    def event(self, e: QEvent) -> bool:
        # An empty history has no use for the key: let it undo an answer then.
        if (
            e.type() == QEvent.Type.ShortcutOverride
            and isinstance(e, QKeyEvent)
            and e.matches(QKeySequence.StandardKey.Undo)
            and not self.document().isUndoAvailable()
        ):
            e.ignore()
            return False
        return super().event(e)

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        is_enter = e.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and not e.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if not e.isAutoRepeat():
                self.submitted.emit()
            return
        is_page = e.key() in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
        if e.key() == Qt.Key.Key_Escape or (is_page and not self.verticalScrollBar().maximum()):
            e.ignore()  # whoever holds the field has a use for it
            return
        super().keyPressEvent(e)

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or holds_files(source)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if not self._take_files(source):
            self.insertPlainText(source.text())

    @override
    def focusInEvent(self, e: QFocusEvent) -> None:
        super().focusInEvent(e)
        self.focus_changed.emit(True)

    @override
    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        self.focus_changed.emit(False)

    @override
    def changeEvent(self, e: QEvent) -> None:
        super().changeEvent(e)
        if e.type() == QEvent.Type.FontChange:
            self._fit()


class MessageComposer(Translated, QFrame):
    """The input line. It is never disabled: what is sent while a turn runs waits for its end.

    Signals:
        send: The user wants to send these words.
        send_files: They want to send words, which may be empty, with files.
        files_wanted: They want to choose files.
        typing: Words are being typed; told with the first letter, and now and then while they grow.
        stop: The user wants everything to stop.
        mute: The user wants to close or open the microphone altogether.
        open_question: The user wants to see the question that their words answer.
        resend: They want to send words in the place of others; carries the id of the message that
            held those, the words, and the files that go with them.
    """

    send = Signal(str)
    send_files = Signal(str, object)
    files_wanted = Signal()
    typing = Signal()
    resend = Signal(str, str, object)
    stop = Signal()
    mute = Signal()
    open_question = Signal(str)

    def __init__(self, *, theme: Theme, typing_every_s: float = TYPING_EVERY_S) -> None:
        super().__init__()
        self._typing_every_ms = round(typing_every_s * 1000)
        self._typing_told = QDeadlineTimer()
        """Until then nobody need be told again that somebody types."""
        self._status = HeaderStatus()
        self._asked: QuestionSet | None = None
        self._edited: str | None = None
        """Id of the message that is being changed."""
        self._original = ""
        """What that message says."""
        self._draft = ""
        """What stood in the line before."""
        self._draft_files: tuple[Attachment, ...] = ()
        """What went with it."""
        self._sends_when_read = False
        """Enter was pressed while a file was still being read."""
        self._unsent: dict[str, str] = {}
        """What was written in place of messages, by their ids, when another was changed first."""
        self.setObjectName("composer")
        self._files = AttachmentDraft()
        self.attachments = AttachmentBar(theme=theme, draft=self._files)
        self.attachments.changed.connect(self._files_changed)
        self._loader = AttachmentLoader(self)
        self._loader.judged.connect(self._judged)
        self.field = InputField(self.take_files)
        self.field.setObjectName("input")
        self.field.submitted.connect(self._submit)
        self.field.textChanged.connect(self._text_changed)
        self.field.focus_changed.connect(self._focus_changed)
        button = partial(IconButton, theme=theme, size=20)
        self.attach_button = button(Icon.PAPERCLIP, name="attach", on_click=self.files_wanted)
        self.microphone_button = button(Icon.MICROPHONE, name="microphone")
        self.mute_button = button(Icon.MICROPHONE_OFF, name="mute", on_click=self.mute)
        self.stop_button = button(
            Icon.STOP,
            name="stop",
            role="stop",
            colour=lambda tokens: tokens.danger,
            on_click=self.stop,
        )
        self.stop_button.hide()
        self.send_button = button(
            Icon.SEND,
            name="send",
            role="send",
            colour=lambda tokens: tokens.on_primary,
            on_click=self._submit,
        )
        self.answering = QToolButton()
        self.answering.setObjectName("answering")
        self.answering.setProperty("role", "answering")
        self.answering.clicked.connect(self._open_asked)
        self._asked_words = ElidedLabel(role="secondary")
        self._context = QWidget()
        asked = (self.answering, (self._asked_words, 1))
        hbox(*asked, inside=self._context, gap=8, margins=(8, 2, 10, 0))
        self._context.hide()
        self.editing = EditingBanner(theme=theme)
        self.editing.left.connect(lambda: self.end_editing())
        field = hbox(self.field, margins=(6, 4, 6, 2))
        about = (self.attach_button, self.microphone_button, self.mute_button)
        buttons = hbox(*about, STRETCH, self.stop_button, self.send_button, gap=4)
        parts = (self.editing, self._context, self.attachments, field, buttons)
        vbox(*parts, inside=self, gap=4, margins=(8, 6, 6, 6))
        self._text_changed()
        self._show_icons()
        self.retranslate()

    @property
    def is_composing(self) -> bool:
        """Whether the user is in the middle of typing, be it in the first letter of a Korean word."""
        begun = self.field.textCursor().block().layout().preeditAreaText()
        return self.field.hasFocus() and bool(self.field.toPlainText() or begun)

    def set_status(self, status: HeaderStatus) -> None:
        """Fit the buttons to what is going on."""
        self._status = status
        self.stop_button.setVisible(status.can_stop)
        self._show_icons()
        self.retranslate()

    def show_asked(self, questions: QuestionSet | None) -> None:
        """Say which question the words answer; None if they answer none."""
        self._asked = questions
        self.retranslate()

    # Files.

    def take_files(self, source: QMimeData) -> bool:
        """Attach what was pasted or dropped; whether it was more than words."""
        offered = offered_files(source)
        if offered is None:
            return False
        self.attach_files(offered.paths)
        if offered.picture is not None:
            self.attach_picture(offered.picture)
        if offered.text:
            self.field.insertPlainText(offered.text)
        return True

    def attach_files(self, paths: Sequence[Path]) -> None:
        """Attach files of this machine; returns at once."""
        for path in paths:
            key = self._files.begin(path.name or str(path))
            if key is not None:
                self._loader.read_file(key, path)
        self._files_changed()

    def attach_picture(self, picture: bytes | QImage) -> None:
        """Attach a picture that is no file; returns at once."""
        key = self._files.begin("")
        if key is not None:
            self._loader.read_picture(key, picture)
        self._files_changed()

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        """Put files back that were not sent; with words that are being changed they wait."""
        if self._edited is not None:
            self._draft_files = (*attachments, *self._draft_files)
            return
        self._files.add(attachments)
        self._files_changed()

    def set_takes(self, takes: AttachmentKinds) -> None:
        """Another model answers: say which of the files it cannot be sent."""
        self._files.set_takes(takes)
        self._files_changed()

    def _judged(self, key: int, outcome: object) -> None:
        self._files.settle(key, outcome)  # pyright: ignore[reportArgumentType]  # of a signal
        self._files_changed()
        refused = next((one for one in self._files.refused if one.key == key), None)
        if refused is not None and refused.refusal is not None:
            self._sends_when_read = False
            announce_politely(self.field, f"{refused.name}: {refused.refusal.message}")
        elif self._sends_when_read and not self._files.is_reading:
            self._submit()

    def _files_changed(self) -> None:
        self.attachments.show_draft()
        self._text_changed()

    def _replace_files(self, attachments: Sequence[Attachment]) -> None:
        self._files.clear()
        self._files.add(attachments)
        self._files_changed()

    def begin_editing(
        self, message_id: str, text: str, attachments: Sequence[Attachment] = ()
    ) -> None:
        """Let the user change words they said before; what stands in the line comes back later.

        What was written in place of another message is there again when that is changed again.
        """
        written = self.field.toPlainText()
        if self._edited is None:
            self._draft, self._draft_files = written, self._files.ready
        elif written != self._original:
            self._unsent[self._edited] = written
        self._edited, self._original = message_id, text
        self._put(self._unsent.pop(message_id, text))
        self._replace_files(attachments)
        self.retranslate()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_editing(self, *, keep_words: bool = False) -> None:
        """Leave the words that are being changed as they were.

        Args:
            keep_words: Whether what was written instead stays in the line, below what stood there.
        """
        if self._edited is None:
            return
        kept = [self._draft]
        written = self.field.toPlainText()
        if keep_words and written != self._original:
            kept.append(written)
        self._edited = None
        self._replace_files(self._draft_files)
        self._draft_files = ()
        self._put("\n\n".join(words for words in kept if words))
        self._draft = self._original = ""
        self.retranslate()

    def _put(self, text: str) -> None:
        self.field.setPlainText(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def return_words(self, text: str) -> None:
        """Put words back that were not sent, before what stands here.

        The cursor stays with the words that are being typed; a message that is being changed is left
        alone, and the words stand in the line afterwards.
        """
        if self._edited is not None:
            self._draft = f"{text}\n{self._draft}" if self._draft.strip() else text
        elif self.field.toPlainText().strip():
            at_start = QTextCursor(self.field.document())
            at_start.insertText(f"{text}\n")
        else:
            self._put(text)

    def type_key(self, text: str) -> None:
        """Take a key that was pressed where nothing takes text."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.insertPlainText(text)

    @override
    def retranslate(self) -> None:
        self._retranslate_asked()
        self.microphone_button.describe(
            _("End the voice session; hold to talk") if self._is_live else _("Speak; hold to talk")
        )
        self.mute_button.describe(
            _("Switch the microphone on")
            if self._status.is_muted
            else _("Switch the microphone off")
        )
        self.attach_button.describe(_("Attach files (Ctrl+O)"), _("Attach files"))
        self.stop_button.describe(_("Stop (Esc)"))
        self.send_button.describe(_("Send (Enter)"))

    def _retranslate_asked(self) -> None:
        asked = self._asked if self._edited is None else None
        self.editing.setVisible(self._edited is not None)
        self._context.setVisible(asked is not None)
        self.field.setAccessibleName(_("Message") if self._edited is None else _("Changed message"))
        if asked is None:
            self.field.show_placeholder(_("Type a message"))
            self.field.setAccessibleDescription("")
            return
        question, header = asked.questions[0], heading_of(asked)
        self.field.show_placeholder(_("Answer the question above, or write…"))
        self.field.setAccessibleDescription(
            _("What you write answers the question: {question}").format(question=question.text)
        )
        self.answering.setText(elided(header, CHIP_LIMIT))
        self.answering.setToolTip(
            plain_tip(_("Show the question: {question}").format(question=header))
        )
        self.answering.setAccessibleName(self.answering.toolTip())
        self._asked_words.set_text(question.text)

    def _open_asked(self) -> None:
        if self._asked is not None:
            self.open_question.emit(self._asked.id)

    def _submit(self) -> None:
        text = self.field.toPlainText()
        attachments = self._files.ready
        self._sends_when_read = self._files.is_reading
        if self._files.refused:
            self._point_out_refused()
        if self._sends_when_read or self._files.refused or not (text.strip() or attachments):
            return
        edited = self._edited
        if edited is not None:
            self.end_editing()
            self.resend.emit(edited, text, attachments)
            return
        self.field.clear()
        self._replace_files(())
        if attachments:
            self.send_files.emit(text, attachments)
        else:
            self.send.emit(text)

    def _point_out_refused(self) -> None:
        """Go to the file that keeps the message from being sent: Enter there removes it."""
        refused = {one.key for one in self._files.refused}
        chip = next(one for one in self.attachments.chips if one.file.key in refused)
        chip.remove_button.setFocus(Qt.FocusReason.OtherFocusReason)
        announce_politely(self.field, self.attachments.problems)

    def _text_changed(self) -> None:
        has_words = bool(self.field.toPlainText().strip())
        is_sendable = has_words or bool(self._files.ready) or self._files.is_reading
        self.send_button.setEnabled(is_sendable and not self._files.refused)
        if has_words and self._typing_told.hasExpired():
            self._typing_told.setRemainingTime(self._typing_every_ms)
            self.typing.emit()

    def _focus_changed(self, focused: bool) -> None:
        self.setProperty("focused", focused)
        restyle(self)

    @property
    def _is_live(self) -> bool:
        status = self._status
        return (
            status.session is not VoiceSessionState.INACTIVE
            or status.activity is AssistantActivity.LISTENING
        )

    def _show_icons(self) -> None:
        is_live, is_muted = self._is_live, self._status.is_muted
        self.microphone_button.setProperty("role", "live" if is_live else "")
        restyle(self.microphone_button)
        self.microphone_button.show_icon(
            Icon.MICROPHONE, (lambda tokens: tokens.on_primary_soft) if is_live else None
        )
        self.mute_button.show_icon(
            Icon.MICROPHONE_OFF, (lambda tokens: tokens.danger) if is_muted else None
        )

    @override
    def event(self, e: QEvent) -> bool:
        # Esc leaves the words as they were, rather than stopping the reply.
        is_asking = e.type() == QEvent.Type.ShortcutOverride and self._edited is not None
        if is_asking and isinstance(e, QKeyEvent) and e.key() == Qt.Key.Key_Escape:
            e.accept()
            return True
        return super().event(e)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.field.setFocus(Qt.FocusReason.MouseFocusReason)  # as anywhere in a field

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._edited is not None:
            self.end_editing()
        else:
            super().keyPressEvent(event)
