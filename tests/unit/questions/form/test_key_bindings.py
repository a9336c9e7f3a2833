import itertools

import pytest

from assistant.questions.form.key_bindings import Action, Key, Place, Situation, action_for
from assistant.questions.model.question import Kind

ROWS = {Place.OPTION, Place.OTHER_OPTION}
FIELDS = {Place.OTHER_FIELD, Place.TEXT_FIELD, Place.NOTE_FIELD, Place.NONE_FIELD}
SITUATIONS = [
    Situation(
        place=place, kind=kind, is_empty=is_empty, can_cancel=can_cancel, is_permission=permission
    )
    for place, kind, is_empty, can_cancel, permission in itertools.product(
        Place, [*Kind, None], [True, False], [True, False], [True, False]
    )
]


def at(place: Place, kind: Kind | None = Kind.SINGLE, **changes: bool) -> Situation:
    return Situation(place=place, kind=kind, **changes)


@pytest.mark.parametrize(
    ("key", "situation", "action"),
    [
        # Arrows.
        (Key.UP, at(Place.OPTION), Action.MOVE_UP),
        (Key.DOWN, at(Place.OTHER_OPTION, Kind.MULTI), Action.MOVE_DOWN),
        (Key.DOWN, at(Place.BUTTON), Action.MOVE_DOWN),
        (Key.UP, at(Place.BUTTON, None), Action.MOVE_UP),
        (Key.UP, at(Place.OTHER_FIELD), Action.MOVE_UP),
        (Key.DOWN, at(Place.TEXT_FIELD, Kind.TEXT), Action.PASS),
        # Enter.
        (Key.ENTER, at(Place.OPTION), Action.CHOOSE),
        (Key.ENTER, at(Place.OPTION, Kind.BOOLEAN), Action.CHOOSE),
        (Key.ENTER, at(Place.OTHER_OPTION), Action.OPEN_OTHER),
        (Key.ENTER, at(Place.OPTION, Kind.MULTI), Action.CHOOSE_AND_CONFIRM),
        (Key.ENTER, at(Place.OPTION, Kind.MULTI, is_empty=False), Action.CONFIRM),
        (Key.ENTER, at(Place.OTHER_OPTION, Kind.MULTI), Action.OPEN_OTHER),
        (Key.ENTER, at(Place.OTHER_OPTION, Kind.MULTI, is_empty=False), Action.CONFIRM),
        (Key.ENTER, at(Place.BUTTON), Action.PRESS),
        (Key.ENTER, at(Place.TEXT_FIELD, Kind.TEXT), Action.CONFIRM),
        (Key.SHIFT_ENTER, at(Place.TEXT_FIELD, Kind.TEXT), Action.PASS),
        (Key.ENTER, at(Place.OTHER_FIELD), Action.SUBMIT_OTHER),
        (Key.ENTER, at(Place.NONE_FIELD), Action.SUBMIT_NONE),
        (Key.ENTER, at(Place.NOTE_FIELD), Action.CLOSE_NOTE),
        (Key.ENTER, at(Place.NOWHERE), Action.IGNORE),
        (Key.ENTER, at(Place.LINKS), Action.PASS),
        (Key.SPACE, at(Place.LINKS), Action.PASS),
        # Space.
        (Key.SPACE, at(Place.OPTION), Action.IGNORE),
        (Key.SPACE, at(Place.OPTION, Kind.BOOLEAN), Action.IGNORE),
        (Key.SPACE, at(Place.OPTION, Kind.MULTI), Action.TOGGLE),
        (Key.SPACE, at(Place.OTHER_OPTION, Kind.MULTI), Action.TOGGLE),
        (Key.SPACE, at(Place.BUTTON), Action.PASS),
        # Escape.
        (Key.ESCAPE, at(Place.OPTION), Action.CANCEL),
        (Key.ESCAPE, at(Place.OPTION, can_cancel=False), Action.IGNORE),
        (Key.ESCAPE, at(Place.TEXT_FIELD, Kind.TEXT), Action.CANCEL),
        (Key.ESCAPE, at(Place.OTHER_FIELD), Action.LEAVE_FIELD),
        (Key.ESCAPE, at(Place.NOTE_FIELD, can_cancel=False), Action.LEAVE_FIELD),
        # Digits and letters.
        (Key.MARKER, at(Place.OPTION), Action.CHOOSE_MARKED),
        (Key.MARKER, at(Place.BUTTON, Kind.BOOLEAN), Action.CHOOSE_MARKED),
        (Key.MARKER, at(Place.OPTION, is_permission=True), Action.FOCUS_MARKED),
        (Key.MARKER, at(Place.OPTION, Kind.MULTI), Action.IGNORE),
        (Key.MARKER, at(Place.NOTE_FIELD), Action.PASS),
    ],
)
def test_each_key_does_what_it_should_where_the_focus_is(
    key: Key, situation: Situation, action: Action
) -> None:
    assert action_for(key, situation) is action


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_key_means_something_everywhere(situation: Situation) -> None:
    actions = {key: action_for(key, situation) for key in Key}
    assert actions[Key.OTHER] is Action.PASS
    if situation.place in FIELDS:  # what is typed arrives
        assert actions[Key.SPACE] is Action.PASS
        assert actions[Key.MARKER] is Action.PASS
    if not situation.can_cancel:
        assert Action.CANCEL not in actions.values()
    if situation.is_permission:
        assert Action.CHOOSE_MARKED not in actions.values()
    if situation.kind is not Kind.MULTI:
        assert Action.TOGGLE not in actions.values()
        assert Action.CHOOSE_AND_CONFIRM not in actions.values()
    if situation.place not in ROWS:
        assert not {Action.CHOOSE, Action.OPEN_OTHER, Action.TOGGLE} & set(actions.values())
    answering = {Action.CHOOSE, Action.CONFIRM, Action.CHOOSE_AND_CONFIRM}
    assert not answering & {actions[Key.UP], actions[Key.DOWN], actions[Key.SPACE]}
