"""Asks in the client's own form, by requests to the client while its call is open."""

import logging
from collections.abc import Callable

import anyio
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, ElicitResult
from pydantic import ValidationError

from assistant.channels.mcp.client_context import Context
from assistant.channels.mcp.model.client_forms import FORM
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue
from assistant.channels.mcp.model.forms import style_of
from assistant.channels.mcp.model.tool_calls import AskResult
from assistant.channels.mcp.question_surfaces import Opened
from assistant.clock import Clock
from assistant.errors import UnreachableError
from assistant.locale import _
from assistant.questions.model.question import Cancelled, CancelReason, QuestionSet, TimedOut

_log = logging.getLogger(__name__)


class ClientForm:
    """Implements `QuestionSurface` with the form of a client that waits for its call.

    Args:
        context: The call.
        clock: Time.
        nobody_there: Called when the client answers by itself.
    """

    transport = FORM
    is_free = True

    def __init__(self, context: Context, *, clock: Clock, nobody_there: Callable[[], None]) -> None:
        self._context = context
        self._clock = clock
        self._nobody_there = nobody_there

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Have the client show forms, round by round, until they are answered.

        Raises:
            UnreachableError: If the client shows none after all, answers by itself, or never with
                what fits.
            MCPError: If the client is gone.
        """
        style = style_of(self._context.protocol_version)
        dialogue = ElicitationDialogue.begin(questions, style=style, now=self._clock.now())
        while True:
            sent_at = self._clock.monotonic()
            try:
                given = await self._filled_in(dialogue)
            except MCPError as error:
                if error.code == CONNECTION_CLOSED:
                    raise
                _log.info("The client showed no form: error %d", error.code)
                raise UnreachableError(_("The client shows no form.")) from error
            except ValidationError:
                step = dialogue.again()
            else:
                if given is None:
                    step = TimedOut(after_s=questions.timeout_s or 0.0)
                elif dialogue.is_from_nobody(
                    given.action, given.content, after_s=self._clock.monotonic() - sent_at
                ):
                    self._nobody_there()
                    raise nobody_at_client()
                else:
                    step = dialogue.take(given.action, given.content, now=self._clock.now())
            if isinstance(step, ElicitationDialogue):
                dialogue = step
            elif isinstance(step, Cancelled) and step.reason is CancelReason.CLIENT:
                raise UnreachableError(_("What the client's form gives back fits no question."))
            else:
                return AskResult(response=step, transport=FORM)

    async def _filled_in(self, dialogue: ElicitationDialogue) -> ElicitResult | None:
        """Have the client show the form of this round; None if nobody filled it in in time."""
        form = dialogue.form()
        deadline, left_s = dialogue.state.deadline, None
        if deadline is not None:
            left_s = max(0.0, (deadline - self._clock.now()).total_seconds())
        with anyio.move_on_after(left_s):
            return await self._context.session.elicit_form(
                form.message, form.schema, related_request_id=self._context.request_id
            )
        return None


def nobody_at_client() -> UnreachableError:
    """Return what is told of a client that answers its forms by itself."""
    return UnreachableError(_("The client answers its forms by itself; nobody sees them there."))
