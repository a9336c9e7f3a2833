"""What an agent that Parley started has to do: plan, what it does now, its changes, its reply."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton

from assistant.channels.desktop.markdown.code_colouring import DIFFERENCE, CodeColouring
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.channels.desktop.widgets.text_metrics import fixed_font
from assistant.channels.desktop.widgets.theme import Theme
from assistant.coding_agents.tasks.agent_task import AgentTask, PlanStep, Progress
from assistant.coding_agents.tasks.task_text import first_sentence, progress_text
from assistant.foreign_text import to_plain_text
from assistant.locale import _, ngettext

MOST_STEPS: Final = 12
"""Steps of a plan that are shown."""
_WORDS_LIMIT: Final = 200
_SIGNS: Final = {
    Progress.DONE: "✓",
    Progress.RUNNING: "▸",
    Progress.PENDING: "○",
    Progress.FAILED: "✗",
}
_LEAST_LINES: Final = 3
_MOST_LINES: Final = 14


class FoldedText(QFrame):
    """A text that opens below a line, and scrolls.

    Args:
        name: Object name of the line.
        theme: Colours for lines that are removed and added; None for a text that is none of code.
    """

    def __init__(self, name: str, *, theme: Theme | None = None) -> None:
        super().__init__()
        self.head: Final = QToolButton()
        self.head.setObjectName(name)
        self.head.setProperty("role", "fold")
        self.head.setCheckable(True)
        self.head.setArrowType(Qt.ArrowType.RightArrow)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.head.toggled.connect(self._toggled)
        self.area: Final = TextArea(f"{name}_text", read_only=True)
        self._colouring = None if theme is None else CodeColouring(self.area, theme=theme)
        if theme is not None:
            self.area.setFont(fixed_font())
        self.area.hide()
        self._text = ""
        vbox(self.head, self.area, inside=self, gap=2)

    def show_text(self, title: str, text: str) -> None:
        """Show a text under a title; gone where there is none."""
        self.head.setText(title)
        self.head.setAccessibleName(title)
        self.area.setAccessibleName(title)
        self.setVisible(bool(text))
        if text != self._text:
            self._text = text
            if self.head.isChecked():
                self._show()

    def _toggled(self, checked: bool) -> None:
        self.head.setArrowType(Qt.ArrowType.DownArrow if checked else Qt.ArrowType.RightArrow)
        if checked:
            self._show()
        self.area.setVisible(checked)

    def _show(self) -> None:
        """Where the user reads stays in view."""
        bar = self.area.verticalScrollBar()
        place = bar.value()
        self.area.begin(self._text)
        if self._colouring is not None:
            self._colouring.follow(self.area.text, DIFFERENCE, is_anew=True)
        self.area.fit_lines(least=_LEAST_LINES, most=_MOST_LINES)
        bar.setValue(min(place, bar.maximum()))


class TaskCard(QFrame):
    """Shows a task.

    Args:
        theme: Colours of what it changes.
        on_stop: The user wants it stopped.
        on_close: They are done with it.
    """

    def __init__(
        self, *, theme: Theme, on_stop: Callable[[], object], on_close: Callable[[], object]
    ) -> None:
        super().__init__()
        self.setObjectName("task_card")
        self._words = plain_label(role="secondary", name="task_words")
        self._plan = plain_label(name="task_plan")
        self._progress = plain_label(role="description", name="task_progress")
        self._sentence = selectable(plain_label(name="task_sentence"))
        self.changes: Final = FoldedText("task_changes", theme=theme)
        self.reply: Final = FoldedText("task_reply")
        self._problem = selectable(plain_label(role="failed", name="task_problem"))
        self.stop_button: Final = push_button("task_stop", on_click=on_stop)
        self.close_button: Final = push_button("task_close", on_click=on_close)
        vbox(
            self._words,
            self._plan,
            self._progress,
            self._problem,
            self._sentence,
            self.reply,
            self.changes,
            hbox(STRETCH, self.stop_button, self.close_button, gap=6),
            inside=self,
            gap=6,
        )

    def show_task(self, task: AgentTask, title: str) -> None:
        """Show how a task stands.

        Args:
            task: The task.
            title: Whose it is, for screen readers.
        """
        words = " ".join(task.words.split())
        self._words.setText(f"“{elided(words, _WORDS_LIMIT)}”")
        self._words.setToolTip(plain_tip(task.words))
        self._plan.setText(plan_text(task.plan))
        self._plan.setVisible(bool(task.plan))
        progress = progress_text(task)
        self._progress.setText(progress)
        self._progress.setVisible(bool(progress))
        self._problem.setText(task.problem)
        self._problem.setVisible(bool(task.problem))
        sentence, said = first_sentence(task.text), to_plain_text(task.text).strip()
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self.reply.show_text(_("What it says"), "" if said == sentence else said)
        paths = {change.path for change in task.changes}
        self.changes.show_text(
            ngettext("{n} file changed", "{n} files changed", len(paths)).format(n=len(paths)),
            changes_text(task),
        )
        is_under_way = task.state.is_under_way
        self.stop_button.setText(_("Stop"))
        self.stop_button.setAccessibleName(_("Stop: {name}").format(name=title))
        self.stop_button.setVisible(is_under_way)
        self.close_button.setText(_("Close"))
        self.close_button.setAccessibleName(_("Close: {name}").format(name=title))
        self.close_button.setVisible(not is_under_way)


def plan_text(steps: tuple[PlanStep, ...]) -> str:
    """Return a plan line by line: `✓ Look`, `▸ Fix`, `○ Test`; of a long one the part it is at."""
    lines = [f"{_SIGNS[step.progress]} {step.text}" for step in steps]
    if len(lines) <= MOST_STEPS:
        return "\n".join(lines)
    done = next((n for n, step in enumerate(steps) if step.progress.is_open), len(lines))
    begin = max(0, min(done - 2, len(lines) - MOST_STEPS))
    end = begin + MOST_STEPS
    shown = [*(["…"] if begin else []), *lines[begin:end], *(["…"] if end < len(lines) else [])]
    return "\n".join(shown)


def changes_text(task: AgentTask) -> str:
    """Return what a task changed, file by file."""
    parts = (
        f"{change.path}\n{change.lines or _('The lines of this change are not shown.')}"
        for change in task.changes
    )
    return "\n\n".join(parts)
