"""Arithmetic on text, exact where it can be, bounded always. Pure.

Python parses the expression; only numbers, operators and the functions of `math_functions.py` are walked
and nothing is evaluated by Python. Written here because the libraries for this compute in floats
or let an expression take any time and memory.
"""

import ast
import re
import warnings
from fractions import Fraction
from typing import Final

from assistant.tools.utilities.model.math_functions import (
    CONSTANTS,
    MAX_BITS,
    ArithmeticProblem,
    Number,
    bounded,
    call,
    power,
)

MAX_EXPRESSION: Final = 500
"""Characters of an expression; bounds its depth too."""

_NUMBER_AT_END: Final = re.compile(r"(?:\d[\d_]*)?\.?\d+\.?$")
_NAME_AT_END: Final = re.compile(r"[A-Za-z_]\w*$")


def evaluate(expression: str) -> Number:
    """Evaluate an expression.

    Raises:
        ArithmeticProblem: If it is no arithmetic, has no value (a division by zero, the square
            root of a negative number), or its value is too large.
    """
    if len(expression) > MAX_EXPRESSION:
        raise ArithmeticProblem(f"An expression has at most {MAX_EXPRESSION} characters.")
    source = _as_python(expression)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of code that looks odd
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ArithmeticProblem("It is not a complete arithmetic expression.") from error
    try:
        return _value(tree.body, source)
    except ZeroDivisionError as error:
        raise ArithmeticProblem("It divides by zero.") from error
    except OverflowError as error:
        raise ArithmeticProblem("A number in it is too large.") from error
    except RecursionError as error:
        raise ArithmeticProblem("It is nested too deeply.") from error


def written(value: Number) -> str:
    """Digits: whole, as a decimal fraction, or as `1.5e+300`.

    At most 15 significant digits after rounding, except whole numbers, which are complete.
    """
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return str(value.numerator)
        try:
            value = float(value)
        except OverflowError:
            return str(round(value))
    return f"{value:.15g}"


def is_rounded(value: Number) -> bool:
    """Whether `written` rounds the value."""
    return isinstance(value, float) or Fraction(written(value)) != value


def _as_python(expression: str) -> str:
    text = expression.strip().removesuffix("=").strip()
    for sign, python in (("×", "*"), ("·", "*"), ("÷", "/"), ("−", "-"), ("–", "-"), ("^", "**")):
        text = text.replace(sign, python)
    text = re.sub(r"√\s*\(", "sqrt(", text)
    text = re.sub(r"√\s*(\d+(?:\.\d+)?)", r"sqrt(\1)", text)
    text = re.sub(r"%\s*of\b", "%*", text, flags=re.IGNORECASE)
    head, *rest = text.split("%")
    for part in rest:
        head = _hundredth(head.rstrip()) + part
    return head


def _hundredth(text: str) -> str:
    """Divide by 100 the last number of `text`, or its last parentheses."""
    if text.endswith(")"):
        depth = 0
        for start in range(len(text) - 1, -1, -1):
            depth += {")": 1, "(": -1}.get(text[start], 0)
            if depth == 0:
                name = _NAME_AT_END.search(text[:start])
                start = name.start() if name else start
                return f"{text[:start]}({text[start:]}/100)"
    number = _NUMBER_AT_END.search(text) or _NAME_AT_END.search(text)
    if number is None:
        raise ArithmeticProblem("A percent sign in it follows no number.")
    return f"{text[: number.start()]}({number[0]}/100)"


def _value(node: ast.expr, source: str) -> Number:
    match node:
        case ast.Constant(value=bool() | None):
            raise ArithmeticProblem("It has something in it that is no number.")
        case ast.Constant(value=int(number)):
            return bounded(Fraction(number))
        case ast.Constant(value=float()):
            return _decimal(node, source)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand, source)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, source)
        case ast.BinOp(left=left, op=operator, right=right):
            return _combine(operator, _value(left, source), _value(right, source))
        case ast.Name(id=name):
            if name.casefold() in CONSTANTS:
                return CONSTANTS[name.casefold()]
            raise ArithmeticProblem(f"{name!r} is not known.")
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return call(name, [_value(argument, source) for argument in arguments])
        case ast.Tuple():
            raise ArithmeticProblem("Write numbers without thousands separators.")
        case _:
            raise ArithmeticProblem("It has something in it that is no arithmetic.")


def _decimal(node: ast.Constant, source: str) -> Number:
    """Read a decimal number from its digits, so that 0.1 is a tenth."""
    digits = ast.get_source_segment(source, node) or ""
    mantissa, _e, exponent = digits.casefold().replace("_", "").partition("e")
    if exponent and abs(int(exponent)) > MAX_BITS:
        raise OverflowError
    return bounded(Fraction(f"{mantissa}e{exponent or 0}"))


def _combine(operator: ast.operator, left: Number, right: Number) -> Number:
    match operator:
        case ast.Add():
            return bounded(left + right)
        case ast.Sub():
            return bounded(left - right)
        case ast.Mult():
            return bounded(left * right)
        case ast.Div():
            return bounded(left / right)
        case ast.FloorDiv():
            return bounded(Fraction(left // right))
        case ast.Pow():
            return power(left, right)
        case _:
            raise ArithmeticProblem("It has an operator in it that is not known.")
