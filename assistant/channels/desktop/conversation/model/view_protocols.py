"""What the conversation presenter asks of a window: setters without decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from assistant.channels.desktop.questions.model.pending_questions import PendingItem
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.messages import HistoryMessage, ImagePart, PastQuestion
from assistant.protocol.notices import Notice, NoticeAction
from assistant.questions.model.question import Channel, QuestionSet, Response


class AssistantActivity(Enum):
    """What the header says is going on."""

    IDLE = "idle"
    LISTENING = "listening"
    THINKING = "thinking"
    USING_TOOL = "using_tool"
    WAITING = "waiting"
    """A question waits for the user and nothing else goes on."""
    SPEAKING = "speaking"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderStatus:
    """All that the header shows at a glance."""

    activity: AssistantActivity = AssistantActivity.IDLE
    session: VoiceSessionState = VoiceSessionState.INACTIVE
    is_waiting: bool = False
    """Whether a question is before the user, whatever else goes on."""
    is_muted: bool = False
    can_stop: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchPoint:
    """The user went back to a question and answered it anew."""

    left_at: str
    """Id of the question; what stands below it is on the branch that is left."""
    taken_at: str
    """Id under which it was answered anew."""


class QuestionsView(Protocol):
    """What the window shows of questions. Every method is called on the GUI thread."""

    def add_question(self, questions: QuestionSet) -> None:
        """Show in the conversation that a question was put."""
        ...

    def close_question(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Show how a question was settled."""
        ...

    def show_reopened(self, questions: QuestionSet) -> None:
        """Show that a question that was settled is open again."""
        ...

    def note_change(self, questions_id: str, questions: QuestionSet, response: Response) -> None:
        """Show at a question what its answer was changed to by the set `questions`."""
        ...

    def show_text_list(self, questions: QuestionSet, text: str) -> None:
        """Show a question that has no dialog as text, to be answered in the input line."""
        ...

    def hide_text_list(self, questions_id: str) -> None:
        """Show a question as text no more."""
        ...

    def show_pending(self, items: Sequence[PendingItem]) -> None:
        """List the questions that wait, oldest first."""
        ...

    def show_asked(self, questions: QuestionSet | None) -> None:
        """Say in the input line which question its words answer; None if there is none."""
        ...

    def point_out(self, questions_id: str) -> None:
        """Show briefly where a question went that was closed without an answer."""
        ...

    def offer_undo(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        """Offer for so long to take an answer back."""
        ...

    def withdraw_undo(self) -> None:
        """Offer no more to take an answer back."""
        ...


class ConversationView(Protocol):
    """The window as the presenter knows it. Every method is called on the GUI thread."""

    def show_status(self, status: HeaderStatus) -> None:
        """Show what is going on."""
        ...

    def show_model(self, model: str) -> None:
        """Name the model that answers."""
        ...

    def show_models(self, models: Sequence[str]) -> None:
        """Offer the models that the conversation may be held with."""
        ...

    def show_level(self, dbfs: float) -> None:
        """Move the microphone meter."""
        ...

    def show_interim(self, text: str) -> None:
        """Show what is being heard; empty hides it."""
        ...

    def show_caption(self, text: str) -> None:
        """Show the sentence that is being spoken; empty hides it."""
        ...

    def clear(self, *, branch: BranchPoint | None = None) -> None:
        """Empty the conversation; what is on a branch that is left stays, to be read."""
        ...

    def show_history(
        self, messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion]
    ) -> None:
        """Show the past, before anything that is shown already; each question at its place."""
        ...

    def add_sent(self, key: int, text: str, *, queued: bool) -> None:
        """Show typed words at once; `queued` if a turn must end before they are taken."""
        ...

    def sent_settled(self, key: int) -> None:
        """Take the mark of waiting off typed words."""
        ...

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        """Typed words were taken as the answer to a question."""
        ...

    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        """A reply is on its way.

        Args:
            turn_id: Its turn.
            number: Which round of the conversation; None if no words of the user's began it.
            sent: The typed words it belongs to, if shown already.
        """
        ...

    def withdraw_sent(self, key: int) -> None:
        """Take typed words away that were taken back."""
        ...

    def return_words(self, text: str) -> None:
        """Put words into the input line that were not sent, if nothing stands there."""
        ...

    def add_user(self, text: str, *, spoken: bool) -> None:
        """Show words of the user that were not shown when they were sent."""
        ...

    def append_reply(self, turn_id: str, text: str) -> None:
        """Show more of the reply."""
        ...

    def append_thinking(self, turn_id: str, text: str) -> None:
        """Show more of the reasoning, folded."""
        ...

    def restart_reply(self, turn_id: str) -> None:
        """Take away the words and the reasoning since the last segment: they are made anew."""
        ...

    def end_segment(self, turn_id: str) -> None:
        """What comes next in the turn stands apart from the words so far."""
        ...

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        """Show a tool that runs."""
        ...

    def progress_tool(self, tool_use_id: str, text: str, share: float | None) -> None:
        """Show how far a tool is that runs: words, and a share from 0 to 1 or None."""
        ...

    def finish_tool(
        self,
        tool_use_id: str,
        name: str,
        content: str,
        *,
        is_error: bool,
        images: Sequence[ImagePart] = (),
    ) -> None:
        """Show what a tool gave."""
        ...

    def end_turn(self, turn_id: str, *, stop_reason: str) -> None:
        """The reply is complete; the model ended it for this reason."""
        ...

    def fail_turn(
        self,
        turn_id: str,
        reason: str,
        hint: str,
        *,
        cancelled: bool,
        actions: Sequence[NoticeAction] = (),
    ) -> None:
        """The reply ended early; `actions` are what the user may do about it."""
        ...

    def show_shortfall(self, reason: str, hint: str, actions: Sequence[NoticeAction]) -> None:
        """Say below a reply that came to its end why it is not whole."""
        ...

    def show_latency(self, turn_id: str, seconds: float) -> None:
        """Show how long the user waited for the first words, heard or seen."""
        ...

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show what the user should know, newest last."""
        ...

    def help_with_microphone(self, reason: str, hint: str) -> None:
        """Say to somebody who wants to speak why they cannot, and how to change it."""
        ...
