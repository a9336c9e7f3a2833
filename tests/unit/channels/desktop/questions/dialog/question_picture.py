"""What a question's dialog shows, as text: one line for each thing, top to bottom."""

from collections.abc import Collection

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from assistant.channels.desktop.questions.dialog.option_controls import (
    AnswerButton,
    CheckBoxRow,
    OptionMark,
    OptionRow,
    RadioRow,
)
from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog

MARKS = {
    (OptionMark.ROUND, False): "○",
    (OptionMark.ROUND, True): "●",
    (OptionMark.SQUARE, False): "☐",
    (OptionMark.SQUARE, True): "☑",
}


def picture(dialog: QuestionDialog, *, without: Collection[str] = ()) -> str:
    """Return the window's title, and below it what shows; things of one line stand side by side.

    What has one of the names in `without` is left out.
    """
    found: list[tuple[QPoint, str]] = []
    for widget in dialog.findChildren(QWidget):
        if not widget.isVisibleTo(dialog) or widget.objectName() in without:
            continue
        text = _text(widget, has_focus=widget is dialog.focusWidget())
        if text:
            found.append((widget.mapTo(dialog, QPoint(0, widget.height() // 2)), text))
    rows: list[list[tuple[int, str]]] = []
    last = -100
    for at, text in sorted(found, key=lambda entry: (entry[0].y(), entry[0].x())):
        if at.y() - last > 6:
            rows.append([])
            last = at.y()
        rows[-1].append((at.x(), text))
    lines = ["   ".join(text for _x, text in sorted(row)) for row in rows]
    return "\n".join([f"[{dialog.windowTitle()}]", *lines]) + "\n"


def _text(widget: QWidget, *, has_focus: bool) -> str:
    if isinstance(widget, AnswerButton | RadioRow | CheckBoxRow):
        return _row(widget, has_focus=has_focus)
    if isinstance(widget.parentWidget(), AnswerButton | RadioRow | CheckBoxRow):
        return ""
    if isinstance(widget, QPushButton):
        return f"[ {widget.text()} ]"
    if isinstance(widget, QLineEdit):
        return f"[{widget.text() or widget.placeholderText()}{'█' if has_focus else ''}]"
    if isinstance(widget, QPlainTextEdit):
        return f"[{widget.toPlainText()}{'█' if has_focus else ''}]"
    if isinstance(widget, QLabel) and widget.text():
        return f"╭─ {widget.text()} ─╮" if widget.objectName() == "chip" else widget.text()
    return ""


def _row(row: OptionRow, *, has_focus: bool) -> str:
    shown = [label for label in row.findChildren(QLabel) if label.isVisibleTo(row)]
    sign = "✎ " if any(not label.pixmap().isNull() for label in shown) else ""
    label, *others = [label.text() for label in shown if label.text()]
    label = f"{sign}{label}"
    badge = [word for word in others if word.startswith("(")]
    marker = others[-1]
    description = [word for word in others[:-1] if word not in badge]
    mark = MARKS.get((row.mark, row.isChecked()), "▢")
    first = " ".join([">" if has_focus else " ", mark, label, *badge, f" {marker}"])
    return "\n".join([first, *(f"      {line}" for line in description)])
