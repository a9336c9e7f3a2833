"""The user's own surfaces, for clients that cannot show a form: which is asked first."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from assistant.channels.mcp.model.tool_calls import AskCall, AskResult
from assistant.errors import UnreachableError
from assistant.locale import _
from assistant.questions.model.question import QuestionSet

_log = logging.getLogger(__name__)

Opened = Callable[[str], None]
"""Is told the address of the page that a question can be answered on."""


class QuestionSurface(Protocol):
    """One place where the user can be asked. Runs on the loop."""

    @property
    def transport(self) -> str:
        """What a client calls it."""
        ...

    @property
    def is_free(self) -> bool:
        """Whether it is worth trying now; it may turn out to be gone all the same."""
        ...

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Put the questions and wait for the response; cancelling withdraws them.

        Raises:
            UnreachableError: If nobody can be asked there.
        """
        ...


class QuestionSurfaces:
    """All of them.

    Args:
        surfaces: In the order in which they are tried.
        absent: Why a transport that may be asked for is not there: transport → reason.
    """

    def __init__(
        self, surfaces: Sequence[QuestionSurface], *, absent: Mapping[str, str] | None = None
    ) -> None:
        self._surfaces: Final = tuple(surfaces)
        self._absent: Final = dict(absent or {})

    def check(self, transport: str) -> None:
        """Refuse at once what could only fail.

        Raises:
            UnreachableError: If the transport that is asked for is not there.
        """
        if transport != "auto" and all(each.transport != transport for each in self._surfaces):
            raise UnreachableError(
                _("The person cannot be asked by “{transport}” here.").format(transport=transport),
                hint=self._absent.get(transport, ""),
            )

    async def ask(self, call: AskCall, opened: Opened) -> AskResult:
        """Ask on the first surface that can; on the named one alone if the call names one.

        Raises:
            UnreachableError: If there is none.
        """
        self.check(call.transport)
        reasons: list[str] = []
        for surface in self._surfaces:
            is_named = surface.transport == call.transport
            if not is_named and (call.transport != "auto" or not surface.is_free):
                continue
            try:
                return await surface.ask(call.questions, opened)
            except UnreachableError as error:
                _log.info("Nobody was reached by %s: %s", surface.transport, error.message)
                reasons.append(error.message)
        raise UnreachableError(
            " ".join([_("Nobody can be asked."), *reasons]),
            hint=_("Ask in the conversation instead, or start Parley and call again."),
        )
