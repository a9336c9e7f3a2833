"""A client that sends back what the protocol does not know."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from mcp_types import ElicitResult

from assistant.channels.mcp.client_context import Context
from assistant.channels.mcp.client_form import ClientForm
from assistant.errors import UnreachableError
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import question_set


class Rejecting:
    """Answers every form with an action that is none."""

    def __init__(self) -> None:
        self.forms = 0

    async def elicit_form(self, *_form: Any, **_more: Any) -> ElicitResult:
        self.forms += 1
        return ElicitResult.model_validate({"action": "reject"})


async def test_it_is_asked_twice_and_its_answer_is_nobodys() -> None:
    session, told = Rejecting(), list[None]()
    context = SimpleNamespace(session=session, protocol_version="2025-06-18", request_id=1)
    form = ClientForm(
        cast("Context", context), clock=ManualClock(), nobody_there=lambda: told.append(None)
    )
    with pytest.raises(UnreachableError, match="fits no question"):
        await form.ask(question_set(), lambda _url: None)
    assert session.forms == 2
    assert told == []
