"""Builds the user's surfaces on which the MCP server asks questions.

Each surface imports its dependencies with its first question. A server that only passes forms to
its client imports none of them.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from assistant.channels.mcp.model.client_forms import PAGE, WINDOW
from assistant.channels.mcp.model.tool_calls import AskResult
from assistant.channels.mcp.question_surfaces import Opened
from assistant.channels.terminal.console.capabilities import can_draw
from assistant.clock import Clock
from assistant.errors import AssistantError, DeviceError, QuestionError, UnreachableError
from assistant.locale import _
from assistant.questions.model.question import Answered, QuestionSet, Response, TimedOut

if TYPE_CHECKING:
    from assistant.channels.web.api.question_service import QuestionService
    from assistant.channels.web.api.sessions import ApiSessions
    from assistant.channels.web.pages.registry import PageRegistry

TERMINAL: Final = "terminal"
CLOSING_STATUS: Final = 503
"""What the API answers as the program ends."""
_UNSEEN_FACTOR: Final = 2
"""A question counts its time from when it is seen. How many times its time it may take in all where
that does not happen."""


class WindowSurface:
    """Implements `QuestionSurface` with the program that runs with a home, on all surfaces it has.

    Args:
        address_file: In which it says where it is.
    """

    transport = WINDOW

    def __init__(self, address_file: Path) -> None:
        self._file = address_file

    @property
    def is_free(self) -> bool:
        """Whether a running program announces itself."""
        return self._file.exists()

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Raises UnreachableError if the program is not running or does not ask such questions."""
        from assistant.channels.web.client.running_program import reach_program

        async with reach_program(self._file) as program:
            if program is None:
                raise UnreachableError(_("Parley does not run."))
            try:
                response = await _seen_in_time(program.ask(questions), questions)
            except QuestionError as error:
                raise UnreachableError(error.message) from error
        return AskResult(response=response, transport=WINDOW)


class DeskSurface:
    """Implements `QuestionSurface` with the desk of this program, on all surfaces it has.

    Args:
        question_service: Puts questions there.
        sessions: Begins their sessions.
    """

    transport = WINDOW
    is_free = True

    def __init__(self, *, question_service: "QuestionService", sessions: "ApiSessions") -> None:
        self._question_service = question_service
        self._sessions = sessions

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Raises UnreachableError if the desk does not ask such questions."""
        from assistant.channels.web.server.model.problems import ApiProblem

        async def asked() -> Response:
            try:
                _put, response = await self._question_service.ask(
                    questions, self._sessions.begin(), since=None
                )
            except ApiProblem as problem:
                if problem.status != CLOSING_STATUS:
                    raise UnreachableError(problem.message) from problem
                # The connection ends with the program; its client is asked by another server.
                await asyncio.get_running_loop().create_future()
                raise
            return response

        return AskResult(response=await _seen_in_time(asked(), questions), transport=WINDOW)


async def _seen_in_time(asking: Awaitable[Response], questions: QuestionSet) -> Response:
    """Wait for a response; times out if the question is not even seen for too long."""
    limit_s = questions.timeout_s
    try:
        async with asyncio.timeout(limit_s and limit_s * _UNSEEN_FACTOR):
            return await asking
    except TimeoutError:
        return TimedOut(after_s=limit_s or 0.0)


class TerminalSurface:
    """Implements `QuestionSurface` with the terminal that the server was started in. One question at a time.

    Args:
        keys: Where keys are pressed.
        screen: Where the question is drawn.
        clock: Stamps answers.
        arm_delay_s: How long keys are ignored after a question appeared.
        left: Called when the user leaves instead of answering (Ctrl-D; Ctrl-C where the question
            cannot be cancelled): the server is to end then, as it does when nothing is asked.
    """

    transport = TERMINAL

    def __init__(
        self,
        *,
        keys: TextIO,
        screen: TextIO,
        clock: Clock,
        arm_delay_s: float,
        left: Callable[[], None],
    ) -> None:
        self._keys = keys
        self._screen = screen
        self._clock = clock
        self._arm_delay_s = arm_delay_s
        self._left = left
        self._turn = asyncio.Lock()
        self._has_ended = False

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit there who is not asked anything now."""
        return not (self._has_ended or self._turn.locked())

    def say(self, line: str) -> None:
        """Write a line, above the question if one is drawn."""
        if self._turn.locked() and can_draw(self._keys, self._screen, os.environ):
            from assistant.channels.terminal.console.screen import TerminalScreen
            from assistant.channels.terminal.console.session import TerminalSession

            output = TerminalSession.at(self._keys, self._screen).output
            TerminalScreen(output=output).put_lines([("", f"{line}\n")])
        else:
            self._write(f"{line}\n")

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Ask in the terminal, after the questions that are waiting there.

        Raises:
            AssistantError: If the user leaves instead of answering.
        """
        from assistant.assembly.single_question.question import ask_in_terminal

        async with self._turn:
            response = None
            if not self._has_ended:
                response = await ask_in_terminal(
                    questions,
                    clock=self._clock,
                    stream=self._keys,
                    write=self._write,
                    screen=self._screen,
                    arm_delay_s=self._arm_delay_s,
                )
            if response is None:
                self._has_ended = True
                self._left()
                # Not unreachable: a user who ends the server is not asked in the browser.
                raise AssistantError(_("The person has ended the server instead of answering."))
        return AskResult(response=response, transport=TERMINAL)

    def _write(self, text: str) -> None:
        self._screen.write(text)
        self._screen.flush()


class PageSurface:
    """Implements `QuestionSurface` with a page in the browser, on a server that is there for it alone.

    Args:
        clock: Time.
        open_page: Opens an address in the user's browser, where that is possible.
        arm_delay_s: How long clicks and keys are ignored after a page appeared.
        is_free: Whether it is used where no call asks for it.
    """

    transport = PAGE

    def __init__(
        self,
        *,
        clock: Clock,
        open_page: Callable[[str], Awaitable[object]] | None,
        arm_delay_s: float,
        is_free: bool = True,
    ) -> None:
        self.is_free: Final = is_free
        self._clock = clock
        self._open_page = open_page
        self._arm_delay_s = arm_delay_s
        self._pages: PageRegistry | None = None
        """Every page of this server: each shows the rounds before it, and those beside it."""
        self._answered = 0
        """How many of the questions were answered."""

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Raises UnreachableError if no page can be served."""
        from assistant.assembly.single_question.page import ask_on_page
        from assistant.channels.web.pages.registry import PageRegistry

        if self._pages is None:
            self._pages = PageRegistry(
                clock=self._clock, arm_ms=lambda: round(self._arm_delay_s * 1000)
            )
        place = max(questions.round, self._answered + 1)

        urls: list[str] = []

        def show_address(url: str) -> None:
            urls.append(url)
            opened(url)

        try:
            response = await ask_on_page(
                questions.model_copy(update={"round": place}),
                clock=self._clock,
                opened=show_address,
                open_page=self._open_page,
                unseen_s=questions.timeout_s,
                arm_delay_s=self._arm_delay_s,
                pages=self._pages,
            )
        except DeviceError as error:
            raise UnreachableError(error.message) from error
        if isinstance(response, Answered):
            self._answered += 1
        return AskResult(response=response, transport=PAGE, url=urls[0] if urls else None)
