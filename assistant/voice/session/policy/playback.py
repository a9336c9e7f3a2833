"""Which signal of the conversation it is that a line begins, or that the voice falls silent."""

from dataclasses import replace
from typing import assert_never

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    next_state,
)
from assistant.questions.model.question import Purpose
from assistant.voice.audio.earcons import Earcon
from assistant.voice.playout.reply_outlook import ReplyOutlook
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.voice_actions import PlainAction, PlayEarcon
from assistant.voice.session.policy.voice_events import VoiceFellSilent
from assistant.voice.session.policy.voice_state import PromptStage, ReplyProgress


def line_began(decision: Decision, purpose: Purpose | None, *, is_reply: bool) -> None:
    """A line begins to be heard; with a `purpose` it belongs to the question that holds the prompt."""
    phase = decision.phase
    if is_reply and decision.state.reply is ReplyProgress.AWAITED:
        decision.state = replace(decision.state, reply=ReplyProgress.HEARD)
    if purpose is not None:
        decision.do(PlainAction.SHOW_PROMPT)
        if phase is ConversationPhase.TOOL_CALLING:
            phase = _show_question(decision, purpose)
    match phase:
        case ConversationPhase.LISTENING:
            decision.signal(ConversationSignal.QUESTION_SPOKEN)
        case ConversationPhase.AWAITING_ANSWER | ConversationPhase.AWAITING_CONFIRM if (
            purpose is not None
        ):
            decision.signal(ConversationSignal.QUESTION_SPOKEN)
        case (
            ConversationPhase.AWAITING_ANSWER
            | ConversationPhase.AWAITING_CONFIRM
            | ConversationPhase.STREAMING
            | ConversationPhase.TOOL_CALLING
        ):
            decision.signal(ConversationSignal.FIRST_AUDIO)
        case ConversationPhase.IDLE | ConversationPhase.SPEAKING:
            pass
        case _:
            assert_never(phase)


def fell_silent(decision: Decision, event: VoiceFellSilent) -> None:
    """Act on silence, once nothing is left to be said for now."""
    is_asking, is_over = decision.state.prompt.is_asking, event.outlook is ReplyOutlook.OVER
    if decision.phase is ConversationPhase.SPEAKING:
        if event.outlook is ReplyOutlook.STREAMING and not is_asking:
            return
        decision.do(PlainAction.TELL_SPEECH_ENDED)
        if is_asking or is_over:
            _played_out(decision, is_waiting=is_asking or event.ended_with_question)
        else:
            decision.signal(ConversationSignal.PLAYED_OUT_TOOLS_OPEN)
            for purpose in event.asked[:1]:
                _show_question(decision, purpose)
    else:
        decision.do(PlainAction.TELL_SPEECH_ENDED)
        if decision.phase is ConversationPhase.STREAMING and event.is_ours_to_end:
            decision.signal(ConversationSignal.REPLY_FINISHED)
    if is_over:
        decision.do(PlainAction.FORGET_REPLY)
    if decision.state.prompt is not PromptStage.NONE:
        decision.end_reading()
        decision.do(PlainAction.END_READING)


def voice_lost(decision: Decision) -> None:
    """Speech output failed: a question that is being read cannot be put."""
    if decision.state.prompt.is_reading:
        decision.lose_prompt()


def _played_out(decision: Decision, *, is_waiting: bool) -> None:
    """Everything was said; a tone tells the user that Parley listens."""
    decision.signal(ConversationSignal.PLAYED_OUT)
    after = next_state(decision.now.dialogue, ConversationSignal.PLAYED_OUT)
    if is_waiting and after.phase is ConversationPhase.LISTENING:
        decision.do(PlayEarcon(Earcon.WAITING))


def _show_question(decision: Decision, purpose: Purpose) -> ConversationPhase:
    """A question was put while the voice lay over it: show it in the state."""
    if purpose is Purpose.CONFIRM:
        decision.signal(ConversationSignal.CONFIRMATION_SHOWN)
        return ConversationPhase.AWAITING_CONFIRM
    decision.signal(ConversationSignal.QUESTION_SHOWN)
    return ConversationPhase.AWAITING_ANSWER
