"""The API called with all that its description allows and much that it does not."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.specs.openapi.schemas import OpenApiSchema

from assistant.channels.web.address import Address
from assistant.home import Home
from tests.conftest import STRESS
from tests.helpers.api import calling

EXAMPLES = 300 if STRESS else 25
HEALTH = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Serve the API of a core on a thread of its own."""
    home = Home(root=Path(tmp_path_factory.mktemp("home")), models=Home.locate().models)
    found: list[Address] = []
    ready = threading.Event()
    loops: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def serve() -> None:
        leaving = asyncio.Event()
        loops.append((asyncio.get_running_loop(), leaving))
        async with calling(home) as program:
            found.append(program.address)
            ready.set()
            await leaving.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), name="api under test")
    thread.start()
    assert ready.wait(20)
    yield found[0]
    loop, leaving = loops[0]
    loop.call_soon_threadsafe(leaving.set)
    thread.join(10)
    assert not thread.is_alive()


OPERATIONS = (
    ("POST", "/api/task/answer"),
    ("POST", "/api/task/answers"),
    ("POST", "/api/task/cancel"),
    ("POST", "/api/task/question"),
    ("GET", "/api/task/question/{set_id}"),
    ("GET", "/api/task/session"),
    ("GET", "/api/task/session/{session_id}"),
    ("POST", "/api/task/page"),
    ("POST", "/api/task/resume"),
    ("GET", "/api/task/conversation"),
    ("POST", "/api/task/message"),
    ("POST", "/api/task/stop"),
    ("POST", "/api/task/response"),
    ("POST", "/api/task/draft"),
    ("GET", "/api/openapi.json"),
)
"""All but the stream, which does not end."""


@pytest.fixture(scope="module")
def described(address: Address) -> OpenApiSchema:
    """The description that the API gives of itself."""
    headers = {"Authorization": f"Bearer {address.token}"}
    answer = httpx.get(f"{address.url}/api/openapi.json", headers=headers, trust_env=False)
    schema = schemathesis.openapi.from_dict(answer.raise_for_status().json())
    schema.config.update(base_url=address.url)
    return schema


def test_every_operation_is_called(described: OpenApiSchema) -> None:
    paths: dict[str, dict[str, object]] = described.raw_schema["paths"]
    found = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert found == {*OPERATIONS, ("GET", "/api/task/events")}


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_call_makes_the_server_fail(
    described: OpenApiSchema, address: Address, method: str, path: str, mode: GenerationMode
) -> None:
    operation = cast("APIOperation[Any, Any, Any, Any]", described[path][method])
    headers = {"Authorization": f"Bearer {address.token}"}

    cases = cast("SearchStrategy[Case[Any]]", operation.as_strategy(generation_mode=mode))

    @given(case=cases)
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=HEALTH)
    def call(case: Case[Any]) -> None:
        if "wait_s" in (case.query or {}):
            case.query["wait_s"] = 0
        answer = case.call(headers=headers, timeout=10)
        assert answer.status_code < 500, answer.text

    try:
        call()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "nothing to send that is allowed"
