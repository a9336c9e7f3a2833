"""One memory file: where it is, how full it is, its text, and what may be done with it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QProgressBar, QWidget

from assistant.channels.desktop.memory.model.editor_state import (
    EditorWork,
    FillLevel,
    MemoryEditorState,
)
from assistant.channels.desktop.memory.model.presenter import MemoryPresenter
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.conflict_frame import ConflictFrame
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog, DialogChoice
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_label, restyle
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.locale import _
from assistant.memory.model.scope import MemoryScope

_FULL: Final = 1000
"""Steps of the bar."""


class MemoryEditor(QWidget):
    """The page of one scope.

    Args:
        scope: Whose memory it is.
        presenter: Does what the user wants.
        earlier: Shows what the file said before.
        show_folder: Lets the system show a folder.
    """

    def __init__(
        self,
        scope: MemoryScope,
        presenter: MemoryPresenter,
        *,
        earlier: Callable[[], None],
        show_folder: Callable[[Path], None],
    ) -> None:
        super().__init__()
        self._scope = scope
        self._presenter = presenter
        self._show_folder = show_folder
        self._page: MemoryEditorState | None = None
        self._is_filling = False
        self.setObjectName(f"memory_{scope.value}")
        self._about = plain_label(role="secondary")
        self._path = ElidedLabel(role="description")
        self.folder_button = push_button(
            "memory_folder", _("Open folder"), role="link", on_click=self._open_folder
        )
        self.field = TextArea("memory_text")
        self.field.setAccessibleName(scope_title(scope))
        self.field.textChanged.connect(self._text_changed)
        self._conflict = ConflictFrame("memory")
        self._conflict.keep_mine.connect(partial(presenter.keep_mine, scope))
        self._conflict.take_theirs.connect(partial(presenter.take_theirs, scope))
        self.theirs_field = self._conflict.field
        self.mine_button = self._conflict.mine_button
        self.theirs_button = self._conflict.theirs_button
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _FULL)
        self._count = plain_label(role="description")
        self._count.setWordWrap(False)
        self._state = plain_label(role="description")
        self._problem = plain_label(role="failed")
        self._problem.setObjectName("memory_problem")
        self.earlier_button = push_button("memory_earlier", on_click=earlier)
        self.shorten_button = push_button(
            "memory_shorten", _("Make shorter…"), on_click=self._explain_shortening
        )
        self.revert_button = push_button(
            "memory_revert", _("Revert"), on_click=lambda: presenter.revert(scope)
        )
        self.revert_button.setToolTip(_("Take back what is not saved"))
        self.save_button = push_button(
            "memory_save", _("Save"), role="primary", on_click=lambda: presenter.save(scope)
        )
        self.save_button.setToolTip(_("Save (Ctrl+S)"))
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
        self.show_owner("")
        self.show_earlier(0)
        self._show_standing()

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
        self._show_standing()

    def show_owner(self, name: str) -> None:
        """Name the workspace or agent whose memory it is."""
        self._about.setText(_about(self._scope, name))
        self.field.setAccessibleDescription(self._about.text())

    def show_earlier(self, count: int) -> None:
        """Say how many earlier versions there are."""
        self.earlier_button.setText(_("Earlier versions ({n})").format(n=count))
        self.earlier_button.setEnabled(count > 0)

    def _text_changed(self) -> None:
        if not self._is_filling:
            self._presenter.type(self._scope, self.field.text)

    def _open_folder(self) -> None:
        if self._page is not None:
            self._show_folder(self._page.base.path.parent)

    def _explain_shortening(self) -> None:
        ChoiceDialog(
            title=_("Make this memory shorter?"),
            text=_(
                "The language model rewrites it in fewer words and keeps names, numbers and"
                " dates. What it says now is kept among the earlier versions, from where you can"
                " put it back."
            ),
            choices=(
                DialogChoice(
                    name="shorten_yes",
                    label=_("Make shorter"),
                    act=lambda: self._presenter.shorten(self._scope),
                    is_primary=True,
                ),
                DialogChoice(name="shorten_no", label=_("Cancel"), act=lambda: None),
            ),
            parent=self.window(),
        ).open()

    def _show_standing(self) -> None:
        page = self._page
        self.field.setReadOnly(page is None)
        self.field.setPlaceholderText(
            ""
            if page is None
            else _(
                "Nothing is remembered yet. Say “Remember that …” in the conversation, or write"
                " here, one fact a line:\n- …"
            )
        )
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
