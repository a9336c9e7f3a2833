"""The flow of a dictation: its path, and the product of its states and events."""

import itertools

import pytest

from assistant.languages import LANGUAGES
from assistant.protocol.dictation import DictationStage as Stage
from assistant.text_typing.text_typer import Trouble, TypingPlace
from assistant.voice.dictation.model.dictated_text import DictatedPiece
from assistant.voice.dictation.model.dictation_flow import (
    JOIN_S,
    DictationState,
    EndSeen,
    Failed,
    FlowAction,
    FlowEvent,
    KeyPressed,
    PlainFlowAction,
    PlainFlowEvent,
    StartSeen,
    Typed,
    TypedPiece,
    TypeText,
    Understood,
    Wording,
    decide,
)

HERE, THERE = TypingPlace(window="1"), TypingPlace(window="2")
SECRET = TypingPlace(window="1", is_secret=True)
ENGLISH = LANGUAGES["en"]
_WORDS = ENGLISH.dictation()
assert _WORDS is not None
WORDING = Wording(words=_WORDS, writing=ENGLISH.writing, common_words=ENGLISH.common_words)
TROUBLE = Trouble("no microphone")


def understood(text: str = "Hello.", scratches: int = 0) -> Understood:
    return Understood(DictatedPiece(text=text, scratches=scratches), WORDING)


EVENTS: list[FlowEvent] = [
    KeyPressed(),
    KeyPressed(TROUBLE),
    *(StartSeen(place) for place in (HERE, SECRET)),
    understood(),
    understood(""),
    understood("", scratches=1),
    Failed(TROUBLE),
    *(EndSeen(place, 1.0) for place in (HERE, THERE, SECRET)),
    Typed(6, "", 1.0),
    Typed(2, "gone", 1.0),
    Typed(0, "gone", 1.0),
    *PlainFlowEvent,
]


def run(*events: FlowEvent, state: DictationState | None = None) -> DictationState:
    """Return the state after events."""
    now = state or DictationState()
    for event in events:
        now, _actions = decide(now, event)
    return now


def actions(*events: FlowEvent, state: DictationState | None = None) -> list[FlowAction]:
    """Return what is done for the last of events."""
    *before, last = events
    return list(decide(run(*before, state=state), last)[1])


BEGUN = (KeyPressed(), StartSeen(HERE))
SAID = (*BEGUN, PlainFlowEvent.KEY_RELEASED)
KNOWN = (*SAID, understood())
TYPING = (*KNOWN, EndSeen(HERE, 1.0))
OFFERED = (*KNOWN, EndSeen(THERE, 1.0))
STATES = {
    "idle": (),
    "begun": (KeyPressed(),),
    "recording": BEGUN,
    "understanding": SAID,
    "known": KNOWN,
    "typing": TYPING,
    "offered": OFFERED,
    "told": (KeyPressed(TROUBLE),),
    "typed": (*TYPING, Typed(6, "", 1.0)),
}


def test_words_go_where_the_user_began() -> None:
    assert actions(KeyPressed()) == [PlainFlowAction.HEAR]
    assert actions(*SAID) == [PlainFlowAction.LET_GO]
    assert actions(*KNOWN) == [PlainFlowAction.LOOK]
    assert actions(*TYPING) == [TypeText(text="Hello.", erase=0, into=HERE)]
    done = run(*TYPING, Typed(6, "", 1.0))
    assert done.stage is Stage.IDLE
    assert done.typed == (TypedPiece(text="Hello.", window="1", at=1.0),)


@pytest.mark.parametrize(
    ("events", "stage", "text", "problem"),
    [
        ((KeyPressed(TROUBLE),), Stage.IDLE, "", "no microphone"),
        ((*BEGUN, Failed(TROUBLE)), Stage.IDLE, "", "no microphone"),
        ((KeyPressed(), StartSeen(SECRET)), Stage.IDLE, "", "password"),
        ((*KNOWN, EndSeen(SECRET, 1.0)), Stage.IDLE, "", "password"),
        (OFFERED, Stage.OFFERED, "Hello.", "Another window"),
        ((*TYPING, Typed(2, "gone", 1.0)), Stage.OFFERED, "llo.", "gone"),
        ((*SAID, understood("")), Stage.IDLE, "", ""),
        ((*SAID, understood("", 1), EndSeen(HERE, 1.0)), Stage.IDLE, "", "taken back"),
        ((*SAID, PlainFlowEvent.CANCELLED), Stage.IDLE, "", ""),
        ((*OFFERED, PlainFlowEvent.CANCELLED), Stage.IDLE, "", ""),
        ((*BEGUN, PlainFlowEvent.SCREEN_LOCKED), Stage.IDLE, "", "locked"),
        ((*KNOWN, PlainFlowEvent.SCREEN_LOCKED), Stage.IDLE, "", "locked"),
        ((*OFFERED, PlainFlowEvent.SCREEN_LOCKED), Stage.IDLE, "", "locked"),
    ],
)
def test_what_cannot_be_typed_is_told_or_offered(
    events: tuple[FlowEvent, ...], stage: Stage, text: str, problem: str
) -> None:
    state = run(*events)
    assert (state.stage, state.text) == (stage, text)
    assert problem in (state.trouble.text if state.trouble else "")
    assert bool(problem) is (state.trouble is not None)


@pytest.mark.parametrize("name", STATES)
def test_behind_a_locked_screen_and_after_a_cancel_nothing_more_is_typed(name: str) -> None:
    for event in (PlainFlowEvent.SCREEN_LOCKED, PlainFlowEvent.CANCELLED):
        state = run(*STATES[name], event)
        ends = (
            [PlainFlowAction.STOP_TYPING]
            if name == "typing"
            else [PlainFlowAction.GIVE_UP]
            if name in {"begun", "recording", "understanding"}
            else []
        )
        assert actions(*STATES[name], event) == ends
        late = (understood(), EndSeen(HERE, 2.0), StartSeen(HERE))
        assert not any(
            isinstance(action, TypeText)
            for count in (1, 2, 3)
            for action in actions(*late[:count], state=state)
        )


def test_pieces_are_joined_for_a_while_and_taken_back_one_by_one() -> None:
    state = run(*TYPING, Typed(6, "", 1.0))
    second = (*SAID, understood("and more"))
    assert actions(*second, EndSeen(HERE, 1.0 + JOIN_S), state=state) == [
        TypeText(text=" And more", erase=0, into=HERE)
    ]
    assert actions(*second, EndSeen(HERE, 2.0 + JOIN_S), state=state) == [
        TypeText(text="and more", erase=0, into=HERE)
    ]
    state = run(*second, EndSeen(HERE, 2.0), Typed(9, "", 2.0), state=state)
    instead = (*SAID, understood("But no.", scratches=1), EndSeen(HERE, 99.0))
    assert actions(*instead, state=state) == [TypeText(text=" But no.", erase=9, into=HERE)]
    both = (*SAID, understood("", scratches=5), EndSeen(HERE, 3.0))
    assert actions(*both, state=state) == [TypeText(text="", erase=15, into=HERE)]
    assert run(*both, Typed(0, "", 3.0), state=state).typed == ()


def test_what_was_typed_elsewhere_is_neither_joined_nor_taken_back() -> None:
    state = run(*TYPING, Typed(6, "", 1.0))
    there = (KeyPressed(), StartSeen(THERE))
    assert actions(*there, understood("more"), EndSeen(THERE, 2.0), state=state) == [
        TypeText(text="more", erase=0, into=THERE)
    ]
    kept = run(*there, understood("", 1), EndSeen(THERE, 2.0), state=state)
    assert kept.typed == state.typed


def test_what_a_stop_left_can_be_taken_back() -> None:
    state = run(*TYPING, PlainFlowEvent.CANCELLED, Typed(3, "", 1.0))
    assert state.stage is Stage.IDLE
    assert state.typed == (TypedPiece(text="Hel", window="1", at=1.0),)


@pytest.mark.parametrize(("name", "event"), [*itertools.product(STATES, EVENTS)])
def test_every_event_in_every_state(name: str, event: FlowEvent) -> None:
    before = run(*STATES[name])
    after, done = decide(before, event)
    types = [action for action in done if isinstance(action, TypeText)]
    if types:
        assert isinstance(event, EndSeen)
        assert not event.place.is_secret
        assert event.place.window == before.start.window
    if PlainFlowAction.HEAR in done:
        assert before.stage in {Stage.IDLE, Stage.OFFERED}
        assert after.stage is Stage.RECORDING
    if after.stage is Stage.OFFERED:
        assert after.text
        assert after.trouble is not None
    assert len(done) <= 1
