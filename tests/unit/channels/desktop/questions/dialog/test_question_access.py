"""What a screen reader finds in a question's dialog, and what it is told."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from assistant.questions.model.question import (
    Channel,
    Markers,
    Option,
    QuestionSet,
    TextFormat,
    TimedOut,
)
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    boolean,
    multi,
    permission,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle

Role = QAccessible.Role
Key = Qt.Key
FOCUSABLE = {Role.Button, Role.RadioButton, Role.CheckBox, Role.EditableText}
KINDS = [
    pytest.param(asked(single()), id="buttons"),
    pytest.param(asked(single(count=6)), id="radio"),
    pytest.param(asked(single(markers=Markers.LETTERS)), id="letters"),
    pytest.param(asked(multi(max_choices=2)), id="boxes"),
    pytest.param(asked(text(text_format=TextFormat.DATE)), id="text"),
    pytest.param(asked(boolean(), timeout_s=60.0), id="yes or no"),
    pytest.param(asked(single("1"), multi("2"), round=2, set_id="f"), id="form"),
    pytest.param(permission(), id="permission"),
    pytest.param(asked(single(options=(Option(id="a", label="A", preview="# A"),))), id="preview"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What a screen reader finds; a copy, as the interfaces go with their widgets."""

    role: QAccessible.Role
    name: str
    is_checked: bool


def tree(widget: QWidget) -> list[Node]:
    """Return everything that shows, the widget itself first."""
    settle()
    nodes: list[Node] = []
    pending = [QAccessible.queryAccessibleInterface(widget)]
    while pending:
        here = pending.pop()
        state = here.state()
        if state.invisible:
            continue
        nodes.append(
            Node(
                role=here.role(),
                name=here.text(QAccessible.Text.Name),
                is_checked=bool(state.checked),
            )
        )
        pending += [here.child(index) for index in reversed(range(here.childCount()))]
    return nodes


def named(nodes: list[Node], role: QAccessible.Role) -> dict[str, bool]:
    """Return the names of one role in their order, and whether each is checked."""
    return {node.name: node.is_checked for node in nodes if node.role == role}


@pytest.mark.requirement("Q-DLG-20")
@pytest.mark.requirement("APP-06", "APP-08")
@pytest.mark.parametrize("questions", KINDS)
def test_everything_that_takes_the_focus_says_what_it_is(put: Put, questions: QuestionSet) -> None:
    desk = put(questions)
    window, *nodes = tree(desk.dialog)
    controls = [node for node in nodes if node.role in FOCUSABLE]
    assert controls
    assert [node.role for node in controls if not node.name] == []
    assert window.name == desk.dialog.windowTitle()


@pytest.mark.requirement("Q-DLG-20")
@pytest.mark.requirement("APP-06", "APP-08")
@pytest.mark.parametrize("questions", KINDS)
def test_tab_goes_through_every_control_as_the_eye_does(put: Put, questions: QuestionSet) -> None:
    desk = put(questions)
    settle()
    visible = {
        widget
        for widget in desk.dialog.findChildren(QWidget)
        if widget.isVisibleTo(desk.dialog)
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
        and isinstance(widget, QAbstractButton)
        and widget.window() is desk.dialog
        and not desk.dialog.preview.isAncestorOf(widget)
    }
    seen: list[QWidget] = []
    for _step in range(60):
        here = desk.dialog.focusWidget()
        if here in seen:
            break
        seen.append(here)
        QTest.keyClick(here, Key.Key_Tab)
    assert visible <= set(seen)
    first = next(
        (i for i, w in enumerate(seen) if _corner(desk, w) == min(_corner(desk, v) for v in seen)),
        0,
    )
    order = [_corner(desk, widget) for widget in seen[first:] + seen[:first]]
    assert order == sorted(order)


def _corner(desk: Desk, widget: QWidget) -> tuple[int, int]:
    corner = widget.mapTo(desk.dialog, widget.rect().center())
    return corner.y(), corner.x()


@pytest.mark.requirement("Q-DLG-11", "Q-DLG-15")
def test_options_have_the_role_and_state_of_their_kind(put: Put) -> None:
    radio = put(asked(single(count=5)))
    radio.click("user_choice_white")
    assert named(tree(radio.dialog), Role.RadioButton) == {
        "Red (Recommended) - about Red": False,
        "Green - about Green": False,
        "Blue - about Blue": False,
        "Black - about Black": False,
        "White - about White": True,
        "✏️ Type your own - Provide custom input": False,
    }
    boxes = put(asked(multi()))
    boxes.click("user_choice_basil")
    boxes.click("user_choice_cheese")
    assert list(named(tree(boxes.dialog), Role.CheckBox).values()) == [True, False, True, False]
    buttons = put(asked(single()))
    assert "Blue - about Blue" in named(tree(buttons.dialog), Role.Button)


def test_the_card_is_named_after_the_question(put: Put) -> None:
    desk = put(asked(single(context="We need one")))
    assert desk.dialog.card_widget is not None
    card = QAccessible.queryAccessibleInterface(desk.dialog.card_widget)
    assert card.text(QAccessible.Text.Name) == "Which colour?"
    assert card.text(QAccessible.Text.Description) == "We need one"


def test_a_question_that_appears_is_announced(put: Put) -> None:
    assert put(asked(single())).spoken == ["💬 Round 1: Colour\nWhich colour?\n3 options"]


def test_the_next_question_of_a_form_is_announced(put: Put) -> None:
    desk = put(asked(single("1"), text("2"), set_id="f"))
    desk.key(Key.Key_1)
    assert desk.spoken[-1].endswith("What name?")


def test_what_is_wrong_is_announced(put: Put) -> None:
    desk = put(asked(text()))
    desk.key(Key.Key_Return)
    assert desk.spoken[-1] == "Please write an answer."
    desk = put(asked(single()))
    desk.click("none_fit")
    desk.key(Key.Key_Return)
    assert desk.spoken[-1] == "Please write what would fit."


def test_what_became_of_it_is_announced(put: Put) -> None:
    desk = put(asked(single()))
    desk.key(Key.Key_1)
    assert desk.spoken[-1] == "✔ Colour: Red"
    desk = put(asked(single()))
    desk.dialog.show_elsewhere(TimedOut(after_s=1), None)
    assert desk.spoken[-1] == "⚠ Nobody answered in time. Nothing was chosen."
    desk = put(asked(single()))
    desk.dialog.show_elsewhere(TimedOut(after_s=1), Channel.VOICE)
    assert "(by voice)" in desk.spoken[-1]


def test_buttons_that_read_alike_say_which_answer_they_change(put: Put) -> None:
    desk = put(asked(single("1", header="One"), single("2", header="Two"), set_id="f"))
    desk.key(Key.Key_1, Key.Key_1)
    described = [desk.button(f"edit_choice_f_{n}").accessibleDescription() for n in ("1", "2")]
    assert described == ["✔ One: Red", "✔ Two: Red"]
