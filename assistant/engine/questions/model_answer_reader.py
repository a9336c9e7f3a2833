"""Has the user's model read answers that the rules would ask back about. Engine loop only."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from assistant.clock import Clock
from assistant.errors import AssistantError, ErrorCategory, ProviderError
from assistant.llm.messages_api.model_client import ModelClient, ToolSpec
from assistant.llm.single_request import call
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import AnswerSentToModel
from assistant.questions.model.question import Origin
from assistant.questions.model_reading.reading_request import (
    TOOL,
    TOOL_DESCRIPTION,
    ReadingRequest,
    reading_request,
)
from assistant.questions.model_reading.unread_words import UnreadWords

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding

_log = logging.getLogger(__name__)

LIMIT_S: Final = 1.2
"""Seconds that reading may take: then Parley asks back."""
LATE_IN_A_ROW: Final = 2
"""A model that took longer so often is left out for a while: each time would make the user wait."""
LEFT_OUT_S: Final = 300.0
"""Seconds for which it is; after them, the next that is late leaves it out again."""


class ModelAnswerReader:
    """Implements `AnswerReader`.

    Args:
        client: Returns the model of a conversation, without rules; the one of the settings where
            the conversation is not open.
        is_wanted: Returns whether the user lets a model read answers.
        emit: Hears of each request.
        clock: Tells when a slow model may be asked again.
    """

    def __init__(
        self,
        *,
        client: Callable[[str], ModelClient],
        is_wanted: Callable[[], bool],
        emit: Callable[[EngineEvent], None],
        clock: Clock,
    ) -> None:
        self._client = client
        self._is_wanted = is_wanted
        self._emit = emit
        self._clock = clock
        self._count = 0
        self._late: dict[tuple[str, str], tuple[int, float]] = {}
        """How often a model was late in a row, and when last; by profile and name."""

    async def read(self, unread: UnreadWords, origin: Origin) -> "Understanding | None":
        """Never raises; what goes wrong is logged, and the rules ask back."""
        # It knows languages and actions, which the start does not wait for.
        from assistant.questions.model_reading.reading_reply import read_report

        client = self._client(origin.conversation_id)
        if not (self._is_wanted() and reads_answers(client)):
            return None
        model = client.profile.name, client.profile.model
        late, late_at = self._late.get(model, (0, 0.0))
        if late >= LATE_IN_A_ROW and self._clock.monotonic() < late_at + LEFT_OUT_S:
            return None
        try:
            await client.check()
            self._count += 1
            self._emit(AnswerSentToModel(count=self._count, conversation_id=origin.conversation_id))
            report = await request_report(client, reading_request(unread), limit_s=LIMIT_S)
        except AssistantError as error:
            _log.info("An answer was not read by the model: %s", type(error).__name__)
            if isinstance(error, ProviderError) and error.category is ErrorCategory.TIMEOUT:
                self._late[model] = late + 1, self._clock.monotonic()
            return None
        self._late.pop(model, None)
        return None if report is None else read_report(unread, report)


def reads_answers(client: ModelClient) -> bool:
    """Whether a model can be forced to report: not the built-in one."""
    return client.profile.name != "starter" and client.profile.tools


async def request_report(
    client: ModelClient, request: ReadingRequest, *, limit_s: float
) -> dict[str, object] | None:
    """Return what a model reports; None if it does not do only that.

    Raises:
        ProviderError: If it fails, or takes more than `limit_s` seconds.
    """
    tool = ToolSpec(name=TOOL, description=TOOL_DESCRIPTION, input_schema=request.schema)
    report = await call(client, request.instruction, request.message, tool, limit_s=limit_s)
    return None if report is None else dict(report)
