"""What the calculator can do with numbers. Pure.

Whole numbers and fractions stay exact (`Fraction`); roots that are not, logarithms and angles are
floats. No number grows beyond `MAX_BITS`, so that each step takes no time to speak of.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

MAX_BITS: Final = 8_192
"""Size of a number, some 2,466 digits; below the 4,300 that Python converts to text."""
MAX_FACTORIAL: Final = 800
"""Keeps a factorial below `MAX_BITS`."""
MAX_CHOICES: Final = 1_000_000
"""Things to choose from."""

_ZERO: Final = 1e-15
"""What counts as zero after `sin(pi)`, whose argument is rounded."""

Number = Fraction | float


class ArithmeticProblem(ValueError):  # noqa: N818  # shown to the model, not a failure of ours
    """An expression that has no value, or not one that can be worked out."""


def bounded(value: Number) -> Number:
    """The value if it may be used further.

    Raises:
        OverflowError: If it is too large.
    """
    if isinstance(value, Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise OverflowError
    elif not math.isfinite(value):
        raise OverflowError
    return value


def power(base: Number, exponent: Number) -> Number:
    """Exact for a rational result; an odd root of a negative number is real.

    Raises:
        ArithmeticProblem: If it is not real.
        OverflowError: If it is too large; that is known before it is worked out.
        ZeroDivisionError: If zero has a negative exponent.
    """
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        if exponent.denominator == 1:
            size = max(abs(base.numerator), base.denominator).bit_length() - 1
            if size * abs(exponent.numerator) > MAX_BITS:
                raise OverflowError
            return bounded(base**exponent.numerator)
        root = nth_root(base, exponent.denominator)
        if isinstance(root, Fraction):
            return power(root, Fraction(exponent.numerator))
    if base < 0:
        raise ArithmeticProblem("It has a power of a negative number that is not real.")
    return bounded(float(base) ** float(exponent))


def nth_root(value: Number, degree: int) -> Number:
    """The real root, exact if it is rational.

    Raises:
        ArithmeticProblem: If the degree is not positive, or even for a negative number.
        OverflowError: If the value is too large for a root that is not exact.
    """
    if degree < 1:
        raise ArithmeticProblem("The degree of a root is a whole number from 1.")
    if value < 0:
        if degree % 2 == 0:
            raise ArithmeticProblem("It has an even root of a negative number.")
        return -nth_root(-value, degree)
    if isinstance(value, Fraction):
        numerator = _whole_root(value.numerator, degree)
        denominator = _whole_root(value.denominator, degree)
        if numerator is not None and denominator is not None:
            return Fraction(numerator, denominator)
    return float(value) ** (1 / degree)


def _whole_root(value: int, degree: int) -> int | None:
    """None if the root is not whole; Newton's method from above."""
    if value < 2:
        return value
    if degree >= value.bit_length():
        return None  # it lies between 1 and 2
    root = 1 << -(-value.bit_length() // degree)
    while True:
        closer = ((degree - 1) * root + value // root ** (degree - 1)) // degree
        if closer >= root:
            return root if root**degree == value else None
        root = closer


def call(name: str, arguments: Sequence[Number]) -> Number:
    """Call a function.

    Raises:
        ArithmeticProblem: If there is none of this name, it takes another number of arguments, or
            has no value there.
        OverflowError: If the value is too large.
        ZeroDivisionError: If it divides by zero.
    """
    function = FUNCTIONS.get(name.casefold())
    if function is None:
        raise ArithmeticProblem(f"The function {name!r} is not known.")
    if not function.fewest <= len(arguments) <= function.most:
        wanted = str(function.fewest)
        if function.most > function.fewest:
            wanted += f" to {function.most}"
        raise ArithmeticProblem(
            f"{name} takes {wanted} {'number' if wanted == '1' else 'numbers'},"
            f" not {len(arguments)}."
        )
    return bounded(function.work(arguments))


@dataclass(frozen=True, slots=True)
class _Function:
    work: Callable[[Sequence[Number]], Number]
    fewest: int = 1
    most: int = 1


def _one(work: Callable[[Number], Number]) -> _Function:
    return _Function(lambda numbers: work(numbers[0]))


def _two(work: Callable[[Number, Number], Number]) -> _Function:
    return _Function(lambda numbers: work(numbers[0], numbers[1]), 2, 2)


def _many(work: Callable[[Sequence[Number]], Number], fewest: int = 1) -> _Function:
    return _Function(work, fewest, 100)


def _real(work: Callable[[float], float]) -> _Function:
    return _one(lambda number: _in_floats(work, number))


def _in_floats(work: Callable[[float], float], number: Number) -> float:
    try:
        result = work(float(number))
    except ValueError as error:
        raise ArithmeticProblem("A function in it has no value there.") from error
    return 0.0 if abs(result) < _ZERO else result


def _whole(value: Number) -> int:
    if value != int(value):
        raise ArithmeticProblem("A function in it takes whole numbers only.")
    return int(value)


def _wholes(values: Sequence[Number]) -> list[int]:
    return [_whole(value) for value in values]


def _absolute(value: Number) -> Number:
    return abs(value)


def _round(numbers: Sequence[Number]) -> Number:
    """Round half away from zero, as people do."""
    places = _whole(numbers[1]) if len(numbers) == 2 else 0
    if abs(places) > 100:
        raise ArithmeticProblem("It rounds to more than 100 digits.")
    scale = Fraction(10) ** places
    rounded = Fraction(math.floor(abs(Fraction(numbers[0])) * scale + Fraction(1, 2))) / scale
    return -rounded if numbers[0] < 0 else rounded


def _factorial(value: Number) -> Number:
    number = _whole(value)
    if not 0 <= number <= MAX_FACTORIAL:
        raise ArithmeticProblem(f"A factorial is of a whole number from 0 to {MAX_FACTORIAL}.")
    return Fraction(math.factorial(number))


def _choices(count: Callable[[int, int], int]) -> _Function:
    def work(n: Number, k: Number) -> Number:
        total, chosen = _whole(n), _whole(k)
        if not (0 <= chosen <= MAX_FACTORIAL and 0 <= total <= MAX_CHOICES):
            raise ArithmeticProblem("Its numbers are negative or too large to count choices.")
        return Fraction(count(total, chosen))

    return _two(work)


def _logarithm(value: Number, base: Number) -> Number:
    return _in_floats(math.log, value) / _in_floats(math.log, base)


def _sum(numbers: Sequence[Number]) -> Number:
    return sum(numbers, start=Fraction(0))


CONSTANTS: Final[dict[str, Number]] = {"pi": math.pi, "π": math.pi, "e": math.e, "tau": math.tau}
FUNCTIONS: Final[dict[str, _Function]] = {
    "abs": _one(_absolute),
    "acos": _real(math.acos),
    "asin": _real(math.asin),
    "atan": _real(math.atan),
    "cbrt": _one(lambda x: nth_root(x, 3)),
    "ceil": _one(lambda x: Fraction(math.ceil(x))),
    "comb": _choices(math.comb),
    "cos": _real(math.cos),
    "degrees": _real(math.degrees),
    "exp": _real(math.exp),
    "factorial": _one(_factorial),
    "floor": _one(lambda x: Fraction(math.floor(x))),
    "gcd": _many(lambda numbers: Fraction(math.gcd(*_wholes(numbers)))),
    "lcm": _many(lambda numbers: Fraction(math.lcm(*_wholes(numbers)))),
    "ln": _real(math.log),
    "log": _two(_logarithm),
    "log10": _real(math.log10),
    "log2": _real(math.log2),
    "max": _many(max),
    "mean": _many(lambda numbers: _sum(numbers) / len(numbers)),
    "min": _many(min),
    "mod": _two(lambda a, b: a % b),
    "perm": _choices(math.perm),
    "radians": _real(math.radians),
    "root": _two(lambda x, n: nth_root(x, _whole(n))),
    "round": _Function(_round, 1, 2),
    "sin": _real(math.sin),
    "sqrt": _one(lambda x: nth_root(x, 2)),
    "sum": _many(_sum),
    "tan": _real(math.tan),
}
