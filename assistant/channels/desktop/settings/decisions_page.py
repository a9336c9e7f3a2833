"""The settings page about what the user decided: every decision, the last first."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QLabel, QSizePolicy
from typing_extensions import override

from assistant.channels.desktop.conversation.collapsible_entries import CollapsibleCard
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.search_box import SearchBox
from assistant.channels.desktop.questions.asker_mark import AskerMark
from assistant.channels.desktop.settings.page import SettingsPage, clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.theme import Theme
from assistant.decision_log.decision import Decision, DecisionKind
from assistant.decision_log.decision_query import DecisionQuery
from assistant.decision_log.decision_words import (
    about_text,
    note_lines,
    nothing_found,
    outcome_text,
    point_lines,
    question_text,
)
from assistant.locale import _, mark
from assistant.protocol.decisions import (
    DecisionsListed,
    ExportDecisions,
    ListDecisions,
    OpenDecision,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice

PAGE_DECISIONS: Final = 50
"""Decisions that are shown at once, and added by the button below them."""
_BESIDE_HEAD_PX: Final = 34
"""The arrow before the words of a head, and what is free around them."""
_MOST_TEXT: Final = 20_000
"""Characters of what was asked that are shown."""
_UNDONE: Final = frozenset({DecisionKind.DENIED, DecisionKind.NONE_FIT, DecisionKind.CANCELLED})


class DecisionEntry(CollapsibleCard):
    """One decision: the question, the answer, when, who asked and where; opened, what was offered."""

    def __init__(
        self,
        decision: Decision,
        *,
        theme: Theme,
        now: datetime,
        open_conversation: Callable[[str], None],
    ) -> None:
        icon = Icon.LOCK if decision.is_permission else Icon.QUESTION
        super().__init__(theme=theme, role="tool", icon=icon)
        self.decision: Final = decision
        self.setObjectName(f"decision_{decision.id}")
        self.setProperty("went", "nowhere" if decision.kind in _UNDONE else "well")
        self._question = question_text(decision)
        outcome, about = outcome_text(decision), about_text(decision, now)
        self._head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._head.setAccessibleName(f"{self._question}: {outcome}. {about}")
        role = "secondary" if decision.kind in _UNDONE else "chosen"
        told = plain_label(elided(outcome, _MOST_TEXT), role=role)
        where = plain_label(about, role="description")
        sign = vbox(AskerMark(decision.asker), STRETCH, margins=(0, 4, 0, 0))
        asked_by = hbox(sign, (where, 1), gap=6 if decision.asker else 0)
        self._box.insertLayout(1, vbox(told, asked_by, gap=3, margins=(24, 0, 0, 2)))
        for paragraph in (decision.title, decision.background):
            if paragraph and paragraph != self._question:
                self._body_box.addWidget(_text(paragraph))
        for point in decision.points:
            self._body_box.addWidget(_text("\n".join(point_lines(point)), role=""))
        for note in note_lines(decision):
            self._body_box.addWidget(_text(_("Note: {words}").format(words=note)))
        if decision.conversation.is_kept:
            title = elided(decision.conversation.title, 60) or _("New conversation")
            link = push_button(
                "open_decision",
                text=_("Open “{title}”").format(title=title).replace("&", "&&"),
                role="link",
                on_click=lambda: open_conversation(decision.id),
            )
            self._body_box.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self._head.width() - _BESIDE_HEAD_PX
        metrics = self._head.fontMetrics()
        shown = metrics.elidedText(self._question, Qt.TextElideMode.ElideRight, room)
        self._head.setText(shown.replace("&", "&&"))  # else it would name a key


class DecisionsPage(SettingsPage):
    """What the user decided."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="decisions", title=_("Your decisions"), icon=Icon.CHECK)
        self._decisions: tuple[Decision, ...] = ()
        self._asked = ListDecisions(limit=PAGE_DECISIONS)
        self._next = self._asked.before
        self._is_known = False
        self.search = SearchBox(
            theme=context.theme,
            name="search_decisions",
            prompt=mark("Search your decisions"),
            keys="",
        )
        self.askers = Dropdown(theme=context.theme)
        self.askers.setObjectName("decision_askers")
        self.askers.setAccessibleName(_("Who asked, or in which project"))
        self.askers.addItem(_("Everybody"), "")
        self.export_button = push_button(
            "export_decisions", _("Export…"), on_click=self._ask_folder
        )
        self._told = plain_label(role="description")
        self._told.hide()
        self._list = vbox(gap=8)
        self.more_button = push_button("more_decisions", _("Show more"), on_click=self._more)
        about = _(
            "What you answered, allowed, refused and cancelled, here and for your coding agents."
            " What ran out of time is no decision."
        )
        self._box.addWidget(plain_label(about, role="secondary"))
        self._box.addLayout(hbox((self.search, 1), self.askers, self.export_button, gap=8))
        self._box.addWidget(self._told)
        self._box.addLayout(self._list)
        self._box.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.search.searched.connect(self._look_again)
        self.search.left.connect(lambda: self.window().close())
        self.askers.activated.connect(self._look_again)
        self._fill()

    @override
    def load(self) -> None:
        self._look_again()

    @override
    def handle(self, event: EngineEvent) -> None:
        match event:
            case DecisionsListed() if event.asked == self._asked:
                self._show(event)
            case Notice(code="decisions_exported"):
                self._told.setText(" ".join(filter(None, (event.text, event.hint))))
                self._told.show()
            case _:
                pass

    def export(self, folder: str) -> None:
        """Write what is listed to a folder; nothing happens for an empty path."""
        if folder:
            asked = self._asked
            self._context.engine.submit(
                ExportDecisions(folder=Path(folder), words=asked.words, project=asked.project)
            )

    def _look_again(self, *_changed: object) -> None:
        project = self.askers.currentData()
        self._ask(
            ListDecisions(words=self.search.query, project=project or "", limit=PAGE_DECISIONS)
        )

    def _more(self) -> None:
        self.more_button.setEnabled(False)
        asked = self._asked
        self._ask(
            ListDecisions(
                words=asked.words, project=asked.project, before=self._next, limit=PAGE_DECISIONS
            )
        )

    def _ask(self, command: ListDecisions) -> None:
        self._asked = command
        self._context.engine.submit(command)

    def _show(self, event: DecisionsListed) -> None:
        self._next = event.next
        self._is_known = True
        if event.asked.before is None:
            self._decisions = event.decisions
            self._fill()
        else:
            self._decisions += event.decisions
            self._add(event.decisions)
        if event.askers:
            self._offer(event.askers)

    def _offer(self, askers: tuple[str, ...]) -> None:
        chosen = self.askers.currentData()
        self.askers.clear()
        self.askers.addItem(_("Everybody"), "")
        for name in askers:
            self.askers.addItem(name, name)
        self.askers.setCurrentIndex(max(0, self.askers.findData(chosen)))

    def _fill(self) -> None:
        clear_layout(self._list)
        if self._is_known and not self._decisions:
            query = DecisionQuery(words=self._asked.words, project=self._asked.project)
            self._list.addWidget(plain_label(nothing_found(query), role="secondary"))
        self._add(self._decisions)

    def _add(self, decisions: tuple[Decision, ...]) -> None:
        theme, now = self._context.theme, self._context.clock.now()
        for decision in decisions:
            entry = DecisionEntry(decision, theme=theme, now=now, open_conversation=self._open)
            self._list.addWidget(entry)
        self.more_button.setVisible(self._next is not None)
        self.more_button.setEnabled(True)

    def _open(self, decision_id: str) -> None:
        self._context.engine.submit(OpenDecision(questions_id=decision_id))

    def _ask_folder(self) -> None:
        """Have the user choose a folder in the system's dialog."""
        dialog = QFileDialog(self.window(), _("Write your decisions to a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.export)
        dialog.open()


def _text(text: str, *, role: str = "description") -> QLabel:
    return selectable(plain_label(elided(text, _MOST_TEXT), role=role))
