"""Turns the events of one turn's reply into calls on a view. Needs no Qt."""

from assistant.channels.desktop.conversation.model.view_protocols import ConversationView
from assistant.channels.desktop.conversation.model.visible_reply import VisiblePieces, VisibleReply
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
)
from assistant.questions.formats.tool_schema import is_question_tool

ReplyEvent = (
    RequestSent
    | TextDelta
    | ThinkingDelta
    | ReplyRestarted
    | ReplySegmentFinished
    | ToolStarted
    | ToolFinished
    | ToolProgressed
    | TurnFinished
    | TurnFailed
)


class ReplyPresenter:
    """Shows the reply of the turn under way; on the GUI thread.

    Args:
        view: Shows it.
    """

    def __init__(self, *, view: ConversationView) -> None:
        self._view = view
        self._screen = VisibleReply()
        self._had_text = False

    def begin(self) -> None:
        """Another turn begins."""
        self._screen = VisibleReply()
        self._had_text = False

    def handle(self, event: ReplyEvent) -> None:
        """Show one event of the turn."""
        match event:
            case TextDelta() | ThinkingDelta() | ReplyRestarted() | ReplySegmentFinished():
                self._show_words(event)
            case ToolStarted() | ToolFinished():
                self._show_tool(event)
            case ToolProgressed():
                self._view.progress_tool(event.tool_use_id, event.text, event.share)
            case TurnFinished():
                self._show_missed(event)
                self._view.end_turn(event.turn_id, stop_reason=event.stop_reason)
                if event.reason:
                    self._view.show_shortfall(event.reason, event.hint, event.actions)
            case TurnFailed():
                self._show_missed(event)
                self._view.fail_turn(
                    event.turn_id,
                    event.reason,
                    event.hint,
                    cancelled=event.cancelled,
                    actions=event.actions,
                )
            case RequestSent():
                pass  # the state says so

    def _show_words(
        self, event: TextDelta | ThinkingDelta | ReplyRestarted | ReplySegmentFinished
    ) -> None:
        match event:
            case TextDelta():
                self._had_text = True
                self._show_pieces(event.turn_id, self._screen.words(event.text))
            case ThinkingDelta():
                self._show_pieces(event.turn_id, self._screen.thinking(event.text))
            case ReplyRestarted():
                self._screen.restart()
            case ReplySegmentFinished():
                self._show_pieces(event.turn_id, self._screen.end())
                self._view.end_segment(event.turn_id)

    def _show_pieces(self, turn_id: str, pieces: VisiblePieces) -> None:
        if pieces.begins_again:
            self._view.restart_reply(turn_id)
        if pieces.thinking:
            self._view.append_thinking(turn_id, pieces.thinking)
        if pieces.words:
            self._view.append_reply(turn_id, pieces.words)

    def _show_tool(self, event: ToolStarted | ToolFinished) -> None:
        is_question = is_question_tool(event.name)
        match event:
            case ToolStarted() if is_question:
                self._view.end_segment(event.turn_id)  # the question itself is shown
            case ToolStarted():
                self._view.add_tool(event.tool_use_id, event.name, event.arguments)
            case ToolFinished() if is_question and not event.is_error:
                pass  # the answer is shown at the question
            case ToolFinished():
                self._view.finish_tool(
                    event.tool_use_id,
                    event.name,
                    event.content,
                    is_error=event.is_error,
                    images=event.images,
                )

    def _show_missed(self, event: TurnFinished | TurnFailed) -> None:
        """Show a reply whose words did not come one by one."""
        if event.text and not self._had_text:
            self._view.append_reply(event.turn_id, event.text)
