"""Asks one question with a desk of its own and a temporary store.

Uses neither the model nor the voice, and does not touch the user's home.
"""

import asyncio
import concurrent.futures
import os
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TextIO

from assistant.channels.terminal.console.capabilities import can_draw
from assistant.channels.terminal.console.line_reader import LineReader
from assistant.channels.terminal.questions.plain_presenter import PlainPresenter
from assistant.channels.terminal.text.printable import printable
from assistant.clock import Clock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.engine_thread import Engine
from assistant.questions.desk.presenter import Presenter
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.model.question import Channel, Origin, QuestionSet, Response
from assistant.settings import Settings
from assistant.storage.store import open_store

_CONVERSATION: Final = "by-hand"
"""What the question belongs to; there is no conversation."""


@asynccontextmanager
async def open_temporary_desk(
    *, clock: Clock, callbacks: DeskCallbacks | None = None
) -> AsyncGenerator[QuestionDesk]:
    """Open a desk that stores nothing.

    Args:
        callbacks: Whom it tells; nobody if not given.

    Raises:
        StoreError: If there is no room for its store.
    """
    with tempfile.TemporaryDirectory(prefix="parley-ask-") as folder:
        opened = await open_store(Path(folder) / "questions.db", now=clock.now())
        desk = QuestionDesk(
            store=opened.store.questions, clock=clock, callbacks=callbacks or silent_callbacks()
        )
        try:
            yield desk
        finally:
            await desk.aclose()
            await opened.store.aclose()


def silent_callbacks() -> DeskCallbacks:
    return DeskCallbacks(
        on_asked=lambda _questions, _origin: None,
        on_closed=lambda _questions, _response, _channel: None,
        on_late_answer=lambda _questions, _origin, _response: None,
        on_notice=lambda _code, _text, _hint: None,
    )


async def ask_in_terminal(
    questions: QuestionSet,
    *,
    clock: Clock,
    stream: TextIO,
    write: Callable[[str], None],
    screen: TextIO | None = None,
    arm_delay_s: float = 0.0,
    numbers: bool = True,
) -> Response | None:
    """Ask in the terminal: drawn where possible, else as text.

    Args:
        questions: What is asked.
        clock: Stamps the answer.
        stream: Where lines are typed or keys pressed.
        write: Shows text as it is.
        screen: The stream that `write` writes to, where a user may look at it; None if not.
        arm_delay_s: How long keys are ignored after the question appeared.
        numbers: Whether each option bears its number or letter.

    Returns:
        The response, or None if the input ended before or the user left.
    """
    if screen is not None and can_draw(stream, screen, os.environ):
        response = await _ask_with_keys(
            questions,
            clock=clock,
            stream=stream,
            screen=screen,
            arm_delay_s=arm_delay_s,
            numbers=numbers,
        )
        if response is not None:
            write("".join(f"{printable(line)}\n" for line in outcome_lines(questions, response)))
        return response
    lines = LineReader(stream=stream, write=write, is_prompting=stream.isatty())
    presenter = PlainPresenter(
        write=lambda line: write(line + "\n"), read_line=lines.read, clock=clock
    )
    return await _ask_until(questions, presenter, lines.ended, clock=clock)


async def _ask_with_keys(
    questions: QuestionSet,
    *,
    clock: Clock,
    stream: TextIO,
    screen: TextIO,
    arm_delay_s: float,
    numbers: bool,
) -> Response | None:
    from assistant.channels.terminal.console.session import TerminalSession
    from assistant.channels.terminal.questions.keyed_presenter import (
        KeyedPresenter,  # only here it is drawn
    )

    left = asyncio.Event()
    presenter = KeyedPresenter(
        seat=TerminalSession.at(stream, screen),
        clock=clock,
        arm_delay_s=arm_delay_s,
        numbers=numbers,
        interrupt=left.set,
        leave=left.set,
    )
    return await _ask_until(questions, presenter, left, clock=clock)


async def _ask_until(
    questions: QuestionSet, presenter: Presenter, over: asyncio.Event, *, clock: Clock
) -> Response | None:
    """Ask until there is a response, or nobody is there to give one."""
    async with open_temporary_desk(clock=clock) as desk:
        desk.register(presenter)
        asking = asyncio.create_task(_ask(desk, questions, Channel.TERMINAL), name="ask")
        ended = asyncio.create_task(over.wait(), name="input-ended")
        try:
            await asyncio.wait({asking, ended}, return_when=asyncio.FIRST_COMPLETED)
            return asking.result() if asking.done() else None
        finally:
            asking.cancel()
            ended.cancel()
            await asyncio.wait({asking, ended})


def ask_on_screen(questions: QuestionSet, *, clock: Clock, settings: Settings) -> Response | None:
    """Ask in a dialog. Call it on the main thread.

    Returns:
        The response, or None if the dialog was closed without one.

    Raises:
        DeviceError: If the dialog cannot be shown.
        StoreError: If the question cannot be kept.
        KeyboardInterrupt: If Ctrl+C was pressed.
    """
    from assistant.channels.desktop.app.single_question_app import (
        SingleQuestionApp,  # only here Qt is needed
    )

    app = SingleQuestionApp(
        clock=clock,
        theme=settings.ui.theme,
        text_scale=settings.ui.text_scale,
        arm_delay_s=settings.questions.arm_delay_ms / 1000,
    )
    app.expect(questions.id)
    answer: concurrent.futures.Future[Response] = concurrent.futures.Future()

    @asynccontextmanager
    async def graph(_engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        async with open_temporary_desk(clock=clock) as desk:
            async with ask_in_background(desk, app.presenter, questions, answer, app.settled):
                yield CommandDispatcher()

    engine = Engine(graph=graph)
    try:
        engine.start()
        app.run()
    finally:
        engine.stop()
        app.close()
    return answer.result() if answer.done() and not answer.cancelled() else None


@asynccontextmanager
async def ask_in_background(
    desk: QuestionDesk,
    presenter: Presenter,
    questions: QuestionSet,
    answer: "concurrent.futures.Future[Response]",
    settled: Callable[[], None],
) -> AsyncGenerator[None]:
    """Ask beside the block; `answer` gets the response or the error, then `settled` is called."""
    desk.register(presenter)
    asking = asyncio.create_task(_ask(desk, questions, Channel.DESKTOP), name="ask")

    def hand_over(task: "asyncio.Task[Response]") -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            answer.set_result(task.result())
        else:
            answer.set_exception(error)
        settled()

    asking.add_done_callback(hand_over)
    try:
        yield
    finally:
        asking.cancel()
        await asyncio.wait({asking})


async def _ask(desk: QuestionDesk, questions: QuestionSet, channel: Channel) -> Response:
    return await desk.ask(questions, Origin(channel=channel, conversation_id=_CONVERSATION))
