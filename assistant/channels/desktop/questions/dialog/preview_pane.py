"""What choosing an option would give, shown while the option has the focus or the mouse."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget

from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import scroll_column, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.questions.model.question import Question

PREVIEW_PX: Final = 300
"""Width beside the options, and least height there."""
PREVIEW_BELOW_PX: Final = 230
"""Height below the options, in a narrow window."""


class PreviewPane(QFrame):
    """The previews of one question's options; each is rendered once, when it is first shown.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sources: Mapping[str, str] = {}
        self._labels: Mapping[str, str] = {}
        self._views: dict[str, MarkdownView] = {}
        self._pages: dict[str, QScrollArea] = {}
        self.setObjectName("preview")
        self._title = plain_label(role="section")
        self._stack = QStackedWidget()
        self._empty = plain_label(role="description")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._empty)
        vbox(self._title, (self._stack, 1), inside=self, gap=6, margins=(14, 10, 10, 10))
        self.setMinimumHeight(160)
        self.hide()

    @property
    def shown(self) -> str | None:
        """The id of the option whose preview shows."""
        here = self._stack.currentWidget()
        return next((key for key, page in self._pages.items() if page is here), None)

    def view(self, option_id: str) -> MarkdownView:
        """Return the rendered preview of an option; raises KeyError if it was never shown."""
        return self._views[option_id]

    def show_for(self, question: Question | None) -> None:
        """Take the previews of this question; without any the pane is hidden."""
        options = question.options if question is not None else ()
        self._sources = {o.id: o.preview for o in options if o.preview}
        self._labels = {o.id: o.label for o in options}
        for page in self._pages.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self._pages.clear()
        self._views.clear()
        self._empty.setText(_("This choice has no preview."))
        self.setVisible(bool(self._sources))
        if self._sources:
            self.point_at(next(iter(self._sources)))

    def point_at(self, option_id: str) -> None:
        """Show the preview of this option."""
        if not self._sources:
            return
        label = self._labels.get(option_id, "")
        title = _("Preview: {label}").format(label=label) if label else _("Preview")
        self._title.setText(title)
        self.setAccessibleName(title)
        if option_id not in self._sources:
            self._stack.setCurrentWidget(self._empty)
            return
        if option_id not in self._pages:
            self._render(option_id)
        self._stack.setCurrentWidget(self._pages[option_id])

    def _render(self, option_id: str) -> None:
        view = MarkdownView(theme=self._theme, text=self._sources[option_id])
        view.link_clicked.connect(self.link_clicked)
        page, _column = scroll_column(view, margins=(0, 0, 6, 0))
        self._views[option_id] = view
        self._pages[option_id] = page
        self._stack.addWidget(page)
