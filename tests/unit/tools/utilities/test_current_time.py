from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from assistant.tools.tool import InvalidInputError, Permission, Tool, ToolResult
from assistant.tools.utilities.utility_tools import UtilityTools
from tests.helpers.clock import ManualClock
from tests.helpers.tools.fakes import context

NOON = datetime(2026, 1, 2, 12, 5, 9, tzinfo=UTC)


@pytest.fixture
def tool() -> Tool[Any]:
    return UtilityTools(ManualClock(NOON), local_zone=ZoneInfo("Europe/Berlin")).current_time


async def tell(tool: Tool[Any], place: str = "") -> ToolResult:
    arguments = tool.validate({"place": place} if place else {})
    return await tool.run(arguments, context())


async def test_without_a_place_it_is_the_persons_own_time(tool: Tool[Any]) -> None:
    result = await tell(tool)

    assert result.content == "Friday, 2 January 2026, 13:05:09 (Europe/Berlin, UTC+01:00)"
    assert result.data == {"time": "2026-01-02T13:05:09+01:00"}


async def test_the_time_of_a_place(tool: Tool[Any]) -> None:
    result = await tell(tool, "Seoul")

    assert result.content == "Friday, 2 January 2026, 21:05:09 (Asia/Seoul, UTC+09:00)"


async def test_a_place_may_have_another_day(tool: Tool[Any]) -> None:
    result = await tell(tool, "Pacific/Kiritimati")

    assert result.content.startswith("Saturday, 3 January 2026, 02:05:09")


async def test_an_offset_has_no_zone_name(tool: Tool[Any]) -> None:
    result = await tell(tool, "UTC-3:30")

    assert result.content == "Friday, 2 January 2026, 08:35:09 (UTC-03:30)"


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("Seol", "perhaps Asia/Seoul"),
        ("xyzzy", "large city"),
        ("Canada", "several time zones"),
    ],
)
async def test_a_place_without_a_zone_is_invalid_input(
    tool: Tool[Any], place: str, problem: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        await tell(tool, place)

    assert problem in caught.value.problems[0]
    assert repr(place) in caught.value.problems[0]


async def test_without_a_configured_zone_the_machines_is_used() -> None:
    tool = UtilityTools(ManualClock(NOON)).current_time

    result = await tell(tool)

    assert datetime.fromisoformat(str(result.data["time"])) == NOON


def test_the_tool_is_safe_and_needs_no_input(tool: Tool[Any]) -> None:
    assert tool.permission is Permission.SAFE
    assert "required" not in tool.input_schema
    assert "title" not in tool.input_schema["properties"]["place"]
