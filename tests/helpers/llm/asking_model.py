"""A scripted model that asks before it acts, whatever life of the program talks to it.

It answers by what the conversation says, not by how often it was asked: a message that ends with
the request gets a question, one that ends with thanks a short word, one that ends with anything else
the closing reply. Two replies stand still at the place that matters until they are released: the
question before its last event, the closing reply in the middle.
"""

from collections.abc import Callable
from typing import Any, Final

from tests.helpers.llm.message_rules import content_of
from tests.helpers.llm.messages_server import MessagesServer, RecordedRequest, Reply

REQUEST: Final = "Make me a coffee"
THANKS: Final = "Thank you"
WELCOME: Final = "You are welcome."
CLOSING: Final = ("Your coffee will be ", "ready in five minutes.")
"""The words of the closing reply; it stands still between the two pieces."""


class ScriptedAskingModel:
    """Replies to every request that reaches a server.

    Args:
        server: Gets its replies here.
        tool: The tool to ask with.
        question: Its input.
        next_id: Gives each call its id.

    Attributes:
        questions: The replies that ask, in the order they were asked for.
        closings: The closing replies.
    """

    def __init__(
        self,
        server: MessagesServer,
        *,
        tool: str,
        question: dict[str, Any],
        next_id: Callable[[], str],
    ) -> None:
        self.questions: list[Reply] = []
        self.closings: list[Reply] = []
        self._tool = tool
        self._question = question
        self._next_id = next_id
        server.default = self._reply

    def _reply(self, request: RecordedRequest) -> Reply:
        last = content_of(request.body["messages"][-1])[-1]
        if THANKS in last.get("text", ""):
            return Reply().text(WELCOME)
        if REQUEST in last.get("text", ""):
            asking = Reply().tool_use(self._tool, self._question, id=self._next_id()).stall()
            self.questions.append(asking)
            return asking
        closing = _closing()
        self.closings.append(closing)
        return closing


def _closing() -> Reply:
    """Return one block of words that stands still inside."""
    reply = Reply().event(
        "content_block_start",
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "text", "text": ""},
        },
    )
    for number, piece in enumerate(CLOSING):
        if number:
            reply.stall()
        delta = {"type": "text_delta", "text": piece}
        reply.event(
            "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
        )
    return reply.event("content_block_stop", {"type": "content_block_stop", "index": 0})
