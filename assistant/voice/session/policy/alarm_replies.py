"""What is said to something that rings, while the conversation does not listen.

No wake word is needed for "stop" then. A word or two come whole from the watch over speech that
overlaps the assistant's voice; for more a turn is opened that is nobody's but the alarm's: what it says
is for what rings, or begins with the wake word, or is forgotten.
"""

from dataclasses import replace
from typing import Final

from assistant.protocol.conversation_state import ConversationPhase
from assistant.voice.events import (
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
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.user_call import called
from assistant.voice.session.policy.voice_actions import (
    CommandAlarm,
    DuckAlarm,
    ReportReading,
    SayToModel,
    UnderstandForAlarm,
)
from assistant.voice.session.policy.voice_events import AlarmReplyHeard, VoiceEvent
from assistant.voice.session.policy.voice_state import (
    AlarmTurn,
    PromptStage,
    has_unfinished_barge_in,
)
from assistant.voice.turn_taking.text_completeness import PauseReading

NO_SPEECH_S: Final = 4.0
"""A turn in which nothing more is said is closed after so long."""
_BUSY: Final = frozenset({ConversationPhase.LISTENING, ConversationPhase.SPEAKING})
"""Phases in which the conversation hears by itself."""


def alarm_listening_mode(decision: Decision) -> ListeningMode | None:
    """The listening mode for what rings; None if nothing does."""
    if not _is_for_alarm(decision):
        decision.state = replace(decision.state, alarm=replace(decision.state.alarm, is_open=False))
        return None
    return ListeningMode.TURN if decision.state.alarm.is_open else ListeningMode.BARGE_IN


def heard_for_alarm(decision: Decision, event: VoiceEvent) -> bool:
    """Handle a listener event; returns whether it was for what rings."""
    if not _is_for_alarm(decision):
        return False
    match event:
        case VoiceSuspected(speech_start=since):
            decision.state = replace(
                decision.state, alarm=replace(decision.state.alarm, since=since)
            )
            decision.do(DuckAlarm(is_user_speaking=True))
        case VoiceStarted():
            decision.do(DuckAlarm(is_user_speaking=True))
            _open_turn(decision)
        case VoiceWithdrawn(audio=audio):
            decision.do(DuckAlarm(is_user_speaking=False))
            if audio is not None:
                decision.do(UnderstandForAlarm(audio))
        case VoicePaused():
            decision.do(UnderstandForAlarm(event))
        case TurnEnded():
            _close_turn(decision)
            decision.do(UnderstandForAlarm(event))
        case NoSpeech():
            _close_turn(decision)
        case VoiceHeld() | VoiceResumed() | VoiceProgressed():
            pass
        case _:
            return False
    return True


def alarm_reply_heard(decision: Decision, event: AlarmReplyHeard) -> None:
    """Act on what was said to what rings."""
    is_pause = event.pause_id is not None
    if not _is_for_alarm(decision) or (is_pause and not decision.state.alarm.is_open):
        return
    if event.is_for_alarm:
        decision.do(CommandAlarm(event.rest))
        if is_pause:
            _close_turn(decision)
    elif event.pause_id is not None:  # the listener decides by it whether that was all
        decision.do(ReportReading(event.pause_id, PauseReading(event.completeness)))
    elif event.rest != event.text and decision.phase is ConversationPhase.IDLE:
        called(decision)
        if event.rest and decision.state.can_hear:
            decision.do(SayToModel(event.rest))


def _is_for_alarm(decision: Decision) -> bool:
    return (
        decision.now.is_ringing
        and not decision.options.push_to_talk
        and decision.state.prompt is PromptStage.NONE
        and not has_unfinished_barge_in(decision.state, decision.now)
        and decision.phase not in _BUSY
    )


def _open_turn(decision: Decision) -> None:
    """Speech is longer than a word: hear all of it, from its beginning."""
    if not decision.state.alarm.is_open:
        since = decision.state.alarm.since
        decision.state = replace(decision.state, alarm=AlarmTurn(is_open=True))
        decision.listen(ListeningMode.TURN, no_speech_after_s=NO_SPEECH_S, again=True, since=since)


def _close_turn(decision: Decision) -> None:
    decision.state = replace(decision.state, alarm=replace(decision.state.alarm, is_open=False))
    decision.do(DuckAlarm(is_user_speaking=False))
    decision.update_listening()
