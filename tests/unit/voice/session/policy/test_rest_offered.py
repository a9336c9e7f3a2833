"""What is decided about the words after "the rest is on the screen; shall I go on?"."""

from dataclasses import replace

import pytest

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.session.policy.voice_actions import (
    PlainAction,
    SayToModel,
    SendSignal,
    Speculate,
    VoiceAction,
)
from assistant.voice.session.policy.voice_policy import decide
from assistant.voice.session.policy.voice_state import Speculation, Surroundings, VoiceOptions
from tests.helpers.voice.voice_states import READY, interim, uttered

OFFERED = Surroundings(
    dialogue=DialogueState(phase=ConversationPhase.LISTENING, session=VoiceSessionState.ACTIVE),
    is_rest_offered=True,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "yes, go on",
            [SendSignal(ConversationSignal.QUESTION_SPOKEN), PlainAction.READ_ON],
        ),
        ("no thanks", [PlainAction.DROP_REST]),
        ("stop", [PlainAction.DROP_REST]),
        ("what about Sunday", [SayToModel("what about Sunday")]),
        ("yes but what about Sunday", [SayToModel("yes but what about Sunday")]),
    ],
)
def test_yes_reads_on_no_drops_it_and_anything_else_is_said_to_the_model(
    text: str, wanted: list[VoiceAction]
) -> None:
    _, actions = decide(READY, uttered(text), OFFERED, VoiceOptions())
    assert [action for action in actions if action in wanted] == wanted
    assert sum(isinstance(action, SayToModel) for action in actions) == (
        1 if isinstance(wanted[0], SayToModel) else 0
    )


def test_without_an_offer_yes_is_said_to_the_model() -> None:
    now = replace(OFFERED, is_rest_offered=False)
    _, actions = decide(READY, uttered("yes"), now, VoiceOptions())
    assert SayToModel("yes") in actions


def test_while_ending_yes_ends() -> None:
    ending = DialogueState(phase=ConversationPhase.LISTENING, session=VoiceSessionState.ENDING)
    now = replace(OFFERED, dialogue=ending)
    _, actions = decide(READY, uttered("yes"), now, VoiceOptions())
    assert SendSignal(ConversationSignal.SESSION_ENDED) in actions
    assert PlainAction.READ_ON not in actions


def test_the_model_is_not_asked_ahead_of_the_reply() -> None:
    heard = interim("what about Sunday")
    state = replace(READY, pause_id=heard.pause_id)
    options = VoiceOptions(speculate=Speculation.SPARING)
    _, offered = decide(state, heard, OFFERED, options)
    _, other = decide(state, heard, replace(OFFERED, is_rest_offered=False), options)
    assert any(isinstance(action, Speculate) for action in other)
    assert not any(isinstance(action, Speculate) for action in offered)
