"""A reply: Markdown that may still grow, as a column of prose, code and tables."""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QMenu, QTextBrowser
from typing_extensions import override

from assistant.channels.desktop.markdown.code_view import CodeView
from assistant.channels.desktop.markdown.model.copied_text import PartKind
from assistant.channels.desktop.markdown.model.stream_renderer import (
    CodeSegment,
    MarkdownSegment,
    MarkdownStream,
    ProseSegment,
    TableSegment,
)
from assistant.channels.desktop.markdown.part_selection import PartSelection, SelectablePart
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.markdown.table_view import TableView
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.vertical_stack import VerticalStack
from assistant.locale import _

SegmentView = ProseView | CodeView | TableView


class MarkdownView(VerticalStack):
    """A reply. Finished parts are never rendered, laid out or moved again.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme, text: str = "") -> None:
        super().__init__(gap=8)
        self._theme = theme
        self._stream = MarkdownStream()
        self._shown: list[MarkdownSegment] = []
        self._views: list[SegmentView] = []
        self._place: list[tuple[int, int]] = []
        """For each segment its view, and which piece of it."""
        self.selection = PartSelection(leaves=self.leaves, parent=self)
        if text:
            self.append(text)

    @property
    def text(self) -> str:
        """The Markdown so far."""
        return self._stream.text

    @property
    def parts(self) -> tuple[SegmentView, ...]:
        """The widgets, in order."""
        return tuple(self._views)

    def leaves(self) -> list[SelectablePart]:
        """Return the widgets that hold text, top to bottom."""
        found: list[SelectablePart] = []
        for segment, (index, piece) in zip(self._shown, self._place, strict=True):
            view = self._views[index]
            match view:
                case ProseView():
                    found.append(
                        SelectablePart(edit=view, kind=PartKind.PROSE, source=segment.source)
                    )
                case CodeView():
                    found.append(
                        SelectablePart(
                            edit=view.edit,
                            kind=PartKind.CODE,
                            source=segment.source,
                            language=view.language,
                        )
                    )
                case TableView():
                    found.append(
                        SelectablePart(
                            edit=view.pieces[piece],
                            kind=PartKind.TABLE,
                            source=segment.source,
                            is_continued=piece > 0,
                        )
                    )
        return found

    def append(self, text: str) -> None:
        """Show more of the reply."""
        first = self._stream.append(text)
        self._show_from(first, self._stream.segments)

    def clear(self) -> None:
        """Show nothing."""
        self._stream = MarkdownStream()
        self._show_from(0, [])

    def _show_from(self, first: int, segments: list[MarkdownSegment]) -> None:
        changed = range(first, len(self._shown))
        misfit = next((n for n in changed if not self._fits(n, segments)), len(self._shown))
        self._keep(misfit)
        for index in range(first, len(segments)):
            self._show(index, segments[index])
        self.settle()

    def _fits(self, index: int, segments: list[MarkdownSegment]) -> bool:
        """Whether the view of a segment can show what the segment has become."""
        if index >= len(segments):
            return False
        old, new = self._shown[index], segments[index]
        if isinstance(old, TableSegment) and isinstance(new, TableSegment):
            return old.is_continued == new.is_continued
        return type(old) is type(new)

    def _keep(self, count: int) -> None:
        """Take away what shows segments after the first `count`."""
        while len(self._shown) > count:
            self._shown.pop()
            index, piece = self._place.pop()
            view = self._views[index]
            if isinstance(view, TableView) and piece > 0:
                view.drop_from(piece)
                continue
            self._views.pop()
            self.pop()

    def _show(self, index: int, segment: MarkdownSegment) -> None:
        is_new = index >= len(self._shown)
        if is_new:
            self._shown.append(segment)
            self._place.append(self._new_place(segment))
        else:
            self._shown[index] = segment
        number, piece = self._place[index]
        view = self._views[number]
        match segment:
            case ProseSegment():
                assert isinstance(view, ProseView)
                view.set_html(segment.html)
            case CodeSegment():
                assert isinstance(view, CodeView)
                view.set_code(segment.text, segment.language)
            case TableSegment():
                assert isinstance(view, TableView)
                view.show_piece(piece, segment)
                if is_new:
                    view.pieces[piece].selection = self.selection
            case _:
                assert_never(segment)

    def _new_place(self, segment: MarkdownSegment) -> tuple[int, int]:
        """Return where a segment is shown, in a new view unless it goes on with a table."""
        if isinstance(segment, TableSegment) and segment.is_continued and self._place:
            number, piece = self._place[-1]
            if isinstance(self._views[number], TableView):
                return (number, piece + 1)
        view = self._new_view(segment)
        self._views.append(view)
        self.push(view, view)
        return (len(self._views) - 1, 0)

    def _new_view(self, segment: MarkdownSegment) -> SegmentView:
        match segment:
            case ProseSegment():
                prose = ProseView(theme=self._theme)
                prose.link_clicked.connect(self.link_clicked)
                prose.selection = self.selection
                return prose
            case CodeSegment():
                code = CodeView(theme=self._theme)
                code.edit.selection = self.selection
                return code
            case TableSegment():
                table = TableView(theme=self._theme)
                table.link_clicked.connect(self.link_clicked)
                return table
            case _:
                assert_never(segment)

    # The menu.

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.make_menu(self._link_at(event))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def make_menu(self, link: str = "") -> QMenu:
        """Return the menu of the reply; `link` is the address under the mouse."""
        menu = QMenu(self)

        def add(text: str, name: str, call: Callable[[], None], *, enabled: bool = True) -> None:
            action = menu.addAction(text)
            action.setObjectName(name)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked=False: call())

        add(_("Copy"), "copy", self.selection.copy, enabled=not self.selection.is_empty)
        add(_("Copy the whole reply"), "copy_all", self.copy_all)
        if link:
            add(_("Copy the address of the link"), "copy_link", lambda: _to_clipboard(link))
        menu.addSeparator()
        add(_("Select all"), "select_all", self.selection.select_all)
        return menu

    def copy_all(self) -> None:
        """Put the Markdown of the whole reply on the clipboard."""
        self.copy_text(self.text)

    def copy_text(self, text: str) -> None:
        """Put Markdown on the clipboard."""
        _to_clipboard(text.strip("\n"))

    def _link_at(self, event: QContextMenuEvent) -> str:
        for leaf in self.leaves():
            edit = leaf.edit
            place = edit.viewport().mapFromGlobal(event.globalPos())
            if isinstance(edit, QTextBrowser) and edit.viewport().rect().contains(place):
                return QUrl(edit.anchorAt(place)).toString()
        return ""


def _to_clipboard(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
