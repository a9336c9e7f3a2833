"""The whole product of states and events, and every state that a conversation can lead to."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

import pytest

from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    accepts,
    next_state,
)
from assistant.protocol.voice import Mute
from assistant.questions.model.question import Purpose
from assistant.voice.events import InputEnded, InputLost, VoiceSuspected
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy import voice_events
from assistant.voice.session.policy.voice_actions import (
    AnswerPrompt,
    Listen,
    PlainAction,
    SayToModel,
    SendSignal,
    VoiceAction,
)
from assistant.voice.session.policy.voice_events import PlainEvent, VoiceEvent
from assistant.voice.session.policy.voice_policy import decide
from assistant.voice.session.policy.voice_state import (
    AWAITING,
    MADE,
    Obstacle,
    PromptStage,
    ReplyProgress,
    Speculation,
    Surroundings,
    VoiceLevel,
    VoiceOptions,
    VoiceState,
    is_prompt_open,
    is_question_left,
)
from tests.conftest import STRESS
from tests.helpers.voice.voice_states import (
    DIALOGUES,
    DONE_BY_USER,
    EVENTS,
    HEARD,
    LINES,
    READY,
    interim,
    states,
    understood,
    uttered,
)

pytestmark = pytest.mark.timeout(120)

Actions = Sequence[VoiceAction]
SURROUNDINGS: Final = [Surroundings(dialogue=dialogue) for dialogue in DIALOGUES]
OPTIONS: Final = [VoiceOptions(speculate=Speculation.EAGER), VoiceOptions(push_to_talk=True)]
NEARBY: Final = [
    Surroundings(
        dialogue=dialogue,
        is_question_pending=is_set,
        has_open_choice=not is_set,
        is_finishing_turn=is_finishing,
        is_quiet=not is_set,
        can_speak=is_set,
        is_ringing=is_ringing,
        is_rest_offered=not is_ringing,
        is_question_waiting=is_set is is_ringing,
    )
    for dialogue in DIALOGUES
    for is_set in (False, True)
    for is_finishing in (False, True)
    for is_ringing in (False, True)
]


OBSTACLES: Final = [frozenset[Obstacle](), *(frozenset({each}) for each in Obstacle)]


def product(
    event: VoiceEvent, *, step: int = 1
) -> Iterator[tuple[VoiceState, VoiceState, Actions]]:
    """Decide about an event in every `step`th state, and in every surroundings with some states."""
    every = list(states())[::step]
    for before in every:
        for now in SURROUNDINGS:
            yield before, *decide(before, event, now, OPTIONS[0])
    for before in every[::13]:
        for now in NEARBY[::3]:
            yield before, *decide(before, event, now, OPTIONS[1])
    for stage, obstacles in itertools.product(PromptStage, OBSTACLES):
        before = replace(READY, prompt=stage, obstacles=obstacles)
        for now in NEARBY[::5]:
            yield before, *decide(before, event, now, OPTIONS[0])


Kind = type[VoiceEvent] | PlainEvent


def kind_of(event: VoiceEvent) -> Kind:
    """Return what kind of event it is."""
    return event if isinstance(event, PlainEvent) else type(event)


def named(event: VoiceEvent) -> str:
    """Name an event as a test's id."""
    return event.value if isinstance(event, PlainEvent) else type(event).__name__


def is_level_right(after: VoiceState) -> bool:
    """Whether the voice is lowered or held only while somebody speaks over it."""
    return after.level is VoiceLevel.FULL or after.has_overlap


def is_overlap_followed(before: VoiceState, after: VoiceState, actions: Actions) -> bool:
    """Whether speech over the voice is watched, and what it said is understood, or neither."""
    is_watched = before.overlap_since is not None
    for action in actions:
        if action is PlainAction.WATCH_OVERLAP:
            is_watched = True
        elif action is PlainAction.UNWATCH_OVERLAP:
            is_watched = False
    return is_watched is (after.overlap_since is not None)


def is_level_carried_out(before: VoiceState, after: VoiceState, actions: Actions) -> bool:
    """Whether the player was told what the state says of the voice."""
    level = before.level
    for action in actions:
        match action:
            case PlainAction.DUCK:
                level = VoiceLevel.DUCKED
            case PlainAction.HOLD:
                level = VoiceLevel.HELD
            case PlainAction.UNDUCK | PlainAction.RESUME:
                level = VoiceLevel.FULL
            case _:
                pass
    return level is after.level


def is_prompt_told(before: VoiceState, after: VoiceState, actions: Actions) -> bool:
    """Whether whoever waits for a reply, a call or the end of the reading hears of it."""
    told = [a for a in actions if isinstance(a, AnswerPrompt) or a is PlainAction.LOSE_PROMPT]
    if before.prompt.is_asking and not after.prompt.is_asking:
        return len(told) == 1
    if before.prompt is PromptStage.LEFT and after.prompt is not PromptStage.LEFT:
        return bool(told) or PlainAction.CALL_PROMPT in actions
    if before.prompt is PromptStage.ANNOUNCING and after.prompt is not PromptStage.ANNOUNCING:
        ends = {PlainAction.END_READING, PlainAction.CUT_PROMPT, PlainAction.LOSE_PROMPT}
        return not ends.isdisjoint(a for a in actions if isinstance(a, PlainAction))
    return True


BY_THE_PROMPT: Final[tuple[Kind, ...]] = (
    PlainEvent.PROMPT_TAKEN,
    PlainEvent.PROMPT_TAKEN_ASIDE,
    voice_events.PromptAsked,
    voice_events.PromptAnnounced,
    PlainEvent.PROMPT_WAITS,
    PlainEvent.PROMPT_PAUSED,
    PlainEvent.PROMPT_RELEASED,
)
"""Events by which whoever holds the prompt says itself that it waits no more."""


@pytest.mark.parametrize("event", EVENTS, ids=named)
def test_every_event_is_decided_about_in_every_state(event: VoiceEvent) -> None:
    for before, after, actions in product(event):
        assert is_level_right(after) or not is_level_right(before)
        assert is_level_carried_out(before, after, actions)
        if event is not PlainEvent.OVERLAP_TIMED_OUT:  # the watch is over by itself
            assert is_overlap_followed(before, after, actions)
        if kind_of(event) not in BY_THE_PROMPT:
            assert is_prompt_told(before, after, actions)
        for listening in (action for action in actions if isinstance(action, Listen)):
            is_off = listening.mode is ListeningMode.OFF
            assert is_off is bool(after.obstacles & {Obstacle.MUTED, Obstacle.LOCKED})
        if PlainAction.RESUME in actions and PlainAction.SILENCE_VOICE in actions:
            silenced = actions.index(PlainAction.SILENCE_VOICE)
            assert silenced < actions.index(PlainAction.RESUME), "a word of it was heard again"


def test_every_kind_of_event_and_of_action_is_in_the_product() -> None:
    kinds_told = {kind_of(event) for event in EVENTS}
    assert kinds_told == {*get_args(VoiceEvent), *PlainEvent} - {PlainEvent}
    plain: set[PlainAction] = set()
    kinds: set[type[VoiceAction]] = set()
    for event in EVENTS:
        for _before, _after, actions in product(event, step=11):
            kinds |= {type(action) for action in actions}
            plain |= {action for action in actions if isinstance(action, PlainAction)}
    assert kinds == set(get_args(VoiceAction))
    assert plain == set(PlainAction)


# What a conversation can lead to.


@dataclass(frozen=True, slots=True)
class World:
    """A voice session, the conversation it speaks for, and whether its listening is to be updated."""

    voice: VoiceState = READY
    dialogue: DialogueState = DialogueState()
    is_due: bool = False


class Play:
    """Carries actions out on a conversation that does what the table of states says."""

    def __init__(self, world: World, options: VoiceOptions, *, is_ringing: bool) -> None:
        self.voice, self.dialogue, self.is_due = world.voice, world.dialogue, world.is_due
        self.refused: list[ConversationSignal] = []
        self._options = options
        self._is_ringing = is_ringing

    @property
    def now(self) -> Surroundings:
        """What the others say."""
        return Surroundings(
            dialogue=self.dialogue,
            is_question_pending=self.dialogue.phase in AWAITING
            or self.voice.prompt is not PromptStage.NONE,
            is_quiet=self.dialogue.phase is not ConversationPhase.SPEAKING,
            is_ringing=self._is_ringing,
        )

    @property
    def world(self) -> World:
        """Where all of it stands; what is counted, timed or quoted is no matter."""
        is_made = self.voice.reply is not ReplyProgress.NONE and self.dialogue.phase in MADE
        of_no_matter: dict[str, Any] = {
            "speculations": 0,
            "asked_ahead": "",
            "draft": None,
            "lines": (),
            "turn_since": None,
            "overlapped": None,
            "is_called": False,
            "is_any_voice": False,
            "others_refused": 0,
            "reply": ReplyProgress.AWAITED if is_made else ReplyProgress.NONE,
            "is_renewed": False,
            "pause_id": None,
            "said_over": self.voice.said_over[:1],
        }
        if all(getattr(self.voice, name) == value for name, value in of_no_matter.items()):
            return World(self.voice, self.dialogue, self.is_due)
        voice = replace(self.voice, **of_no_matter)
        return World(voice, self.dialogue, self.is_due)

    def happen(self, event: VoiceEvent) -> None:
        """Let an event happen, and everything that follows at once."""
        if event is PlainEvent.LISTENING_DUE:
            self.is_due = False
        self.voice, actions = decide(self.voice, event, self.now, self._options)
        for action in actions:
            self._do(action)

    def signal(self, signal: ConversationSignal) -> None:
        """Apply a signal, and tell the session."""
        if not accepts(self.dialogue, signal):
            self.refused.append(signal)
            return
        old, self.dialogue = self.dialogue, next_state(self.dialogue, signal)
        if old != self.dialogue:
            self.happen(StateChanged(old=old, new=self.dialogue, at=0.0))

    def _do(self, action: VoiceAction) -> None:
        match action:
            case SendSignal(signal):
                self.signal(signal)
            case SayToModel():
                self.signal(ConversationSignal.UTTERANCE)
                self.happen(voice_events.TurnBegan(is_spoken=True))
            case PlainAction.UPDATE_LISTENING:
                self.is_due = True
            case PlainAction.OPEN_AND_CALL:
                self.happen(PlainEvent.USER_CALLED)
                self.happen(PlainEvent.CALLED_BY_HAND)
            case PlainAction.GIVE_UP_REPLY:
                self._stop_turn()
                self.happen(PlainEvent.REPLY_GIVEN_UP)
            case PlainAction.STOP_EVERYTHING:
                self._stop_turn()
                self.happen(PlainEvent.EVERYTHING_STOPPED)
            case _:
                pass

    def _stop_turn(self) -> None:
        if self.dialogue.phase in MADE | AWAITING:
            self.signal(ConversationSignal.TURN_STOPPED)


BY_THE_CONVERSATION: Final = {
    ConversationSignal.TOOLS_REQUESTED,
    ConversationSignal.TOOLS_FINISHED,
    ConversationSignal.QUESTION_SHOWN,
    ConversationSignal.CONFIRMATION_SHOWN,
    ConversationSignal.QUESTION_CLOSED,
    ConversationSignal.REPLY_FINISHED,
}
TOLD_BY_ITS_PARTS: Final[list[VoiceEvent]] = [
    interim("tell me"),
    interim("the first", settles=True),
    PlainEvent.KEY_WAIT_OVER,
    voice_events.RecognitionFailed("broken"),
    PlainEvent.CONVERSATION_REPLACED,
]
"""What may be told at any time."""


def next_events(play: Play) -> Iterator[VoiceEvent | ConversationSignal]:
    """Return what can happen here."""
    phase = play.dialogue.phase
    yield from HEARD
    yield from DONE_BY_USER
    yield from TOLD_BY_ITS_PARTS
    yield from (signal for signal in BY_THE_CONVERSATION if accepts(play.dialogue, signal))
    if play.is_due:
        yield PlainEvent.LISTENING_DUE
    if accepts(play.dialogue, ConversationSignal.TEXT_SUBMITTED):
        yield ConversationSignal.TEXT_SUBMITTED
    if phase is ConversationPhase.LISTENING:
        yield from (uttered("tell me"), uttered(""), uttered("no"), uttered("yes"))
    if phase is ConversationPhase.SPEAKING:
        yield from (event for event in EVENTS if isinstance(event, voice_events.VoiceFellSilent))
    if play.voice.overlap_since is not None:
        yield PlainEvent.OVERLAP_TIMED_OUT
    if is_question_left(play.voice, play.now):
        yield PlainEvent.QUESTION_ABANDONED
    if play.voice.said_over:
        yield from (understood("mhm"), understood("stop"), understood("what about Sunday"))
    if phase in MADE:
        yield from (
            voice_events.LineBegan(purpose=None),
            voice_events.LineBegan(purpose=None, is_reply=True),
        )
    yield from events_of_prompt(play)


def events_of_prompt(play: Play) -> Iterator[VoiceEvent]:
    """Return what a question can do here."""
    phase = play.dialogue.phase
    is_open = is_prompt_open(play.voice, play.now)
    match play.voice.prompt:
        case PromptStage.NONE:
            if is_open and phase in AWAITING | {ConversationPhase.SPEAKING}:
                yield PlainEvent.PROMPT_TAKEN
        case PromptStage.HELD:
            yield from (PlainEvent.PROMPT_STOPPED, PlainEvent.PROMPT_RELEASED)
            if is_open and phase is not ConversationPhase.IDLE:
                yield from (voice_events.PromptAsked(LINES), voice_events.PromptAnnounced(LINES))
            if is_open and phase in AWAITING:
                yield PlainEvent.PROMPT_WAITS
            if is_open and phase is ConversationPhase.LISTENING:
                yield voice_events.PromptAsked(())
        case PromptStage.READING:
            yield from (PlainEvent.PROMPT_YIELDED, PlainEvent.VOICE_LOST)
            if phase in AWAITING:
                yield voice_events.LineBegan(purpose=Purpose.ASK)
        case _:
            yield from (PlainEvent.PROMPT_YIELDED, PlainEvent.PROMPT_RELEASED)


THE_KEY: Final[tuple[Kind, ...]] = (voice_events.TalkKeyPressed, PlainEvent.TALK_KEY_RELEASED)
OVERLAP: Final[tuple[Kind, ...]] = (VoiceSuspected,)
QUESTIONS: Final[tuple[Kind, ...]] = (PlainEvent.PROMPT_TAKEN,)
FAULTS: Final[tuple[Kind, ...]] = (InputLost, InputEnded, Mute, voice_events.RecognitionFailed)
"""Kinds of events without which a subject is not there: all at once would be too many."""
MOST_WORLDS: Final = 100_000 if STRESS else 1_500
"""How many worlds of a subject are looked at: all of them, up to 15,000, only under stress."""


def reachable(
    options: VoiceOptions, *, is_ringing: bool, without: Sequence[Kind]
) -> dict[World, list[ConversationSignal]]:
    """Return the worlds that what happens can lead to, with the signals refused on the way."""
    found: dict[World, list[ConversationSignal]] = {World(): []}
    pending = list(found)
    chance = random.Random(1)
    while pending and len(found) < MOST_WORLDS:
        world = pending.pop(chance.randrange(len(pending)))
        for event in next_events(Play(world, options, is_ringing=is_ringing)):
            play = Play(world, options, is_ringing=is_ringing)
            if isinstance(event, ConversationSignal):
                if event is ConversationSignal.TEXT_SUBMITTED:
                    play.happen(PlainEvent.TYPED_TURN_BEGAN)
                play.signal(event)
            elif kind_of(event) not in without:
                play.happen(event)
            after = play.world
            refused = found.get(after)  # looked up once: a world has forty values to compare
            if refused is None:
                refused = found[after] = []
                pending.append(after)
            refused += play.refused
    return found


@pytest.mark.timeout(600 if STRESS else 60)
@pytest.mark.parametrize(
    ("options", "is_ringing", "without"),
    [
        pytest.param(VoiceOptions(), False, (*QUESTIONS, *FAULTS), id="talk key, overlap"),
        pytest.param(
            VoiceOptions(push_to_talk=True),
            False,
            (*OVERLAP, *FAULTS),
            id="push to talk, questions",
        ),
        pytest.param(VoiceOptions(), False, (*THE_KEY, *FAULTS), id="overlap, questions"),
        pytest.param(VoiceOptions(), True, (*THE_KEY, *QUESTIONS, *FAULTS), id="ringing, overlap"),
        pytest.param(
            VoiceOptions(), False, (*THE_KEY, *OVERLAP, *FAULTS[1:]), id="questions, no microphone"
        ),
        pytest.param(
            VoiceOptions(), False, (*THE_KEY, *OVERLAP, *QUESTIONS, FAULTS[0]), id="other faults"
        ),
    ],
)
def test_nothing_that_happens_leads_to_a_dead_end(
    options: VoiceOptions, *, is_ringing: bool, without: Sequence[Kind]
) -> None:
    worlds = reachable(options, is_ringing=is_ringing, without=without)
    assert {world.dialogue.phase for world in worlds} == set(ConversationPhase)
    for world, refused in worlds.items():
        assert refused == [], world
        assert is_level_right(world.voice)
        play = Play(world, options, is_ringing=is_ringing)
        play.happen(Stop())
        play.happen(PlainEvent.PROMPT_RELEASED)
        play.happen(PlainEvent.LISTENING_DUE)
        assert play.dialogue == DialogueState(), f"the stop button does not end {world}"
        assert not play.voice.has_overlap
