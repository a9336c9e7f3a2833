"""A question in the conversation: while it waits, and afterwards with what became of it."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QToolButton, QWidget

from assistant.channels.desktop.conversation.model.rows import QuestionRow
from assistant.channels.desktop.questions.asker_mark import AskerMark
from assistant.channels.desktop.questions.model.answer_wording import (
    CardOption,
    CardQuestion,
    card_questions,
    heading_of,
    lines_beside_options,
    outcome_lines,
    settled_text,
)
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import (
    HeaderChip,
    plain_label,
    plain_tip,
    restyle,
    selectable,
)
from assistant.channels.desktop.widgets.layouts import hbox, take_widgets, vbox, widgets_in
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.form.captions import asker_text, round_text
from assistant.questions.form.outcome_text import is_default_of_timeout
from assistant.questions.model.answer_revision import can_change, can_go_back
from assistant.questions.model.question import Channel, Response, TimedOut

MOST_OPTIONS: Final = 8
"""Options of a settled question that are shown at once; the chosen ones always are."""


class QuestionEntry(QFrame):
    """A question in the conversation; it stays there with its options and its answer.

    Signals:
        open_wanted: The user wants to answer; carries the id of the set, as the others do.
        change_wanted: They want to change the answer.
        return_wanted: They want to go on anew from here, and have confirmed it.
        reopen_wanted: They want to answer although the time was up.
    """

    open_wanted = Signal(str)
    change_wanted = Signal(str)
    return_wanted = Signal(str)
    reopen_wanted = Signal(str)

    def __init__(self, *, theme: Theme, clock: Clock, row: QuestionRow) -> None:
        super().__init__()
        self.setProperty("role", "question")
        self.setObjectName("question_entry")
        self._theme = theme
        self._clock = clock
        self._row = row
        self._is_confirming = False
        self._is_left = False
        """The user let a time-out stand."""
        self._shows_all = False
        self._chip = HeaderChip()
        self._mark = AskerMark()
        self._round = plain_label(role="description")
        self._open = QToolButton()
        self._open.setObjectName("answer")
        self._open.clicked.connect(lambda: self.open_wanted.emit(self._row.questions.id))
        head = hbox(self._chip, self._mark, (self._round, 1), self._open, gap=8)
        self._body = vbox(gap=6)
        self._foot = hbox(gap=2)
        vbox(head, self._body, self._foot, inside=self, gap=6, margins=(12, 10, 12, 10))
        self._outcome = ""
        self._held: list[QWidget] = []
        """Replaced parts, one of which may be handling the click that replaced it."""
        self.rebuild()

    # What is shown.

    @property
    def outcome(self) -> str:
        """How it was settled; empty while it waits."""
        return self._outcome

    @property
    def is_open(self) -> bool:
        """Whether it can still be answered."""
        return self._row.is_open

    @property
    def is_engaged(self) -> bool:
        """Whether it shows something that the user did here and that is kept nowhere else."""
        return self._is_confirming or self._is_left or self._shows_all

    def show_row(self, row: QuestionRow) -> None:
        """Show what has become of the question."""
        if (row.response, row.channel) != (self._row.response, self._row.channel):
            self._is_left = self._is_confirming = self._shows_all = False
        self._row = row
        self.rebuild()

    # Building.

    def rebuild(self) -> None:
        """Build the card again, as the question stands."""
        questions = self._row.questions
        header = heading_of(questions)
        self._chip.show_header(header)
        self._mark.show_asker(questions.asker)
        parts = [round_text(questions), asker_text(questions, is_elsewhere=False)]
        if questions.amends is not None:
            parts.insert(0, _("Changing an answer"))
        self._round.setText(" · ".join(part for part in parts if part))
        self._open.setText(_("Answer"))
        self._open.setAccessibleName(_("Answer: {question}").format(question=header))
        self._open.setVisible(
            self.is_open and not self._row.as_text and not self._row.is_left_behind
        )
        self.setProperty("dimmed", isinstance(self._row.response, TimedOut))
        self._empty()
        if self._row.as_text and self.is_open:
            self._add_text_list()
        else:
            self._add_questions()
        self._add_outcome()
        self._add_changes()
        self._add_foot()
        self.setAccessibleName(_("Question: {question}").format(question=header))
        self.setAccessibleDescription(self.outcome or questions.questions[0].text)
        restyle(self)
        for widget in (*widgets_in(self._body), *widgets_in(self._foot)):
            widget.show()  # at once, so that it can take the focus

    def _empty(self) -> None:
        self._outcome = ""
        for widget in self._held:
            widget.deleteLater()
        self._held = take_widgets(self._body) + take_widgets(self._foot)
        for widget in self._held:
            widget.setParent(None)

    def _add_text_list(self) -> None:
        self._body.addWidget(selectable(plain_label(self._row.as_text)))
        self._body.addWidget(plain_label(_("Answer in the input line below."), role="secondary"))

    def _add_questions(self) -> None:
        for part in (self._row.questions.title, self._row.questions.description):
            if part:
                self._body.addWidget(selectable(plain_label(part, role="secondary")))
        shown = card_questions(self._row.questions, self._row.response)
        for number, question in enumerate(shown, start=1):
            words = f"{number}. {question.text}" if len(shown) > 1 else question.text
            role = "secondary" if isinstance(self._row.response, TimedOut) else ""
            self._body.addWidget(selectable(plain_label(words, role=role)))
            if question.context and self.is_open:
                self._body.addWidget(selectable(plain_label(question.context, role="description")))
            if question.options:
                self._body.addWidget(self._options(question))
            if question.note:
                note = _("Note: {note}").format(note=question.note)
                self._body.addWidget(selectable(plain_label(note, role="secondary")))

    def _options(self, question: CardQuestion) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(6, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        shown = list(question.options)
        if not self.is_open and not self._shows_all and len(shown) > MOST_OPTIONS:
            first = shown[:MOST_OPTIONS]
            shown = [option for option in shown if option in first or option.is_chosen]
        for row, option in enumerate(shown):
            role = self._role(option)
            # Not bold: a full circle would come from another font than an empty one.
            mark_role = "success" if role == "chosen" else role
            mark = plain_label(_mark(question, option), role=mark_role, wraps=False)
            grid.addWidget(mark, row, 0, Qt.AlignmentFlag.AlignTop)
            words = selectable(plain_label(self._option_text(option), role=role))
            words.setToolTip(plain_tip(option.description))
            has_room = self.is_open or option.is_chosen
            about = (
                [selectable(plain_label(option.description, role="description"))]
                if option.description and has_room
                else []
            )
            grid.addLayout(vbox(words, *about, gap=0), row, 1)
        left = len(question.options) - len(shown)
        if left:
            more = _link("show_all", _("Show {n} more").format(n=left), self._show_all)
            grid.addWidget(more, len(shown), 1, Qt.AlignmentFlag.AlignLeft)
        return holder

    def _option_text(self, option: CardOption) -> str:
        text = f"{option.marker}. {option.label}" if option.marker else option.label
        if option.is_recommended and self.is_open:
            text += " " + _("(Recommended)")
        return text

    def _role(self, option: CardOption) -> str:
        if isinstance(self._row.response, TimedOut):
            return "description"
        if option.is_chosen:
            return "secondary" if is_default_of_timeout(self._row.response) else "chosen"
        return "" if self.is_open else "secondary"

    def _add_outcome(self) -> None:
        response = self._row.response
        if response is None:
            return
        self._outcome = "\n".join(outcome_lines(self._row.questions, response))
        if lines := lines_beside_options(self._row.questions, response):
            is_answer = response.outcome == "answered" and not is_default_of_timeout(response)
            role = "success" if is_answer else "secondary"
            self._body.addWidget(
                selectable(plain_label("\n".join(lines), role=role, name="outcome"))
            )
        self._add_provenance(response, self._row.channel, name="how")

    def _add_changes(self) -> None:
        for questions, response in self._row.changes:
            text = "\n".join([_("Changed to:"), *outcome_lines(questions, response)])
            self._body.addWidget(selectable(plain_label(text, role="success", name="changed")))
            self._add_provenance(response, Channel.DESKTOP, name="how_changed")

    def _add_provenance(self, response: Response, channel: Channel | None, *, name: str) -> None:
        if text := settled_text(response, channel, self._clock.now()):
            self._body.addWidget(selectable(plain_label(text, role="description", name=name)))

    def _add_foot(self) -> None:
        if self._row.is_left_behind:
            return
        if self._is_confirming:
            self._add_confirmation()
            return
        buttons: list[QPushButton] = []
        response = self._row.response
        if isinstance(response, TimedOut) and not self._is_left:
            buttons.append(_link("reopen", _("Reopen"), self._reopen))
            buttons.append(_link("end", _("End"), self._leave))
        if can_change(self._row.questions, response):
            buttons.append(_link("change", _("Change…"), self._change))
        if can_go_back(self._row.questions, response):
            buttons.append(_link("go_back", _("Go back here"), self._ask_to_return))
        for button in buttons:
            button.setAccessibleDescription(self._row.questions.questions[0].text)
            self._foot.addWidget(button)
        if buttons:
            self._foot.addStretch(1)

    def _add_confirmation(self) -> None:
        words = plain_label(
            _(
                "The conversation goes on from this question. What came after it is kept on a"
                " branch of its own."
            ),
            role="secondary",
            name="return_words",
        )
        self._body.addWidget(words)
        go = push_button("return_confirm", _("Go back"), role="primary", on_click=self._return)
        stay = push_button("return_stay", _("Stay here"), on_click=self._stay)
        for button in (go, stay):
            button.setAccessibleDescription(words.text())
            self._foot.addWidget(button)
        self._foot.setSpacing(8)
        self._foot.addStretch(1)

    # What the user does.

    def _change(self) -> None:
        self.change_wanted.emit(self._row.questions.id)

    def _ask_to_return(self) -> None:
        self._confirm(asks=True, focus="return_stay")

    def _stay(self) -> None:
        self._confirm(asks=False, focus="go_back")

    def _confirm(self, *, asks: bool, focus: str) -> None:
        self._is_confirming = asks
        self.rebuild()
        button = self.findChild(QPushButton, focus)
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _return(self) -> None:
        self._is_confirming = False
        self.rebuild()
        self.return_wanted.emit(self._row.questions.id)

    def _reopen(self) -> None:
        self.reopen_wanted.emit(self._row.questions.id)

    def _leave(self) -> None:
        self._is_left = True
        self.rebuild()

    def _show_all(self) -> None:
        self._shows_all = True
        self.rebuild()


def _mark(question: CardQuestion, option: CardOption) -> str:
    if question.is_multi:
        return "☑" if option.is_chosen else "☐"
    return "●" if option.is_chosen else "○"


def _link(name: str, text: str, on_click: Callable[[], None]) -> QPushButton:
    return push_button(name, text, role="link", on_click=on_click)
