"""The API called with all that its description allows and much that it does not."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.specs.openapi.schemas import OpenApiSchema

from assistant.channels.web.client.address_file import ProgramAddress
from assistant.home import Home
from tests.conftest import STRESS
from tests.helpers.patience import PATIENCE_S
from tests.helpers.web.api_program import calling

HEALTH = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProgramAddress]:
    """Serve the API of a core on a thread of its own."""
    home = Home(root=Path(tmp_path_factory.mktemp("home")), models=Home.locate().models)
    found: list[ProgramAddress] = []
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
    ("GET", "/api/task/questions"),
    ("POST", "/api/task/reopen"),
    ("GET", "/api/task/answered"),
    ("POST", "/api/task/change"),
    ("GET", "/api/sync"),
    ("POST", "/api/sync/now"),
    ("POST", "/api/sync/apply"),
    ("GET", "/api/agents"),
    ("GET", "/api/telegram"),
    ("POST", "/api/telegram/link"),
    ("POST", "/api/telegram/link/hide"),
    ("POST", "/api/telegram/unlink/{user_id}"),
    ("POST", "/api/telegram/apply"),
    ("GET", "/api/openapi.json"),
)
"""All but those that do not end by themselves."""


@pytest.fixture(scope="module")
def described(address: ProgramAddress) -> OpenApiSchema:
    """The description that the API gives of itself."""
    headers = {"Authorization": f"Bearer {address.token}"}
    answer = httpx2.get(f"{address.url}/api/openapi.json", headers=headers, trust_env=False)
    schema = schemathesis.openapi.from_dict(answer.raise_for_status().json())
    schema.config.update(base_url=address.url)
    return schema


@pytest.mark.requirement("API-13", "G-13")
def test_every_operation_is_called(described: OpenApiSchema) -> None:
    paths: dict[str, dict[str, object]] = described.raw_schema["paths"]
    found = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert found == {*OPERATIONS, ("GET", "/api/task/events"), ("POST", "/api/task/ask")}


@pytest.mark.requirement("API-13", "G-13")
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_call_makes_the_server_fail(
    described: OpenApiSchema, address: ProgramAddress, method: str, path: str, mode: GenerationMode
) -> None:
    operation = cast("APIOperation[Any, Any, Any, Any]", described[path][method])
    headers = {"Authorization": f"Bearer {address.token}"}

    cases = cast("SearchStrategy[Case[Any]]", operation.as_strategy(generation_mode=mode))

    @given(case=cases)
    @settings(suppress_health_check=HEALTH, max_examples=1000 if STRESS else 10)
    def call(case: Case[Any]) -> None:
        if "wait_s" in (case.query or {}):
            case.query["wait_s"] = 0
        answer = case.call(headers=headers, timeout=PATIENCE_S)
        assert answer.status_code < 500, answer.text

    try:
        call()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "nothing to send that is allowed"


WRONG: dict[str, Any] = {"choice": "other", "words": 5, "sure": "true"}
RIGHT: dict[str, Any] = {"choice": "a", "words": "some", "sure": True}
OPTIONS = [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]
KINDS: dict[str, dict[str, Any]] = {
    "choice": {"type": "multiple_choice", "options": OPTIONS},
    "words": {"type": "text"},
    "sure": {"type": "boolean"},
}
SETTLED = {"answered": "already_answered", "cancelled": "closed"}
STEPS = strategies.sampled_from(["right", "wrong", "cancel", "both", "elsewhere", "look"])


@pytest.mark.timeout(3600 if STRESS else 120)
@pytest.mark.requirement("API-11")
@given(name=strategies.sampled_from(list(KINDS)), steps=strategies.lists(STEPS, max_size=6))
@settings(suppress_health_check=HEALTH)
def test_whatever_comes_after_what_each_call_says_how_things_stand(
    caller: httpx2.Client, name: str, steps: list[str]
) -> None:
    """Walks through the life of a question, and compares each answer with what it must be."""
    asked = {"question_id": name, "question_text": "Well?"} | KINDS[name]
    created = caller.post("question", json=asked).raise_for_status().json()
    here = {"session_id": created["session_id"], "question_id": name}
    status = "pending"
    for step in steps:
        refused = SETTLED.get(status)
        match step:
            case "right":
                answer = caller.post("answer", json=here | {"answer": RIGHT[name]})
                expected = refused
                status = "answered" if refused is None else status
            case "wrong":
                answer = caller.post("answer", json=here | {"answer": WRONG[name]})
                expected = refused or "invalid_answer"
            case "cancel":
                answer = caller.post("cancel", json=here)
                expected = refused
                status = "cancelled" if refused is None else status
            case "both":
                both = [{"question_id": name, "answer": RIGHT[name]}] * 2
                body = {"session_id": here["session_id"], "answers": both}
                results = caller.post("answers", json=body).json()["results"]
                first = None if refused is None else refused
                assert [one["error"] for one in results] == [first, refused or "already_answered"]
                status = "answered" if refused is None else status
                continue
            case "elsewhere":
                body = here | {"session_id": "elsewhere", "answer": RIGHT[name]}
                answer, expected = caller.post("answer", json=body), "session_not_found"
            case _:
                answer = caller.get(f"question/{name}", params={"session_id": here["session_id"]})
                assert answer.json()["status"] == status
                expected = None
        assert answer.json().get("error") == expected, (step, status)
        assert answer.status_code == (
            200 if expected is None else 404 if expected == "session_not_found" else 400
        )
    caller.post("cancel", json=here | {"reason": "client"})


@pytest.fixture(scope="module")
def caller(address: ProgramAddress) -> Iterator[httpx2.Client]:
    """A program that knows the token."""
    headers = {"Authorization": f"Bearer {address.token}"}
    url = f"{address.url}/api/task/"
    with httpx2.Client(base_url=url, headers=headers, trust_env=False) as client:
        yield client
