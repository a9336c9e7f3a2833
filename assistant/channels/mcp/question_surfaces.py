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

LOOK_S: Final = 2.0
"""How often is looked whether Parley has started meanwhile."""

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
        may_join = call.transport == "auto" and forms != "first"
        reasons = list(known)
        for stage in stages:
            try:
                late = None if WINDOW in stage or not may_join else places.get(WINDOW)
                return await _first_answer(
                    [places[one] for one in stage], call, opened, window=late
                )
            except UnreachableError as error:
                reasons.append(error.message)
        raise UnreachableError(
            " ".join([_("Nobody can be asked."), *reasons]),
            hint=_("Ask in the conversation instead, or start Parley and call again."),
        )


class _LateWindow:
    """A running Parley that is not there yet: asked as soon as it is."""

    def __init__(self, window: QuestionSurface) -> None:
        self._window = window
        self.is_asking = False
        self.is_last = False
        """Whether nobody else waits any more: it ends where it is gone again."""

    async def ask(self, call: AskCall, opened: Opened) -> AskResult:
        """Wait until it runs, and put the questions there too."""
        while True:
            await asyncio.sleep(LOOK_S)
            if not self._window.is_free:
                continue
            self.is_asking = True
            try:
                return await self._window.ask(call.questions, opened)
            except UnreachableError as error:
                if self.is_last:
                    raise
                _log.info("Parley does not run yet: %s", error.message)
            self.is_asking = False


async def _first_answer(
    surfaces: Sequence[QuestionSurface],
    call: AskCall,
    opened: Opened,
    *,
    window: QuestionSurface | None = None,
) -> AskResult:
    """Ask on several surfaces at once, and withdraw the question from the others.

    A time-out is an answer only where no other surface waits still: there the user may be busy
    with the question.

    Args:
        surfaces: Which.
        call: What is asked.
        opened: Is told the address of a page.
        window: The running Parley, where it is asked too if it starts meanwhile.

    Raises:
        UnreachableError: If nobody can be asked on any of them.
    """
    waiting = {
        asyncio.create_task(
            surface.ask(call.questions, opened), name=f"ask-{surface.transport}"
        ): surface.transport
        for surface in surfaces
    }
    asking = [*waiting]
    late = None if window is None else _LateWindow(window)
    coming: asyncio.Task[AskResult] | None = None
    if late is not None:
        coming = asyncio.create_task(late.ask(call, opened), name="ask-late-window")
        asking.append(coming)
    timed_out: AskResult | None = None
    reasons: list[str] = []
    try:
        while waiting or (coming is not None and late is not None and late.is_asking):
            looked_at = {*waiting, *([coming] if coming is not None else [])}
            done, _rest = await asyncio.wait(looked_at, return_when=asyncio.FIRST_COMPLETED)
            for task in sorted(done, key=asking.index):
                transport = waiting.pop(task, WINDOW)
                coming = None if task is coming else coming
                if late is not None:
                    late.is_last = not waiting
                try:
                    asked = task.result()
                except UnreachableError as error:
                    _log.info("Nobody was reached by %s: %s", transport, error.message)
                    reasons.append(error.message)
                    continue
                if not isinstance(asked.response, TimedOut):
                    return asked
                timed_out = asked
        if timed_out is not None:
            return timed_out
        raise UnreachableError(" ".join(reasons))
    finally:
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)
