"""Turns the engine's events into what is shown, and the user's gestures into commands. Pure."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, assert_type

from assistant.channels.desktop.app.model.conversation_view import ConversationView
from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.conversation.model.pending_messages import (
    PendingMessages,
    was_typed,
)
from assistant.channels.desktop.conversation.model.reply_presenter import (
    ReplyEvent,
    ReplyPresenter,
)
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.model.turn_latency import turn_latency
from assistant.conversation.turn.model.message_queue import MAX_WAITING
from assistant.conversation.turn.queue_notifier import queue_full_notice
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import (
    ConversationOpened,
    MessageRejected,
    NewConversation,
    QueuedMessagesChanged,
    Say,
    StateChanged,
    Stop,
    UnsentMessagesReturned,
    UserTyping,
    WithdrawMessage,
)
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.messages import Attachment, HistoryLoaded
from assistant.protocol.models import ModelSwitched, SwitchModel
from assistant.protocol.notices import ModelAdvice, Notice, NoticeAction, OpenSettings
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    TextDelta,
    ThinkingDelta,
    Timeline,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    TurnTimed,
    UserMessageStored,
)
from assistant.protocol.voice import (
    MicrophoneLevel,
    Mute,
    PushToTalk,
    SentenceSpoken,
    SpeechStarted,
    SpeechStopped,
    ToggleMicrophone,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.questions.model.question import Channel

if TYPE_CHECKING:  # these topics are imported when the panels that show them are
    from assistant.protocol.coding_agents import AgentSetupsListed, CodingAgentEvent
    from assistant.protocol.decisions import DecisionsListed
    from assistant.protocol.dictation import DictationChanged
    from assistant.protocol.events import EngineEvent
    from assistant.protocol.first_run import FirstRunEvent
    from assistant.protocol.folders import FoldersListed, TrashListed
    from assistant.protocol.history import ConversationCopied, ConversationsListed, HistoryFound
    from assistant.protocol.mcp_servers import ServerSaved, ServersListed
    from assistant.protocol.memory import ArchivedRead, FactKept, MemoryRead, MemorySaved
    from assistant.protocol.personas import AgentSaved, PersonasListed, WorkspaceCreated
    from assistant.protocol.questions import (
        AnswerSentToModel,
        AnswersListed,
        QuestionRose,
        QuestionsListed,
        QuestionsWait,
    )
    from assistant.protocol.sent_context import ContextSent
    from assistant.protocol.sync import SyncEvent
    from assistant.protocol.telegram import TelegramListed
    from assistant.protocol.timers import RingingStopped, TimerRang, TimersListed
    from assistant.protocol.tools import ToolCallsListed, ToolsListed
    from assistant.protocol.wake_words import WakeWordEvent

    _ShownElsewhere = (
        ConversationsListed
        | HistoryFound
        | ConversationCopied
        | FactKept
        | MemoryRead
        | MemorySaved
        | ArchivedRead
        | PersonasListed
        | WorkspaceCreated
        | AgentSaved
        | ContextSent
        | ToolsListed
        | FoldersListed
        | TrashListed
        | ToolCallsListed
        | DecisionsListed
        | ServersListed
        | ServerSaved
        | QuestionsListed
        | QuestionRose
        | QuestionsWait
        | AnswerSentToModel
        | AnswersListed
        | TimersListed
        | TimerRang
        | RingingStopped
        | SyncEvent
        | TelegramListed
        | WakeWordEvent
        | DictationChanged
        | AgentSetupsListed
        | FirstRunEvent
    )

_TurnEvent = TurnStarted | TurnTimed | UserMessageStored | ReplyEvent
_VoiceEvent = (
    TranscriptInterim
    | TranscriptFinal
    | MicrophoneLevel
    | SpeechStarted
    | SentenceSpoken
    | SpeechStopped
)
_ConversationEvent = (
    ConversationOpened
    | ModelSwitched
    | HistoryLoaded
    | StateChanged
    | QueuedMessagesChanged
    | UnsentMessagesReturned
    | MessageRejected
    | Notice
    | ModelAdvice
    | QuestionAsked
    | QuestionClosed
)

ANSWER_MISFIT: Final = "question_line"
"""Code of the notice that says why words were no answer."""

VOICE_OUTPUT_UNAVAILABLE: Final = "voice_output_unavailable"
"""Code of the notice that nothing can be said; its hint is the reason."""

MICROPHONE_MISSING: Final = "microphone_missing"
"""Code of the notice that nothing can be heard."""

VOICE_MODELS_MISSING: Final = "voice_models_missing"
"""Code of the notice that the voice waits for its model files."""

_ACTIVITY = {
    ConversationPhase.IDLE: AssistantActivity.IDLE,
    ConversationPhase.LISTENING: AssistantActivity.LISTENING,
    ConversationPhase.STREAMING: AssistantActivity.THINKING,
    ConversationPhase.TOOL_CALLING: AssistantActivity.USING_TOOL,
    ConversationPhase.AWAITING_ANSWER: AssistantActivity.WAITING,
    ConversationPhase.AWAITING_CONFIRM: AssistantActivity.WAITING,
    ConversationPhase.SPEAKING: AssistantActivity.SPEAKING,
}


def waited_s(timeline: Timeline) -> float | None:
    """Return how long the user waited: to the first sound if they spoke, else to the first word.

    None if the turn ended before there was either.
    """
    if timeline.speech_end is not None and timeline.first_audio is not None:
        return timeline.first_audio - timeline.speech_end
    if timeline.request is not None and timeline.first_token is not None:
        return timeline.first_token - timeline.request
    return None


class ConversationPresenter:
    """Between one engine and one window; needs no Qt. Every method runs on the GUI thread.

    Args:
        engine: Takes commands.
        rows: The transcript, to which everything is written that is said and done.
        view: Shows what goes on around it.
        asking: Takes what concerns questions.
    """

    def __init__(
        self,
        *,
        engine: EngineClient,
        rows: TranscriptModel,
        view: ConversationView,
        asking: QuestionsPresenter,
    ) -> None:
        self._engine = engine
        self._rows = rows
        self._view = view
        self._asking = asking
        self._state = DialogueState()
        self._muted = False
        self._wants_to_speak = False
        """They asked for the microphone, and it is not open yet."""
        self._turn: str | None = None
        """The turn whose reply is being made."""
        self._is_trying_again = False
        """Whether the connection broke and nothing of the next try has come yet."""
        self._reply = ReplyPresenter(rows=rows)
        self._round = 0
        self._sent = PendingMessages()
        self._files: dict[int, tuple[Attachment, ...]] = {}
        """What goes with typed words that no turn has taken yet, by their keys."""
        self._sent_before: list[str] = []
        """Words whose fate was not known when the conversation was opened, as those that were typed
        while the program started."""
        self._has_choice = False
        """The last reply ended with a choice that has not been put yet."""
        self._notices: dict[str, Notice] = {}
        self._deaf_for: frozenset[str] = frozenset()
        """Codes of what keeps the user from being heard, whether its notice was closed or not."""

    # What the user does.

    def send(self, text: str, attachments: Sequence[Attachment] = ()) -> bool:
        """Send typed words with files; returns whether there were any."""
        text = text.strip()
        if not text and not attachments:
            return False
        question = None if attachments else self._asking.answered_by_typing
        if question is None and len(self._sent.waiting) >= MAX_WAITING:
            self._show_notice(queue_full_notice())
            self._return(text, attachments)
            return False
        key = self._sent.add(text, offered_to=None if question is None else question.id)
        is_queued = self._turn is not None and question is None
        if attachments:
            self._files[key] = tuple(attachments)
        # First: drawing takes as long as asking the model.
        self._engine.submit(Say(text=text, attachments=tuple(attachments)))
        self._rows.add_sent(key, text, queued=is_queued, attachments=attachments)
        return True

    def _return(self, text: str, attachments: Sequence[Attachment]) -> None:
        """Put a message back that was not sent."""
        if text:
            self._view.return_words(text)
        if attachments:
            self._view.return_files(attachments)

    def typing(self) -> None:
        """Words are being typed: what they will be sent with can be made ready."""
        self._engine.submit(UserTyping())

    def withdraw(self, key: int) -> None:
        """Take back words that wait; they come back into the input line."""
        words_id = self._sent.words_id(key)
        if words_id is not None:
            self._engine.submit(WithdrawMessage(words_id=words_id))

    def switch_model(self, model: str) -> None:
        """Hold this conversation with another model."""
        self._engine.submit(SwitchModel(model=model))

    def act(self, action: NoticeAction) -> None:
        """Do what a button says."""
        match action.command:
            case Say(text=text):
                self.send(text)
            case OpenSettings(page=page, field=field):
                self._view.open_settings(page, field)
            case command:
                self._engine.submit(command)

    def act_on_notice(self, code: str, action: NoticeAction) -> None:
        """Do what the button of a notice says, which is settled by that."""
        self.dismiss_notice(code)
        self.act(action)

    def stop(self) -> None:
        """Stop the reply, the voice and listening."""
        self._engine.submit(Stop())

    def toggle_microphone(self) -> None:
        """Open or end a voice session; opens the microphone first if it is muted."""
        if self._muted:
            self.set_muted(False)
        self._wants_to_speak = self._state.session is VoiceSessionState.INACTIVE
        self._engine.submit(ToggleMicrophone())

    def talk(self, pressed: bool) -> None:  # the slot of a signal
        """The user holds the talk button, or lets go of it; opens a muted microphone first."""
        if pressed and self._muted:
            self.set_muted(False)
        self._wants_to_speak = self._wants_to_speak or pressed
        self._engine.submit(PushToTalk(pressed=pressed))

    def set_muted(self, muted: bool) -> None:
        """Close or open the microphone altogether."""
        if muted != self._muted:
            self._muted = muted
            self._engine.submit(Mute(muted=muted))
            self._show_status()

    def toggle_mute(self) -> None:
        """Close the microphone if it is open, and the other way round."""
        self.set_muted(not self._muted)

    def new_conversation(self) -> None:
        """Begin afresh."""
        self._engine.submit(NewConversation())

    def dialogs_changed(
        self, front: str | None, queued: Collection[str], aside: Collection[str]
    ) -> None:
        """Another question is in front, or one was closed without an answer."""
        self._asking.dialogs_changed(front, queued, aside)
        self._show_status()

    def dismiss_notice(self, code: str) -> None:
        """Take a notice away until it comes again."""
        if self._notices.pop(code, None):
            self._view.show_notices(self._distinct_notices())

    # What the engine says.

    def handle(self, event: "EngineEvent") -> None:
        """Show one event."""
        if isinstance(event, _TurnEvent):
            self._handle_turn(event)
        elif isinstance(event, _VoiceEvent):
            self._handle_voice(event)
        elif isinstance(event, _ConversationEvent):
            self._handle_conversation(event)
        else:
            self._handle_agents(event)

    def _handle_conversation(self, event: _ConversationEvent) -> None:
        match event:
            case ConversationOpened():
                self._forget_conversation()
                self._rows.clear(branch=self._asking.branch_left(event.conversation_id))
                self._view.show_caption("")
                self._view.conversation_opened(model=event.model, models=event.models)
                self._view.show_takes(event.takes)
                self._asking.conversation_opened(event.conversation_id)
                self._show_status()
            case HistoryLoaded():
                self._round = sum(
                    message.role == "user" and message.answers is None for message in event.messages
                )
                self._rows.show_history(event.messages, event.questions, shown=event.shown)
                self._asking.history_loaded(event.questions)
            case ModelSwitched():
                self._view.show_model(event.model)
                self._view.show_takes(event.takes)
            case StateChanged():
                self._state_changed(event.new)
            case QueuedMessagesChanged():
                self._waiting_changed(event)
            case UnsentMessagesReturned():
                self._return("\n".join(event.texts), event.attachments)
            case MessageRejected():
                self._rejected(event)
            case Notice() | ModelAdvice():
                self._tell(event)
            case QuestionAsked():
                self._has_choice = False
                self._asking.asked(event)
                self._show_status()
            case QuestionClosed():
                self._question_closed(event)

    def _handle_agents(self, event: "CodingAgentEvent | _ShownElsewhere") -> None:
        # The window stands before these are imported; the engine did so for the event.
        from assistant.coding_agents.tasks.task_text import report_text
        from assistant.protocol.coding_agents import AgentReported, AgentSessionsListed

        if isinstance(event, AgentSessionsListed):
            self._asking.sessions_listed(event.board)
        elif isinstance(event, AgentReported):
            self._rows.add_remark(report_text(event.asker.title, event.task))
        elif TYPE_CHECKING:  # a new event is one of those above or is named here
            assert_type(event, _ShownElsewhere)

    def _tell(self, event: Notice | ModelAdvice) -> None:
        if isinstance(event, ModelAdvice):
            self._rows.add_remark(event.text, actions=event.actions)
            return
        if event.code == ANSWER_MISFIT and not event.resolved:
            self._sent.misfit()
        self._show_notice(event)
        if event.code in (MICROPHONE_MISSING, VOICE_MODELS_MISSING):
            told = frozenset({event.code})
            self._deaf_for = self._deaf_for - told if event.resolved else self._deaf_for | told
            self._view.show_can_hear(not self._deaf_for)
        if event.code == MICROPHONE_MISSING:
            self._microphone_missing(event)

    def _show_notice(self, notice: Notice) -> None:
        """Show a notice in place of an older one of its code."""
        self._notices.pop(notice.code, None)
        if not notice.resolved:
            self._notices[notice.code] = notice
        self._view.show_notices(self._distinct_notices())

    def _distinct_notices(self) -> tuple[Notice, ...]:
        """Return the notices, without that of the speaker if the microphone's says its reason."""
        microphone = self._notices.get(MICROPHONE_MISSING)
        said = microphone.text if microphone else ""
        return tuple(
            one
            for one in self._notices.values()
            if not (one.code == VOICE_OUTPUT_UNAVAILABLE and one.hint and one.hint in said)
        )

    def _waiting_changed(self, event: QueuedMessagesChanged) -> None:
        """Show which words wait; those that no turn took come back into the input line."""
        change = self._sent.follow(event.waiting)
        for key, text in change.new:
            files = event.attachments.get(self._sent.words_id(key) or "", ())
            self._files[key] = files
            self._rows.add_sent(key, text, queued=True, attachments=files)
        for key, _text in change.gone:
            self._rows.withdraw_sent(key)
        if change.gone:
            text = "\n".join(text for _key, text in change.gone if text)
            self._return(text, [one for key, _ in change.gone for one in self._taken_files(key)])

    def _taken_files(self, key: int) -> tuple[Attachment, ...]:
        """Return the files that went with typed words, which are not needed any more."""
        return self._files.pop(key, ())

    def _rejected(self, event: MessageRejected) -> None:
        """Put words that no turn will take back into the input line, if they were sent from here."""
        text = event.text
        key = self._sent.take(text)
        if key is not None:
            self._rows.withdraw_sent(key)
        elif text in self._sent_before:
            self._sent_before.remove(text)
        else:
            return
        if key is not None:
            self._taken_files(key)
        self._return(text, event.attachments)

    def _microphone_missing(self, notice: Notice) -> None:
        """Help whoever wanted to speak just now; a notice is enough for everybody else."""
        if self._wants_to_speak and not notice.resolved:
            self._wants_to_speak = False
            self._view.help_with_microphone(notice.text, notice.hint)

    def _question_closed(self, event: QuestionClosed) -> None:
        self._has_choice = False
        self._mark_answer(event)
        self._asking.closed(event)
        self._show_status()

    def _mark_answer(self, event: QuestionClosed) -> None:
        """Note which of the words sent were the answer, if typed words were."""
        is_answer = event.channel is Channel.DESKTOP and was_typed(event.response)
        for key in self._sent.settle(event.questions.id):
            if is_answer:
                self._rows.mark_answer(key, event.questions)

    def _handle_voice(self, event: _VoiceEvent) -> None:
        match event:
            case TranscriptInterim():
                self._rows.set_interim(event.text, event.tentative)
            case TranscriptFinal():
                self._rows.set_interim("")
            case MicrophoneLevel():
                self._view.show_level(event.dbfs)
            case SentenceSpoken():
                self._view.show_caption(event.text)
            case SpeechStopped():
                self._view.show_caption("")
            case SpeechStarted():
                pass  # the state says so

    def _handle_turn(self, event: _TurnEvent) -> None:
        match event:
            case TurnStarted():
                self._turn_started(event)
            case TurnTimed():
                seconds = waited_s(event.timeline)
                if seconds is not None:
                    latency = turn_latency(event.timeline)
                    self._rows.note_latency(event.turn_id, seconds, latency)
            case UserMessageStored():
                self._rows.words_kept(event.turn_id, event.message_id, event.siblings)
            case _ if event.turn_id != self._turn:
                pass  # of a turn that is over
            case TurnFinished():
                self._has_choice = event.has_user_choice
                self._reply.handle(event)
                self._turn_over()
            case TurnFailed():
                self._reply.handle(event)
                self._turn_over()
            case ReplyRestarted():
                self._reply.handle(event)
                self._set_trying_again(True)
            case TextDelta() | ThinkingDelta() | ReplySegmentFinished():
                self._reply.handle(event)
                self._set_trying_again(False)
            case _:
                self._reply.handle(event)

    def _set_trying_again(self, is_trying: bool) -> None:
        if self._is_trying_again is not is_trying:
            self._is_trying_again = is_trying
            self._show_status()

    def _turn_started(self, event: TurnStarted) -> None:
        self._turn = event.turn_id
        self._has_choice = False
        self._reply.begin()
        self._asking.turn_started()
        self._rows.set_interim("")
        if event.resumed or event.answers is not None:
            # No words of the user's own: what they chose stands at the question.
            self._rows.begin_turn(event.turn_id, number=None, sent=None)
        else:
            self._begin_with_words(event)
        self._show_status()

    def _begin_with_words(self, event: TurnStarted) -> None:
        if event.replaces is not None and self._rows.take_back_turn(event.replaces):
            self._round -= 1
        self._round += 1
        key = self._sent.take(event.text.strip())
        if key is None:
            self._rows.add_user(event.text, spoken=event.spoken, attachments=event.attachments)
        else:
            self._taken_files(key)
            self._rows.sent_settled(key)
        self._rows.begin_turn(event.turn_id, number=self._round, sent=key)

    def _turn_over(self) -> None:
        self._turn = None
        self._is_trying_again = False
        self._show_status()

    def _state_changed(self, new: DialogueState) -> None:
        was_listening = self._state.phase is ConversationPhase.LISTENING
        self._state = new
        if new.session is not VoiceSessionState.INACTIVE:
            self._wants_to_speak = False
        if was_listening and new.phase is not ConversationPhase.LISTENING:
            self._rows.set_interim("")
        if new.phase is not ConversationPhase.SPEAKING:
            self._view.show_caption("")
        if new.phase is ConversationPhase.IDLE:
            # Nothing runs: what still waits was taken as an answer, or is taken in a moment.
            for key in self._sent:
                self._rows.sent_settled(key)
        self._show_status()

    def _forget_conversation(self) -> None:
        if self._sent.waiting:  # they were not sent
            waiting = [key for key in self._sent if self._sent.words_id(key) is not None]
            files = [one for key in waiting for one in self._taken_files(key)]
            self._return("\n".join(filter(None, self._sent.waiting)), files)
        self._files.clear()
        self._turn = None
        self._is_trying_again = False
        self._round = 0
        self._sent_before = list(self._sent.open)
        self._sent.clear()
        self._has_choice = False

    def _show_status(self) -> None:
        phase = self._state.phase
        self._view.show_status(
            HeaderStatus(
                activity=_ACTIVITY[phase],
                session=self._state.session,
                is_waiting=self._has_choice or self._asking.is_waiting,
                is_muted=self._muted,
                is_trying_again=self._is_trying_again,
                can_stop=phase is not ConversationPhase.IDLE or self._turn is not None,
            )
        )
