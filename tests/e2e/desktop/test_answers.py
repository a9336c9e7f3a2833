"""What becomes of answers in the window: listed, undone, changed, gone back to, typed, restored."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from assistant.channels.desktop.conversation.collapsible_entries import LeftBranchEntry
from assistant.channels.desktop.conversation.message_entries import ReplyEntry, UserEntry
from assistant.channels.desktop.conversation.question_entry import QuestionEntry
from assistant.channels.desktop.questions.dialog import question_dialog
from assistant.home import Home
from assistant.settings import save
from tests.e2e.conftest import Desktop
from tests.e2e.desktop.test_questions import QUESTION, option_button
from tests.helpers.llm.messages_server import MessagesServer, Reply

SIZE: dict[str, Any] = {
    "questions": [
        {
            "question": "How large?",
            "header": "Size",
            "multiSelect": False,
            "options": [
                {"label": "Small", "description": "A sip"},
                {"label": "Large", "description": "A bucket"},
            ],
        }
    ]
}


@pytest.fixture
def window(served: Home, desktop: Callable[[Home], Desktop]) -> Desktop:
    """The window, deaf; dialogs take input at once, and there is time to undo on a busy machine."""
    save(served, "voice", "enabled", False)
    save(served, "questions", "arm_delay_ms", 0)
    save(served, "questions", "undo_s", 30.0)
    return desktop(served)


def choose(window: Desktop, label: str) -> None:
    """Click an option as soon as it is there."""
    window.wait_until(lambda: option_button(label) is not None)
    button = option_button(label)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def cards(window: Desktop) -> list[QuestionEntry]:
    """The questions in the conversation, top to bottom."""
    entries = window.app.window.transcript.entries
    return [entry for entry in entries if isinstance(entry, QuestionEntry)]


def replies(window: Desktop) -> list[str]:
    """The words of the model in the conversation, top to bottom."""
    entries = window.app.window.transcript.entries
    return [entry.markdown.text for entry in entries if isinstance(entry, ReplyEntry)]


def rest(window: Desktop) -> None:
    """Wait until the dialog that shows an answer for a moment has gone."""
    window.wait_until(lambda: window.app.dialogs.front is None)


def press(card: QuestionEntry, name: str) -> None:
    """Press a button of a card."""
    button = card.findChild(QAbstractButton, name)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def sent(server: MessagesServer, at: int = -1) -> str:
    """What a request told the model, as text."""
    return str(server.requests[at].body["messages"])


def test_a_question_put_off_waits_in_the_list_and_is_answered_from_there(
    window: Desktop, server: MessagesServer
) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.reply("Take your time.")
    server.reply("One mocha it is.")
    window.say("Make me a coffee")
    window.wait_until(lambda: window.app.dialogs.front is not None)
    front = window.app.dialogs.front
    assert front is not None
    later = next(b for b in front.findChildren(QAbstractButton) if b.text() == "Later")
    QTest.mouseClick(later, Qt.MouseButton.LeftButton)
    window.wait_until(lambda: window.shows("Take your time."))
    questions = window.app.window.questions
    questions.toggle_list()
    (row,) = questions.panel.rows
    assert "Put off" in row.text
    rest(window)
    QTest.mouseClick(row.answer_button, Qt.MouseButton.LeftButton)
    choose(window, "Mocha")
    window.wait_until(lambda: window.shows("One mocha it is."))
    assert "Selected: Mocha" in sent(server)
    assert questions.panel.rows == []
    assert cards(window)[0].outcome == "✔ Coffee: Mocha"


def test_an_answer_is_undone_and_given_again(window: Desktop, server: MessagesServer) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.reply("One latte it is.")
    server.reply("One espresso it is.")
    window.say("Make me a coffee")
    choose(window, "Latte")
    window.wait_until(lambda: window.shows("One latte it is."))
    bar = window.app.window.questions.undo_bar
    assert bar.isVisible()
    rest(window)
    window.app.window.activateWindow()
    window.wait_until(window.app.window.isActiveWindow)
    QTest.keyClick(
        window.app.window.composer.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    )
    assert not bar.isVisible()
    choose(window, "Espresso")
    window.wait_until(lambda: window.shows("One espresso it is."))
    assert "Selected: Espresso" in sent(server)
    assert "latte" not in sent(server).casefold().replace("{'label': 'latte'", "")
    assert replies(window) == ["One espresso it is."]


def test_an_answer_is_changed_and_the_model_is_told_old_and_new(
    window: Desktop, server: MessagesServer
) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.reply("One latte it is.")
    server.reply("Changed to espresso.")
    window.say("Make me a coffee")
    choose(window, "Latte")
    window.wait_until(lambda: window.shows("One latte it is."))
    rest(window)
    press(cards(window)[0], "change")
    choose(window, "Espresso")
    window.wait_until(lambda: window.shows("Changed to espresso."))
    last = str(server.requests[-1].body["messages"][-1])
    assert "Latte" in last
    assert "Espresso" in last
    window.wait_until(lambda: window.shows("One latte it is."))
    window.wait_until(lambda: window.shows("Changed to:\n✔ Coffee: Espresso"))
    said = [e.text for e in window.app.window.transcript.entries if isinstance(e, UserEntry)]
    assert said == ["Make me a coffee"]


def test_an_answer_is_corrected_in_words_and_no_dialog_comes(
    window: Desktop, server: MessagesServer
) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.reply("One latte it is.")
    server.reply("Changed to espresso.")
    window.say("Make me a coffee")
    choose(window, "Latte")
    window.wait_until(lambda: window.shows("One latte it is."))
    rest(window)
    window.say("Actually, the espresso")
    window.wait_until(lambda: window.shows("Changed to espresso."))
    last = str(server.requests[-1].body["messages"][-1])
    assert "Latte" in last
    assert "Espresso" in last
    window.wait_until(lambda: window.shows("Changed to:\n✔ Coffee: Espresso"))
    assert window.app.dialogs.front is None
    assert not window.app.window.questions.undo_bar.isVisible()


def test_going_back_goes_on_from_an_earlier_question_on_a_branch(
    window: Desktop, server: MessagesServer
) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.add(Reply().tool_use("ask_user_question", SIZE, id="toolu_size"))
    server.reply("A large latte it is.")
    server.reply("Only an espresso, then.")
    window.say("Make me a coffee")
    choose(window, "Latte")
    choose(window, "Large")
    window.wait_until(lambda: window.shows("A large latte it is."))
    assert [card.outcome for card in cards(window)] == ["✔ Coffee: Latte", "✔ Size: Large"]
    rest(window)
    press(cards(window)[0], "go_back")
    press(cards(window)[0], "return_confirm")
    choose(window, "Espresso")
    window.wait_until(lambda: window.shows("Only an espresso, then."))
    assert "Selected: Espresso" in sent(server)
    assert "Large" not in sent(server)
    assert replies(window) == ["Only an espresso, then."]
    assert [card.outcome for card in cards(window)] == ["✔ Coffee: Espresso"]
    entries = window.app.window.transcript.entries
    (left,) = [entry for entry in entries if isinstance(entry, LeftBranchEntry)]
    read = [entry for entry in left.entries if isinstance(entry, ReplyEntry)]
    assert [entry.markdown.text for entry in read] == ["A large latte it is."]


def test_typed_words_answer_the_question_and_are_marked(
    window: Desktop, server: MessagesServer
) -> None:
    server.tool_use("ask_user_question", QUESTION)
    server.reply("One latte it is.")
    window.say("Make me a coffee")
    window.wait_until(lambda: window.app.dialogs.front is not None)
    composer = window.app.window.composer
    assert composer.answering.text() == "Coffee"
    window.say("2")
    window.wait_until(lambda: window.shows("One latte it is."))
    assert "Selected: Latte" in sent(server)
    window.wait_until(lambda: window.shows("Answer to “Coffee”"))
    assert not composer.answering.isVisible()
    assert not window.app.window.questions.undo_bar.isVisible()


def test_without_a_dialog_the_question_is_text_and_the_input_line_answers_it(
    window: Desktop, server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_arguments: object) -> object:
        raise RuntimeError("no dialog today")

    monkeypatch.setattr(question_dialog, "QuestionDialog", broken)
    server.tool_use("ask_user_question", QUESTION)
    server.reply("One latte it is.")
    window.say("Make me a coffee")
    window.wait_until(lambda: window.shows("Answer in the input line below."))
    window.wait_until(lambda: window.shows("2. Latte - With much milk"))
    window.say("7")
    window.wait_until(lambda: bool(window.app.window.notices.notices))
    window.say("2")
    window.wait_until(lambda: window.shows("One latte it is."))
    assert "Selected: Latte" in sent(server)
    assert cards(window)[0].outcome == "✔ Coffee: Latte"


def test_a_choice_in_the_models_words_is_waited_for_and_answered(
    window: Desktop, server: MessagesServer
) -> None:
    choice = (
        '{"type": "user_choice", "question": "Which milk?", "options":'
        ' [{"id": "oat", "label": "Oat"}, {"id": "cow", "label": "Cow"}]}'
    )
    server.reply(f"Nearly there.\n\n```json\n{choice}\n```")
    server.reply("Oat it is.")
    window.say("Make me a coffee")
    window.wait_until(lambda: option_button("Oat") is not None)
    window.wait_until(lambda: window.app.window.header.state_text == "Waiting for your choice")
    window.wait_until(lambda: window.shows("Nearly there."))
    assert not window.shows("user_choice")
    choose(window, "Oat")
    window.wait_until(lambda: window.shows("Oat it is."))
    assert [card.outcome for card in cards(window)] == ["✔ Which milk? Oat"]
    said = [e.text for e in window.app.window.transcript.entries if isinstance(e, UserEntry)]
    assert said == ["Make me a coffee"]


def test_answered_questions_stand_at_their_place_after_a_restart(
    served: Home, server: MessagesServer, desktop: Callable[[Home], Desktop]
) -> None:
    save(served, "questions", "arm_delay_ms", 0)
    server.tool_use("ask_user_question", QUESTION)
    server.reply("One latte it is.")
    first = desktop(served)
    first.say("Make me a coffee")
    choose(first, "Latte")
    first.wait_until(lambda: first.shows("One latte it is."))
    first.close()
    again = desktop(served)
    again.wait_until(lambda: again.shows("One latte it is."))
    kinds = [type(entry).__name__ for entry in again.app.window.transcript.entries]
    assert kinds.index("QuestionEntry") < kinds.index("ReplyEntry")
    assert [card.outcome for card in cards(again)] == ["✔ Coffee: Latte"]
    assert again.shows("with the mouse")
