"""What a call does, by the wake word or by hand, in each phase of the conversation."""

from dataclasses import replace

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.voice.audio.earcons import Earcon
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.interruption import give_way
from assistant.voice.session.policy.voice_actions import PlainAction, PlayEarcon
from assistant.voice.session.policy.voice_state import Attention, PromptStage, waits_for_call


def called(decision: Decision) -> None:
    if decision.state.can_hear:
        decision.state = replace(decision.state, is_called=True, is_opened_by_prompt=False)
    match decision.phase:
        case ConversationPhase.IDLE:
            if decision.state.can_hear:
                decision.attend(Attention.CALLED)
                decision.signal(ConversationSignal.WAKE)
            else:
                decision.do(PlainAction.TELL_STILL_LOST)
        case ConversationPhase.SPEAKING:
            decision.attend(Attention.CALLED)
            give_way(decision, since=None)
        case ConversationPhase.AWAITING_ANSWER | ConversationPhase.AWAITING_CONFIRM:
            _called_for_question(decision)
        case ConversationPhase.STREAMING | ConversationPhase.TOOL_CALLING:
            if decision.session is not VoiceSessionState.INACTIVE and decision.state.can_hear:
                decision.attend(Attention.CALLED)
                decision.do(PlayEarcon(Earcon.WAKE))
                give_way(decision, since=None)
        case ConversationPhase.LISTENING:
            pass


def _called_for_question(decision: Decision) -> None:
    if not waits_for_call(decision.state, decision.now):
        return
    if decision.state.prompt is PromptStage.LEFT:
        decision.attend(Attention.NONE, where=Attention.CLOSING)
        if decision.session is VoiceSessionState.INACTIVE:  # it was left alone for long
            if not decision.state.can_hear:
                return
            decision.signal(ConversationSignal.WAKE)
            decision.do(PlainAction.UNMUTE_REPLY)
        decision.prompt_is(PromptStage.HELD)
        decision.do(PlainAction.CALL_PROMPT)
    else:  # no turn waits for it: it stays on the screen, and the user is heard
        decision.attend(Attention.CALLED)
        decision.signal(ConversationSignal.TURN_STOPPED)
