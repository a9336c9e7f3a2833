"""The user and the assistant speak at once: who gives way.

The listener tells how far speech over the voice has come (`barge_in`); here the voice is lowered,
held, given up or taken up again. While it is lowered or held the conversation is in the state
*speaking*: only the playback knows.

A user who speaks while the reply is still being made is heard in the same way: it does not begin
before they are understood, and "stop" or more of the request gives it up.
"""

from dataclasses import replace
from typing import Final, assert_never

from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.voice.audio.earcons import Earcon
from assistant.voice.events import VoiceStarted, VoiceSuspected, VoiceWithdrawn
from assistant.voice.protocols import Transcript
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.voice_actions import (
    PlainAction,
    PlayEarcon,
    ReuseTranscript,
    UnderstandOverlap,
)
from assistant.voice.session.policy.voice_events import OverlapUnderstood
from assistant.voice.session.policy.voice_state import (
    MADE,
    OverlappingTurn,
    PromptStage,
    ReplyProgress,
    SpeechOverVoice,
    VoiceLevel,
    is_reply_made,
)
from assistant.voice.turn_taking.addressee import UtteranceSound, is_addressed, is_distant
from assistant.voice.turn_taking.backchannel import OverlapMeaning, classify_overlap
from assistant.voice.turn_taking.self_echo import is_self_echo

LINES: Final = 3
"""Lines that may be in the air: one that ended a moment ago, the one that sounds, and the one that
begins while the speech is being understood."""
_LEAST_OWN_WORDS: Final = 3


def interrupt(
    decision: Decision,
    *,
    since: float | None,
    known: ReuseTranscript | None = None,
    goes_on: bool = False,
) -> None:
    """The user takes the turn: fall silent at once and listen.

    Args:
        decision: What is decided so far.
        since: When what they say began; None only listens from now on.
        known: What they said so far, if it is understood already.
        goes_on: Whether they did not call, but speak: before anything of the reply was heard they
            may go on from what it answers.
    """
    if decision.phase is not ConversationPhase.SPEAKING and decision.phase not in MADE:
        return
    goes_on = goes_on and decision.state.reply is ReplyProgress.AWAITED
    overlapped = OverlappingTurn(saying=decision.state.lines, is_cut=True, goes_on=goes_on)
    decision.state = replace(decision.state, turn_since=since, overlapped=overlapped)
    if decision.phase is ConversationPhase.SPEAKING:
        _fall_silent(decision)
    else:
        decision.do(PlainAction.GIVE_UP_REPLY)
    if known is not None:
        decision.do(known)


def _fall_silent(decision: Decision) -> None:
    stage = decision.state.prompt
    decision.do(PlainAction.SILENCE_VOICE)
    if stage is PromptStage.ANNOUNCING and not decision.state.is_prompt_aside:
        decision.signal(ConversationSignal.QUESTION_LEFT)  # it is answered elsewhere
    elif decision.session is VoiceSessionState.ENDING:
        decision.signal(
            ConversationSignal.PLAYED_OUT
        )  # a barge-in would answer the question to end
    else:
        decision.signal(ConversationSignal.BARGE_IN)
    if stage.is_asking or stage.is_reading:
        decision.end_reading()
        decision.do(PlainAction.CUT_PROMPT)
    else:
        decision.do(PlainAction.CUT_REPLY)


def give_way(
    decision: Decision,
    *,
    since: float | None,
    known: ReuseTranscript | None = None,
    goes_on: bool = False,
) -> None:
    """Let the user have the turn, whatever was decided about what they say."""
    decision.forget_overlap()
    interrupt(decision, since=since, known=known, goes_on=goes_on)
    decision.restore_level()  # after the voice was stopped: not a word of it is heard again


# What the listener tells.


def speech_began(decision: Decision, event: VoiceStarted) -> None:
    """Speech began, or is now beyond doubt an interruption."""
    if decision.state.prompt is not PromptStage.NONE:
        decision.do(PlainAction.TOUCH_PROMPT)
    if not decision.options.is_overlap_heard or decision.session is VoiceSessionState.INACTIVE:
        return
    if (
        decision.phase is ConversationPhase.SPEAKING
        or decision.state.has_overlap
        or is_reply_made(decision.state, decision.now)
    ):
        is_others = is_distant(event.level_dbfs, own_dbfs=decision.state.own_dbfs) or (
            event.is_own_voice is False and not decision.state.is_any_voice
        )
        if is_others and not _is_urgent(decision):
            decision.discard_overlap()
        else:
            give_way(decision, since=decision.state.first_overlap_since, goes_on=True)


def suspected(decision: Decision, event: VoiceSuspected) -> None:
    """Something like speech over the voice: lower it; while a reply is made let none begin."""
    is_made = is_reply_made(decision.state, decision.now)
    if (
        not decision.options.is_overlap_heard
        or not (decision.phase is ConversationPhase.SPEAKING or is_made)
        or decision.session is VoiceSessionState.INACTIVE
        or not decision.state.can_hear
    ):
        return
    decision.state = replace(decision.state, overlap_since=event.speech_start)
    decision.do(PlainAction.WATCH_OVERLAP)
    if _is_urgent(decision) or is_made:
        _hold(decision)
    elif decision.state.level is VoiceLevel.FULL:
        decision.state = replace(decision.state, level=VoiceLevel.DUCKED)
        decision.do(PlainAction.DUCK)


def went_on(decision: Decision) -> None:
    """Speech over the voice goes on: fall silent; if the user was asked, yield."""
    if decision.state.overlap_since is None:
        return
    if _is_urgent(decision):
        give_way(decision, since=decision.state.first_overlap_since)
    else:
        decision.do(PlainAction.WATCH_OVERLAP)
        _hold(decision)


def withdrawn(decision: Decision, event: VoiceWithdrawn) -> None:
    """Speech over the voice ended: its words decide."""
    since = decision.state.overlap_since
    if since is None:
        return
    decision.do(PlainAction.UNWATCH_OVERLAP)
    decision.state = replace(decision.state, overlap_since=None)
    if event.audio is not None:
        said = SpeechOverVoice(since, event.speech_end)
        decision.state = replace(decision.state, said_over=(*decision.state.said_over, said))
        decision.do(UnderstandOverlap(event.audio))
    _settle(decision)


def timed_out(decision: Decision) -> None:
    """Speech over the voice neither ended nor became an interruption: it was none."""
    decision.state = replace(decision.state, overlap_since=None)
    _settle(decision)


def understood(decision: Decision, event: OverlapUnderstood) -> None:
    """Act on the words said over the voice."""
    if not decision.state.said_over:
        return
    said, *later = decision.state.said_over
    decision.state = replace(decision.state, said_over=tuple(later))
    if event.transcript is not None:
        transcript = event.transcript
        meaning = _meaning(decision, transcript, event.sound, is_answer=event.is_answer)
        match meaning:
            case OverlapMeaning.NOTHING | OverlapMeaning.BACKCHANNEL | OverlapMeaning.OWN_WORDS:
                pass
            case OverlapMeaning.STOP:
                if decision.phase in MADE:  # else the silence tells
                    decision.do(PlayEarcon(Earcon.WAITING))
                give_way(decision, since=None)
            case OverlapMeaning.WORDS:
                known = ReuseTranscript(transcript=transcript, speech_end=said.speech_end)
                give_way(decision, since=said.since, known=known, goes_on=True)
            case _:
                assert_never(meaning)
    _settle(decision)


def state_changed(decision: Decision, event: StateChanged) -> None:
    """Keep speech over the voice, if the voice came to its own end."""
    if event.new.session is VoiceSessionState.INACTIVE:
        decision.discard_overlap()
    elif event.new.phase is ConversationPhase.LISTENING:
        since = decision.state.first_overlap_since
        decision.discard_overlap()
        if since is not None:
            overlapped = OverlappingTurn(saying=decision.state.lines, is_cut=False)
            decision.state = replace(decision.state, turn_since=since, overlapped=overlapped)


def line_said(decision: Decision, text: str) -> None:
    """A line begins to be heard, and so may its echo."""
    if decision.options.is_overlap_heard:
        decision.state = replace(decision.state, lines=(*decision.state.lines, text)[-LINES:])


def _is_urgent(decision: Decision) -> bool:
    """Whether the user is being asked something, so that any word is meant."""
    return decision.state.prompt.is_reading or decision.session is VoiceSessionState.ENDING


def _hold(decision: Decision) -> None:
    if decision.state.level is not VoiceLevel.HELD:
        decision.state = replace(decision.state, level=VoiceLevel.HELD)
        decision.do(PlainAction.HOLD)


def _settle(decision: Decision) -> None:
    if not decision.state.has_overlap and decision.state.level is not VoiceLevel.FULL:
        decision.restore_level()
        decision.update_listening()


def _meaning(
    decision: Decision, transcript: Transcript, sound: UtteranceSound | None, *, is_answer: bool
) -> OverlapMeaning:
    text, lines = transcript.text, decision.state.lines
    is_asked = decision.state.prompt.is_asking or decision.session is VoiceSessionState.ENDING
    if not is_addressed(text, sound, own_dbfs=decision.state.own_dbfs, is_reply=is_asked):
        return OverlapMeaning.NOTHING
    meaning = classify_overlap(text, saying=lines)
    if not _is_urgent(decision) or meaning is OverlapMeaning.NOTHING:
        return meaning
    # An answer may well be in the words of what is read, and a hum is an answer too.
    if is_self_echo(text, lines, least=_LEAST_OWN_WORDS):
        return OverlapMeaning.OWN_WORDS
    if meaning is OverlapMeaning.STOP or is_answer:
        return OverlapMeaning.WORDS
    return OverlapMeaning.NOTHING  # a cough, or an echo that was misheard: reading goes on
