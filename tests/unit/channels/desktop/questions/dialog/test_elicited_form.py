"""The form of an MCP server with every kind of field, answered by keys."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assistant.questions.model.question import Answered, Method, QuestionKind
from assistant.tools.mcp.model.elicitation import action_of
from tests.unit.channels.desktop.questions.dialog.question_stage import Put
from tests.unit.tools.mcp.model.test_elicitation import EVERY_FIELD, form
from tests.unit.tools.mcp.test_answering import CONTENT, HEARD

Key = Qt.Key
KEYS = {
    "sure": [Key.Key_2],
    "colour": [Key.Key_1],
    "titled": [Key.Key_1],
    "legacy": [Key.Key_2],
    # The second was chosen before and has the focus.
    "many": [Key.Key_Space, Key.Key_Up, Key.Key_Space, Key.Key_Down, Key.Key_Down, Key.Key_Space],
    "titled_many": [Key.Key_Space],
}


def test_every_field_is_answered_by_keys(put: Put) -> None:
    asked = form(EVERY_FIELD)
    desk = put(asked.questions)
    assert "Asked by MCP server shop" in desk.texts()
    for question in asked.questions.questions:
        if question.kind is QuestionKind.TEXT:
            field = desk.dialog.focusWidget()
            assert field is not None
            QTest.keyClick(field, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            desk.type(HEARD[question.id])
            desk.key(Key.Key_Return)
        else:
            desk.key(*KEYS[question.id])
            if question.kind is QuestionKind.MULTI:
                desk.key(Key.Key_Return)
    desk.key(Key.Key_Return)
    (response,) = desk.responses
    assert isinstance(response, Answered)
    assert response.provenance.method in {Method.KEY, Method.TYPED}
    assert action_of(asked, response) == {"action": "accept", "content": CONTENT}
