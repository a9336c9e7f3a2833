"""What the user's buttons and keys do to the voice loop. Engine thread."""

import asyncio
from typing import Protocol, assert_never

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.protocol.conversation import Stop
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.voice.audio.earcons import Earcon
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.playout.reply_speaker import ReplySpeaker
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.session.listening_control import ListeningControl
from assistant.voice.text.reply_sentences import SpokenReply
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey


class UserControlsOwner(Protocol):
    """Who hears and speaks."""

    @property
    def stand(self) -> QuestionTurn | None:
        """The question that holds the floor."""
        ...

    @property
    def is_finishing_turn(self) -> bool:
        """Whether a turn that is over is being understood."""
        ...

    @property
    def waits_for_call(self) -> bool:
        """Whether a question was left that the user can come back to, or go on without."""
        ...

    async def open_ear(self) -> None:
        """Try to open the microphone; what fails becomes a notice."""
        ...

    def wake(self) -> None:
        """The user calls."""
        ...

    def discard_turn(self) -> None:
        """Forget what is being heard."""
        ...

    def discard_barge_in(self) -> None:
        """Forget what is being said over the voice."""
        ...


class UserControls:
    """Carries out the user's commands.

    Args:
        owner: Who hears and speaks.
        talk: The conversation.
        ear: The listener.
        key: The talk key.
        attending: What is listened for.
        speaking: What is said.
        tasks: Holds what is under way.
        clock: Stamps the talk key; the same one that stamps what is heard.
    """

    def __init__(
        self,
        *,
        owner: UserControlsOwner,
        talk: ConversationPort,
        ear: SpeechInput,
        key: PushToTalkKey,
        attending: ListeningControl,
        speaking: ReplySpeaker,
        tasks: BackgroundTasks,
        clock: Clock,
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._ear = ear
        self._key = key
        self._attending = attending
        self._speaking = speaking
        self._tasks = tasks
        self._clock = clock
        self._breaking: asyncio.Task[None] | None = None

    async def carry_out(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        """Carry out a command."""
        match command:
            case ToggleMicrophone():
                await self._toggle()
            case Stop():
                await self._stop_all()
            case Mute(muted=muted):
                self._mute(muted=muted)
            case PushToTalk(pressed=True):
                await self._press()
            case PushToTalk():
                self._release()
            case _:
                assert_never(command)

    def abort_turn(self) -> None:
        """Give up the turn under way, for the user speaks."""
        if self._breaking is None or self._breaking.done():
            self._breaking = self._tasks.spawn(self._break_off(), "break a turn off")

    async def _break_off(self) -> None:
        await self._give_up(*self._speaking.drop_reply())
        if self._talk.state.phase is ConversationPhase.IDLE:
            self._owner.wake()
        self._attending.soon()

    async def _toggle(self) -> None:
        state, stand = self._talk.state, self._owner.stand
        if state.phase is ConversationPhase.LISTENING:
            self._attending.is_closing = True
            self._owner.discard_turn()
            self._attending.soon()
        elif state.session is VoiceSessionState.INACTIVE:
            await self._call()
        elif self._owner.waits_for_call:
            self._owner.wake()
        elif self._talk.accepts(ConversationSignal.MIC_OFF):
            self._talk.signal(ConversationSignal.MIC_OFF)
            if stand is not None:
                stand.gone()
        else:  # listening ends where it would begin again, unless asked for once more
            self._attending.is_closing = not self._attending.is_closing

    async def _call(self) -> None:
        """Open a session by hand."""
        self._ear.is_understood = True  # the recogniser may be mended by now
        if not self._ear.is_started:
            await self._owner.open_ear()
        self._owner.wake()

    def _mute(self, *, muted: bool) -> None:
        if muted is not self._ear.is_muted:
            self._speaking.earcon(Earcon.MUTED if muted else Earcon.UNMUTED)
        self._ear.is_muted = muted
        self._owner.discard_barge_in()
        self._key.forget()
        stand = self._owner.stand
        if muted and stand is not None:
            stand.gone()
        self._attending.anew()

    async def _stop_all(self) -> None:
        self._attending.is_closing = True
        self._key.forget()
        self._owner.discard_barge_in()
        reply, heard = self._speaking.drop_reply()
        self._owner.discard_turn()
        await self._give_up(reply, heard)
        if self._talk.accepts(ConversationSignal.SESSION_ENDED):
            self._talk.signal(ConversationSignal.SESSION_ENDED)
        self._attending.soon()

    async def _give_up(self, reply: SpokenReply | None, heard: str) -> None:
        """Stop the turn, and note how much of its reply was heard."""
        is_over = reply is not None and reply.is_complete
        if reply is not None and is_over:
            await self._talk.record_heard(reply.turn_id, heard)
        await self._talk.stop_turn(heard=None if reply is None or is_over else heard)

    async def _press(self) -> None:
        """The talk key went down: whatever goes on gives way to the user."""
        if not self._key.press(self._clock.monotonic()):
            return
        self._attending.is_closing = False
        phase = self._talk.state.phase
        if phase is ConversationPhase.IDLE:
            await self._call()
        elif phase in {ConversationPhase.AWAITING_ANSWER, ConversationPhase.AWAITING_CONFIRM}:
            self._owner.wake()
        elif phase is ConversationPhase.LISTENING and not self._owner.is_finishing_turn:
            self._owner.discard_turn()
        if not self._ear.can_hear:
            self._key.forget()
        self._attending.anew()  # there, what is said or made gives way

    def _release(self) -> None:
        """The talk key went up: the turn is over, if there is one."""
        is_heard = self._is_listening
        if is_heard and self._key.is_down:
            self._attending.now()  # a press so short that its turn has not been opened yet
        if self._key.release(is_heard=is_heard and self._is_listening):
            self._ear.let_go()
        else:
            self._attending.soon()

    @property
    def _is_listening(self) -> bool:
        return (
            self._talk.state.phase is ConversationPhase.LISTENING
            and not self._owner.is_finishing_turn
        )
