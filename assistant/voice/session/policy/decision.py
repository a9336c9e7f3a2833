"""A decision in the making, and the steps that several decisions share."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
    accepts,
)
from assistant.voice.protocols import ListeningMode
from assistant.voice.session.policy.voice_actions import (
    Listen,
    PlainAction,
    SendSignal,
    VoiceAction,
)
from assistant.voice.session.policy.voice_state import (
    Attention,
    Obstacle,
    PromptStage,
    Surroundings,
    VoiceLevel,
    VoiceOptions,
    VoiceState,
)
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey


@dataclass(slots=True)
class Decision:
    """What is decided so far. Lives within one call of `decide`.

    `now` stays as it was when the event came: a signal takes effect when it is carried out.
    """

    state: VoiceState
    now: Surroundings
    options: VoiceOptions
    actions: list[VoiceAction] = field(default_factory=list[VoiceAction])

    @property
    def phase(self) -> ConversationPhase:
        return self.now.dialogue.phase

    @property
    def session(self) -> VoiceSessionState:
        return self.now.dialogue.session

    @property
    def hears_turn(self) -> bool:
        """Whether a turn of the user is being heard that is not over."""
        return self.phase is ConversationPhase.LISTENING and not self.now.is_finishing_turn

    def do(self, *actions: VoiceAction) -> None:
        self.actions += actions

    def signal(self, signal: ConversationSignal) -> None:
        self.do(SendSignal(signal))

    def accepts(self, signal: ConversationSignal) -> bool:
        return accepts(self.now.dialogue, signal)

    # What is listened for.

    def listen(
        self,
        mode: ListeningMode,
        *,
        no_speech_after_s: float | None = None,
        again: bool = False,
        since: float | None = None,
        held: bool = False,
    ) -> None:
        """Listen for `mode`; a microphone that is muted, or behind a locked screen, is off.

        While the user dictates, nothing else is listened for.
        """
        if not self.state.obstacles.isdisjoint({Obstacle.MUTED, Obstacle.LOCKED}):
            mode, no_speech_after_s = ListeningMode.OFF, None
        elif Obstacle.DICTATING in self.state.obstacles:
            return
        self.do(
            Listen(
                mode=mode, no_speech_after_s=no_speech_after_s, again=again, since=since, held=held
            )
        )

    def rest(self) -> None:
        """Listen for the wake word alone until something else is needed."""
        self.listen(ListeningMode.WAKE)

    def update_listening(self) -> None:
        """Derive what is listened for from the state."""
        self.do(PlainAction.UPDATE_LISTENING)

    def listen_anew(self) -> None:
        """Listen for another turn of the user, even during one."""
        self.state = replace(self.state, is_renewed=True)
        self.update_listening()

    def obstruct(
        self,
        *,
        add: AbstractSet[Obstacle] = frozenset(),
        remove: AbstractSet[Obstacle] = frozenset(),
    ) -> None:
        """Change what keeps the user from being heard."""
        self.state = replace(self.state, obstacles=(self.state.obstacles - remove) | add)

    def attend(self, attention: Attention, *, where: Attention | None = None) -> None:
        """Note how the user asked for attention; with `where`, only where that holds."""
        if where is None or self.state.attention is where:
            self.state = replace(self.state, attention=attention)

    def forget_key(self) -> None:
        """The talk key counts as up, wherever it is."""
        self.state = replace(self.state, key=PushToTalkKey())

    def discard_turn(self) -> None:
        """Drop the present turn."""
        state = self.state
        if state.pause_id is not None or state.speculations or state.draft is not None:
            self.state = replace(state, pause_id=None, speculations=0, asked_ahead="", draft=None)
        self.do(PlainAction.DISCARD_TURN, PlainAction.CANCEL_SPECULATION)

    # Speech over the voice.

    def forget_overlap(self) -> None:
        """Drop decisions about speech over the voice."""
        if not self.state.has_overlap:
            return
        if self.state.overlap_since is not None:
            self.do(PlainAction.UNWATCH_OVERLAP)
        if self.state.said_over:
            self.do(PlainAction.FORGET_OVERLAP)
        self.state = replace(self.state, overlap_since=None, said_over=())

    def restore_level(self) -> None:
        """Restore the voice's volume; resume it if it was held."""
        match self.state.level:
            case VoiceLevel.FULL:
                return
            case VoiceLevel.DUCKED:
                self.do(PlainAction.UNDUCK)
            case VoiceLevel.HELD:
                self.do(PlainAction.RESUME)
        self.state = replace(self.state, level=VoiceLevel.FULL)

    def discard_overlap(self) -> None:
        """Drop speech over the voice, which goes on if it was not stopped."""
        self.forget_overlap()
        self.restore_level()

    # The question that holds the prompt.

    def prompt_is(self, stage: PromptStage) -> None:
        """Note how far the question is."""
        self.state = replace(self.state, prompt=stage)

    def end_reading(self) -> None:
        """The prompt has finished playing."""
        match self.state.prompt:
            case PromptStage.READING:
                self.prompt_is(PromptStage.ASKING)
            case PromptStage.ANNOUNCING:
                self.prompt_is(PromptStage.HELD)
            case _:
                pass

    def lose_prompt(self) -> None:
        """Speech input or output failed: report it to the question."""
        if self.state.prompt is not PromptStage.NONE:
            self.prompt_is(PromptStage.HELD)
            self.do(PlainAction.LOSE_PROMPT)
