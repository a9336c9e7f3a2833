"""What becomes of a method that is declared as a tool."""

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from assistant.errors import ConfigError
from assistant.tools.descriptions import read_description
from assistant.tools.tool import (
    CallQuestion,
    InvalidInputError,
    Permission,
    ToolContext,
    ToolResult,
)
from assistant.tools.toolset import Toolset, tool
from tests.helpers.tools.fakes import context


class Sum(BaseModel):
    """Two numbers."""

    left: int
    right: int = 1


class Sums(Toolset):
    """Two tools, one of them with everything that may be attached."""

    def __init__(self, reason: str | None = None) -> None:
        self._reason = reason

    @tool(Permission.SENSITIVE, "Adds", aliases=("add",))
    async def current_time(self, wanted: Sum, context: ToolContext) -> ToolResult:
        return ToolResult(content=str(wanted.left + wanted.right))

    @current_time.explain
    async def words(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        return f"Adds {arguments['left']}."

    @current_time.question
    async def ask(self, arguments: Mapping[str, Any], context: ToolContext) -> CallQuestion:
        return CallQuestion(title="t", text="Add?", details="", refuse="No", allow="Yes")

    @current_time.is_sensitive
    async def is_large(self, arguments: Mapping[str, Any], context: ToolContext) -> bool:
        return arguments["left"] > 9

    @current_time.unavailable
    def reason(self) -> str | None:
        return self._reason

    @tool(Permission.SAFE, "Repeats", schema={"type": "object"}, is_question=True)
    async def calculator(self, wanted: Mapping[str, Any], context: ToolContext) -> ToolResult:
        return ToolResult(content=str(wanted))


async def test_a_method_is_a_tool_by_its_name_and_its_annotation() -> None:
    sums = Sums().current_time
    assert (sums.name, sums.aliases, sums.purpose) == ("current_time", ("add",), "Adds")
    assert sums.permission is Permission.SENSITIVE
    assert sums.description == read_description("current_time")
    assert sums.input_schema == {
        "type": "object",
        "properties": {"left": {"type": "integer"}, "right": {"type": "integer", "default": 1}},
        "required": ["left"],
    }
    assert (await sums.run(sums.validate({"left": 2}), context())).content == "3"
    with pytest.raises(InvalidInputError, match="left: "):
        sums.validate({"left": "two"})


async def test_what_is_attached_belongs_to_that_tool_alone() -> None:
    sums, repeats = Sums("Not now.").tools
    assert sums.unavailable == "Not now."
    assert sums.is_sensitive is not None
    assert [await sums.is_sensitive({"left": n}, context()) for n in (9, 10)] == [False, True]
    assert await sums.explain({"left": 2}, context()) == "Adds 2."
    question = await sums.question({}, context())
    assert question is not None
    assert question.text == "Add?"

    assert repeats.unavailable is None
    assert repeats.is_sensitive is None
    assert await repeats.explain({}, context()) == ""
    assert await repeats.question({}, context()) is None


async def test_input_without_a_model_comes_as_it_is() -> None:
    repeats = Sums().calculator
    assert repeats.is_question
    assert repeats.input_schema == {"type": "object"}
    assert (await repeats.run(repeats.validate({"a": 1}), context())).content == "{'a': 1}"


def test_a_tool_needs_a_model_and_a_description() -> None:
    class Wrong(Toolset):
        @tool(Permission.SAFE, "x")
        async def juggle(self, wanted: Sum, context: ToolContext) -> ToolResult:
            raise NotImplementedError

        @tool(Permission.SAFE, "x")
        async def calculator(self, wanted: str, context: ToolContext) -> ToolResult:
            raise NotImplementedError

    with pytest.raises(ConfigError, match=r"juggle\.txt is missing"):
        _ = Wrong().juggle
    with pytest.raises(TypeError, match="calculator is no pydantic model"):
        _ = Wrong().calculator
