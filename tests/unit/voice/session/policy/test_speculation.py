"""When the model is asked before a turn is certain to be over: by the table."""

from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.events import VoicePaused, VoiceResumed
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.session.policy.speculation import FRESH_S, MAX_SPEECH_S, MOST_REQUESTS
from assistant.voice.session.policy.voice_actions import PlainAction, Speculate, VoiceAction
from assistant.voice.session.policy.voice_events import PlainEvent, RollingHeard, VoiceEvent
from assistant.voice.session.policy.voice_policy import decide
from assistant.voice.session.policy.voice_state import (
    PromptStage,
    Speculation,
    Surroundings,
    VoiceOptions,
    VoiceState,
)
from assistant.voice.turn_taking.text_completeness import TextCompleteness
from tests.helpers.voice.voice_states import READY, interim, rolling

NOW: Final = Surroundings(
    dialogue=DialogueState(phase=ConversationPhase.LISTENING, session=VoiceSessionState.ACTIVE)
)
EAGER: Final = VoiceOptions(speculate=Speculation.EAGER)
RESUMED: Final = VoiceResumed(at=0.0)


def drafted(
    text: str,
    completeness: TextCompleteness = TextCompleteness.FINISHED,
    *,
    speech_s: float = 2.0,
) -> RollingHeard:
    return replace(rolling(text, speech_s=speech_s), completeness=completeness)


def paused(speech_s: float = 2.2) -> VoicePaused:
    audio = np.zeros(round(speech_s * SAMPLE_RATE_HZ), np.float32)
    return VoicePaused(at=0.0, speech_end=0.0, pause_id=1, audio=audio)


def asked(
    *events: VoiceEvent,
    options: VoiceOptions = EAGER,
    state: VoiceState = READY,
    now: Surroundings = NOW,
) -> list[str | None]:
    """Return what is asked about, and None where it is given up."""
    found: list[str | None] = []
    for event in events:
        state, actions = decide(state, event, now, options)
        found += [_of(one) for one in actions if _is_about_asking(one)]
    return found


def _is_about_asking(action: VoiceAction) -> bool:
    return isinstance(action, Speculate) or action is PlainAction.CANCEL_SPECULATION


def _of(action: VoiceAction) -> str | None:
    return action.text if isinstance(action, Speculate) else None


@pytest.mark.parametrize(
    ("events", "about"),
    [
        pytest.param([drafted("a b")], [], id="never while the user speaks"),
        pytest.param([drafted("a b"), paused()], ["a b"], id="when a pause begins"),
        pytest.param(
            [paused(), drafted("a b"), interim("a b")], ["a b"], id="or about a draft of the pause"
        ),
        pytest.param(
            [paused(), drafted("a b", TextCompleteness.OPEN)], [], id="not about an unfinished one"
        ),
        pytest.param(
            [drafted("a b"), paused(), interim("A, b!")],
            ["a b"],
            id="kept if the words are the same",
        ),
        pytest.param(
            [drafted("a b"), paused(), interim("a c")], ["a b", "a c"], id="or asked anew"
        ),
        pytest.param(
            [drafted("a b"), paused(), interim("a b and", TextCompleteness.DANGLING)],
            ["a b", None],
            id="or given up where more must come",
        ),
        pytest.param([drafted("a b"), paused(), RESUMED], ["a b", None], id="or if they go on"),
        pytest.param(
            [drafted("a b", TextCompleteness.OPEN), paused()], [], id="not if it may go on"
        ),
        pytest.param(
            [drafted("a b", speech_s=2.2 - FRESH_S - 0.1), paused()], [], id="not if it is old"
        ),
        pytest.param(
            [drafted("a b"), drafted("a b and", TextCompleteness.DANGLING), paused()],
            [],
            id="the newest counts",
        ),
        pytest.param(
            [drafted("a b", speech_s=MAX_SPEECH_S), paused(MAX_SPEECH_S + 0.1)],
            [],
            id="not for long",
        ),
        pytest.param(
            [
                drafted("a"),
                paused(),
                RESUMED,
                drafted("a b"),
                paused(),
                RESUMED,
                drafted("a c"),
                paused(),
            ]
            + [interim("a c")],
            ["a", None, "a b", None, "a c"],
            id="one is kept for the words of a pause",
        ),
        pytest.param(
            [drafted("a b"), PlainEvent.CONVERSATION_REPLACED, paused()],
            [None],
            id="another conversation",
        ),
    ],
)
def test_what_a_draft_leads_to(events: list[VoiceEvent], about: list[str | None]) -> None:
    assert asked(*events) == about


@pytest.mark.parametrize(
    ("mode", "about"),
    [
        pytest.param(Speculation.OFF, [None, None], id="off"),
        pytest.param(Speculation.SPARING, ["a b", None, None], id="sparing: once"),
        pytest.param(Speculation.EAGER, ["a b", None, "a b c", None, "a b c d"], id="eager"),
    ],
)
def test_how_often_it_is_asked_in_a_turn(mode: Speculation, about: list[str | None]) -> None:
    events: list[VoiceEvent] = [paused(), interim("a b"), RESUMED, paused(), interim("a b c")]
    events += [RESUMED, paused(), interim("a b c d")]
    assert asked(*events, options=VoiceOptions(speculate=mode)) == about


@pytest.mark.parametrize(
    ("state", "now"),
    [
        pytest.param(replace(READY, prompt=PromptStage.ASKING), NOW, id="a question"),
        pytest.param(READY, replace(NOW, is_ringing=True), id="an alarm"),
        pytest.param(READY, replace(NOW, is_rest_offered=True), id="an offer"),
    ],
)
def test_words_for_something_else_are_not_asked_about(state: VoiceState, now: Surroundings) -> None:
    assert not [one for one in asked(drafted("a b"), paused(), state=state, now=now) if one]


@given(
    mode=st.sampled_from(Speculation),
    events=st.lists(
        st.one_of(
            st.builds(
                drafted, st.sampled_from(["a", "a b", "a b c"]), st.sampled_from(TextCompleteness)
            ),
            st.builds(interim, st.sampled_from(["a", "a b", "A b.", "a b c"])),
            st.just(paused()),
            st.just(RESUMED),
        ),
        max_size=20,
    ),
)
def test_no_mode_asks_more_often_than_it_may(mode: Speculation, events: list[VoiceEvent]) -> None:
    about = asked(*events, options=VoiceOptions(speculate=mode))
    assert len([one for one in about if one is not None]) <= MOST_REQUESTS[mode]


@pytest.mark.parametrize(("is_any_voice", "about"), [(False, ["a c"]), (True, ["a b", "a c"])])
def test_where_only_the_users_voice_counts_it_must_be_known(
    *, is_any_voice: bool, about: list[str | None]
) -> None:
    found = asked(
        drafted("a b"),
        paused(),
        interim("a c"),
        options=replace(EAGER, checks_voice=True),
        state=replace(READY, is_any_voice=is_any_voice),
    )
    assert found == about
