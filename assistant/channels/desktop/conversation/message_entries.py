"""The plain entries of a conversation: words, the head and the end of a round, failures.

Each entry shows one row and is given the row again when it has changed.
"""

import time
from datetime import datetime
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.latency_breakdown import LatencyBreakdown
from assistant.channels.desktop.conversation.latency_note import LatencyNote
from assistant.channels.desktop.conversation.message_actions import MessageActions
from assistant.channels.desktop.conversation.model.rows import (
    RemarkRow,
    ReplyRow,
    RoundRow,
    TurnEndRow,
    UserRow,
)
from assistant.channels.desktop.conversation.queued_note import QueuedNote
from assistant.channels.desktop.conversation.sent_files import SentFiles
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.widgets.buttons import CopyButton, push_button
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, flow, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import seconds_text
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _, in_current_language
from assistant.moment_words import moment_words
from assistant.protocol.notices import NoticeAction

_AT_ONCE: Final = 500
"""Characters of a reply that are laid out before the time is looked at."""
_BREAKDOWN_PX: Final = 440
"""The widest that the bar of a latency becomes."""
_STEP_S: Final = 0.006
"""How long a reply is laid out before the window gets its turn; the rest follows step by step."""


class UserEntry(QWidget):
    """Words of the user, at the right.

    Attributes:
        own_actions: What can be done with them, once they are stored.

    Signals:
        edit_wanted: The user wants to change them; carries the id of the message and its text.
        image_wanted: The user wants to see a picture larger; carries its `QImage`.
        document_wanted: The user wants to read a document; carries its `DocumentPart`.
        save_wanted: They want a file of theirs as a file again; carries the `Attachment`.
        folded: Where the time went was opened (`True`) or folded.
    """

    edit_wanted = Signal(str, str)
    image_wanted = Signal(object)
    document_wanted = Signal(object)
    save_wanted = Signal(object)
    folded = Signal(bool)

    def __init__(self, *, theme: Theme, row: UserRow) -> None:
        super().__init__()
        self._row = row
        self._bubble = QFrame(self)
        self._bubble.setProperty("role", "user")
        self._bubble.setProperty("ghost", row.is_ghost)
        self._words = ProseView(theme=theme)
        self._words.set_plain(row.text, pale=len(row.tentative))
        vbox(self._words, inside=self._bubble, margins=(14, 9, 14, 9))
        self._note = plain_label(role="description")
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.own_actions = MessageActions(theme=theme)
        self.own_actions.edit_wanted.connect(self._edit)
        self._theme = theme
        self._queued: QueuedNote | None = None
        self._latency: LatencyNote | None = None
        self._breakdown: LatencyBreakdown | None = None
        self._foot = hbox((self._note, 1), self.own_actions, gap=8)
        self._foot.insertStretch(0)  # takes the room while there is no remark
        bubble = (self._bubble, Qt.AlignmentFlag.AlignRight)
        self._box = vbox(bubble, self._foot, inside=self, gap=3)
        self._bubble.setVisible(bool(row.text))
        if row.attachments:
            self._box.insertWidget(0, self._files_of(row))
        theme.changed.connect(self._fit)
        self.own_actions.show_message(row.message_id if row.round else "", row.siblings)
        self._show_notes()

    def _files_of(self, row: UserRow) -> SentFiles:
        files = SentFiles(theme=self._theme, attachments=row.attachments)
        files.image_wanted.connect(self.image_wanted)
        files.document_wanted.connect(self.document_wanted)
        files.save_wanted.connect(self.save_wanted)
        return files

    @property
    def text(self) -> str:
        """The words."""
        return self._words.toPlainText()

    @property
    def queued(self) -> QueuedNote:
        """Shows while they wait, and takes them back; made when it is needed, for few ever wait."""
        if self._queued is None:
            self._queued = QueuedNote(theme=self._theme, parent=self)
            self._foot.insertWidget(self._foot.indexOf(self.own_actions), self._queued)
            self._show_queued()
        return self._queued

    def _show_queued(self) -> None:
        if self._row.is_queued or self._queued is not None:
            self.queued.set_words(self._row.text)
            self.queued.setVisible(self._row.is_queued)

    @property
    def latency(self) -> LatencyNote | None:
        """Opens to where the time went; None if they were not spoken, or not answered aloud."""
        return self._latency

    def set_open(self, is_open: bool) -> None:
        """Show where the time went, or fold it."""
        if self._latency is not None:
            self._latency.setChecked(is_open)

    def _show_latency(self) -> None:
        if self._row.latency is None or self._latency is not None:
            return
        self._latency = LatencyNote(theme=self._theme, latency=self._row.latency)
        self._latency.toggled.connect(self._toggle_latency)
        self._foot.insertWidget(self._foot.indexOf(self.own_actions), self._latency)

    def _toggle_latency(self, is_open: bool) -> None:
        if is_open and self._breakdown is None and self._row.latency is not None:
            self._breakdown = LatencyBreakdown(theme=self._theme, latency=self._row.latency)
            self._box.addLayout(hbox(STRETCH, self._breakdown))
            self._fit()
        if self._breakdown is not None:
            self._breakdown.setVisible(is_open)
        self.folded.emit(is_open)

    @property
    def note(self) -> str:
        """The remark under the words."""
        return self._note.text()

    def _edit(self, message_id: str) -> None:
        self.edit_wanted.emit(message_id, self._row.text)

    def show_row(self, row: UserRow) -> None:
        """Show what has become of the words."""
        old, self._row = self._row, row
        if (row.text, row.tentative) != (old.text, old.tentative):
            self._words.set_plain(row.text, pale=len(row.tentative))
            self._fit()
        if (row.message_id, row.siblings, row.round) != (old.message_id, old.siblings, old.round):
            self.own_actions.show_message(row.message_id if row.round else "", row.siblings)
        self._show_notes()

    def _show_notes(self) -> None:
        row = self._row
        self._words.setAccessibleName(row.text)
        notes = [
            _("Answer to “{question}”").format(question=row.answer_to) if row.answer_to else "",
            _("Spoken") if row.is_spoken else "",
            "" if row.waited_s is None or row.latency is not None else _waited_text(row.waited_s),
        ]
        self._note.setText(" · ".join(note for note in notes if note))
        self._note.setVisible(bool(self._note.text()))
        self._show_queued()
        self._show_latency()
        self.setToolTip(
            plain_tip("" if row.round is None else _("Message {n}").format(n=row.round))
        )

    def _fit(self) -> None:
        most = max(80, round(self.width() * 0.82) - 30)
        self._words.setFixedWidth(min(most, max(16, self._words.ideal_width())))
        if self._breakdown is not None:
            self._breakdown.setFixedWidth(min(_BREAKDOWN_PX, self.width()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class RoundHeader(QWidget):
    """The head of a round: its number and when it began, quietly."""

    def __init__(self, *, row: RoundRow, today: datetime) -> None:
        super().__init__()
        text = round_header_text(row, today)
        label = plain_label(text, role="description", wraps=False)
        hbox(STRETCH, label, STRETCH, inside=self)
        self.setAccessibleName(text)


def round_header_text(row: RoundRow, today: datetime) -> str:
    """Return the head of a round: `Message 3 · 14:05`, with the day if it was another."""
    text = _("Message {n}").format(n=row.number)
    if row.at is None:
        return text
    return f"{text} · {moment_words(row.at.astimezone(), today)}"


class ReplyEntry(QFrame):
    """Words of the assistant. What comes faster than it can be laid out follows step by step.

    Args:
        width: How wide it will be, where that is known: it is not laid out at another width first.

    Signals:
        link_clicked: The address of a link, as written.
        built: A reply that was laid out step by step is complete.
    """

    link_clicked = Signal(str)
    built = Signal()

    def __init__(self, *, theme: Theme, row: ReplyRow, width: int = 0) -> None:
        super().__init__()
        self._text = ""
        self._waiting = ""
        """What is not laid out yet."""
        self.setProperty("role", "reply")
        self.setAccessibleName(_("Reply"))
        self.markdown = MarkdownView(theme=theme)
        self.markdown.link_clicked.connect(self.link_clicked)
        self._copy = CopyButton(
            theme=theme,
            name="copy_reply",
            role="quiet",
            on_click=lambda: self.markdown.copy_text(self._text),
        )
        self._copy.setFixedSize(24, 24)
        self._copy.describe(_("Copy the whole reply"))
        copy = (self._copy, Qt.AlignmentFlag.AlignTop)
        box = hbox((self.markdown, 1), copy, inside=self, gap=4, margins=(13, 1, 0, 1))
        if width:
            around = box.contentsMargins()
            beside = box.spacing() + self._copy.width()
            self.markdown.take_width(width - around.left() - around.right() - beside)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(0)
        self._next.timeout.connect(self._build)
        self.show_row(row)

    @property
    def is_built(self) -> bool:
        """Whether all of it is laid out."""
        return not self._waiting

    @property
    def waiting(self) -> int:
        """How many characters are not laid out yet."""
        return len(self._waiting)

    @property
    def text(self) -> str:
        """The Markdown of the reply."""
        return self._text

    def show_row(self, row: ReplyRow) -> None:
        """Show the reply as it is now; what only grew is only added to."""
        if row.text.startswith(self._text):
            self._waiting += row.text[len(self._text) :]
        else:
            self.markdown.clear()
            self._waiting = row.text
        self._text = row.text
        if not self._next.isActive():
            self._build()

    def _build(self) -> None:
        began = time.perf_counter()
        while self._waiting and time.perf_counter() - began < _STEP_S:
            piece, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
            self.markdown.append(piece)
        if self._waiting:
            self._next.start()
        else:
            self.built.emit()


_WORD_CHARS: Final = 20
"""Length of a remark that is a word or two, and has its buttons beside it in the narrowest window."""


class RemarkEntry(QFrame):
    """A failure with what can be done about it, or a small remark.

    Signals:
        action_wanted: The user pressed a button; carries its `NoticeAction`.
    """

    action_wanted = Signal(object)

    def __init__(self, *, row: RemarkRow) -> None:
        super().__init__()
        is_error = row.role == "error"
        text, hint = in_current_language(row.text), in_current_language(row.hint)
        self.setProperty("role", row.role)
        edge = 8 if is_error else 2
        is_word = bool(row.actions) and not is_error and len(row.text) <= _WORD_CHARS
        words = selectable(
            plain_label(text, role="" if is_error else "secondary", wraps=not is_word)
        )
        more = selectable(plain_label(hint))
        buttons = [self._button(action) for action in row.actions]
        head = hbox(words, *buttons, STRETCH, gap=10) if is_word else words
        box = vbox(head, more, inside=self, gap=3, margins=(13, edge, 12, edge))
        more.setVisible(bool(hint))
        if row.actions and not is_word:
            box.addWidget(flow(*buttons))
        self.setAccessibleName(text)
        self.setAccessibleDescription(hint)

    def _button(self, action: NoticeAction) -> QPushButton:
        text = in_current_language(action.label)
        return push_button("remark_action", text, on_click=lambda: self.action_wanted.emit(action))


class TurnEndEntry(QFrame):
    """The end of a turn: how long it took, and why it ended if not of itself."""

    def __init__(self, *, row: TurnEndRow) -> None:
        super().__init__()
        self.setProperty("role", "complete")
        text = turn_end_text(row)
        label = selectable(plain_label(text, role="description"))
        hbox(label, inside=self, margins=(13, 1, 0, 1))
        self.setAccessibleName(text)


def _waited_text(seconds: float) -> str:
    return _("Reply began after {time}").format(time=seconds_text(seconds))


def turn_end_text(row: TurnEndRow) -> str:
    """Return how a turn ended: `Done in 2.5 s`, or why it ended."""
    took = None if row.took_s is None else seconds_text(row.took_s)
    match row.stop_reason:
        case "max_tokens":
            reason = _("The reply was cut off: it reached the length limit.")
        case "refusal":
            reason = _("The model declined to answer.")
        case _:
            done = _("Done") if took is None else _("Done in {time}").format(time=took)
            return done + " · " + _("without a model") if row.is_by_rules else done
    return reason if took is None else f"{reason} · {took}"
