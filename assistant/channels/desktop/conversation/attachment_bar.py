"""The files that go with the message that is being written: above the input line, each removable."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.image_view import decoded
from assistant.channels.desktop.conversation.model.attachment_draft import (
    AttachmentDraft,
    DraftFile,
)
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import FlowLayout, hbox, scroll_area, vbox
from assistant.channels.desktop.widgets.model.short_text import short_file_name
from assistant.channels.desktop.widgets.pool_work import run_in_pool
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _, joined
from assistant.protocol.messages import ImagePart

THUMBNAIL: Final = 32
"""Pixels of its edge."""
_MOST_PX: Final = 150
"""Height of the files; more of them scroll."""
_MOST_LINES: Final = 3
"""Of what is said of them; what comes next is said when those are gone."""


class FileChip(QFrame):
    """One file.

    Signals:
        removed: The user does not want to send it.
    """

    removed = Signal()

    def __init__(self, *, theme: Theme, file: DraftFile) -> None:
        super().__init__()
        self.file = file
        self._theme = theme
        self.setProperty("role", "file")
        self.setProperty("refused", file.refusal is not None)
        self._picture = plain_label(wraps=False)
        self._picture.setFixedSize(THUMBNAIL, THUMBNAIL)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name = plain_label(short_file_name(file.name), wraps=False)
        detail = plain_label(
            file.detail,
            role="failed" if file.refusal is not None else "description",
            wraps=False,
        )
        self.remove_button = IconButton(
            Icon.CLOSE, theme=theme, name="remove_file", size=14, on_click=self.removed
        )
        text = _("Remove {name}").format(name=file.name)
        self.remove_button.describe(text)
        words = vbox(name, detail, gap=0)
        hbox(
            self._picture,
            words,
            self.remove_button,
            inside=self,
            gap=8,
            margins=(6, 4, 4, 4),
        )
        self.setToolTip(plain_tip(file.name))
        self.setAccessibleName(f"{file.name}, {file.detail}")
        self._show_icon()
        if isinstance(file.attachment, ImagePart):
            self._begin_thumbnail(file.attachment)

    def _show_icon(self) -> None:
        tokens = self._theme.tokens
        colour = tokens.danger if self.file.refusal is not None else tokens.text_secondary
        icon = Icon.WARNING if self.file.refusal is not None else Icon.FILE
        self._picture.setPixmap(pixmap(icon, colour, 22, self.devicePixelRatioF()))

    def _begin_thumbnail(self, image: ImagePart) -> None:
        run_in_pool(lambda: decoded(image), then=self._show_thumbnail, owner=self)

    def _show_thumbnail(self, image: QImage) -> None:
        if image.isNull():
            return
        ratio = self.devicePixelRatioF()
        edge = round(THUMBNAIL * ratio)
        small = image.scaled(
            QSize(edge, edge),
            Qt.AspectRatioMode.KeepAspectRatioByExpanding,
            Qt.TransformationMode.SmoothTransformation,
        )
        left, top = (small.width() - edge) // 2, (small.height() - edge) // 2
        picture = QPixmap.fromImage(small.copy(left, top, edge, edge))
        picture.setDevicePixelRatio(ratio)
        self._picture.setPixmap(picture)


class AttachmentBar(Translated, QWidget):
    """The files of the draft; hidden while there are none.

    Signals:
        changed: A file came, was judged, or was removed by the user.
    """

    changed = Signal()

    def __init__(self, *, theme: Theme, draft: AttachmentDraft) -> None:
        super().__init__()
        self.setObjectName("attachments")
        self.draft: Final = draft
        self._theme = theme
        self._chips: dict[int, FileChip] = {}
        self._holder = QWidget()
        self._holder.setObjectName("attached_files")
        self._line = FlowLayout(self._holder, gap=6)
        self._problems = plain_label(role="failed", name="attachment_problems")
        self._notes = plain_label(role="description", name="attachment_notes")
        self._area = scroll_area(self._holder)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(self._area, self._problems, self._notes, inside=self, gap=4, margins=(8, 4, 8, 0))
        theme.changed.connect(self.retranslate)
        self.show_draft()

    @property
    def chips(self) -> tuple[FileChip, ...]:
        """What is shown, in its order."""
        return tuple(self._chips.values())

    @property
    def problems(self) -> str:
        """What keeps files from being sent, and what to do."""
        return self._problems.text()

    @property
    def notes(self) -> str:
        """What of the files is not sent."""
        return self._notes.text()

    def show_draft(self) -> None:
        """Show the files as they are now; what has not changed stays, with its focus."""
        files = {one.key: one for one in self.draft.files}
        for key, chip in tuple(self._chips.items()):
            if files.get(key) != chip.file:
                del self._chips[key]
                self._line.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
        kept, self._chips = self._chips, {}
        for key, file in files.items():
            chip = kept.get(key) or self._chip(file)
            self._chips[key] = chip
            self._line.removeWidget(chip)
            self._line.addWidget(chip)
            chip.show()
        self._show_words()
        self.setVisible(bool(files) or self.draft.left_out is not None)
        self._fit()

    def _fit(self) -> None:
        wanted = self._line.heightForWidth(max(1, self._area.width()))
        self._area.setFixedHeight(max(1, min(wanted, _MOST_PX)))
        self._area.setVisible(bool(self._chips))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _chip(self, file: DraftFile) -> FileChip:
        chip = FileChip(theme=self._theme, file=file)
        chip.removed.connect(lambda: self.remove(file.key))
        return chip

    def _show_words(self) -> None:
        problems = [
            _("{name}: {what}").format(
                name=one.name, what=joined(one.refusal.message, one.refusal.hint)
            )
            for one in self.draft.refused
            if one.refusal is not None
        ]
        left_out = self.draft.left_out
        if left_out is not None:
            problems.insert(0, joined(left_out.message, left_out.hint))
        self._problems.setText("\n".join(problems[:_MOST_LINES]))
        self._problems.setVisible(bool(problems))
        notes = [
            _("{name}: {what}").format(name=one.name, what=one.note)
            for one in self.draft.files
            if one.note
        ]
        self._notes.setText("\n".join(notes[:_MOST_LINES]))
        self._notes.setVisible(bool(notes))

    def remove(self, key: int) -> None:
        """Leave a file out; the focus goes to the next one, so that several go by one key."""
        keys = [one.key for one in self.draft.files]
        place = keys.index(key) if key in keys else 0
        had_focus = key in self._chips and self._chips[key].remove_button.hasFocus()
        self.draft.remove(key)
        self.show_draft()
        if had_focus and self._chips:
            chips = self.chips
            chips[min(place, len(chips) - 1)].remove_button.setFocus(
                Qt.FocusReason.OtherFocusReason
            )
        self.changed.emit()

    @override
    def retranslate(self) -> None:
        for chip in self._chips.values():
            self._line.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips.clear()
        self.show_draft()
