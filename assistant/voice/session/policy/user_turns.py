"""A turn of the user: its pauses, its end, what becomes of its words and of silence."""

from dataclasses import replace
from typing import Final

from assistant.protocol.conversation_state import (
    ConversationSignal,
    VoiceSessionState,
)
from assistant.voice.events import TurnEnded, VoicePaused, VoiceProgressed
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.questions.voice_prompt import HeardWords, NothingHeard, PromptReply
from assistant.voice.session.policy import speculation
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.voice_actions import (
    AnswerPrompt,
    CommandAlarm,
    DraftTurn,
    PlainAction,
    ReportReading,
    SayToModel,
    ShowInterim,
    SpeakPrompt,
    TranscribePause,
    UnderstandTurn,
)
from assistant.voice.session.policy.voice_events import (
    InterimHeard,
    RollingHeard,
    UtteranceHeard,
)
from assistant.voice.session.policy.voice_state import (
    Attention,
    OverlappingTurn,
    PromptStage,
    is_asked_last,
)
from assistant.voice.text.spoken_phrases import GOODBYE, NOT_UNDERSTOOD, SHALL_WE_END
from assistant.voice.turn_taking.addressee import UtteranceSound, follow_level, is_addressed
from assistant.voice.turn_taking.backchannel import OverlapMeaning, classify_overlap
from assistant.voice.turn_taking.farewell import FarewellReply, classify_farewell, is_goodbye
from assistant.voice.turn_taking.read_on import ReadOnReply, classify_read_on
from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness

MAX_UNMEANT: Final = 4
"""Sounds in a row that were not meant for Parley, as far as can be told, and end a voice session."""
LEAST_DRAFTED_ANSWER_S: Final = 1.6
"""Seconds of sound from which an answer to a question is drafted, half a second before the speech
among them."""
_GOES_ON: Final = frozenset({TextCompleteness.DANGLING, TextCompleteness.UNMARKED})
"""Looks of words that are hardly all: neither an answer at once nor worth a request ahead."""
REFUSALS_TOLD: Final = 3
"""How often another voice is left alone before the user is told, once: it may be theirs."""


# What the listener tells.


def progressed(decision: Decision, event: VoiceProgressed) -> None:
    """Draft what was said so far, but not the first words of an answer.

    Most answers are over before a draft of them is there, which would only keep their transcript
    waiting for the processor.
    """
    is_short = len(event.audio) < LEAST_DRAFTED_ANSWER_S * SAMPLE_RATE_HZ
    if decision.state.prompt.is_asking and is_short:
        return
    if decision.hears_turn and decision.state.pause_id is None:
        decision.do(DraftTurn(event))


def paused(decision: Decision, event: VoicePaused) -> None:
    """Begin to transcribe the turn so far."""
    if decision.hears_turn:
        decision.state = replace(decision.state, pause_id=event.pause_id)
        speculation.pause_began(decision, event)
        decision.do(TranscribePause(event))


def resumed(decision: Decision) -> None:
    """The user goes on: the transcript is stale."""
    decision.state = replace(decision.state, pause_id=None)
    if not decision.now.is_finishing_turn:
        decision.state = replace(decision.state, asked_ahead="", draft=None)
        decision.do(PlainAction.CANCEL_SPECULATION, PlainAction.RESUME_TURN)


def ended(decision: Decision, event: TurnEnded | None) -> None:
    """The turn is over, at its last pause without an event: stop hearing it."""
    if not decision.hears_turn or (event is None and decision.state.pause_id is None):
        return
    key = decision.state.key.settled()
    decision.state = replace(decision.state, pause_id=None, key=key, is_user_heard=False)
    decision.attend(Attention.NONE, where=Attention.CALLED)
    decision.rest()
    decision.do(UnderstandTurn(event))


def rolling_heard(decision: Decision, event: RollingHeard) -> None:
    """A draft is known: show it, and note it if it may be final."""
    if decision.hears_turn and event.shown.text:
        decision.do(ShowInterim(event.shown))
        speculation.draft_heard(decision, event, is_for_model=_is_for_model(decision, event.words))


def interim_heard(decision: Decision, event: InterimHeard) -> None:
    """The words up to a pause are known: show them, and act on them if they are enough."""
    if decision.state.pause_id != event.pause_id or not decision.hears_turn:
        return
    text = event.words.text
    if text:
        decision.do(ShowInterim(event.shown))
    if text and event.completeness not in _GOES_ON:
        if event.settles:
            ended(decision, None)
            return
        speculation.pause_heard(
            decision,
            event.words,
            speech_s=event.speech_s,
            is_for_model=_is_for_model(decision, event.words),
        )
    else:
        speculation.withdraw(decision)
    reading = PauseReading(
        event.completeness,
        log_prob=event.words.log_prob or None,
        language=event.words.language,
    )
    decision.do(ReportReading(event.pause_id, reading))


def speech_heard(decision: Decision) -> None:
    """Note that the user speaks in the turn that is listened to."""
    if decision.hears_turn:
        decision.state = replace(decision.state, is_user_heard=True, is_turn_unused=False)


def taken(decision: Decision) -> None:
    """The turn was acted on, or there is none: listen on if that is the state."""
    decision.state = replace(decision.state, speculations=0, asked_ahead="", draft=None)
    decision.do(PlainAction.CANCEL_SPECULATION)
    decision.update_listening()


# What was said.


def heard(decision: Decision, event: UtteranceHeard) -> None:
    """Act on what was said."""
    overlapped, text = decision.state.overlapped, event.words.text
    is_meant = event.is_for_alarm or _is_meant(
        decision, event.words, is_plain=event.is_request or event.is_answer
    )
    decision.state = replace(decision.state, overlapped=None)
    if text and is_meant:
        _follow_user(decision, event.words.sound)
    if event.is_for_alarm:
        decision.do(CommandAlarm(text))
        _heard_nothing_to_answer(decision, ends=False)
    elif text and not is_meant:
        _heard_others(decision, overlapped, event.words.sound)
    elif decision.state.prompt.is_asking:
        answer_prompt(decision, event.words)
    elif decision.session is VoiceSessionState.ENDING:
        _answered_farewell(decision, event.words)
    elif overlapped is not None and overlapped.goes_on:
        _went_on(decision, text, overlapped)
    elif _answered_offer(decision, text):
        pass
    elif overlapped is not None and _is_nothing_new(text, overlapped):
        decision.listen_anew()
    elif _said_goodbye(decision, text):
        pass
    elif text:
        decision.do(SayToModel(text))
    else:
        _heard_no_words(decision)


def _follow_user(decision: Decision, sound: UtteranceSound | None) -> None:
    """Note how the user sounds, for what comes next."""
    state = decision.state
    own_dbfs = follow_level(state.own_dbfs, sound)
    if state.is_called and sound is not None:
        own_dbfs = sound.level_dbfs
    is_known = sound is not None and sound.is_own_voice is True
    decision.state = replace(
        state,
        unmeant=0,
        own_dbfs=own_dbfs,
        is_called=False,
        is_any_voice=state.is_any_voice and not is_known,
    )


def _said_goodbye(decision: Decision, text: str) -> bool:
    """Answer a goodbye, if it is one."""
    is_farewell = is_goodbye(text) and decision.accepts(ConversationSignal.FAREWELL)
    if is_farewell:
        decision.signal(ConversationSignal.FAREWELL)
        decision.do(SpeakPrompt(GOODBYE))
    return is_farewell


def _went_on(decision: Decision, text: str, overlapped: OverlappingTurn) -> None:
    """The user went on while their reply was made, which was cancelled: ask again with all of it."""
    match classify_overlap(text, saying=overlapped.saying):
        case OverlapMeaning.STOP:
            decision.listen_anew()
        case OverlapMeaning.WORDS:
            if not _said_goodbye(decision, text):
                decision.do(SayToModel(text, goes_on=True))
        case OverlapMeaning.NOTHING | OverlapMeaning.BACKCHANNEL | OverlapMeaning.OWN_WORDS:
            _ask_again(decision)


def _goes_on(decision: Decision) -> bool:
    """Whether the present turn goes on from one whose reply was cancelled."""
    return decision.state.overlapped is not None and decision.state.overlapped.goes_on


def _ask_again(decision: Decision) -> None:
    """Nothing came of the speech that cancelled a reply: make it after all."""
    decision.do(SayToModel("", goes_on=True))


def _answered_offer(decision: Decision, text: str) -> bool:
    """Go on with a long reply, or not; returns whether the words meant that."""
    if not (decision.now.is_rest_offered and decision.accepts(ConversationSignal.QUESTION_SPOKEN)):
        return False
    match classify_read_on(text):
        case ReadOnReply.READ_ON:
            decision.signal(ConversationSignal.QUESTION_SPOKEN)
            decision.do(PlainAction.READ_ON)
        case ReadOnReply.END:
            decision.do(PlainAction.DROP_REST)
            decision.listen_anew()
        case ReadOnReply.OTHER:
            return False
    return True


def _heard_no_words(decision: Decision) -> None:
    """Ask once; further sounds without words are not meant for Parley, and end the session."""
    count = _count_unmeant(decision)
    if count == 1:
        decision.signal(ConversationSignal.NOT_UNDERSTOOD)
        decision.do(SpeakPrompt(NOT_UNDERSTOOD))
    elif count < MAX_UNMEANT:
        decision.listen_anew()
    else:
        decision.signal(ConversationSignal.SESSION_ENDED)


def _heard_others(
    decision: Decision, overlapped: OverlappingTurn | None, sound: UtteranceSound | None
) -> None:
    """Words were not meant for Parley: ignore them; a few in a row end the session."""
    if sound is not None and sound.is_own_voice is False:
        refuse_other(decision)
    if overlapped is not None and overlapped.goes_on:
        _ask_again(decision)
    elif _count_unmeant(decision) < MAX_UNMEANT:
        if decision.session is VoiceSessionState.ENDING:
            decision.signal(ConversationSignal.UNRECOGNISED)
        decision.listen_anew()
    elif decision.state.prompt.is_asking:
        decision.state = replace(decision.state, unmeant=0)
        answer_prompt(decision, NothingHeard())
    else:
        decision.signal(ConversationSignal.SESSION_ENDED)


def refuse_other(decision: Decision) -> None:
    """A speaker was ignored because of their voice."""
    count = min(decision.state.others_refused + 1, REFUSALS_TOLD + 1)
    decision.state = replace(decision.state, others_refused=count)
    if count == REFUSALS_TOLD:
        decision.do(PlainAction.TELL_OTHERS_REFUSED)


def _count_unmeant(decision: Decision) -> int:
    count = min(decision.state.unmeant + 1, MAX_UNMEANT)
    decision.state = replace(decision.state, unmeant=count)
    return count


def _is_meant(decision: Decision, words: HeardWords, *, is_plain: bool) -> bool:
    """Whether words are for Parley, by all that is known of them."""
    state, sound = decision.state, words.sound
    if sound is not None and state.is_any_voice:
        sound = replace(sound, is_own_voice=None)
    return is_addressed(
        words.text,
        sound,
        own_dbfs=None if state.is_called else state.own_dbfs,
        is_plain=is_plain,
        is_reply=was_asked(decision),
    )


def _is_for_model(decision: Decision, words: HeardWords) -> bool:
    """Whether words that may not be final would be a request of their own to the model."""
    return not _goes_on(decision) and _is_meant(decision, words, is_plain=False)


def was_asked(decision: Decision) -> bool:
    """Whether Parley has just asked the user something."""
    return decision.state.prompt.is_asking or is_asked_last(decision.state)


def answer_prompt(decision: Decision, reply: PromptReply) -> None:
    """Deliver a reply to the question, whose presenter thinks about it now."""
    decision.prompt_is(PromptStage.HELD)
    decision.do(AnswerPrompt(reply))


def _answered_farewell(decision: Decision, words: HeardWords) -> None:
    match classify_farewell(words.text):
        case FarewellReply.END:
            decision.signal(ConversationSignal.SESSION_ENDED)
        case FarewellReply.KEEP:
            decision.signal(ConversationSignal.SESSION_KEPT)
        case FarewellReply.UNRECOGNISED:
            decision.signal(ConversationSignal.UNRECOGNISED)
        case FarewellReply.REQUEST:
            decision.do(SayToModel(words.text))


def nothing_heard(decision: Decision) -> None:
    """Nothing was said in the time allowed."""
    if not decision.hears_turn:
        return
    decision.attend(Attention.NONE, where=Attention.CALLED)
    decision.state = replace(decision.state, is_called=False, is_user_heard=False)
    decision.rest()  # that turn is over for the listener, even where the state stays the same
    if _goes_on(decision):
        decision.state = replace(decision.state, overlapped=None)
        _ask_again(decision)
    elif decision.state.key.is_up:
        _silent(decision)
    else:
        decision.forget_key()
        _heard_nothing_to_answer(decision, ends=decision.options.push_to_talk)


def _silent(decision: Decision) -> None:
    if decision.state.prompt.is_asking:
        answer_prompt(decision, NothingHeard())
    elif decision.session is VoiceSessionState.ENDING:
        decision.signal(ConversationSignal.SESSION_ENDED)
    elif decision.now.is_question_waiting and not decision.state.is_turn_unused:
        decision.state = replace(decision.state, is_turn_unused=True)
        decision.listen_anew()
    elif decision.now.is_question_pending or decision.now.has_open_choice:
        decision.signal(ConversationSignal.QUESTION_LEFT)
    elif not decision.state.has_turns:
        decision.signal(ConversationSignal.FALSE_WAKE)
    else:
        decision.signal(ConversationSignal.SILENCE)
        decision.do(SpeakPrompt(SHALL_WE_END))


def _heard_nothing_to_answer(decision: Decision, *, ends: bool) -> None:
    """Go on after a turn without a reply, as after a talk key that was held in silence.

    Args:
        decision: What is decided so far.
        ends: Whether nothing is listened to but while the key is held.
    """
    if decision.state.prompt.is_asking:
        decision.listen_anew()
    elif not decision.state.has_turns and decision.accepts(ConversationSignal.FALSE_WAKE):
        decision.signal(ConversationSignal.FALSE_WAKE)
    elif ends and not decision.now.is_question_pending:
        decision.signal(ConversationSignal.MIC_OFF)
    else:
        decision.listen_anew()


def _is_nothing_new(text: str, overlapped: OverlappingTurn) -> bool:
    """Whether words said over the voice ask nothing of the model."""
    match classify_overlap(text, saying=overlapped.saying):
        case OverlapMeaning.STOP | OverlapMeaning.OWN_WORDS:
            return True
        case OverlapMeaning.BACKCHANNEL | OverlapMeaning.NOTHING:
            return not overlapped.is_cut
        case OverlapMeaning.WORDS:
            return False


def left_listening(decision: Decision) -> None:
    """The conversation stopped listening."""
    decision.discard_turn()
    key = decision.state.key.settled()
    decision.state = replace(
        decision.state,
        key=key,
        turn_since=None,
        overlapped=None,
        is_user_heard=False,
        is_turn_unused=False,
    )
