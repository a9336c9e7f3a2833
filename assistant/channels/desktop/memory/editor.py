"""One memory file: where it is, how full it is, its text, and what may be done with it."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QWidget
from typing_extensions import override

from assistant.channels.desktop.memory.model.editor_state import (
    EditorWork,
    FillLevel,
    MemoryEditorState,
)
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.conflict_frame import ConflictFrame
from assistant.channels.desktop.widgets.elided_label import ElidedLabel
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.memory.model.scope import MemoryScope

_FULL: Final = 1000
"""Steps of the bar."""


class MemoryEditor(Translated, QWidget):
    """The page of one scope.

    Signals:
        typed: The text is another; carries it.
        save: Save it.
        revert: Take back what is not saved.
        keep_mine: Save it over what the file says by now.
        take_theirs: Take what the file says by now.
        shorten: Have the model rewrite it.
        earlier: Show what it said before.
        folder: Show the folder of the file.
    """

    typed = Signal(str)
    save = Signal()
    revert = Signal()
    keep_mine = Signal()
    take_theirs = Signal()
    shorten = Signal()
    earlier = Signal()
    folder = Signal()

    def __init__(self, *, scope: MemoryScope) -> None:
        super().__init__()
        self._scope = scope
        self._page: MemoryEditorState | None = None
        self._owner = ""
        self._n_earlier = 0
        self._is_filling = False
        self.setObjectName(f"memory_{scope.value}")
        self._about = plain_label(role="secondary")
        self._path = ElidedLabel(role="description")
        self.folder_button = push_button("memory_folder", role="link", on_click=self.folder)
        self.field = TextArea("memory_text")
        self.field.textChanged.connect(self._text_changed)
        self._conflict = ConflictFrame("memory")
        self._conflict.keep_mine.connect(self.keep_mine)
        self._conflict.take_theirs.connect(self.take_theirs)
        self.theirs_field = self._conflict.field
        self.mine_button = self._conflict.mine_button
        self.theirs_button = self._conflict.theirs_button
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _FULL)
        self._count = plain_label(role="description")
        self._count.setWordWrap(False)
        self._state = plain_label(role="description")
        self._problem = plain_label(role="error")
        self._problem.setObjectName("memory_problem")
        self.earlier_button = push_button("memory_earlier", on_click=self.earlier)
        self.shorten_button = push_button("memory_shorten", on_click=self.shorten)
        self.revert_button = push_button("memory_revert", on_click=self.revert)
        self.save_button = push_button("memory_save", role="primary", on_click=self.save)
        vbox(
            self._about,
            hbox((self._path, 1), self.folder_button, gap=8),
            (self.field, 3),
            (self._conflict, 2),
            hbox((self._bar, 1), self._count, gap=10),
            self._state,
            self._problem,
            flow(self.save_button, self.revert_button, self.shorten_button, self.earlier_button),
            inside=self,
            margins=(18, 14, 18, 16),
            gap=8,
        )
        self.retranslate()

    @property
    def page(self) -> MemoryEditorState | None:
        """What is shown; None until the file was read."""
        return self._page

    @property
    def state_text(self) -> str:
        """Whether there are unsaved words, as shown."""
        return self._state.text()

    @property
    def count_text(self) -> str:
        """How full the memory is, as shown."""
        return self._count.text()

    @property
    def problem_text(self) -> str:
        """What went wrong, as shown."""
        return self._problem.text()

    @property
    def is_in_conflict(self) -> bool:
        """Whether the user is asked which of two texts to keep."""
        return not self._conflict.isHidden()

    def show_page(self, page: MemoryEditorState) -> None:
        """Show a file and its text; what the user types stays, and can be undone."""
        is_other = self._page is None or self._page.base.path != page.base.path
        self._page = page
        self._is_filling = True
        if is_other:
            self.field.begin(page.text)
        else:
            self.field.replace(page.text)
        conflict = page.conflict
        if conflict is not None and self.theirs_field.text != conflict.text:
            self.theirs_field.begin(conflict.text)
        self._is_filling = False
        self.retranslate()

    def show_owner(self, name: str) -> None:
        """Name the workspace or agent whose memory it is."""
        self._owner = name
        self.retranslate()

    def show_earlier(self, count: int) -> None:
        """Say how many earlier versions there are."""
        self._n_earlier = count
        self.retranslate()

    def _text_changed(self) -> None:
        if not self._is_filling:
            self.typed.emit(self.field.text)

    @override
    def retranslate(self) -> None:
        page = self._page
        self._about.setText(_about(self._scope, self._owner))
        self.field.setAccessibleName(scope_title(self._scope))
        self.field.setAccessibleDescription(self._about.text())
        self.field.setReadOnly(page is None)
        self.field.setPlaceholderText(
            ""
            if page is None
            else _(
                "Nothing is remembered yet. Say “Remember that …” in the conversation, or write"
                " here, one fact a line:\n- …"
            )
        )
        self.folder_button.setText(_("Open folder"))
        self.save_button.setText(_("Save"))
        self.save_button.setToolTip(_("Save (Ctrl+S)"))
        self.revert_button.setText(_("Revert"))
        self.revert_button.setToolTip(_("Take back what is not saved"))
        self.shorten_button.setText(_("Make shorter…"))
        self.earlier_button.setText(_("Earlier versions ({n})").format(n=self._n_earlier))
        self.earlier_button.setEnabled(self._n_earlier > 0)
        self._show_standing(page)

    def _show_standing(self, page: MemoryEditorState | None) -> None:
        self._path.set_text("" if page is None else str(page.base.path))
        self.folder_button.setEnabled(page is not None)
        self.save_button.setEnabled(page is not None and page.can_save)
        self.revert_button.setEnabled(page is not None and page.can_revert)
        self.shorten_button.setEnabled(page is not None and page.can_shorten)
        self._conflict.setVisible(page is not None and page.conflict is not None)
        problem = "" if page is None else page.problem
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self._state.setText(_state(page))
        self._state.setVisible(bool(self._state.text()))
        if page is None:
            self._bar.setValue(0)
            self._count.setText("")
            return
        limit = max(1, page.base.limit)
        self._bar.setValue(min(_FULL, page.used * _FULL // limit))
        counted = _("{used} of {limit} characters").format(
            used=f"{page.used:,}", limit=f"{page.base.limit:,}"
        )
        self._count.setText(counted)
        self._bar.setAccessibleName(counted)
        for widget in (self._bar, self._count):
            if widget.property("fill") != page.fill.value:
                widget.setProperty("fill", page.fill.value)
                restyle(widget)


def scope_title(scope: MemoryScope) -> str:
    """Return whose memory a scope is, in the interface's language."""
    match scope:
        case MemoryScope.WORKSPACE:
            return _("This workspace")
        case MemoryScope.AGENT:
            return _("This persona")
        case MemoryScope.PERSONAL:
            return _("You")


def _about(scope: MemoryScope, owner: str) -> str:
    match scope:
        case MemoryScope.WORKSPACE:
            return _(
                "What concerns the work in “{name}”, whoever does it. The assistant reads it with"
                " every message there."
            ).format(name=owner)
        case MemoryScope.AGENT:
            return _(
                "What concerns the persona “{name}” in this workspace. The assistant reads it with"
                " every message there."
            ).format(name=owner)
        case MemoryScope.PERSONAL:
            return _("What concerns you. The assistant reads it with every message, everywhere.")


def _state(page: MemoryEditorState | None) -> str:
    if page is None:
        return _("Reading…")
    match page.work:
        case EditorWork.SAVING:
            return _("Saving…")
        case EditorWork.SHORTENING:
            return _("The model is making it shorter…")
        case None:
            pass
    parts = [_("Unsaved changes")] if page.is_unsaved else []
    match page.fill:
        case FillLevel.OVER:
            parts.append(_("Over the limit: it has to become shorter"))
        case FillLevel.NEAR:
            parts.append(_("Almost full"))
        case FillLevel.ROOMY:
            pass
    return " · ".join(parts)
