"""The HTTP API of a core on a home, and a program that calls it."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx2

from assistant.assembly.outside_access import outside_access
from assistant.assembly.web.api import open_api
from assistant.channels.web.client.address_file import ProgramAddress
from assistant.clock import Clock
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient
from assistant.protocol.questions import QuestionClosed
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import uses_tool
from tests.helpers.questions.builders import QUESTION

DATABASES: dict[str, Any] = {
    "question_id": "database",
    "question_text": "Which database?",
    "header": "Database",
    "type": "multiple_choice",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
}
PROVIDERS: dict[str, Any] = {
    "question_id": "providers",
    "question_text": "Which providers?",
    "type": "checkbox",
    "options": [{"id": "google", "label": "Google"}, {"id": "github", "label": "GitHub"}],
}
PORT: dict[str, Any] = {"question_id": "port", "question_text": "Which port?", "type": "text"}
TLS: dict[str, Any] = {"question_id": "tls", "question_text": "With TLS?", "type": "boolean"}


ASKS = uses_tool("ask_user_question", QUESTION)
"""A reply that puts a question."""


class ApiProgram:
    """Another program on this machine."""

    def __init__(
        self, running: RunningCore, address: ProgramAddress, http: httpx2.AsyncClient
    ) -> None:
        self.running = running
        self.address = address
        self.http = http

    async def post(self, path: str, body: object) -> httpx2.Response:
        """Call `/api/task/<path>` with a JSON body."""
        return await self.http.post(f"/api/task/{path}", json=body)

    async def get(self, path: str, **query: Any) -> httpx2.Response:
        """Call `/api/task/<path>`."""
        return await self.http.get(f"/api/task/{path}", params=query)

    async def put(self, *questions: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Put a question, or several together; returns what was created."""
        body = questions[0] if len(questions) == 1 else {"questions": list(questions)}
        answer = await self.post("question", body | more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def answer(self, created: dict[str, Any], value: object, **more: Any) -> httpx2.Response:
        """Answer the first question of what was created."""
        body = {
            "session_id": created["session_id"],
            "question_id": created["question_id"],
            "answer": value,
        }
        return await self.post("answer", body | more)


@asynccontextmanager
async def calling(
    home: Home, model: ModelClient | None = None, *, clock: Clock | None = None
) -> AsyncGenerator[ApiProgram]:
    """Open a core with its API and a program that knows the token."""
    async with opened(home, model, clock=clock) as running, AsyncExitStack() as stack:
        core = running.core
        await stack.enter_async_context(
            outside_access(core, loading=LoadQueue(), has_api=False)  # Telegram, which is not begun
        )
        async with open_api(core, core.plan.settings.api) as address:
            headers = {"Authorization": f"Bearer {address.token}"}
            async with httpx2.AsyncClient(
                base_url=address.url, headers=headers, trust_env=False, timeout=10
            ) as http:
                yield ApiProgram(running, address, http)


def problem(answer: httpx2.Response) -> tuple[int, str]:
    """Return status and code of a refusal, whose form is checked."""
    body = answer.json()
    assert set(body) == {"success", "error", "message", "details"}
    assert body["success"] is False
    assert body["message"]
    return answer.status_code, body["error"]


async def closed(program: ApiProgram, count: int = 1) -> QuestionClosed:
    """Wait until questions were closed this often; return the last."""
    return await program.running.until(QuestionClosed, count)
