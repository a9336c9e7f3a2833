"""Everything that a voice session decides: a state and an event in, a state and actions out.

Every change of the conversation's state goes through its own table
(`protocol.conversation_state`); what is listened for follows from both, one turn of the loop later.
"""

from dataclasses import replace
from typing import assert_never

from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.conversation_state import ConversationPhase, VoiceSessionState
from assistant.protocol.voice import Mute, ToggleMicrophone
from assistant.voice.events import (
    InputEnded,
    InputLost,
    InputRestored,
    NoSpeech,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceProgressed,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
)
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy import (
    alarm_replies,
    interruption,
    playback,
    prompts,
    user_controls,
    user_turns,
    voice_events,
)
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.listening_update import HELD_LIMIT_S, follow_state
from assistant.voice.session.policy.user_call import called
from assistant.voice.session.policy.voice_actions import (
    PlainAction,
    TellInputLost,
    TellRecognitionFailed,
    VoiceAction,
)
from assistant.voice.session.policy.voice_events import PlainEvent
from assistant.voice.session.policy.voice_state import (
    Attention,
    Obstacle,
    PromptStage,
    ReplyProgress,
    Surroundings,
    VoiceOptions,
    VoiceState,
)


def decide(
    state: VoiceState, event: voice_events.VoiceEvent, now: Surroundings, options: VoiceOptions
) -> tuple[VoiceState, tuple[VoiceAction, ...]]:
    """The session's next state after `event`, and its actions.

    The new state holds before the first action is carried out: an action may lead to another event
    at once.

    Args:
        state: Where the session stands.
        now: What others know at this moment.
        options: What the user set.
    """
    decision = Decision(state, now, options)
    if not alarm_replies.heard_for_alarm(decision, event):
        _decide(decision, event)
    return decision.state, tuple(decision.actions)


def _decide(decision: Decision, event: voice_events.VoiceEvent) -> None:  # noqa: C901  # one case an event
    match event:
        # What the listener tells.
        case VoiceStarted():
            user_turns.speech_heard(decision)
            interruption.speech_began(decision, event)
        case VoiceSuspected():
            interruption.suspected(decision, event)
        case VoiceHeld():
            interruption.went_on(decision)
        case VoiceWithdrawn():
            interruption.withdrawn(decision, event)
        case VoiceProgressed():
            user_turns.speech_heard(decision)
            user_turns.progressed(decision, event)
        case VoicePaused():
            user_turns.speech_heard(decision)
            user_turns.paused(decision, event)
        case VoiceResumed():
            user_turns.resumed(decision)
        case TurnEnded():
            user_turns.ended(decision, event)
        case NoSpeech() | PlainEvent.KEY_WAIT_OVER:
            user_turns.nothing_heard(decision)
        case InputEnded():
            decision.obstruct(add={Obstacle.OVER})
            user_turns.ended(decision, None)
            decision.update_listening()
        case InputLost(reason=reason, hint=hint):
            decision.obstruct(add={Obstacle.LOST})
            _fall_idle(decision)
            decision.do(TellInputLost(reason, hint))
            decision.update_listening()
        case InputRestored():
            decision.obstruct(remove={Obstacle.LOST})
            decision.do(PlainAction.TELL_INPUT_RESTORED)
            decision.listen_anew()
        # What the user does.
        case ToggleMicrophone():
            user_controls.toggled(decision)
        case Stop():
            user_controls.stopped(decision)
        case Mute(muted=muted):
            user_controls.muted(decision, is_muted=muted)
        case voice_events.TalkKeyPressed(at):
            user_controls.key_pressed(decision, at)
        case PlainEvent.TALK_KEY_RELEASED:
            user_controls.key_released(decision)
        case PlainEvent.USER_CALLED:
            called(decision)
        case PlainEvent.OTHER_VOICE_CALLED:
            user_turns.refuse_other(decision)
        case PlainEvent.CALLED_BY_HAND:
            user_controls.called_by_hand(decision)
        # What the session's own parts tell.
        case PlainEvent.MICROPHONE_OPENING:
            decision.obstruct(remove={Obstacle.LOST})
        case PlainEvent.MICROPHONE_OPENED:
            decision.obstruct(remove={Obstacle.CLOSED})
            if Obstacle.LOST not in decision.state.obstacles:
                decision.do(PlainAction.TELL_INPUT_RESTORED)
            decision.update_listening()
        case voice_events.RecognitionFailed(reason):
            decision.obstruct(add={Obstacle.NOT_UNDERSTOOD})
            decision.do(TellRecognitionFailed(reason))
            decision.update_listening()
        case PlainEvent.LISTENING_DUE:
            follow_state(decision)
        case PlainEvent.REPLY_GIVEN_UP:
            user_controls.given_up(decision)
        case PlainEvent.USER_LEFT:
            prompts.put_aside(decision)
            decision.do(PlainAction.DISMISS_QUESTIONS)
        case PlainEvent.SCREEN_LOCKED:
            _leave_conversation(decision, Obstacle.LOCKED)
            decision.listen_anew()
        case PlainEvent.SCREEN_UNLOCKED:
            decision.obstruct(remove={Obstacle.LOCKED})
            decision.listen_anew()
        case PlainEvent.DICTATION_BEGAN:
            decision.listen(
                ListeningMode.TURN, no_speech_after_s=HELD_LIMIT_S, again=True, held=True
            )
            _leave_conversation(decision, Obstacle.DICTATING)
            decision.update_listening()
        case PlainEvent.DICTATION_ENDED:
            decision.obstruct(remove={Obstacle.DICTATING})
            decision.listen_anew()
        case PlainEvent.EVERYTHING_STOPPED:
            user_controls.everything_stopped(decision)
        case PlainEvent.SESSION_CLOSING:
            decision.obstruct(add={Obstacle.CLOSED})
            decision.lose_prompt()
            decision.discard_turn()
            decision.discard_overlap()
        case voice_events.RollingHeard():
            user_turns.rolling_heard(decision, event)
        case voice_events.InterimHeard():
            user_turns.interim_heard(decision, event)
        case voice_events.UtteranceHeard():
            user_turns.heard(decision, event)
        case PlainEvent.UTTERANCE_TAKEN:
            user_turns.taken(decision)
        case voice_events.OverlapUnderstood():
            interruption.understood(decision, event)
        case PlainEvent.OVERLAP_TIMED_OUT:
            interruption.timed_out(decision)
        case voice_events.AlarmReplyHeard():
            alarm_replies.alarm_reply_heard(decision, event)
        # What the conversation tells.
        case StateChanged():
            _state_changed(decision, event)
        case PlainEvent.TYPED_TURN_BEGAN:
            prompts.put_aside(decision)
            _fall_idle(decision)
            decision.do(PlainAction.SILENCE_REPLY)
        case voice_events.TurnBegan(is_spoken=is_spoken):
            prompts.put_aside(decision)
            reply = ReplyProgress.AWAITED if is_spoken else ReplyProgress.NONE
            decision.state = replace(
                decision.state, has_turns=True, is_opened_by_prompt=False, reply=reply
            )
            if decision.phase is not ConversationPhase.SPEAKING:
                decision.state = replace(decision.state, lines=())
            decision.discard_turn()
            decision.discard_overlap()
            decision.update_listening()
        case PlainEvent.CONVERSATION_REPLACED:
            prompts.put_aside(decision)
            _fall_idle(decision)
            decision.do(PlainAction.RESET)
            decision.attend(Attention.NONE, where=Attention.CLOSING)
            decision.listen_anew()
        case PlainEvent.LISTENING_STALE:
            decision.update_listening()
        # What the voice tells.
        case voice_events.LineSaid(text):
            interruption.line_said(decision, text)
        case voice_events.LineBegan(purpose=purpose, is_reply=is_reply):
            playback.line_began(decision, purpose, is_reply=is_reply)
        case voice_events.VoiceFellSilent():
            playback.fell_silent(decision, event)
        case PlainEvent.VOICE_LOST:
            playback.voice_lost(decision)
        # What a question tells.
        case PlainEvent.PROMPT_TAKEN | PlainEvent.PROMPT_PAUSED:
            decision.prompt_is(PromptStage.HELD)
        case PlainEvent.PROMPT_TAKEN_ASIDE:
            prompts.taken_aside(decision)
        case voice_events.PromptAsked(lines):
            prompts.asked(decision, lines)
        case voice_events.PromptAnnounced(lines):
            prompts.announced(decision, lines)
        case PlainEvent.PROMPT_WAITS:
            decision.prompt_is(PromptStage.LEFT)
        case PlainEvent.PROMPT_YIELDED:
            prompts.yielded(decision)
        case PlainEvent.PROMPT_STOPPED:
            prompts.stopped(decision)
        case PlainEvent.QUESTION_ABANDONED:
            prompts.abandoned(decision)
        case PlainEvent.PROMPT_RELEASED:
            prompts.released(decision)
        case _:
            assert_never(event)


def _state_changed(decision: Decision, event: StateChanged) -> None:
    old, new = event.old, event.new
    if old.session is VoiceSessionState.INACTIVE and new.session is not VoiceSessionState.INACTIVE:
        decision.state = replace(decision.state, has_turns=False, unmeant=0, own_dbfs=None)
    elif new.session is VoiceSessionState.INACTIVE:
        decision.state = replace(
            decision.state, is_called=False, is_any_voice=False, is_opened_by_prompt=False
        )
    if new.phase in {ConversationPhase.IDLE, ConversationPhase.LISTENING}:
        decision.state = replace(decision.state, reply=ReplyProgress.NONE)
    if old.phase is ConversationPhase.LISTENING and new.phase is not ConversationPhase.LISTENING:
        user_turns.left_listening(decision)
    interruption.state_changed(decision, event)
    decision.update_listening()


def _leave_conversation(decision: Decision, obstacle: Obstacle) -> None:
    """Hear nothing for the conversation any more; its questions stay on the screen."""
    if decision.state.is_prompt_aside:
        prompts.put_aside(decision)
    else:
        decision.lose_prompt()
    decision.do(PlainAction.DISMISS_QUESTIONS)
    decision.obstruct(add={obstacle})
    _fall_idle(decision)


def _fall_idle(decision: Decision) -> None:
    """Stop hearing and speaking now."""
    decision.discard_turn()
    decision.discard_overlap()
    decision.forget_key()
