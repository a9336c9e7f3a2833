"""The words of a question as a label: plain, selectable, with the files it speaks of as links."""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel

from assistant.channels.desktop.questions.model.file_references import (
    FileLink,
    FileResolver,
    TextSpan,
    split_file_references,
)
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.theme import Theme


def question_label(
    text: str,
    *,
    role: str,
    theme: Theme,
    resolve: FileResolver,
    open_file: Callable[[Path], None],
) -> QLabel:
    """Return a label with the words of a question.

    Without a file in them they are shown as plain text. With one, the label is rich text made of
    escaped words and links that only name the file by its number, so nothing written in a question
    becomes markup or an address.
    """
    parts = split_file_references(text, resolve)
    if not any(isinstance(part, FileLink) for part in parts):
        return selectable(plain_label(text, role=role))
    return _LinkedLabel(text, parts, role=role, theme=theme, open_file=open_file)


class _LinkedLabel(QLabel):
    def __init__(
        self,
        text: str,
        parts: Sequence[TextSpan | FileLink],
        *,
        role: str,
        theme: Theme,
        open_file: Callable[[Path], None],
    ) -> None:
        super().__init__()
        self._parts = parts
        self._theme = theme
        self._open_file = open_file
        self._files = [part.path for part in parts if isinstance(part, FileLink)]
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(text)
        self.linkActivated.connect(self._activated)
        theme.changed.connect(self._render)
        self._render()

    @Slot()
    def _render(self) -> None:
        numbers = iter(range(len(self._files)))
        colour = self._theme.tokens.link
        self.setText(
            "".join(
                f'<a href="{next(numbers)}" style="color: {colour}">{escape(part.text)}</a>'
                if isinstance(part, FileLink)
                else escape(part.text).replace("\n", "<br>")
                for part in self._parts
            )
        )

    @Slot(str)
    def _activated(self, number: str) -> None:
        self._open_file(self._files[int(number)])
