"""Where the user is asked: on their own surfaces, and in the client's form."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from assistant.channels.mcp.model.client_forms import WINDOW, ClientForms, asking_order
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult
from assistant.errors import UnreachableError
from assistant.locale import _
from assistant.questions.model.question import QuestionSet, TimedOut

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

    @property
    def has_window(self) -> bool:
        """Whether a running Parley can be asked, as far as is known."""
        return any(each.transport == WINDOW and each.is_free for each in self._surfaces)

    async def ask_in_window(self, call: AskCall, opened: Opened) -> AskResult:
        """Ask in the running Parley alone.

        Raises:
            UnreachableError: If it does not run after all.
        """
        window = [each for each in self._surfaces if each.transport == WINDOW]
        return await _first_answer(window, call, opened)

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

    async def ask(
        self,
        call: AskCall,
        opened: Opened,
        *,
        form: QuestionSurface | None = None,
        forms: ClientForms = "auto",
        known: Sequence[str] = (),
    ) -> AskResult:
        """Ask stage by stage, on all surfaces of a stage at once; the first answer wins.

        Args:
            call: What is asked. A transport that it names is asked alone.
            opened: Is told the address of a page.
            form: The client's own form, where it shows one.
            forms: When that is asked.
            known: Why others cannot be asked, for the error.

        Raises:
            UnreachableError: If nobody can be asked.
        """
        self.check(call.transport)
        places = {each.transport: each for each in self._surfaces}
        if form is not None:
            places[form.transport] = form
        if call.transport != "auto":
            stages: tuple[tuple[str, ...], ...] = ((call.transport,),)
        else:
            free = [each.transport for each in self._surfaces if each.is_free]
            stages = asking_order(free, has_form=form is not None, forms=forms)
        reasons = list(known)
        for stage in stages:
            try:
                return await _first_answer([places[one] for one in stage], call, opened)
            except UnreachableError as error:
                reasons.append(error.message)
        raise UnreachableError(
            " ".join([_("Nobody can be asked."), *reasons]),
            hint=_("Ask in the conversation instead, or start Parley and call again."),
        )


async def _first_answer(
    surfaces: Sequence[QuestionSurface], call: AskCall, opened: Opened
) -> AskResult:
    """Ask on several surfaces at once, and withdraw the question from the others.

    A time-out is an answer only where no other surface waits still: there the user may be busy
    with the question.

    Raises:
        UnreachableError: If nobody can be asked on any of them.
    """
    asking = {
        surface.transport: asyncio.create_task(
            surface.ask(call.questions, opened), name=f"ask-{surface.transport}"
        )
        for surface in surfaces
    }
    late: AskResult | None = None
    reasons: list[str] = []
    waiting = dict(asking)
    try:
        while waiting:
            await asyncio.wait(waiting.values(), return_when=asyncio.FIRST_COMPLETED)
            for transport in [one for one, task in waiting.items() if task.done()]:
                try:
                    asked = waiting.pop(transport).result()
                except UnreachableError as error:
                    _log.info("Nobody was reached by %s: %s", transport, error.message)
                    reasons.append(error.message)
                    continue
                if not isinstance(asked.response, TimedOut):
                    return asked
                late = asked
        if late is not None:
            return late
        raise UnreachableError(" ".join(reasons))
    finally:
        for task in asking.values():
            task.cancel()
        await asyncio.wait(asking.values())
