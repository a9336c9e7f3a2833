"""What a client gets where no user has answered."""

from typing import Any, Final

import pytest

from assistant.channels.mcp.model.tool_calls import AskResult, ToolName, read_call
from assistant.channels.mcp.model.tool_results import outcome_result
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Cancelled, CancelReason
from tests.helpers.mcp.clients import CHOICE, QUESTION, record, text

CALLS: Final[tuple[tuple[ToolName, dict[str, Any], str], ...]] = (
    ("provide_choice", CHOICE, "action_status"),
    ("ask_user_question", QUESTION, "status"),
)
THEIRS = {CancelReason.USER, CancelReason.EXIT, CancelReason.TURN_CANCELLED}


@pytest.mark.requirement("MCP-05")
@pytest.mark.parametrize("reason", list(CancelReason))
def test_only_what_the_user_cancelled_is_told_as_their_cancel(reason: CancelReason) -> None:
    for tool, arguments, field in CALLS:
        call = read_call(tool, arguments, set_id="s", asker=Asker(agent="Tester"), timeout_s=300)
        asked = AskResult(response=Cancelled(reason=reason), transport="desktop")
        told = outcome_result(call, asked)
        assert record(told)[field] == ("cancelled" if reason in THEIRS else "timeout")
        assert ("ser cancelled" in text(told)) is (reason in THEIRS)
