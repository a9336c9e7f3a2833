"""What is listened for, as it follows from the state.

`listening_mode_for` says it for each state of the conversation; here are the exceptions: a question
whose presenter thinks, a microphone that is closed after the reply, a talk key, something that rings.
"""

from dataclasses import replace
from typing import Final

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy.alarm_replies import alarm_listening_mode
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.interruption import give_way
from assistant.voice.session.policy.voice_actions import (
    PlainAction,
    WaitForKey,
    WatchQuestion,
)
from assistant.voice.session.policy.voice_state import (
    AWAITING,
    MADE,
    Attention,
    Obstacle,
    PromptStage,
    has_unfinished_barge_in,
    is_question_left,
    is_reply_made,
)
from assistant.voice.turn_taking.listening_mode import listening_mode_for

HELD_LIMIT_S: Final = 60.0
"""Seconds the talk key may be held in silence; nobody does, but a key-up can be lost."""


def follow_state(decision: Decision) -> bool:
    """Derive what is listened for from the state; returns whether listening goes on."""
    again = decision.state.is_renewed
    decision.state = replace(decision.state, is_renewed=False)
    decision.do(WaitForKey(None), WatchQuestion(is_question_left(decision.state, decision.now)))
    if decision.state.key.is_down and (
        decision.phase is ConversationPhase.SPEAKING or decision.phase in MADE
    ):
        give_way(decision, since=decision.state.key.since)
        return True
    if decision.phase is ConversationPhase.LISTENING:
        return _listen_on(decision, again=again)
    _hear_beside(decision, again=again)
    _finish(decision)
    return True


def _listen_on(decision: Decision, *, again: bool) -> bool:
    state = decision.state
    is_held = state.prompt is not PromptStage.NONE
    if decision.now.is_finishing_turn:
        return True
    if is_held and not state.prompt.is_asking and state.can_hear:
        return True  # the presenter thinks
    if state.attention is Attention.CLOSING or not state.can_hear:
        _end_listening(decision)
        return False
    if decision.options.push_to_talk and state.key.is_up and state.attention is Attention.NONE:
        if not is_held:
            _end_listening(decision)
            return False
        # A question was put to a user who is heard only while they hold the talk key.
        decision.rest()
        decision.do(WaitForKey(decision.options.no_speech_timeout_s))
        return True
    _listen_for_turn(decision, again=again)
    return True


def _listen_for_turn(decision: Decision, *, again: bool) -> None:
    since, held = decision.state.turn_since, not decision.state.key.is_up
    decision.state = replace(decision.state, turn_since=None)
    wait_s = HELD_LIMIT_S if held else decision.options.no_speech_timeout_s
    if decision.session is VoiceSessionState.ENDING and not held:
        wait_s = decision.options.ending_timeout_s
    decision.listen(
        ListeningMode.TURN,
        no_speech_after_s=wait_s,
        again=again or since is not None,
        since=since,
        held=held,
    )


def _hear_beside(decision: Decision, *, again: bool) -> None:
    """Listen while the conversation does not."""
    mode = alarm_listening_mode(decision)
    if mode is not None:
        decision.listen(mode, again=again and mode is ListeningMode.BARGE_IN)
    elif not has_unfinished_barge_in(decision.state, decision.now):
        barge_in = decision.options.barge_in and not decision.options.push_to_talk
        mode = listening_mode_for(
            decision.now.dialogue,
            barge_in=barge_in,
            is_reply_made=is_reply_made(decision.state, decision.now),
        )
        decision.listen(mode, again=again)


def _finish(decision: Decision) -> None:
    """End the session of a finished input, once nothing more happens without the user."""
    is_left = decision.phase in AWAITING and decision.state.prompt is PromptStage.NONE
    is_at_rest = is_left or decision.phase is ConversationPhase.IDLE
    if Obstacle.OVER in decision.state.obstacles and decision.now.is_quiet and is_at_rest:
        decision.do(PlainAction.FINISH)


def _end_listening(decision: Decision) -> None:
    decision.discard_turn()
    if decision.state.prompt is not PromptStage.NONE:
        decision.lose_prompt()
    elif decision.now.is_question_pending:
        decision.signal(ConversationSignal.QUESTION_LEFT)
    elif Obstacle.OVER in decision.state.obstacles:
        decision.signal(ConversationSignal.SESSION_ENDED)
    else:
        decision.signal(ConversationSignal.MIC_OFF)
