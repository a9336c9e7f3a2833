"""`parley bench stream`: how a streamed reply reaches the screen, and how soon its question does.

Four parts: a long reply through the whole program, and scrolling (`painting.py`); the filter of
choices alone on texts of known size; the way from the last character of a streamed reply to its
painted dialog (filter, reading, question desk with its store, dialog); and how much longer opening
the store takes with many questions in it.
"""

import asyncio
import concurrent.futures
import json
import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from assistant.assembly.single_question.question import (
    ask_in_background,
    open_temporary_desk,
    silent_callbacks,
)
from assistant.channels.desktop.app.single_question_app import SingleQuestionApp
from assistant.clock import Clock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.engine_thread import Engine
from assistant.errors import DeviceError
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.inline_choices import ChoiceFilter
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response
from assistant.storage.model.records import QuestionRecord
from assistant.storage.store import open_store
from benchmarks.model.metrics import spread_ms
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress, BenchStep
from benchmarks.reports.speed_report import STREAM
from benchmarks.speed.painting import measure_painting

MEGABYTE: Final = 1_000_000
HOSTILE_CHARACTERS: Final = 400_000
SMALL_CHARACTERS: Final = 100_000
"""The two sizes of a hostile text."""
CHUNK_CHARACTERS: Final = 12
"""What a model's service sends at a time, roughly."""
DIALOGS: Final = 20
"""How many times a question is brought to the screen."""
STORED_QUESTIONS: Final = 1000
REPLY_CHARACTERS: Final = 200_000
"""Of the reply that is painted."""
SCROLLED_MESSAGES: Final = 10_000
LISTENED_S: Final = 10.0
_POLL_S: Final = 0.0005
_LIMIT_S: Final = 10.0
"""Longer than any dialog takes."""

_ORDINARY: Final = (
    "The quick brown fox, with `code` (see {x}) and “quotes”, jumps over the lazy dog; 그리고 "
    "다시.\n" * 10 + "```python\nprint({1: 2})\n```\n"
)
_HOSTILE: Final = ('{ "type":', '{"type":"user_choice","x":{', "```json\n{", "{")
"""Beginnings of choices that never become any."""


def measure_stream(*, clock: Clock, progress: BenchProgress) -> Run:
    """Run the bench. Call it on the main thread of a process that has a display, or none to need.

    Raises:
        DeviceError: If the reply or a dialog is not painted.
        StoreError: If there is no room for the stores.
    """
    progress.plan(
        [
            BenchStep(name="a long reply, scrolling, and silence", expected_s=50),
            BenchStep(name="choices in words, and their dialogs", expected_s=20),
        ]
    )
    progress.next()
    painting = measure_painting(
        clock=clock,
        characters=REPLY_CHARACTERS,
        scrolled=SCROLLED_MESSAGES,
        listened_s=LISTENED_S,
    )
    progress.next()
    ordinary = _sized(_ORDINARY, MEGABYTE)
    hostile = [_hostile(unit) for unit in _HOSTILE]
    empty, full = asyncio.run(_starts(clock=clock))
    return Run(
        STREAM,
        ordinary_mb_s=_rate(ordinary),
        ordinary_chunks_mb_s=_rate(ordinary, chunk=CHUNK_CHARACTERS),
        ordinary_characters_mb_s=_rate(ordinary[: MEGABYTE // 10], chunk=1),
        hostile_mb_s=min(rate for rate, _growth in hostile),
        hostile_growth=max(growth for _rate, growth in hostile),
        on_screen_ms=_on_screen(1, clock=clock),
        form_on_screen_ms=_on_screen(3, clock=clock),
        start_empty_ms=round(empty * 1000, 1),
        start_full_ms=round(full * 1000, 1),
        stored=STORED_QUESTIONS,
        painting=painting,
    )


def _sized(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


def _hostile(unit: str) -> tuple[float, float]:
    """Return megabytes a second, and the growth of the time a character takes."""
    small = _rate(_sized(unit, SMALL_CHARACTERS))
    large = _rate(_sized(unit, HOSTILE_CHARACTERS))
    return large, round(small / large, 2)


def _rate(text: str, *, chunk: int = 0) -> float:
    """Return megabytes a second of processor time, of which other programs take nothing."""
    step = chunk or len(text)
    chunks = [text[at : at + step] for at in range(0, len(text), step)]
    return round(len(text) / max(_filter_s(chunks), 1e-9) / MEGABYTE, 2)


def _filter_s(chunks: list[str]) -> float:
    choice_filter = ChoiceFilter()
    began = time.process_time()
    for chunk in chunks:
        choice_filter.feed(chunk)
    choice_filter.finish()
    return time.process_time() - began


def _on_screen(questions: int, *, clock: Clock) -> dict[str, float]:
    return spread_ms([_on_screen_s(_reply(questions), clock=clock) for _ in range(DIALOGS)])


def _reply(questions: int) -> str:
    member = {
        "type": "user_choice",
        "question": "Which database should the project use?",
        "context": "It holds a few thousand rows and is read far more often than written.",
        "options": [
            {"id": str(n), "label": label, "description": "What speaks for it and against it."}
            for n, label in enumerate(("PostgreSQL", "SQLite", "MySQL", "A plain file"), start=1)
        ],
    }
    choice = {"type": "user_choice_group", "question": "Set-up", "choices": [member] * questions}
    return f"Before I begin:\n\n```json\n{json.dumps(choice, indent=2)}\n```"


def _on_screen_s(reply: str, *, clock: Clock) -> float:
    """Return the seconds from the last character of a reply to its painted dialog."""
    app = SingleQuestionApp(clock=clock)
    answer: concurrent.futures.Future[Response] = concurrent.futures.Future()
    wanted: concurrent.futures.Future[QuestionSet] = concurrent.futures.Future()

    @asynccontextmanager
    async def graph(_engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        async with open_temporary_desk(clock=clock) as desk:

            async def ask() -> None:
                questions = await asyncio.wrap_future(wanted)
                async with ask_in_background(desk, app.presenter, questions, answer, lambda: None):
                    await asyncio.wrap_future(answer)

            asking = asyncio.create_task(ask(), name="ask")
            try:
                yield CommandDispatcher()
            finally:
                asking.cancel()
                await asyncio.wait({asking})

    engine = Engine(graph=graph)
    engine.start()
    try:
        return _timed_reply(app, reply, wanted.set_result)
    finally:
        engine.stop()
        app.close()
        app.application.processEvents()


def _timed_reply(app: SingleQuestionApp, text: str, ask: Callable[[QuestionSet], None]) -> float:
    choice_filter = ChoiceFilter()
    for at in range(0, len(text) - 1, CHUNK_CHARACTERS):
        choice_filter.feed(text[at : min(at + CHUNK_CHARACTERS, len(text) - 1)])
    began = time.perf_counter()
    choice_filter.feed(text[-1])
    choice = choice_filter.finish().choice
    assert choice is not None
    ask(parse_text_choice(choice, form_id="bench").questions)
    while (dialog := app.dialogs.front) is None or not dialog.isVisible():
        app.application.processEvents()
        time.sleep(_POLL_S)  # as a window that waits for events, leave Python to the engine
        if time.perf_counter() - began > _LIMIT_S:
            raise DeviceError("The dialog did not appear.", hint="In a terminal, run: parley chat")
    app.application.processEvents()  # the window system says that it can be painted
    dialog.repaint()
    return time.perf_counter() - began


async def _starts(*, clock: Clock) -> tuple[float, float]:
    """Return the seconds that opening the store takes, empty and full."""
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        await _start_s(empty, clock=clock)
        await _start_s(full, clock=clock)
        await _fill(full, clock=clock)
        times = [
            (await _start_s(empty, clock=clock), await _start_s(full, clock=clock))
            for _ in range(5)
        ]
    return min(first for first, _ in times), min(second for _, second in times)


async def _start_s(path: Path, *, clock: Clock) -> float:
    began = time.perf_counter()
    opened = await open_store(path, now=clock.now())
    desk = QuestionDesk(store=opened.store.questions, clock=clock, callbacks=silent_callbacks())
    await desk.restore()
    seconds = time.perf_counter() - began
    await desk.aclose()
    await opened.store.aclose()
    return seconds


async def _fill(path: Path, *, clock: Clock) -> None:
    """Store many questions, a tenth of them open."""
    opened = await open_store(path, now=clock.now())
    choice: dict[str, Any] = {
        "question": "Which?",
        "choices": [{"question": "Q", "options": ["A"]}],
    }
    questions = parse_text_choice(choice, form_id="bench").questions
    origin = Origin(channel=Channel.DESKTOP, conversation_id="bench").model_dump_json()
    now = clock.now()
    for n in range(STORED_QUESTIONS):
        is_open = n % 10 == 0
        named = questions.model_copy(update={"id": f"bench{n}"})
        await opened.store.questions.add(
            QuestionRecord(
                questions_id=named.id,
                conversation_id="bench",
                tool_use_id=None,
                questions_json=named.model_dump_json(),
                origin_json=origin,
                draft_json=Draft().model_dump_json(),
                status="pending" if is_open else "cancelled",
                response_json=None if is_open else '{"outcome": "cancelled"}',
                asked_at=now,
                deadline=now + timedelta(hours=24),
                settled_at=None if is_open else now,
                channel=None,
            )
        )
    await opened.store.aclose()
