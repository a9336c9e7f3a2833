from typing import Any

import pytest

from assistant.tools.tool import InvalidInputError, Permission, Tool
from assistant.tools.utilities.model.math_functions import CONSTANTS, FUNCTIONS
from assistant.tools.utilities.utility_tools import UtilityTools
from tests.helpers.clock import ManualClock
from tests.helpers.tools.fakes import context


@pytest.fixture
def calculator() -> Tool[Any]:
    return UtilityTools(ManualClock()).calculator


async def calculate(calculator: Tool[Any], expression: str) -> str:
    arguments = calculator.validate({"expression": expression})
    return (await calculator.run(arguments, context())).content


async def test_a_result_says_whether_it_is_exact(calculator: Tool[Any]) -> None:
    assert await calculate(calculator, " 0.1 + 0.2 ") == "0.1 + 0.2 = 0.3"
    assert await calculate(calculator, "1/3") == "1/3 ≈ 0.333333333333333"


async def test_an_expression_without_a_value_is_invalid_input(calculator: Tool[Any]) -> None:
    arguments = calculator.validate({"expression": "1/0"})

    with pytest.raises(InvalidInputError) as caught:
        await calculator.run(arguments, context())

    assert caught.value.problems == ("expression: It divides by zero.",)


@pytest.mark.parametrize(
    "arguments", [{}, {"expression": ""}, {"expression": 5}, {"expression": "1" * 501}]
)
def test_input_that_does_not_fit_names_the_field(
    calculator: Tool[Any], arguments: dict[str, object]
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        calculator.validate(arguments)

    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith("expression: ")


def test_the_advertised_schema_is_small(calculator: Tool[Any]) -> None:
    assert calculator.input_schema == {
        "type": "object",
        "properties": {
            "expression": {
                "type": "string",
                "minLength": 1,
                "maxLength": 500,
                "description": "Arithmetic expression, such as (1299 - 15%*1299) / 12",
            }
        },
        "required": ["expression"],
    }
    assert calculator.permission is Permission.SAFE


@pytest.mark.parametrize("name", [*FUNCTIONS, *sorted(CONSTANTS.keys() - {"π"})])
def test_the_description_names_everything_that_can_be_used(
    calculator: Tool[Any], name: str
) -> None:
    words = calculator.description.replace("(", " ").replace(",", " ").replace(".", " ").split()

    assert name in words
