"""The editor of one persona: its name if it is new, its text, and what the assistant is told."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QFrame, QStackedWidget, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.personas.model.persona_list import starting_text
from assistant.channels.desktop.personas.name_dialogs import NameField
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.conflict_frame import ConflictFrame
from assistant.channels.desktop.widgets.controls import tab_bar
from assistant.channels.desktop.widgets.dialogs import UnsavedDialog
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import (
    dialog_buttons,
    scroll_area,
    take_widgets,
    vbox,
)
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.locale import _
from assistant.memory.personas import PERSONA_LIMIT
from assistant.protocol.personas import SaveAgent


class PersonaEditor(Rebuilt, QDialog):
    """Edits a persona; what is typed is given up only if the user says so.

    Args:
        context: What it is made with.
        name: Of the persona; empty for a new one.
        persona: What it says now.
        taken: Names there are.
        parent: What the window belongs to.

    Signals:
        stayed: The user goes on editing instead of closing it.
    """

    stayed = Signal()

    def __init__(
        self,
        context: DesktopContext,
        *,
        name: str = "",
        persona: str = "",
        taken: tuple[str, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._agent = name
        self._base = persona
        self._taken = taken
        self._theirs: str | None = None
        """What the file says, if it was changed meanwhile."""
        self._said = ""
        """What went wrong."""
        self._is_saving = False
        self._previewed: tuple[str, ...] = ()
        self._asking: UnsavedDialog | None = None
        self._example = starting_text("") if self.is_new else ""
        self.setObjectName("persona_editor")
        self.begin()
        save = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        save.activated.connect(self.submit)
        self.resize(640, 620)
        self.setMinimumSize(380, 420)
        (self.name.line if self.is_new else self.field).setFocus()

    @override
    def build(self) -> QWidget:
        title = _("New persona") if self.is_new else _("Persona: {name}").format(name=self._agent)
        self.setWindowTitle(title)
        self.tabs = tab_bar("persona_tabs", _("Text"), _("What the assistant is told"))
        self.tabs.setAccessibleName(title)
        self.field = TextArea("persona_text")
        self.field.setAccessibleName(_("Text of the persona"))
        self.field.setPlaceholderText(_("You are …"))
        self.field.begin(self._example or self._base)
        self._preview = QWidget()
        self._preview.setObjectName("column")
        self._preview_box = vbox(inside=self._preview, margins=(9, 9, 9, 9))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.field)
        preview = scroll_area(self._preview)
        preview.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # read with the arrow keys
        self._pages.addWidget(preview)
        self._conflict = ConflictFrame("persona")
        self._conflict.keep_mine.connect(self._keep_mine)
        self._conflict.take_theirs.connect(self._take_theirs)
        self.theirs_field = self._conflict.field
        self.mine_button = self._conflict.mine_button
        self.theirs_button = self._conflict.theirs_button
        self._count = plain_label(role="description")
        self._problem = plain_label(role="failed", name="persona_problem")
        self.save_button = push_button(
            "persona_save",
            _("Create") if self.is_new else _("Save"),
            role="primary",
            on_click=self.submit,
        )
        self.name = NameField()
        self.name.begin(self._taken)
        self.name.changed.connect(self._name_changed)
        content = QWidget()
        vbox(
            plain_label(
                _(
                    "A persona says who the assistant is and how it speaks. The assistant is told"
                    " this with every message; a change counts from the next message on."
                ),
                role="secondary",
            ),
            self.name,
            self.tabs,
            (self._pages, 3),
            (self._conflict, 2),
            self._count,
            self._problem,
            dialog_buttons(
                push_button("persona_cancel", _("Cancel"), on_click=self.close),
                self.save_button,
            ),
            inside=content,
            margins=(18, 16, 18, 16),
            gap=8,
        )
        self.name.setVisible(self.is_new)
        self.tabs.currentChanged.connect(self._turn)
        self.field.textChanged.connect(self._refresh)
        self._show_theirs()
        self._say(self._said)
        return content

    @property
    def is_new(self) -> bool:
        """Whether the persona is being made."""
        return not self._agent

    @property
    def agent(self) -> str:
        """Name of the persona, as it will be written."""
        return self.name.advice.name if self.is_new else self._agent

    @property
    def has_unsaved(self) -> bool:
        """Whether words would be lost if it closed."""
        if self.is_new:
            return self.field.text != self._example or bool(self.name.line.text())
        return self.field.text.strip() != self._base.strip()

    @property
    def problem_text(self) -> str:
        """What went wrong, as shown."""
        return self._problem.text()

    @property
    def count_text(self) -> str:
        """How long the text is, as shown."""
        return self._count.text()

    @property
    def preview_texts(self) -> tuple[str, ...]:
        """What the preview says, from top to bottom; the persona as it is written."""
        return self._previewed

    @property
    def can_save(self) -> bool:
        """Whether there is something to write and nothing stands against it."""
        length = len(self.field.text.strip())
        is_named = not self.is_new or not self.name.advice.problem
        is_other = self.is_new or self.has_unsaved
        return (
            is_named
            and is_other
            and 0 < length <= PERSONA_LIMIT
            and not self._is_saving
            and self._theirs is None
        )

    def submit(self) -> None:
        """Have it written, if it can be."""
        if self.can_save:
            self._is_saving = True
            self._say("")
            self._context.engine.submit(
                SaveAgent(
                    name=self.agent,
                    persona=self.field.text,
                    replaces=None if self.is_new else self._base,
                )
            )

    def settled(self, problem: str, conflict: str | None) -> bool:
        """Take how writing went; returns whether it was written, and then the window is closed."""
        self._is_saving = False
        if conflict is not None:
            self._theirs = conflict
            self._show_theirs()
            return False
        self._say(problem)
        if problem:
            return False
        self._base = self.field.text
        self.accept()
        return True

    def ask_to_leave(self) -> None:
        """Ask what becomes of unsaved words; the window closes if the user says so."""
        if self._asking is not None:
            self._asking.raise_()
            return
        self._asking = UnsavedDialog(
            text=_("There are unsaved changes to the persona."),
            save=self.submit if self.can_save else None,
            discard=self._discard,
            stay=self.stayed.emit,
            parent=self,
        )
        self._asking.finished.connect(self._asked)
        self._asking.open()

    def _asked(self, _result: int) -> None:
        self._asking = None

    def _discard(self) -> None:
        super().reject()

    def _keep_mine(self) -> None:
        self._settle_on_theirs()
        self.submit()

    def _take_theirs(self) -> None:
        self._settle_on_theirs()
        self.field.replace(self._base)

    def _settle_on_theirs(self) -> None:
        """Take what the file says for what is replaced."""
        self._base = self.theirs_field.text
        self._theirs = None
        self._show_theirs()

    def _show_theirs(self) -> None:
        if self._theirs is not None:
            self.theirs_field.begin(self._theirs)
        self._conflict.setVisible(self._theirs is not None)
        self._refresh()

    def _name_changed(self) -> None:
        # The example speaks of the persona by name until the user has changed it.
        if self.field.text == self._example:
            self._example = starting_text(self.name.line.text().strip())
            self.field.begin(self._example)
        self._refresh()

    def _say(self, problem: str) -> None:
        self._said = problem
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self._refresh()

    def _turn(self, index: int) -> None:
        if index == 1:
            self._show_preview()
        self._pages.setCurrentIndex(index)

    def _show_preview(self) -> None:
        """Show the text where it stands in what the assistant is told, laid out."""
        for widget in take_widgets(self._preview_box):
            widget.deleteLater()
        text = self.field.text.strip() or _("The persona says nothing yet.")
        before = _("First Parley's own instructions, with every message. Then this:")
        after = _("Then the date, what is remembered, and the conversation.")
        self._previewed = (before, text, after)
        self._preview_box.addWidget(plain_label(before, role="description"))
        frame = QFrame()
        frame.setProperty("role", "panel")
        markdown = MarkdownView(theme=self._context.theme)
        markdown.append(text)
        vbox(markdown, inside=frame, margins=(14, 12, 14, 6))
        self._preview_box.addWidget(frame)
        self._preview_box.addWidget(plain_label(after, role="description"))
        self._preview_box.addStretch(1)

    def _refresh(self) -> None:
        length = len(self.field.text.strip())
        self._count.setText(
            _("{used} of {limit} characters").format(used=f"{length:,}", limit=f"{PERSONA_LIMIT:,}")
        )
        fill = "over" if length > PERSONA_LIMIT else "roomy"
        if self._count.property("fill") != fill:
            self._count.setProperty("fill", fill)
            restyle(self._count)
        self.save_button.setEnabled(self.can_save)

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        if self.has_unsaved:
            arg__1.ignore()
            self.ask_to_leave()
            return
        super().reject()  # hides it and says that it is finished
        arg__1.accept()

    @override
    def reject(self) -> None:
        """Esc closes as the window's button does."""
        self.close()
