"""Turns the events of one turn's reply into rows. Needs no Qt."""

from assistant.channels.desktop.conversation.model.rows import RemarkRow
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.model.visible_reply import VisiblePieces, VisibleReply
from assistant.protocol.messages import BY_RULES
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    UnreadableChoiceFound,
)
from assistant.questions.model.question_tool import is_question_tool

ReplyEvent = (
    RequestSent
    | TextDelta
    | ThinkingDelta
    | UnreadableChoiceFound
    | ReplyRestarted
    | ReplySegmentFinished
    | ToolStarted
    | ToolFinished
    | ToolProgressed
    | TurnFinished
    | TurnFailed
)


class ReplyPresenter:
    """Writes the reply of the turn under way into a transcript; on the GUI thread."""

    def __init__(self, *, rows: TranscriptModel) -> None:
        self._rows = rows
        self._screen = VisibleReply()
        self._had_text = False

    def begin(self) -> None:
        """Another turn begins."""
        self._screen = VisibleReply()
        self._had_text = False

    def handle(self, event: ReplyEvent) -> None:
        """Show one event of the turn."""
        match event:
            case TextDelta():
                self._had_text = True
                self._show_pieces(self._screen.words(event.text))
            case ThinkingDelta():
                self._show_pieces(self._screen.thinking(event.text))
            case ReplyRestarted():
                self._screen.restart()
            case ReplySegmentFinished():
                self._show_pieces(self._screen.end())
                self._rows.end_segment()
            case UnreadableChoiceFound():
                self._show_pieces(self._screen.end())
                self._rows.add_unreadable_choice(event.text)
            case ToolStarted() | ToolFinished():
                self._show_tool(event)
            case ToolProgressed():
                self._rows.progress_tool(event.tool_use_id, event.text, event.share)
            case TurnFinished():
                self._show_missed(event)
                self._rows.end_turn(
                    event.turn_id,
                    stop_reason=event.stop_reason,
                    is_by_rules=event.model == BY_RULES,
                    lack=_lack_of(event),
                )
            case TurnFailed():
                self._show_missed(event)
                self._rows.fail_turn(
                    event.turn_id,
                    event.reason,
                    event.hint,
                    cancelled=event.cancelled,
                    actions=event.actions,
                )
            case RequestSent():
                pass  # the state says so

    def _show_pieces(self, pieces: VisiblePieces) -> None:
        if pieces.begins_again:
            self._rows.restart_segment()
        if pieces.thinking:
            self._rows.append_thinking(pieces.thinking)
        if pieces.words:
            self._rows.append_reply(pieces.words)

    def _show_tool(self, event: ToolStarted | ToolFinished) -> None:
        is_question = is_question_tool(event.name)
        match event:
            case ToolStarted() if is_question:
                self._rows.end_segment()  # the question itself is shown
            case ToolStarted():
                self._rows.add_tool(event.tool_use_id, event.name, event.arguments)
            case ToolFinished() if is_question and not event.is_error:
                pass  # the answer is shown at the question
            case ToolFinished():
                self._rows.finish_tool(
                    event.tool_use_id,
                    event.name,
                    event.content,
                    is_error=event.is_error,
                    ending=event.ending,
                    images=event.images,
                )

    def _show_missed(self, event: TurnFinished | TurnFailed) -> None:
        """Show a reply whose words did not come one by one."""
        if event.text and not self._had_text:
            self._rows.append_reply(event.text)


def _lack_of(event: TurnFinished) -> RemarkRow | None:
    """Return what is said of a reply that is not whole."""
    if not event.reason:
        return None
    return RemarkRow(text=event.reason, hint=event.hint, role="error", actions=event.actions)
