"""What the session decides, a table for each subject."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.voice import ToggleMicrophone
from assistant.questions.model.question import Purpose
from assistant.voice.events import NoSpeech, VoiceHeld, VoiceStarted, VoiceSuspected
from assistant.voice.playout.reply_outlook import ReplyOutlook
from assistant.voice.protocols import ListeningMode
from assistant.voice.questions.voice_prompt import NothingHeard
from assistant.voice.session.policy import voice_events
from assistant.voice.session.policy.listening_update import HELD_LIMIT_S
from assistant.voice.session.policy.speculation import MAX_SPEECH_S
from assistant.voice.session.policy.voice_actions import (
    AnswerPrompt,
    CommandAlarm,
    DraftTurn,
    Listen,
    PlainAction,
    ReportReading,
    SayToModel,
    SendSignal,
    ShowInterim,
    Speculate,
    UnderstandTurn,
    VoiceAction,
    WaitForKey,
)
from assistant.voice.session.policy.voice_events import PlainEvent, VoiceEvent
from assistant.voice.session.policy.voice_policy import decide
from assistant.voice.session.policy.voice_state import (
    AlarmTurn,
    Attention,
    Obstacle,
    OverlappingTurn,
    PromptStage,
    Speculation,
    SpeechOverVoice,
    Surroundings,
    VoiceLevel,
    VoiceOptions,
    VoiceState,
)
from assistant.voice.turn_taking.addressee import UtteranceSound, follow_level
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey
from assistant.voice.turn_taking.text_completeness import TextCompleteness
from tests.helpers.voice.voice_states import (
    AWAITING,
    IDLE,
    LISTENING,
    READY,
    SPEAKING,
    STREAMING,
    alarm_reply,
    interim,
    progressed,
    rolling,
    understood,
    uttered,
    words,
)

S = ConversationSignal
ENDING: Final = DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ENDING)
TOOLS: Final = DialogueState(ConversationPhase.TOOL_CALLING, VoiceSessionState.ACTIVE)
DOWN: Final = PushToTalkKey().pressed(2.0)
KEY_ONLY: Final = VoiceOptions(push_to_talk=True)
USUAL: Final = VoiceOptions()


def after(
    event: VoiceEvent,
    dialogue: DialogueState = LISTENING,
    state: VoiceState = READY,
    options: VoiceOptions = USUAL,
    **surroundings: bool,
) -> tuple[VoiceState, Sequence[VoiceAction]]:
    """Decide about one event."""
    return decide(state, event, Surroundings(dialogue=dialogue, **surroundings), options)


def signals(actions: Sequence[VoiceAction]) -> list[ConversationSignal]:
    """Return the signals among actions."""
    return [action.signal for action in actions if isinstance(action, SendSignal)]


@pytest.mark.parametrize(
    ("state", "dialogue", "options", "mode", "seconds"),
    [
        (READY, IDLE, USUAL, ListeningMode.WAKE, None),
        (READY, STREAMING, USUAL, ListeningMode.WAKE, None),
        (READY, SPEAKING, USUAL, ListeningMode.BARGE_IN, None),
        (READY, SPEAKING, VoiceOptions(barge_in=False), ListeningMode.WAKE_OVER_VOICE, None),
        (READY, SPEAKING, KEY_ONLY, ListeningMode.WAKE_OVER_VOICE, None),
        (READY, LISTENING, USUAL, ListeningMode.TURN, 8.0),
        (READY, ENDING, USUAL, ListeningMode.TURN, 10.0),
        (replace(READY, key=DOWN), LISTENING, KEY_ONLY, ListeningMode.TURN, HELD_LIMIT_S),
        (replace(READY, key=DOWN), ENDING, USUAL, ListeningMode.TURN, HELD_LIMIT_S),
        (replace(READY, attention=Attention.CALLED), LISTENING, KEY_ONLY, ListeningMode.TURN, 8.0),
        (replace(READY, prompt=PromptStage.ASKING), LISTENING, KEY_ONLY, ListeningMode.WAKE, None),
    ],
)
def test_what_is_listened_for(
    state: VoiceState,
    dialogue: DialogueState,
    options: VoiceOptions,
    mode: ListeningMode,
    seconds: float | None,
) -> None:
    _, actions = after(PlainEvent.LISTENING_DUE, dialogue, state, options)
    (listening,) = (action for action in actions if isinstance(action, Listen))
    assert (listening.mode, listening.no_speech_after_s) == (mode, seconds)


@pytest.mark.parametrize(
    ("state", "options", "pending", "does"),
    [
        (replace(READY, attention=Attention.CLOSING), USUAL, False, S.MIC_OFF),
        (replace(READY, attention=Attention.CLOSING), USUAL, True, S.QUESTION_LEFT),
        (replace(READY, obstacles=frozenset({Obstacle.LOST})), USUAL, False, S.MIC_OFF),
        (
            replace(READY, obstacles=frozenset({Obstacle.OVER})),
            USUAL,
            False,
            S.SESSION_ENDED,
        ),
        (READY, KEY_ONLY, False, S.MIC_OFF),
        (
            replace(READY, prompt=PromptStage.ASKING, attention=Attention.CLOSING),
            KEY_ONLY,
            True,
            PlainAction.LOSE_PROMPT,
        ),
    ],
)
def test_listening_that_ends_where_it_would_begin(
    state: VoiceState,
    options: VoiceOptions,
    *,
    pending: bool,
    does: ConversationSignal | PlainAction,
) -> None:
    _, actions = after(
        PlainEvent.LISTENING_DUE, LISTENING, state, options, is_question_pending=pending
    )
    assert not any(isinstance(action, Listen) for action in actions)
    last = SendSignal(does) if isinstance(does, ConversationSignal) else does
    assert actions[-1] == last


def test_a_question_is_waited_for_as_long_as_for_speech_while_the_key_is_up() -> None:
    state = replace(READY, prompt=PromptStage.ASKING)
    _, actions = after(PlainEvent.LISTENING_DUE, LISTENING, state, KEY_ONLY)
    assert actions[-1] == WaitForKey(8.0)
    state, actions = after(PlainEvent.KEY_WAIT_OVER, LISTENING, state, KEY_ONLY)
    assert actions[-1] == AnswerPrompt(NothingHeard())
    assert state.prompt is PromptStage.HELD


@pytest.mark.parametrize(
    ("dialogue", "state", "told", "attention"),
    [
        (IDLE, READY, [S.WAKE], Attention.CALLED),
        (IDLE, replace(READY, obstacles=frozenset({Obstacle.LOST})), [], Attention.NONE),
        (SPEAKING, READY, [S.BARGE_IN], Attention.CALLED),
        (AWAITING, READY, [S.TURN_STOPPED], Attention.CALLED),
        (AWAITING, replace(READY, prompt=PromptStage.LEFT), [], Attention.NONE),
        (AWAITING, replace(READY, prompt=PromptStage.HELD), [], Attention.NONE),
        (LISTENING, READY, [], Attention.NONE),
        (STREAMING, READY, [], Attention.CALLED),
        (TOOLS, READY, [], Attention.CALLED),
        (STREAMING, replace(READY, obstacles=frozenset({Obstacle.LOST})), [], Attention.NONE),
        (DialogueState(ConversationPhase.STREAMING), READY, [], Attention.NONE),
    ],
)
def test_what_a_call_does(
    dialogue: DialogueState,
    state: VoiceState,
    told: list[ConversationSignal],
    attention: Attention,
) -> None:
    called, actions = after(PlainEvent.USER_CALLED, dialogue, state)
    assert signals(actions) == told
    assert called.attention is attention
    assert (PlainAction.CALL_PROMPT in actions) is (state.prompt is PromptStage.LEFT)


@pytest.mark.parametrize("dialogue", [STREAMING, TOOLS])
def test_the_button_while_a_reply_is_made_closes_after_it_unless_pressed_again(
    dialogue: DialogueState,
) -> None:
    closing, actions = after(ToggleMicrophone(), dialogue)
    assert (closing.attention, actions) == (Attention.CLOSING, ())
    assert after(ToggleMicrophone(), dialogue, closing)[0].attention is Attention.NONE


@pytest.mark.parametrize(
    ("text", "dialogue", "state", "does"),
    [
        ("tell me", LISTENING, READY, SayToModel("tell me")),
        ("", LISTENING, READY, SendSignal(S.NOT_UNDERSTOOD)),
        ("", LISTENING, replace(READY, unmeant=1), PlainAction.UPDATE_LISTENING),
        ("", LISTENING, replace(READY, unmeant=3), SendSignal(S.SESSION_ENDED)),
        ("Goodbye!", LISTENING, READY, SendSignal(S.FAREWELL)),
        ("goodbye", ENDING, READY, SendSignal(S.SESSION_ENDED)),
        ("no", ENDING, READY, SendSignal(S.SESSION_KEPT)),
        ("yes", ENDING, READY, SendSignal(S.SESSION_ENDED)),
        ("", ENDING, READY, SendSignal(S.UNRECOGNISED)),
        (
            "tell me",
            LISTENING,
            replace(READY, prompt=PromptStage.ASKING),
            AnswerPrompt(words("tell me")),
        ),
        (
            "mhm",
            LISTENING,
            replace(READY, overlapped=OverlappingTurn(saying=("One.",), is_cut=False)),
            PlainAction.UPDATE_LISTENING,
        ),
        (
            "mhm",
            LISTENING,
            replace(READY, overlapped=OverlappingTurn(saying=("One.",), is_cut=True)),
            SayToModel("mhm"),
        ),
        (
            "stop",
            LISTENING,
            replace(READY, overlapped=OverlappingTurn(saying=("One.",), is_cut=True)),
            PlainAction.UPDATE_LISTENING,
        ),
    ],
)
def test_what_becomes_of_words(
    text: str, dialogue: DialogueState, state: VoiceState, does: VoiceAction
) -> None:
    _, actions = after(uttered(text), dialogue, state)
    assert actions[0] == does


def test_words_begin_the_count_of_sounds_without_words_anew() -> None:
    state = replace(READY, unmeant=3)
    state, _ = after(uttered("tell me"), LISTENING, state)
    assert state.unmeant == 0


def test_words_for_what_rings_reach_nobody_else() -> None:
    _, actions = after(uttered("stop", is_for_alarm=True), is_ringing=True)
    assert actions[0] == CommandAlarm("stop")
    assert not any(isinstance(action, SayToModel) for action in actions)


@pytest.mark.parametrize(
    ("state", "dialogue", "pending", "told"),
    [
        (READY, LISTENING, False, [S.FALSE_WAKE]),
        (replace(READY, has_turns=True), LISTENING, False, [S.SILENCE]),
        (replace(READY, has_turns=True), LISTENING, True, [S.QUESTION_LEFT]),
        (replace(READY, has_turns=True), ENDING, False, [S.SESSION_ENDED]),
        (replace(READY, prompt=PromptStage.ASKING), LISTENING, True, []),
        (replace(READY, has_turns=True, key=DOWN), LISTENING, False, []),
    ],
)
def test_what_becomes_of_silence(
    state: VoiceState, dialogue: DialogueState, *, pending: bool, told: list[ConversationSignal]
) -> None:
    _, actions = after(NoSpeech(at=0.0), dialogue, state, is_question_pending=pending)
    assert signals(actions) == told


HEARING: Final = replace(READY, pause_id=1)
GUESSING: Final = VoiceOptions(speculate=Speculation.SPARING)


@pytest.mark.parametrize(
    ("event", "state", "does"),
    [
        (interim("tell me"), HEARING, [ShowInterim, Speculate, ReportReading]),
        (interim("and", TextCompleteness.DANGLING), HEARING, [ShowInterim, ReportReading]),
        (
            interim("tell me it", TextCompleteness.UNMARKED),
            HEARING,
            [ShowInterim, ReportReading],
        ),
        (interim("", TextCompleteness.EMPTY), HEARING, [ReportReading]),
        (interim("two", settles=True), HEARING, [ShowInterim, Listen, UnderstandTurn]),
        (
            interim("two and", TextCompleteness.DANGLING, settles=True),
            HEARING,
            [ShowInterim, ReportReading],
        ),
        (
            interim("tell me", speech_s=MAX_SPEECH_S + 1),
            HEARING,
            [ShowInterim, ReportReading],
        ),
        (
            interim("tell me"),
            replace(HEARING, speculations=1),
            [ShowInterim, ReportReading],
        ),
        (
            interim("tell me"),
            replace(HEARING, prompt=PromptStage.ASKING),
            [ShowInterim, ReportReading],
        ),
        (interim("tell me"), READY, []),  # the user went on
    ],
)
def test_what_the_words_of_a_pause_do(
    event: voice_events.InterimHeard, state: VoiceState, does: list[type[VoiceAction]]
) -> None:
    _, actions = after(event, LISTENING, state, GUESSING)
    assert [type(action) for action in actions] == does


def test_how_clearly_the_words_of_a_pause_were_heard_is_reported_where_it_is_known() -> None:
    for log_prob, reported in ((-0.4, -0.4), (0.0, None)):
        event = interim("and", TextCompleteness.DANGLING)
        event = replace(event, words=replace(event.words, log_prob=log_prob))
        _, actions = after(event, LISTENING, HEARING)
        (report,) = (action for action in actions if isinstance(action, ReportReading))
        assert report.reading.log_prob == reported


@pytest.mark.parametrize(
    ("is_any_voice", "is_own_voice", "is_any_voice_after"),
    [
        (True, None, True),
        (True, False, True),
        (True, True, False),
        (False, None, False),
        (False, True, False),
    ],
)
def test_every_voice_counts_after_a_call_by_hand_until_the_user_s_own_is_heard(
    *, is_any_voice: bool, is_own_voice: bool | None, is_any_voice_after: bool
) -> None:
    sound = UtteranceSound(level_dbfs=-20.0, is_own_voice=is_own_voice)
    state, actions = after(
        uttered("tell me", sound=sound), state=replace(READY, is_any_voice=is_any_voice)
    )
    assert SayToModel("tell me") in actions
    assert state.is_any_voice is is_any_voice_after


def test_the_user_s_level_is_that_of_a_call_and_else_follows_what_is_said() -> None:
    louder = UtteranceSound(level_dbfs=-20.0)
    for is_called in (True, False):
        state, _ = after(
            uttered("tell me", sound=louder),
            state=replace(READY, own_dbfs=-30.0, is_called=is_called),
        )
        assert state.own_dbfs == (-20.0 if is_called else follow_level(-30.0, louder))
    assert follow_level(-30.0, louder) != -20.0


def test_a_microphone_that_is_open_again_is_told_unless_it_was_lost_meanwhile() -> None:
    for lost in (frozenset[Obstacle](), frozenset({Obstacle.LOST})):
        before = replace(READY, obstacles=lost | {Obstacle.CLOSED})
        state, actions = after(PlainEvent.MICROPHONE_OPENED, IDLE, before)
        assert state.obstacles == lost
        assert (PlainAction.TELL_INPUT_RESTORED in actions) == (not lost)


@pytest.mark.parametrize(
    ("event", "dialogue", "state", "does"),
    [
        (progressed(), LISTENING, READY, [DraftTurn]),
        (progressed(), SPEAKING, READY, []),
        (progressed(1.5), LISTENING, replace(READY, prompt=PromptStage.ASKING), []),
        (progressed(1.7), LISTENING, replace(READY, prompt=PromptStage.ASKING), [DraftTurn]),
        (progressed(0.9), LISTENING, replace(READY, prompt=PromptStage.HELD), [DraftTurn]),
        (rolling("tell me"), LISTENING, READY, [ShowInterim]),
        (rolling(""), LISTENING, READY, []),
        (rolling("tell me"), LISTENING, HEARING, [ShowInterim]),  # of the pause itself
        (rolling("tell me"), STREAMING, READY, []),
    ],
)
def test_what_is_being_said_is_drafted_and_shown(
    event: VoiceEvent, dialogue: DialogueState, state: VoiceState, does: list[type[VoiceAction]]
) -> None:
    _, actions = after(event, dialogue, state)
    assert [type(action) for action in actions] == does


OVER: Final = replace(READY, level=VoiceLevel.DUCKED, overlap_since=1.0, lines=("One two three.",))
SAID: Final = replace(OVER, overlap_since=None, said_over=(SpeechOverVoice(1.0, 2.0),))


@pytest.mark.parametrize(
    ("event", "state", "level", "told"),
    [
        (VoiceSuspected(at=1.0, speech_start=1.0), READY, VoiceLevel.DUCKED, []),
        (VoiceHeld(at=1.0), OVER, VoiceLevel.HELD, []),
        (VoiceStarted(at=1.0), OVER, VoiceLevel.FULL, [S.BARGE_IN]),
        (
            VoiceSuspected(at=1.0, speech_start=1.0),
            replace(READY, prompt=PromptStage.READING),
            VoiceLevel.HELD,
            [],
        ),
        (
            VoiceHeld(at=1.0),
            replace(OVER, prompt=PromptStage.READING),
            VoiceLevel.FULL,
            [S.BARGE_IN],
        ),
        (
            VoiceStarted(at=1.0),
            replace(OVER, prompt=PromptStage.ANNOUNCING),
            VoiceLevel.FULL,
            [S.QUESTION_LEFT],
        ),
        (understood("mhm"), SAID, VoiceLevel.FULL, []),
        (understood(None), SAID, VoiceLevel.FULL, []),
        (understood("one two three"), SAID, VoiceLevel.FULL, []),
        (understood("stop"), SAID, VoiceLevel.FULL, [S.BARGE_IN]),
        (understood("what about Sunday"), SAID, VoiceLevel.FULL, [S.BARGE_IN]),
        (
            understood("what about Sunday", is_answer=False),
            replace(SAID, prompt=PromptStage.READING),
            VoiceLevel.FULL,
            [],
        ),
    ],
)
def test_who_gives_way(
    event: VoiceEvent, state: VoiceState, level: VoiceLevel, told: list[ConversationSignal]
) -> None:
    decided, actions = after(event, SPEAKING, state)
    assert decided.level is level
    assert signals(actions) == told
    if told == [S.BARGE_IN]:
        assert decided.overlapped == OverlappingTurn(saying=state.lines, is_cut=True)


@pytest.mark.parametrize(
    ("event", "dialogue", "state", "told"),
    [
        (voice_events.LineBegan(purpose=None), STREAMING, READY, [S.FIRST_AUDIO]),
        (voice_events.LineBegan(purpose=None), AWAITING, READY, [S.FIRST_AUDIO]),
        (voice_events.LineBegan(purpose=None), SPEAKING, READY, []),
        (voice_events.LineBegan(purpose=Purpose.ASK), AWAITING, READY, [S.QUESTION_SPOKEN]),
        (
            voice_events.LineBegan(purpose=Purpose.CONFIRM),
            TOOLS,
            READY,
            [S.CONFIRMATION_SHOWN, S.QUESTION_SPOKEN],
        ),
        (voice_events.VoiceFellSilent(outlook=ReplyOutlook.OVER), SPEAKING, READY, [S.PLAYED_OUT]),
        (voice_events.VoiceFellSilent(outlook=ReplyOutlook.STREAMING), SPEAKING, READY, []),
        (
            voice_events.VoiceFellSilent(outlook=ReplyOutlook.STREAMING),
            SPEAKING,
            replace(READY, prompt=PromptStage.READING),
            [S.PLAYED_OUT],
        ),
        (
            voice_events.VoiceFellSilent(outlook=ReplyOutlook.TOOLS, asked=(Purpose.ASK,)),
            SPEAKING,
            READY,
            [S.PLAYED_OUT_TOOLS_OPEN, S.QUESTION_SHOWN],
        ),
        (
            voice_events.VoiceFellSilent(outlook=ReplyOutlook.OVER, is_ours_to_end=True),
            STREAMING,
            READY,
            [S.REPLY_FINISHED],
        ),
    ],
)
def test_what_the_voice_does_to_the_state(
    event: VoiceEvent, dialogue: DialogueState, state: VoiceState, told: list[ConversationSignal]
) -> None:
    assert signals(after(event, dialogue, state)[1]) == told


@pytest.mark.parametrize(
    ("event", "does"),
    [
        (alarm_reply("stop", is_for_alarm=True), [CommandAlarm("stop")]),
        (
            alarm_reply("hey jarvis tell me", "tell me"),
            [SendSignal(S.WAKE), SayToModel("tell me")],
        ),
        (alarm_reply("tell me"), []),
    ],
)
def test_what_is_said_to_something_that_rings(
    event: VoiceEvent, does: Sequence[VoiceAction]
) -> None:
    assert list(after(event, IDLE, is_ringing=True)[1]) == does
    assert after(event, IDLE, is_ringing=False)[1] == ()


def test_more_than_a_word_to_something_that_rings_opens_a_turn_from_its_beginning() -> None:
    state, _ = after(VoiceSuspected(at=3.0, speech_start=2.5), IDLE, is_ringing=True)
    state, actions = after(VoiceStarted(at=3.0), IDLE, state, is_ringing=True)
    (listening,) = (action for action in actions if isinstance(action, Listen))
    assert (listening.mode, listening.since) == (ListeningMode.TURN, 2.5)
    assert state.alarm == AlarmTurn(is_open=True)
