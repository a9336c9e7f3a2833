"""What another process of Parley may have the engine do, and what it hears. Pure.

It speaks for the user as a surface of this machine: it says, asks, answers and lists. It gives no
permission, opens no microphone, and sets up neither servers nor tools.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from assistant.attachments.model.judged import check_attachment, named_alone
from assistant.errors import AnswerRefused, AssistantError, RefusalReason
from assistant.locale import _
from assistant.protocol.coding_agents import CodingAgentCommand, CodingAgentEvent
from assistant.protocol.commands import Command
from assistant.protocol.conversation import (
    ConversationCommand,
    ConversationEvent,
    MessageRejected,
    QueuedMessagesChanged,
    Say,
    UnsentMessagesReturned,
)
from assistant.protocol.decisions import DecisionsListed, ListDecisions, OpenDecision
from assistant.protocol.events import EngineEvent
from assistant.protocol.folders import (
    FoldersListed,
    GrantFolder,
    ListFolders,
    RevokeFolder,
)
from assistant.protocol.history import (
    ConversationsListed,
    HistoryFound,
    ListConversations,
    OpenConversation,
    SearchHistory,
)
from assistant.protocol.memory import FactKept, MemoryRead, ReadMemory, Remember, UndoMemory
from assistant.protocol.messages import (
    DocumentPart,
    HistoryLoaded,
    HistoryMessage,
    ImagePart,
    ToolPart,
)
from assistant.protocol.models import (
    DeclineStarterDownload,
    FetchModelFiles,
    ModelSwitched,
    SwitchModel,
    UseLocalServer,
)
from assistant.protocol.notices import ModelAdvice, Notice
from assistant.protocol.questions import (
    AnswerQuestion,
    PresentQuestionAgain,
    QuestionCommand,
    QuestionEvent,
    SaveDraft,
)
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from assistant.protocol.telegram import HideLinkCode, ListTelegram, ShowLinkCode, TelegramListed
from assistant.protocol.timers import TimerCommand, TimerEvent
from assistant.protocol.turns import TurnEvent, TurnStarted
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Method,
    Provenance,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.model.validation import may_answer

MAX_MESSAGES: Final = 200
"""The last messages of a conversation are sent, at most so many."""

RemoteCommand = (
    ConversationCommand
    | QuestionCommand
    | ListConversations
    | SearchHistory
    | OpenConversation
    | ListDecisions
    | OpenDecision
    | Remember
    | UndoMemory
    | ReadMemory
    | SwitchModel
    | UseLocalServer
    | FetchModelFiles
    | DeclineStarterDownload
    | ListFolders
    | GrantFolder
    | RevokeFolder
    | TimerCommand
    | CodingAgentCommand
    | ListTelegram
    | ShowLinkCode
    | HideLinkCode
    | ListSync
    | SyncNow
)
"""What another process may submit; everything else is done in the window."""
RemoteEvent = (
    ConversationEvent
    | TurnEvent
    | HistoryLoaded
    | QuestionEvent
    | ConversationsListed
    | HistoryFound
    | DecisionsListed
    | FactKept
    | MemoryRead
    | ModelSwitched
    | FoldersListed
    | TimerEvent
    | CodingAgentEvent
    | TelegramListed
    | SyncListed
    | Notice
    | ModelAdvice
)
"""What another process hears, except `ContextSent`: prompts stay here."""

_METHODS: Final = frozenset({Method.CLICK, Method.KEY, Method.TYPED})
"""How somebody at another surface of this machine may have answered."""


def admitted(command: Command, *, pending: Sequence[PendingQuestion], at: datetime) -> Command:
    """Return a command of another process as the engine carries it out.

    Args:
        command: As it was submitted.
        pending: The open questions.
        at: Now, aware.

    Raises:
        AssistantError: If that is not done for another process.
        AnswerRefused: `NOT_ALLOWED` if it is about a question that is answered in the window alone.
        AttachmentRefused: If a file is none that the judge of files lets pass.
    """
    if not isinstance(command, RemoteCommand):
        raise AssistantError(_("This is done in Parley's window."))
    if isinstance(command, AnswerQuestion | SaveDraft | PresentQuestionAgain):
        asked = next((one for one in pending if one.id == command.questions_id), None)
        if asked is not None and not may_answer(asked.questions, Channel.API):
            raise AnswerRefused(
                RefusalReason.NOT_ALLOWED,
                _("This can only be answered in the window or the terminal."),
            )
        if isinstance(command, SaveDraft) and asked is not None:
            return replace(command, draft=fitting_draft(asked.questions, command.draft))
    if isinstance(command, Say):
        for one in command.attachments:
            check_attachment(one)
    if isinstance(command, AnswerQuestion):
        return replace(command, channel=Channel.API, response=given_here(command.response, at))
    return command


def crossing(event: EngineEvent) -> EngineEvent | None:
    """Return an event as another process hears it; None if it does not.

    It hears the end of a long conversation, without its pictures; of files it hears the names.
    """
    if isinstance(event, ContextSent) or not isinstance(event, RemoteEvent):
        return None
    if isinstance(event, HistoryLoaded):
        left_out = max(0, len(event.messages) - MAX_MESSAGES)
        messages = tuple(_without_pictures(one) for one in event.messages[left_out:])
        return replace(event, messages=messages, shown=max(0, event.shown - left_out))
    if isinstance(event, TurnStarted | MessageRejected | UnsentMessagesReturned):
        return replace(event, attachments=tuple(map(named_alone, event.attachments)))
    if isinstance(event, QueuedMessagesChanged):
        light = {key: tuple(map(named_alone, files)) for key, files in event.attachments.items()}
        return replace(event, attachments=light)
    return event


def given_here(response: Response, at: datetime) -> Response:
    """Return a response of another program as one that was given now, through the API.

    It is the user who cancels, as far as they may.
    """
    if isinstance(response, TimedOut):
        return response
    said = response.provenance
    method = said.method if said is not None and said.method in _METHODS else Method.TYPED
    provenance = Provenance(channel=Channel.API, method=method, at=at)
    given = response.model_copy(update={"provenance": provenance})
    if isinstance(given, Cancelled):
        return given.model_copy(update={"reason": CancelReason.USER})
    return given


def fitting_draft(questions: QuestionSet, draft: Draft) -> Draft:
    """Return the selections that fit the questions; half an answer is fine, a strange one not."""
    answers: dict[str, Answer] = {}
    for question in questions.walk():
        answer = draft.answers.get(question.id)
        if answer is not None:
            ids = {option.id for option in question.options}
            answers[question.id] = answer.model_copy(
                update={
                    "question_id": question.id,
                    "option_ids": tuple(one for one in answer.option_ids if one in ids),
                }
            )
    return Draft(answers=answers)


def _without_pictures(message: HistoryMessage) -> HistoryMessage:
    parts = tuple(
        replace(part, images=())
        if isinstance(part, ToolPart)
        else named_alone(part)
        if isinstance(part, DocumentPart)
        else part
        for part in message.parts
        if not isinstance(part, ImagePart)
    )
    return replace(message, parts=parts)
