"""A window that remembers what it was asked to show."""

from collections.abc import Sequence

from assistant.channels.desktop.conversation.model.view_protocols import BranchPoint, HeaderStatus
from assistant.channels.desktop.questions.model.pending_questions import PendingItem
from assistant.protocol.messages import HistoryMessage, ImagePart, PastQuestion
from assistant.protocol.notices import Notice, NoticeAction
from assistant.questions.model.question import Channel, QuestionSet, Response


class FakeView:
    """Implements `ConversationView`."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        """Every call, oldest first: the method's name and what it was given."""
        self.status = HeaderStatus()
        self.models: tuple[str, ...] = ()
        self.actions: tuple[NoticeAction, ...] = ()
        """The buttons of the last failure."""
        self.notices: tuple[Notice, ...] = ()
        self.pending: tuple[PendingItem, ...] = ()
        self.asked: QuestionSet | None = None
        """The question that the input line names."""

    def named(self, *names: str) -> list[tuple[object, ...]]:
        """Return the calls of these methods."""
        return [call for call in self.calls if call[0] in names]

    def show_status(self, status: HeaderStatus) -> None:
        self.status = status

    def show_model(self, model: str) -> None:
        self.calls.append(("show_model", model))

    def show_level(self, dbfs: float) -> None:
        self.calls.append(("show_level", dbfs))

    def show_interim(self, text: str) -> None:
        self.calls.append(("show_interim", text))

    def show_caption(self, text: str) -> None:
        self.calls.append(("show_caption", text))

    def clear(self, *, branch: BranchPoint | None = None) -> None:
        self.calls.append(("clear",) if branch is None else ("clear", branch))

    def show_history(
        self, messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion]
    ) -> None:
        self.calls.append(("show_history", tuple(messages), tuple(questions)))

    def add_sent(self, key: int, text: str, *, queued: bool) -> None:
        self.calls.append(("add_sent", key, text, queued))

    def sent_settled(self, key: int) -> None:
        self.calls.append(("sent_settled", key))

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        self.calls.append(("mark_answer", key, questions.id))

    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        self.calls.append(("begin_turn", turn_id, number, sent))

    def add_user(self, text: str, *, spoken: bool) -> None:
        self.calls.append(("add_user", text, spoken))

    def append_reply(self, turn_id: str, text: str) -> None:
        self.calls.append(("append_reply", turn_id, text))

    def append_thinking(self, turn_id: str, text: str) -> None:
        self.calls.append(("append_thinking", turn_id, text))

    def end_segment(self, turn_id: str) -> None:
        self.calls.append(("end_segment", turn_id))

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        self.calls.append(("add_tool", tool_use_id, name, arguments))

    def progress_tool(self, tool_use_id: str, text: str, share: float | None) -> None:
        self.calls.append(("progress_tool", tool_use_id, text, share))

    def finish_tool(
        self,
        tool_use_id: str,
        name: str,
        content: str,
        *,
        is_error: bool,
        images: Sequence[ImagePart] = (),
    ) -> None:
        self.calls.append(("finish_tool", tool_use_id, name, content, is_error, *images))

    def add_question(self, questions: QuestionSet) -> None:
        self.calls.append(("add_question", questions.id))

    def close_question(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        self.calls.append(("close_question", questions.id, response.outcome, channel))

    def show_reopened(self, questions: QuestionSet) -> None:
        self.calls.append(("show_reopened", questions.id))

    def note_change(self, questions_id: str, questions: QuestionSet, response: Response) -> None:
        self.calls.append(("note_change", questions_id, questions.id, response.outcome))

    def show_text_list(self, questions: QuestionSet, text: str) -> None:
        self.calls.append(("show_text_list", questions.id, text))

    def hide_text_list(self, questions_id: str) -> None:
        self.calls.append(("hide_text_list", questions_id))

    def show_pending(self, items: Sequence[PendingItem]) -> None:
        self.pending = tuple(items)

    def show_asked(self, questions: QuestionSet | None) -> None:
        self.asked = questions

    def point_out(self, questions_id: str) -> None:
        self.calls.append(("point_out", questions_id))

    def offer_undo(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        self.calls.append(("offer_undo", questions.id, response.outcome, seconds))

    def withdraw_undo(self) -> None:
        self.calls.append(("withdraw_undo",))

    def end_turn(self, turn_id: str, *, stop_reason: str) -> None:
        self.calls.append(("end_turn", turn_id))

    def fail_turn(
        self,
        turn_id: str,
        reason: str,
        hint: str,
        *,
        cancelled: bool,
        actions: Sequence[NoticeAction] = (),
    ) -> None:
        self.calls.append(("fail_turn", turn_id, reason, hint, cancelled))
        self.actions = tuple(actions)

    def show_shortfall(self, reason: str, hint: str, actions: Sequence[NoticeAction]) -> None:
        self.calls.append(("show_shortfall", reason, hint))
        self.actions = tuple(actions)

    def restart_reply(self, turn_id: str) -> None:
        self.calls.append(("restart_reply", turn_id))

    def withdraw_sent(self, key: int) -> None:
        self.calls.append(("withdraw_sent", key))

    def return_words(self, text: str) -> None:
        self.calls.append(("return_words", text))

    def show_models(self, models: Sequence[str]) -> None:
        self.models = tuple(models)

    def show_latency(self, turn_id: str, seconds: float) -> None:
        self.calls.append(("show_latency", turn_id, seconds))

    def show_notices(self, notices: Sequence[Notice]) -> None:
        self.notices = tuple(notices)

    def help_with_microphone(self, reason: str, hint: str) -> None:
        self.calls.append(("help_with_microphone", reason, hint))
