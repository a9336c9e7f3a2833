"""`calculator`: arithmetic for the model."""

from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.locale import mark
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)
from assistant.tools.utilities.model.arithmetic import (
    MAX_EXPRESSION,
    evaluate,
    is_rounded,
    written,
)
from assistant.tools.utilities.model.math_functions import ArithmeticProblem


class CalculatorInput(BaseModel):
    """Input of `calculator`."""

    expression: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_EXPRESSION,
            description="Arithmetic expression, such as (1299 - 15%*1299) / 12",
        ),
    ]


class Calculator(ModelTool[CalculatorInput]):
    """Works out expressions."""

    name = "calculator"
    purpose = mark("Calculates")
    input_model = CalculatorInput
    permission = Permission.SAFE

    @override
    async def run(self, arguments: CalculatorInput, context: ToolContext) -> ToolResult:
        """Raises InvalidInputError if the expression has no value that can be worked out."""
        try:
            value = evaluate(arguments.expression)
        except ArithmeticProblem as error:
            raise InvalidInputError((f"expression: {error}",)) from error
        sign = "≈" if is_rounded(value) else "="
        result = written(value)
        return ToolResult(
            content=f"{arguments.expression.strip()} {sign} {result}",
            data={"value": result, "is_rounded": is_rounded(value)},
        )
