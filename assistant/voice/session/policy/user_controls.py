"""What the user's buttons and keys do to the voice loop."""

from dataclasses import replace

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.voice.audio.earcons import Earcon
from assistant.voice.session.policy import prompts
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.listening_update import follow_state
from assistant.voice.session.policy.user_call import called
from assistant.voice.session.policy.voice_actions import PlainAction, PlayEarcon
from assistant.voice.session.policy.voice_state import (
    AWAITING,
    Attention,
    Obstacle,
    waits_for_call,
)


def toggled(decision: Decision) -> None:
    """The microphone button: open a voice session, or end the open one."""
    if decision.phase is ConversationPhase.LISTENING:
        decision.attend(Attention.CLOSING)
        decision.discard_turn()
        decision.update_listening()
    elif decision.session is VoiceSessionState.INACTIVE:
        _call_by_hand(decision)
    elif waits_for_call(decision.state, decision.now):
        called(decision)
        _take_any_voice(decision)
    elif decision.accepts(ConversationSignal.MIC_OFF):
        decision.signal(ConversationSignal.MIC_OFF)
        decision.lose_prompt()
    else:  # listening ends where it would begin again, unless asked for once more
        is_closing = decision.state.attention is Attention.CLOSING
        decision.attend(Attention.NONE if is_closing else Attention.CLOSING)


def _call_by_hand(decision: Decision) -> None:
    decision.obstruct(remove={Obstacle.NOT_UNDERSTOOD})  # the recogniser may be mended by now
    decision.do(PlainAction.OPEN_AND_CALL)


def muted(decision: Decision, *, is_muted: bool) -> None:
    """The microphone is muted or unmuted."""
    if is_muted is not (Obstacle.MUTED in decision.state.obstacles):
        decision.do(PlayEarcon(Earcon.MUTED if is_muted else Earcon.UNMUTED))
    if is_muted:
        decision.obstruct(add={Obstacle.MUTED})
        decision.lose_prompt()
    else:
        decision.obstruct(remove={Obstacle.MUTED})
    decision.discard_overlap()
    decision.forget_key()
    decision.listen_anew()


def stopped(decision: Decision) -> None:
    """The stop button: end the reply, the voice, listening, and all that waits to be asked."""
    prompts.put_aside(decision)
    decision.do(PlainAction.DISMISS_QUESTIONS)
    decision.attend(Attention.CLOSING)
    decision.forget_key()
    decision.discard_overlap()
    decision.discard_turn()
    decision.do(PlainAction.STOP_EVERYTHING)


def everything_stopped(decision: Decision) -> None:
    """The stop button's work is done: end the session."""
    if decision.accepts(ConversationSignal.SESSION_ENDED):
        decision.signal(ConversationSignal.SESSION_ENDED)
    decision.update_listening()


def key_pressed(decision: Decision, at: float) -> None:
    """The talk key went down: everything gives way to the user."""
    if decision.state.key.is_down:
        return
    decision.state = replace(
        decision.state, key=decision.state.key.pressed(at), is_called=decision.state.can_hear
    )
    decision.attend(Attention.NONE, where=Attention.CLOSING)
    if decision.phase is ConversationPhase.IDLE:
        _call_by_hand(decision)
        return
    if decision.phase in AWAITING:
        called(decision)
    elif decision.hears_turn:
        decision.discard_turn()
    called_by_hand(decision)


def called_by_hand(decision: Decision) -> None:
    """A call by hand is over: with the talk key down, speech gives way."""
    _take_any_voice(decision)
    if decision.state.key.is_down:
        if not decision.state.can_hear:
            decision.forget_key()
        decision.listen_anew()


def _take_any_voice(decision: Decision) -> None:
    """A user with a hand on the button is meant, whatever they sound like."""
    decision.state = replace(decision.state, is_any_voice=decision.state.can_hear)


def key_released(decision: Decision) -> None:
    """The talk key went up: the turn is over, if there is one."""
    is_heard = decision.hears_turn
    if is_heard and decision.state.key.is_down:
        is_heard = follow_state(decision)  # a press so short that its turn has not been opened yet
    was_down = decision.state.key.is_down
    decision.state = replace(decision.state, key=decision.state.key.released(is_heard=is_heard))
    if was_down and is_heard:
        decision.do(PlainAction.END_HELD_TURN)
    else:
        decision.update_listening()


def given_up(decision: Decision) -> None:
    """The cancelled turn is over."""
    if decision.phase is ConversationPhase.IDLE:
        called(decision)
    decision.update_listening()
