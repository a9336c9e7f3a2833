import itertools

import pytest

from assistant.questions.form.key_bindings import (
    FocusPlace,
    KeyAction,
    KeyContext,
    QuestionKey,
    action_for,
)
from assistant.questions.model.question import QuestionKind

ROWS = {FocusPlace.OPTION, FocusPlace.OTHER_OPTION}
FIELDS = {
    FocusPlace.OTHER_FIELD,
    FocusPlace.TEXT_FIELD,
    FocusPlace.NOTE_FIELD,
    FocusPlace.NONE_FIELD,
    FocusPlace.REASON_FIELD,
}
SITUATIONS = [
    KeyContext(
        place=place, kind=kind, is_empty=is_empty, can_cancel=can_cancel, is_permission=permission
    )
    for place, kind, is_empty, can_cancel, permission in itertools.product(
        FocusPlace, [*QuestionKind, None], [True, False], [True, False], [True, False]
    )
]


def at(
    place: FocusPlace, kind: QuestionKind | None = QuestionKind.SINGLE, **changes: bool
) -> KeyContext:
    return KeyContext(place=place, kind=kind, **changes)


@pytest.mark.requirement(
    "Q-PRES-27", "Q-PRES-28", "Q-PRES-29", "Q-PRES-30", "Q-PRES-31", "Q-PRES-32"
)
@pytest.mark.parametrize(
    ("key", "situation", "action"),
    [
        # Arrows.
        (QuestionKey.UP, at(FocusPlace.OPTION), KeyAction.MOVE_UP),
        (QuestionKey.DOWN, at(FocusPlace.OTHER_OPTION, QuestionKind.MULTI), KeyAction.MOVE_DOWN),
        (QuestionKey.DOWN, at(FocusPlace.BUTTON), KeyAction.MOVE_DOWN),
        (QuestionKey.UP, at(FocusPlace.BUTTON, None), KeyAction.MOVE_UP),
        (QuestionKey.UP, at(FocusPlace.OTHER_FIELD), KeyAction.MOVE_UP),
        (QuestionKey.DOWN, at(FocusPlace.TEXT_FIELD, QuestionKind.TEXT), KeyAction.PASS),
        # Enter.
        (QuestionKey.ENTER, at(FocusPlace.OPTION), KeyAction.CHOOSE),
        (QuestionKey.ENTER, at(FocusPlace.OPTION, QuestionKind.BOOLEAN), KeyAction.CHOOSE),
        (QuestionKey.ENTER, at(FocusPlace.OTHER_OPTION), KeyAction.OPEN_OTHER),
        (
            QuestionKey.ENTER,
            at(FocusPlace.OPTION, QuestionKind.MULTI),
            KeyAction.CHOOSE_AND_CONFIRM,
        ),
        (
            QuestionKey.ENTER,
            at(FocusPlace.OPTION, QuestionKind.MULTI, is_empty=False),
            KeyAction.CONFIRM,
        ),
        (QuestionKey.ENTER, at(FocusPlace.OTHER_OPTION, QuestionKind.MULTI), KeyAction.OPEN_OTHER),
        (
            QuestionKey.ENTER,
            at(FocusPlace.OTHER_OPTION, QuestionKind.MULTI, is_empty=False),
            KeyAction.CONFIRM,
        ),
        (QuestionKey.ENTER, at(FocusPlace.BUTTON), KeyAction.PRESS),
        (QuestionKey.ENTER, at(FocusPlace.TEXT_FIELD, QuestionKind.TEXT), KeyAction.CONFIRM),
        (QuestionKey.SHIFT_ENTER, at(FocusPlace.TEXT_FIELD, QuestionKind.TEXT), KeyAction.PASS),
        (QuestionKey.ENTER, at(FocusPlace.OTHER_FIELD), KeyAction.SUBMIT_OTHER),
        (QuestionKey.ENTER, at(FocusPlace.NONE_FIELD), KeyAction.SUBMIT_NONE),
        (QuestionKey.ENTER, at(FocusPlace.REASON_FIELD), KeyAction.SUBMIT_REASON),
        (QuestionKey.ESCAPE, at(FocusPlace.REASON_FIELD), KeyAction.LEAVE_FIELD),
        (QuestionKey.ENTER, at(FocusPlace.NOTE_FIELD), KeyAction.CLOSE_NOTE),
        (QuestionKey.ENTER, at(FocusPlace.NOWHERE), KeyAction.IGNORE),
        (QuestionKey.ENTER, at(FocusPlace.LINKS), KeyAction.PASS),
        (QuestionKey.SPACE, at(FocusPlace.LINKS), KeyAction.PASS),
        # Space.
        (QuestionKey.SPACE, at(FocusPlace.OPTION), KeyAction.IGNORE),
        (QuestionKey.SPACE, at(FocusPlace.OPTION, QuestionKind.BOOLEAN), KeyAction.IGNORE),
        (QuestionKey.SPACE, at(FocusPlace.OPTION, QuestionKind.MULTI), KeyAction.TOGGLE),
        (QuestionKey.SPACE, at(FocusPlace.OTHER_OPTION, QuestionKind.MULTI), KeyAction.TOGGLE),
        (QuestionKey.SPACE, at(FocusPlace.BUTTON), KeyAction.PASS),
        # Escape.
        (QuestionKey.ESCAPE, at(FocusPlace.OPTION), KeyAction.CANCEL),
        (QuestionKey.ESCAPE, at(FocusPlace.OPTION, can_cancel=False), KeyAction.IGNORE),
        (QuestionKey.ESCAPE, at(FocusPlace.TEXT_FIELD, QuestionKind.TEXT), KeyAction.CANCEL),
        (QuestionKey.ESCAPE, at(FocusPlace.OTHER_FIELD), KeyAction.LEAVE_FIELD),
        (QuestionKey.ESCAPE, at(FocusPlace.NOTE_FIELD, can_cancel=False), KeyAction.LEAVE_FIELD),
        # Digits and letters.
        (QuestionKey.MARKER, at(FocusPlace.OPTION), KeyAction.CHOOSE_MARKED),
        (QuestionKey.MARKER, at(FocusPlace.BUTTON, QuestionKind.BOOLEAN), KeyAction.CHOOSE_MARKED),
        (QuestionKey.MARKER, at(FocusPlace.OPTION, is_permission=True), KeyAction.FOCUS_MARKED),
        (QuestionKey.MARKER, at(FocusPlace.OPTION, QuestionKind.MULTI), KeyAction.IGNORE),
        (QuestionKey.MARKER, at(FocusPlace.NOTE_FIELD), KeyAction.PASS),
    ],
)
def test_each_key_does_what_it_should_where_the_focus_is(
    key: QuestionKey, situation: KeyContext, action: KeyAction
) -> None:
    assert action_for(key, situation) is action


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_key_means_something_everywhere(situation: KeyContext) -> None:
    actions = {key: action_for(key, situation) for key in QuestionKey}
    assert actions[QuestionKey.OTHER] is KeyAction.PASS
    if situation.place in FIELDS:  # what is typed arrives
        assert actions[QuestionKey.SPACE] is KeyAction.PASS
        assert actions[QuestionKey.MARKER] is KeyAction.PASS
    if not situation.can_cancel:
        assert KeyAction.CANCEL not in actions.values()
    if situation.is_permission:
        assert KeyAction.CHOOSE_MARKED not in actions.values()
    if situation.kind is not QuestionKind.MULTI:
        assert KeyAction.TOGGLE not in actions.values()
        assert KeyAction.CHOOSE_AND_CONFIRM not in actions.values()
    if situation.place not in ROWS:
        assert not {KeyAction.CHOOSE, KeyAction.OPEN_OTHER, KeyAction.TOGGLE} & set(
            actions.values()
        )
    answering = {KeyAction.CHOOSE, KeyAction.CONFIRM, KeyAction.CHOOSE_AND_CONFIRM}
    assert not answering & {
        actions[QuestionKey.UP],
        actions[QuestionKey.DOWN],
        actions[QuestionKey.SPACE],
    }
