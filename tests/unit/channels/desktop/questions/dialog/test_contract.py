"""The dialog answers questions as every surface does."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assistant.channels.desktop.questions.dialog.option_controls import AnswerButton, OptionRow
from assistant.questions.card.card_view import ButtonKind, CardView
from assistant.questions.card.control_names import ControlNames
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    ChooseOption,
    CloseWords,
    Gesture,
    OpenWords,
    Revise,
    SelectOption,
    TakeWords,
    WordsFor,
)
from assistant.questions.model.question import Channel, Draft, QuestionSet, Response
from tests.helpers.questions.surface_contract import SurfaceContract, button_for
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle

_FIELDS = {
    WordsFor.ANSWER: "text_input",
    WordsFor.OTHER: "custom_input_text",
    WordsFor.NOTE: "note_text",
    WordsFor.NONE_FIT: "none_fit_text",
    WordsFor.REASON: "reason_text",
}
_OPENERS = {
    WordsFor.NOTE: "add_note",
    WordsFor.NONE_FIT: "none_fit",
    WordsFor.REASON: "cancel_with_reason",
}


class _DialogDriver:
    """Clicks and presses keys, and reads what shows."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        view = desk.dialog.view
        self._names = ControlNames(set_id=view.questions.id, is_form=view.is_form)

    async def perform(self, gesture: Gesture, view: CardView) -> None:
        match gesture:
            case ChooseOption(option_id=option_id):
                self._row(option_id).setFocus()
                self._desk.key(Qt.Key.Key_Return)
            case SelectOption(option_id=option_id):
                QTest.mouseClick(self._row(option_id), Qt.MouseButton.LeftButton)
            case OpenWords(words_for=WordsFor.OTHER):
                QTest.mouseClick(self._row(OTHER), Qt.MouseButton.LeftButton)
            case OpenWords(words_for=words_for):
                self._desk.click(_OPENERS[words_for])
            case CloseWords():
                self._desk.key(Qt.Key.Key_Escape)
            case TakeWords(words=words):
                assert view.field is not None
                self._desk.widget(_FIELDS[view.field.words_for]).setFocus()
                QTest.keyClick(
                    self._desk.widget(_FIELDS[view.field.words_for]),
                    Qt.Key.Key_A,
                    Qt.KeyboardModifier.ControlModifier,
                )
                self._desk.type(words)
                self._desk.key(Qt.Key.Key_Return)
            case Revise(question_id=question_id):
                self._revise(question_id, view)
            case Back():
                self._revise(view.summaries[view.place - 2].question_id, view)
            case _:
                self._desk.click(self._button(button_for(view, gesture).kind))

    def _row(self, option_id: str) -> OptionRow:
        card = self._desk.dialog.card_widget
        assert card is not None
        return card.rows[option_id]

    def _revise(self, question_id: str, view: CardView) -> None:
        (line,) = (one for one in view.summaries if one.question_id == question_id)
        self._desk.click(self._names.revise(question_id, is_settled=line.is_settled))

    def _button(self, kind: ButtonKind) -> str:
        names = {
            ButtonKind.RESET: self._names.reset,
            ButtonKind.REVIEW: self._names.review,
            ButtonKind.SUBMIT: self._names.submit,
        }
        return names.get(kind, kind.value)

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._desk.dialog.show_draft(draft)
        self._desk.drafts.append(draft)

    def text(self) -> str:
        return "\n".join(self._desk.texts())

    def marked(self, view: CardView) -> set[str] | None:
        card = self._desk.dialog.card_widget
        if card is None:
            return set()
        if any(isinstance(row, AnswerButton) for row in card.rows.values()):
            return None  # a button that answers is not marked
        return {option_id for option_id, row in card.rows.items() if row.isChecked()}

    def draft(self) -> Draft | None:
        return self._desk.drafts[-1] if self._desk.drafts else None

    async def changed(self) -> None:
        settle()
        await asyncio.sleep(0)

    async def response(self) -> Response | None:
        (response,) = self._desk.responses
        return response


class TestDialog(SurfaceContract):
    """Clicks and keys in, a window out."""

    channel = Channel.DESKTOP

    @pytest.fixture(autouse=True)
    def _stage(self, put: Put) -> None:
        self._put = put

    @asynccontextmanager
    async def opened(self, questions: QuestionSet, draft: Draft) -> AsyncGenerator[_DialogDriver]:
        yield _DialogDriver(self._put(questions, draft=draft))
