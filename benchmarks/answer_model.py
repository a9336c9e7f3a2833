"""Has a model read the answers of a table that the rules would ask back about."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, cast

from assistant.clock import Clock
from assistant.engine.questions.model_answer_reader import (
    LIMIT_S,
    reads_answers,
    request_report,
)
from assistant.errors import ModelFileError, ProviderError
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.llm.model_factory import ModelFactory
from assistant.llm.single_request import CALL_TOKENS
from assistant.llm.starter.guided.llama_connection import LlamaConnection
from assistant.llm.starter.model_files import StarterFiles
from assistant.llm.starter.process import StarterProcess
from assistant.questions.model_reading.reading_reply import read_report
from assistant.questions.model_reading.reading_request import ReadingRequest, reading_request
from assistant.questions.spoken.understanding import Understanding
from assistant.settings import load
from benchmarks.answer_set import AnswerSample, measure_answers, unread_answer
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress

_PATIENCE_S: Final = 120.0
"""A model of this computer may need long; what takes more than `LIMIT_S` is counted as late."""
_EVERY: Final = 10
_AS_JSON: Final = (
    'Reply with JSON alone: {"means": "options", "option_ids": ["1"]}, {"means": "own_words"},'
    ' {"means": "command", "command": "answer_later"} or {"means": "unclear"}.'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingModel:
    """What reads."""

    name: str
    report: Callable[[ReadingRequest], Awaitable[dict[str, object] | None]]
    """Returns the report of a request; None if the reply is none. Raises ProviderError."""


@dataclass(slots=True)
class ReadingFigures:
    """How a model read."""

    sent: int = 0
    late: int = 0
    """Replies that took longer than Parley waits."""
    failed: int = 0
    """Requests without a reply, or with one that is no report."""
    unclear: int = 0


async def measure_with_model(
    samples: Sequence[AnswerSample], *, home: Home, clock: Clock, progress: BenchProgress
) -> Run:
    """Return how many answers are understood with the user's model, as if Parley waited for it.

    The built-in model, which Parley itself never asks for this, stands in where there is no other.

    Raises:
        ModelFileError: If there is no model at all.
        ProviderError: If the built-in model cannot be started.
    """
    async with _reading_model(home, clock) as model:
        figures = ReadingFigures()
        read = await _read_all(samples, model, figures, clock.monotonic, progress)
        run = measure_answers(samples, read)
        run.record(
            model=model.name,
            sent=figures.sent,
            late=figures.late,
            failed=figures.failed,
            unclear=figures.unclear,
        )
        return run


async def _read_all(
    samples: Sequence[AnswerSample],
    model: ReadingModel,
    figures: ReadingFigures,
    elapsed: Callable[[], float],
    progress: BenchProgress,
) -> dict[str, Understanding]:
    """Return what the model read, by the ids of the samples."""
    found: dict[str, Understanding] = {}
    wanted = [(one.id, unread) for one in samples if (unread := unread_answer(one)) is not None]
    for done, (name, unread) in enumerate(wanted, start=1):
        figures.sent += 1
        begun = elapsed()
        try:
            report = await model.report(reading_request(unread))
        except ProviderError:
            report = None
        figures.late += elapsed() - begun > LIMIT_S
        if report is None:
            figures.failed += 1
        else:
            found[name] = read_report(unread, report)
            figures.unclear += report.get("means") == "unclear"
        if done % _EVERY == 0:
            progress.count(done, len(wanted))
    return found


@asynccontextmanager
async def _reading_model(home: Home, clock: Clock) -> AsyncGenerator[ReadingModel]:
    settings = load(home).settings.llm
    keys = KeyStore(keys_file=home.keys_file)
    built = await ModelFactory(keys=keys, home=home, clock=clock).choose(settings)
    async with aclosing(built.client) as client:
        if reads_answers(client):
            yield ReadingModel(
                name=client.profile.model,
                report=partial(request_report, client, limit_s=_PATIENCE_S),
            )
            return
    async with _built_in(home.models, clock) as model:
        yield model


@asynccontextmanager
async def _built_in(models: Path, clock: Clock) -> AsyncGenerator[ReadingModel]:
    """Serve the best built-in model that is here; llama.cpp forces a schema at its own endpoint."""
    files = StarterFiles.at(models)
    present = await asyncio.to_thread(files.present)
    found = next((model for model in files.models if model.name in present), None)
    if found is None:
        raise ModelFileError("There is no model to read answers with.")
    process = StarterProcess(model=found, log_file=None)
    endpoint = await process.start()
    try:
        connection = LlamaConnection(
            base_url=endpoint.base_url, api_key=endpoint.api_key, clock=clock
        )
        async with aclosing(connection):
            yield ReadingModel(name=found.name, report=partial(_completed, connection))
    finally:
        await process.aclose()


async def _completed(
    connection: LlamaConnection, request: ReadingRequest
) -> dict[str, object] | None:
    """Return what a model reports whose reply a grammar holds to the schema."""
    prompt = await connection.render(
        (("system", request.instruction), ("user", f"{request.message}\n\n{_AS_JSON}"))
    )
    body = {
        "prompt": prompt,
        "n_predict": CALL_TOKENS,
        "temperature": 0.0,
        "cache_prompt": True,
        "json_schema": request.schema,
    }
    async with connection.complete(body) as pieces:
        written = "".join([piece.content async for piece in pieces])
    try:
        report = json.loads(written)
    except ValueError:
        return None
    return cast("dict[str, object]", report) if isinstance(report, dict) else None
