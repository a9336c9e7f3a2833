"""A whole program with MCP servers and nobody before it: every question is answered by a script."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from assistant.home import Home
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.mcp_server import ServerConfig, ServerState
from assistant.protocol.mcp_servers import (
    ListServers,
    SaveServer,
    ServerEntry,
    ServersListed,
    SignInToServer,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Channel,
    Method,
    Origin,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    Response,
    TextFormat,
)
from assistant.tools.mcp.server_tool import ServerTool
from assistant.tools.tool import AnsweredQuestions, ToolContext, ToolResult
from tests.helpers.engine.running_core import RunningCore, opened, provenance
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.questions.presenters import ScriptedPresenter

CONNECT_S = 90
TEXTS = {
    TextFormat.EMAIL: "person@example.com",
    TextFormat.URI: "https://example.com/",
    TextFormat.DATE: "2026-03-31",
    TextFormat.DATE_TIME: "2026-03-31T15:00:00+02:00",
    TextFormat.NUMBER: "2.5",
    TextFormat.INTEGER: "7",
    TextFormat.PLAIN: "some words",
}


class McpStage:
    """The program, what it was asked and which addresses it opened."""

    def __init__(self, running: RunningCore, presenter: ScriptedPresenter) -> None:
        self.running = running
        self.presenter = presenter

    async def add(self, config: ServerConfig) -> ServerEntry:
        """Add a server and wait until it is connected; sign in once if it wants that."""
        has_signed_in = False
        await self.running.do(ListServers())
        await self.running.do(SaveServer(config=config))
        async with asyncio.timeout(CONNECT_S):
            while True:
                for event in reversed(self.running.of(ServersListed)):
                    entry = next((s for s in event.servers if s.config == config), None)
                    if entry is not None and entry.state is ServerState.CONNECTED:
                        return entry
                    if entry is not None and entry.state is ServerState.LOST:
                        raise ConnectionError(entry.detail)
                    if entry is not None and entry.state is ServerState.SIGN_IN:
                        if has_signed_in:
                            raise ConnectionError(entry.detail)
                        has_signed_in = True
                        await self.running.do(SignInToServer(name=config.name))
                    break
                self.running.heard.clear()
                await self.running.heard.wait()

    def tool(self, name: str) -> ServerTool:
        """Return a tool of a server by its name here."""
        tool = next(entry.tool for entry in self.running.core.registry if entry.tool.name == name)
        assert isinstance(tool, ServerTool)
        return tool

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool as a turn would: confirmed at the desk, in its time, with its questions."""
        core = self.running.core
        origin = Origin(
            channel=Channel.DESKTOP, conversation_id=core.conversations.current.conversation_id
        )

        async def ask(questions: QuestionSet) -> AnsweredQuestions:
            opened = await core.desk.open(questions, origin)
            return AnsweredQuestions(
                questions=opened.questions, response=await opened.response_or_withdraw()
            )

        batch = core.conversation_factory.runner.batch(
            [ToolUseBlock(id=uuid.uuid4().hex, name=name, input=dict(arguments))],
            context=ToolContext(
                conversation_id=origin.conversation_id,
                turn_id=None,
                origin=origin,
                workspace=core.plan.home.workspace("default"),
                ask=ask,
            ),
            on_event=lambda _event: None,
        )
        await batch.run()
        return batch.results[0]


@asynccontextmanager
async def stage(folder: Path) -> AsyncGenerator[McpStage]:
    """Open the program on a home in this folder; whoever asks gets an answer."""
    presenter = ScriptedPresenter(answer)
    home = Home(root=folder, models=folder / "models")
    async with opened(home, ScriptedModel()) as running:
        running.core.desk.register(presenter)
        yield McpStage(running, presenter)


def answer(questions: QuestionSet) -> Response:
    """Answer every question: with what it starts from, else with what fits."""
    if questions.purpose is Purpose.CONFIRM:
        choice = Answer(question_id="confirm", option_ids=("allow_session",))
        return Answered(answers=(choice,), provenance=provenance())
    return Answered(
        answers=tuple(_answer(question) for question in questions.questions),
        provenance=Provenance(channel=Channel.DESKTOP, method=Method.KEY, at=provenance().at),
    )


def _answer(question: Question) -> Answer:
    name = question.id
    match question.traits.input:
        case AnswerInput.YES_NO:
            is_yes = question.default_boolean if question.default_boolean is not None else True
            return Answer(question_id=name, boolean=is_yes)
        case AnswerInput.TEXT:
            return Answer(question_id=name, text=question.default_text or _text(question))
        case AnswerInput.OPTIONS:
            chosen = [option.id for option in question.options if option.default]
            needed = max(1, question.min_choices or 1)
            others = [option.id for option in question.options if option.id not in chosen]
            chosen += others[: max(0, needed - len(chosen))]
            order = [option.id for option in question.options if option.id in chosen]
            return Answer(question_id=name, option_ids=tuple(order))


def _text(question: Question) -> str:
    if question.minimum is not None:
        return f"{question.minimum:g}"
    text = TEXTS[question.text_format]
    if question.min_length is not None:
        text = text.ljust(question.min_length, "x")
    return text if question.max_length is None else text[: question.max_length]


def example(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return input that fits a simple schema."""
    properties: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    return {
        name: "https://example.com/" if name == "url" else _value(each)
        for name, each in properties.items()
    }


def _value(schema: Mapping[str, Any]) -> object:
    if "default" in schema:
        return schema["default"]
    if schema.get("enum"):
        return schema["enum"][0]
    values: dict[str, object] = {
        "string": "words",
        "number": 1,
        "integer": 1,
        "boolean": True,
        "array": [],
    }
    if schema.get("type") == "object":
        return example(schema)
    return values.get(str(schema.get("type")), "words")
