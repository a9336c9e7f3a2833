"""A window that remembers what it was asked to show around its transcript."""

from collections.abc import Sequence

from assistant.channels.desktop.conversation.model.header_status import HeaderStatus
from assistant.channels.desktop.questions.model.pending_questions import PendingItem
from assistant.coding_agents.model.session_board import SessionBoard
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment
from assistant.protocol.notices import Notice
from assistant.questions.model.question import QuestionSet, Response


class FakeView:
    """Implements `ConversationView` and `QuestionsView`."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        """What passes rather than stays, oldest first: the method's name and what it was given."""
        self.status = HeaderStatus()
        self.model = ""
        self.models: tuple[str, ...] = ()
        self.caption = ""
        self.takes = AttachmentKinds()
        self.notices: tuple[Notice, ...] = ()
        self.pending: tuple[PendingItem, ...] = ()
        self.board = SessionBoard()
        self.asked: QuestionSet | None = None
        """The question that the input line names."""

    def named(self, *names: str) -> list[tuple[object, ...]]:
        """Return the calls of these methods."""
        return [call for call in self.calls if call[0] in names]

    def conversation_opened(self, *, model: str, models: Sequence[str]) -> None:
        self.model, self.models = model, tuple(models)

    def show_status(self, status: HeaderStatus) -> None:
        self.status = status

    def show_model(self, model: str) -> None:
        self.model = model

    def show_level(self, dbfs: float) -> None:
        self.calls.append(("show_level", dbfs))

    def show_caption(self, text: str) -> None:
        self.caption = text

    def return_words(self, text: str) -> None:
        self.calls.append(("return_words", text))

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        self.calls.append(("return_files", *attachments))

    def show_takes(self, takes: AttachmentKinds) -> None:
        self.takes = takes

    def show_notices(self, notices: Sequence[Notice]) -> None:
        self.notices = tuple(notices)

    def show_can_hear(self, can_hear: bool) -> None:
        self.calls.append(("show_can_hear", can_hear))

    def open_settings(self, page: str, field: str) -> None:
        self.calls.append(("open_settings", page, field))

    def help_with_microphone(self, reason: str, hint: str) -> None:
        self.calls.append(("help_with_microphone", reason, hint))

    def show_pending(self, items: Sequence[PendingItem]) -> None:
        self.pending = tuple(items)

    def show_sessions(self, board: SessionBoard) -> None:
        self.board = board

    def show_asked(self, questions: QuestionSet | None) -> None:
        self.asked = questions

    def point_out(self, questions_id: str) -> None:
        self.calls.append(("point_out", questions_id))

    def offer_undo(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        self.calls.append(("offer_undo", questions.id, response.outcome, seconds))

    def withdraw_undo(self) -> None:
        self.calls.append(("withdraw_undo",))
