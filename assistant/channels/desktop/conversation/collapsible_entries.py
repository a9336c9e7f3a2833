"""The entries that open: a branch that was left, the model's reasoning, tools with what they gave."""

import json
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from assistant.call_ending import ending_state
from assistant.channels.desktop.conversation.image_view import ImageView
from assistant.channels.desktop.conversation.model.rows import (
    ThinkingRow,
    ToolCallRow,
    UnreadableChoiceRow,
)
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import (
    ElidedLabel,
    plain_label,
    restyle,
    selectable,
)
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _

RESULT_LIMIT: Final = 20_000
"""Characters of a tool's result that are shown; the rest stays in the history."""
_SUMMARY: Final = 120
"""Characters of the arguments that stand beside the name of a folded tool."""
THINKING_LIMIT: Final = 60_000
"""Characters of reasoning that are shown."""


class CollapsibleCard(QFrame):
    """A card whose body opens by a click on its head, or by a key when the head has the focus.

    Signals:
        folded: It was opened (`True`) or folded.
    """

    folded = Signal(bool)

    def __init__(self, *, theme: Theme, role: str, icon: Icon) -> None:
        super().__init__()
        self.setProperty("role", role)
        self._theme = theme
        self._icon = icon
        self._head = QToolButton()
        self._head.setProperty("role", "fold")
        self._head.setCheckable(True)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setIconSize(QSize(14, 14))
        self._head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head.toggled.connect(self._toggled)
        self._mark = plain_label(wraps=False)
        self._mark.setFixedSize(16, 16)
        self._body = QWidget()
        self._body_box = vbox(inside=self._body, gap=6, margins=(0, 2, 0, 2))
        self._body.hide()
        self._head_box = hbox(self._mark, (self._head, 1), gap=8)
        self._box = vbox(self._head_box, self._body, inside=self, gap=4, margins=(12, 8, 10, 8))
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()

    @property
    def is_open(self) -> bool:
        """Whether the body shows."""
        return self._head.isChecked()

    def set_open(self, is_open: bool) -> None:
        """Open or fold the body."""
        self._head.setChecked(is_open)

    @property
    def head(self) -> QToolButton:
        """What opens and folds it."""
        return self._head

    def _toggled(self, checked: bool) -> None:
        self._body.setVisible(checked)
        self._repaint_icons()
        self.folded.emit(checked)

    def _mark_colour(self) -> str:
        return self._theme.tokens.text_secondary

    def _repaint_icons(self) -> None:
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(pixmap(self._icon, self._mark_colour(), 16, ratio))
        chevron = Icon.CHEVRON_DOWN if self._head.isChecked() else Icon.CHEVRON_RIGHT
        self._head.setIcon(self._theme.icon(chevron, self._mark_colour()))


class LeftBranchEntry(CollapsibleCard):
    """The entries of a branch that was left, folded; they can be read and nothing else."""

    def __init__(self, *, theme: Theme, entries: Sequence[QWidget]) -> None:
        super().__init__(theme=theme, role="branch", icon=Icon.BRANCH)
        self.entries = tuple(entries)
        for entry in entries:
            self._body_box.addWidget(entry)
        self._head.setText(_("What came before you went back"))


class ThinkingEntry(CollapsibleCard):
    """The model's reasoning, folded."""

    def __init__(self, *, theme: Theme, row: ThinkingRow) -> None:
        super().__init__(theme=theme, role="thinking", icon=Icon.THOUGHT)
        self._row = row
        self._words = selectable(plain_label())
        self._body_box.addWidget(self._words)
        self._show_head()

    @property
    def text(self) -> str:
        """The reasoning so far."""
        return self._row.text

    def show_row(self, row: ThinkingRow) -> None:
        """Show the reasoning as it is now; laid out only while it is open."""
        self._row = row
        if self.is_open:
            self._show_words()
        self._show_head()

    def _show_words(self) -> None:
        self._words.setText(_cut(self.text, THINKING_LIMIT))

    def _show_head(self) -> None:
        if self._row.is_growing:
            text = _("Thinking…")
        else:
            text = _("Thinking · {count} characters").format(count=f"{len(self.text):,}")
        if text != self._head.text():
            self._head.setText(text)

    @override
    def _toggled(self, checked: bool) -> None:
        if checked:
            self._show_words()
        super()._toggled(checked)

    @override
    def _mark_colour(self) -> str:
        return self._theme.tokens.on_thinking


class UnreadableChoiceEntry(CollapsibleCard):
    """What the model meant as a question and nobody could be asked, folded."""

    def __init__(self, *, theme: Theme, row: UnreadableChoiceRow) -> None:
        super().__init__(theme=theme, role="thinking", icon=Icon.QUESTION)
        self._body_box.addWidget(selectable(plain_label(row.text, mono=True)))
        self._head.setText(_("A question that could not be read"))


class ToolCallSummary(CollapsibleCard):
    """A tool call: its name, its arguments, and what it gave.

    Signals:
        image_wanted: The user wants to see a picture larger; carries its `QImage`.
        save_wanted: They want it as a file; carries the `ImagePart`.
    """

    image_wanted = Signal(object)
    save_wanted = Signal(object)

    def __init__(self, *, theme: Theme, row: ToolCallRow) -> None:
        self._row = row
        super().__init__(theme=theme, role="tool", icon=Icon.TOOL)
        self._summary = ElidedLabel(role="description", mono=True)
        self._state = plain_label(role="description", wraps=False)
        self._head.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._head_box.setStretch(1, 0)
        self._head_box.addWidget(self._summary, 1)
        self._head_box.addWidget(self._state)
        self._arguments_title = plain_label(_("Arguments"), role="section")
        self._arguments = selectable(plain_label(indented_json(row.arguments), mono=True))
        self._result_title = plain_label(role="section")
        self._result_frame = QFrame()
        self._result_words = selectable(plain_label(mono=True))
        vbox(self._result_words, inside=self._result_frame, margins=(10, 8, 10, 8))
        titles = (self._arguments_title, self._result_title)
        for title, part in zip(titles, (self._arguments, self._result_frame), strict=True):
            self._body_box.addWidget(title)
            self._body_box.addWidget(part)
        self._images: list[ImageView] = []
        self.show_row(row)

    @property
    def name(self) -> str:
        """The tool."""
        return self._row.name

    @property
    def state(self) -> str:
        """Running, done, refused or failed, as shown."""
        return self._state.text()

    def show_row(self, row: ToolCallRow) -> None:
        """Show what has become of the call."""
        self._row = row
        is_for_model = row.ending is not None and not row.ending.has_words
        result = "" if is_for_model else row.result or ""
        self._result_words.setText(_cut(result, RESULT_LIMIT))
        self._result_frame.setProperty("role", "error" if row.is_error else "tool_result")
        for part in (self._result_title, self._result_frame):
            part.setVisible(bool(result))
        for part in (self._arguments_title, self._arguments):
            part.setVisible(row.arguments not in {"", "{}"})
        self._show_summary()
        for image in row.images[len(self._images) :]:
            view = ImageView(theme=self._theme, image=image)
            view.wanted.connect(self.image_wanted)
            view.save_wanted.connect(self.save_wanted)
            self._images.append(view)
            # Below the body: what the model is shown of the user's is seen without opening it.
            self._box.addWidget(view, 0, Qt.AlignmentFlag.AlignLeft)
        restyle(self._result_frame)
        came_to_nothing = row.ending is not None or (row.is_over and row.result is None)
        went = "nowhere" if came_to_nothing else "wrong" if row.is_error else "well"
        self.setProperty("went", went)
        restyle(self)
        self._repaint_icons()
        self._show_state()

    def _show_state(self) -> None:
        row = self._row
        self._head.setText(row.name)
        self._result_title.setText(_("Error") if row.is_error else _("Result"))
        if not row.is_over:
            state, role = _running(row), "description"
        elif row.ending is not None:
            state, role = ending_state(row.ending), "description"
        elif row.is_error:
            state, role = _("failed"), "failed"
        elif row.result is None:
            state, role = _("stopped"), "description"
        else:
            state, role = _("done"), "success"
        self._state.setText(state)
        self._state.setProperty("role", role)
        restyle(self._state)
        self._head.setAccessibleName(f"{row.name}: {state}")

    @override
    def _toggled(self, checked: bool) -> None:
        self._show_summary()
        super()._toggled(checked)

    def _show_summary(self) -> None:
        row = self._row
        words = row.progress if row.progress and not row.is_over else row.arguments
        text = "" if self.is_open else " ".join(words.split())[:_SUMMARY]
        self._summary.set_text("" if text == "{}" else text)

    @override
    def _mark_colour(self) -> str:
        if self._row.ending is not None:
            return self._theme.tokens.text_secondary
        if self._row.is_error:
            return self._theme.tokens.danger
        is_done = self._row.is_over and self._row.result is not None
        return self._theme.tokens.success if is_done else self._theme.tokens.text_secondary


def _cut(text: str, limit: int) -> str:
    """Return the first `limit` characters of a text, and that there are more."""
    return text if len(text) <= limit else text[:limit] + "\n…"


def _running(row: ToolCallRow) -> str:
    """Return that a call runs, and how far it is if that is known."""
    if row.share is None:
        return _("running…")
    return _("running… {percent} %").format(percent=round(row.share * 100))


def indented_json(arguments: str) -> str:
    """Return JSON indented, anything else as it is."""
    try:
        return json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except ValueError:
        return arguments
