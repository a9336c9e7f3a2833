"""Keys in a question's dialog: finds where the focus is, asks the table, does what it says."""

from dataclasses import replace
from typing import Final, Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from assistant.channels.desktop.questions.dialog.answer_fields import as_field
from assistant.channels.desktop.questions.dialog.body import QuestionBody
from assistant.channels.desktop.questions.dialog.card_widget import QuestionCardWidget
from assistant.channels.desktop.questions.dialog.footer import QuestionFooter
from assistant.channels.desktop.questions.dialog.key_mapping import (
    character_of,
    focus_place_of,
    question_key_of,
)
from assistant.questions.card.card_view import ButtonKind, CardView
from assistant.questions.card.gestures import OTHER, WordsFor
from assistant.questions.form.answer_hints import range_text
from assistant.questions.form.key_bindings import KeyAction, KeyContext, QuestionKey, action_for
from assistant.questions.form.option_keys import WAIT_S, KeyEntry, option_keys
from assistant.questions.model.question import Method

_REPEATS: Final = frozenset({QuestionKey.UP, QuestionKey.DOWN})
"""Keys that may be held down; the repeat of any other one answers nothing."""
_MARKED: Final = frozenset({KeyAction.CHOOSE_MARKED, KeyAction.FOCUS_MARKED})


class KeyedDialog(Protocol):
    """What keys do in a dialog."""

    method: Method
    """How what comes now is done."""

    @property
    def view(self) -> CardView: ...

    @property
    def is_settled(self) -> bool: ...

    def focusWidget(self) -> QWidget: ...

    def focus_start(self) -> None: ...

    def show_focus(self) -> None: ...

    def refuse(self, text: str) -> None: ...

    def note_touch(self) -> None: ...

    def choose(self, option_id: str) -> None: ...

    def answer_with(self, option_id: str) -> None: ...

    def choose_other(self) -> None: ...

    def leave_other(self) -> None: ...

    def write(self, words_for: WordsFor, words: str) -> None: ...

    def submit_other(self) -> None: ...

    def confirm(self, *, by_words: bool = False) -> None: ...

    def submit_none_fit(self) -> None: ...

    def submit_reason(self) -> None: ...

    def cancel(self) -> None: ...


class DialogKeyHandler:
    """Turns key presses into what the dialog does."""

    def __init__(self, *, dialog: KeyedDialog, body: QuestionBody, foot: QuestionFooter) -> None:
        self._dialog = dialog
        self._body = body
        self._foot = foot
        self._entry: KeyEntry | None = None
        """What is typed of a place or of a label's number; empty between two of them."""
        self._entry_action = KeyAction.IGNORE
        """What is done with the row that is typed."""
        self._waiting = QTimer(body)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(round(1000 * WAIT_S))
        self._waiting.timeout.connect(self._take_typed)

    @property
    def waiting(self) -> QTimer:
        """Runs while another digit may follow."""
        return self._waiting

    def handle(self, event: QKeyEvent) -> bool:
        """Handle a key; returns whether it is used up."""
        card = self._body.card
        here = self._dialog.focusWidget()
        entry = self._entry_of(card)
        key = question_key_of(event, entry)
        is_field = as_field(here) is not None
        if (
            event.isAutoRepeat()
            and key not in _REPEATS
            and (not is_field or key is QuestionKey.ENTER)
        ):
            return True
        self._dialog.note_touch()
        action = action_for(key, self._situation(here, card))
        if entry is not None and entry.typed and action not in _MARKED:
            if not is_field and self._edit(event, key, entry):
                return True
            self.forget_typed()
        if action is KeyAction.PASS:
            return False
        self._dialog.method = Method.TYPED if is_field else Method.KEY
        if action in _MARKED and card is not None and entry is not None:
            more = entry.press(character_of(event))
            assert more is not None
            self._type(more, card, action)
            return True
        if card is not None:
            self._do_in_card(action, card, here)
        else:
            self._do_in_review(action, here)
        return True

    def forget_typed(self) -> None:
        """Forget the beginning of a number: something else was done, or is asked."""
        self._waiting.stop()
        if self._entry is not None and self._entry.typed:
            self._foot.show_typed("")
        self._entry = None

    def _entry_of(self, card: QuestionCardWidget | None) -> KeyEntry | None:
        if card is None:
            return None
        if self._entry is None:
            self._entry = KeyEntry(keys=option_keys(card.question))
        return self._entry

    def _edit(self, event: QKeyEvent, key: QuestionKey, entry: KeyEntry) -> bool:
        """Do what Enter, Escape and Backspace do to what is typed; returns whether it was one."""
        if key is QuestionKey.ENTER:
            self._take_typed()
        elif key is QuestionKey.ESCAPE:
            self.forget_typed()
        elif event.key() == Qt.Key.Key_Backspace:
            self._entry = replace(entry, typed=entry.typed[:-1])
            self._foot.show_typed(self._entry.typed)
            self._waiting.start()
        else:
            return False
        return True

    def _type(self, entry: KeyEntry, card: QuestionCardWidget, action: KeyAction) -> None:
        """Take the row that is typed, or wait for what may follow."""
        self._entry, self._entry_action = entry, action
        if entry.row is not None:
            card.rows[card.choice_ids[entry.row]].setFocus()
            self._dialog.show_focus()
        if entry.is_complete:
            self._take_typed()
            return
        self._foot.show_typed(entry.typed)
        if not entry.is_possible:
            self._dialog.refuse(range_text(card.question))
        self._waiting.start()

    def _take_typed(self) -> None:
        """Take the row that was typed; say which ones there are if there is no such row."""
        entry, card, action = self._entry, self._body.card, self._entry_action
        self.forget_typed()
        if entry is None or card is None or not entry.typed or self._dialog.is_settled:
            return
        if entry.row is None:
            self._dialog.refuse(range_text(card.question))
            return
        marked = card.choice_ids[entry.row]
        card.rows[marked].setFocus()
        if action is KeyAction.CHOOSE_MARKED:
            self._choose(KeyAction.CHOOSE, marked)

    def _situation(self, here: QWidget | None, card: QuestionCardWidget | None) -> KeyContext:
        view = self._dialog.view
        return KeyContext(
            place=focus_place_of(here, card, self._foot),
            kind=card.question.kind if card is not None else None,
            is_empty=view.answer is None or view.answer.is_empty,
            can_cancel=view.can_cancel,
            is_permission=view.questions.purpose.is_approval,
        )

    def _do_in_card(
        self, action: KeyAction, card: QuestionCardWidget, here: QWidget | None
    ) -> None:
        row = card.row_of(here)
        match action:
            case KeyAction.MOVE_UP | KeyAction.MOVE_DOWN:
                card.move_focus(-1 if action is KeyAction.MOVE_UP else 1)
                self._dialog.show_focus()
            case (
                KeyAction.CHOOSE
                | KeyAction.TOGGLE
                | KeyAction.CHOOSE_AND_CONFIRM
                | KeyAction.OPEN_OTHER
            ):
                assert row is not None
                self._choose(action, row)
            case KeyAction.CONFIRM:
                self._dialog.confirm(by_words=here is card.text_field)
            case KeyAction.SUBMIT_OTHER:
                self._dialog.submit_other()
            case KeyAction.CLOSE_NOTE:
                card.close_note(keep=True)
            case KeyAction.LEAVE_FIELD if here is not None and card.isAncestorOf(here):
                self._leave_field(card, here)
            case _:
                self._do_anywhere(action, here)

    def _do_in_review(self, action: KeyAction, here: QWidget | None) -> None:
        if action not in {KeyAction.MOVE_UP, KeyAction.MOVE_DOWN}:
            self._do_anywhere(action, here)
            return
        stops: list[QWidget] = [
            *(line.button for line in self._body.lines),
            self._foot.buttons[ButtonKind.SUBMIT],
        ]
        at = stops.index(here) if here in stops else len(stops) - 1
        step = -1 if action is KeyAction.MOVE_UP else 1
        stops[min(len(stops) - 1, max(0, at + step))].setFocus()
        self._dialog.show_focus()

    def _do_anywhere(self, action: KeyAction, here: QWidget | None) -> None:
        match action:
            case KeyAction.PRESS:
                if isinstance(here, QAbstractButton) and here.isEnabled():
                    here.click()
            case KeyAction.SUBMIT_NONE:
                self._dialog.submit_none_fit()
            case KeyAction.SUBMIT_REASON:
                self._dialog.submit_reason()
            case KeyAction.LEAVE_FIELD:
                self._foot.open_line(None)
                self._foot.say("")
                self._dialog.focus_start()
            case KeyAction.CANCEL:
                self._dialog.cancel()
            case _:
                pass  # nothing here that it could be done with

    def _choose(self, action: KeyAction, option_id: str) -> None:
        """Choose and, where that is all there is to say, answer."""
        if option_id == OTHER:
            self._dialog.choose_other()
        elif action is KeyAction.TOGGLE:
            self._dialog.choose(option_id)
        else:
            self._dialog.answer_with(option_id)

    def _leave_field(self, card: QuestionCardWidget, field: QWidget | None) -> None:
        if field is card.note_field:
            self._dialog.write(WordsFor.NOTE, "")
            card.close_note(keep=False)
        else:
            self._dialog.leave_other()
