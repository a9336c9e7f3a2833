"""A real server on a free port, a client that speaks to it, and a program that calls the API."""

from collections.abc import AsyncGenerator

import httpx2
import pytest
from fastapi import APIRouter, Request

from assistant.channels.web.server.http_server import RunningServer, open_server
from assistant.home import Home
from tests.helpers.patience import PATIENCE_S
from tests.helpers.web.api_program import ApiProgram, calling


def echo_routes() -> APIRouter:
    """Return routes that say what they got."""
    routes = APIRouter()

    @routes.get("/hello")
    async def hello() -> dict[str, str]:
        return {"hello": "world"}

    @routes.post("/size")
    async def size(request: Request) -> dict[str, int]:
        return {"size": len(await request.body())}

    @routes.get("/bug")
    async def bug() -> None:
        raise RuntimeError("a bug")

    @routes.get("/number/{number}")
    async def number(number: int) -> dict[str, int]:
        return {"number": number}

    return routes


@pytest.fixture
async def served() -> AsyncGenerator[RunningServer]:
    async with open_server([echo_routes()]) as served:
        yield served


@pytest.fixture
async def http(served: RunningServer) -> AsyncGenerator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(
        base_url=served.url, trust_env=False, timeout=PATIENCE_S
    ) as client:
        yield client


@pytest.fixture
async def program(home: Home) -> AsyncGenerator[ApiProgram]:
    async with calling(home) as program:
        yield program
