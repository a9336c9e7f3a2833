import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.utilities.model.arithmetic import (
    MAX_EXPRESSION,
    evaluate,
    is_rounded,
    written,
)
from assistant.tools.utilities.model.math_functions import MAX_BITS, ArithmeticProblem


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("0.1 + 0.2", "0.3"),
        ("1/3 + 1/3 + 1/3", "1"),
        ("-2 ** 2", "-4"),
        ("2^10", "1024"),
        ("2**3**2", "512"),
        ("10 ** -3", "0.001"),
        ("7 // 2", "3"),
        ("-7 // 2", "-4"),
        ("3 × 4 ÷ 2 − 1", "5"),
        ("1.5e3 + 1_000", "2500"),
        ("2 + 2 =", "4"),
        (".5 + 5.", "5.5"),
        ("15% of 80", "12"),
        ("200 * 7.5%", "15"),
        ("100 / 5%", "2000"),
        ("(2 + 3)% * 100", "5"),
        ("sum(10, 20)%", "0.3"),
        ("2 * pi%", "0.0628318530717959"),
        ("√16 + √(9)", "7"),
        ("sqrt(2)", "1.4142135623731"),
        ("sqrt(4/9)", "0.666666666666667"),
        ("sqrt(10 ** 400) / 10 ** 200", "1"),
        ("cbrt(-27)", "-3"),
        ("(-8) ** (1/3)", "-2"),
        ("8 ** (2/3)", "4"),
        ("root(1024, 10)", "2"),
        ("2 ** 0.5", "1.4142135623731"),
        ("abs(-3)", "3"),
        ("round(2.5)", "3"),
        ("round(-2.5)", "-3"),
        ("round(2.675, 2)", "2.68"),
        ("round(1234, -2)", "1200"),
        ("floor(-1.5) + ceil(1.2)", "0"),
        ("min(3, 1, 2) + max(3, 1, 2)", "4"),
        ("mean(1, 2, 4)", "2.33333333333333"),
        ("mod(10, 3)", "1"),
        ("mod(-1, 3)", "2"),
        ("gcd(12, 18) + lcm(4, 6)", "18"),
        ("factorial(20)", "2432902008176640000"),
        ("comb(52, 5)", "2598960"),
        ("perm(5, 2)", "20"),
        ("ln(e)", "1"),
        ("log10(1000)", "3"),
        ("log2(8)", "3"),
        ("log(9, 3)", "2"),
        ("exp(0)", "1"),
        ("sin(pi)", "0"),
        ("cos(0) + tan(0) + asin(0) + acos(1) + atan(0)", "1"),
        ("degrees(pi)", "180"),
        ("radians(180) - pi", "0"),
        ("TAU / PI", "2"),
        ("2 ** 200", "1606938044258990275541962092341162602522202993782792835301376"),
        ("1e400 / 1e399", "10"),
        ("1e300 * 1.5", "1500" + "0" * 297),
        ("exp(500)", "1.40359221785284e+217"),
        ("0 ** 0", "1"),
        ("1 ** (10 ** 1000)", "1"),
    ],
)
def test_an_expression_has_its_value(expression: str, expected: str) -> None:
    assert written(evaluate(expression)) == expected


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("", "complete"),
        ("1 +", "complete"),
        ("(1", "complete"),
        ("5 % 3", "complete"),
        ("1 / 0", "zero"),
        ("mod(1, 0)", "zero"),
        ("0 ** -1", "zero"),
        ("log(2, 1)", "zero"),
        ("sqrt(-1)", "even root"),
        ("(-2) ** 0.5", "even root"),
        ("(-2) ** pi", "not real"),
        ("ln(0)", "no value"),
        ("asin(2)", "no value"),
        ("1,000 + 1", "thousands"),
        ("x + 1", "'x' is not known"),
        ("launch(1)", "'launch' is not known"),
        ("sqrt(1, 2)", "takes 1 number, not 2"),
        ("round(1, 2, 3)", "takes 1 to 2 numbers, not 3"),
        ("log(8)", "takes 2 numbers, not 1"),
        ("factorial(-1)", "factorial"),
        ("factorial(1.5)", "whole"),
        ("comb(5, -1)", "choices"),
        ("root(8, 0)", "degree"),
        ("round(1, 999)", "100 digits"),
        ("% 5", "follows no number"),
        ("'a' * 3", "no arithmetic"),
        ("True + 1", "no number"),
        ("None", "no number"),
        ("1j", "no arithmetic"),
        ("1 < 2", "no arithmetic"),
        ("1 | 2", "operator"),
        ("2(3)", "no arithmetic"),
        ("[1][0]", "no arithmetic"),
        ("(1).real", "no arithmetic"),
        ("max(*[1])", "no arithmetic"),
        ("round(1, digits=1)", "no arithmetic"),
        ("lambda: 1", "no arithmetic"),
        ("__import__('os').system('true')", "no arithmetic"),
        ("1" * (MAX_EXPRESSION + 1), "at most"),
    ],
)
def test_an_expression_without_a_value_says_why(expression: str, problem: str) -> None:
    with pytest.raises(ArithmeticProblem, match=problem):
        evaluate(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "9 ** 9 ** 9",
        "10 ** 10000",
        "(1/3) ** 100000",
        "exp(1000)",
        "1e99999",
        "1e-99999",
        "2 ** 0.5 ** -9999",
        "10.5 ** 400.5",
        "factorial(800) ** 2",
    ],
)
def test_what_would_be_too_large_is_refused_before_it_is_worked_out(expression: str) -> None:
    with pytest.raises(ArithmeticProblem, match="large"):
        evaluate(expression)


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("-" * 499 + "1", id="signs"),
        pytest.param("(" * 249 + "1" + ")" * 249, id="parentheses"),
        pytest.param("2**" * 160 + "1", id="powers"),
        pytest.param("factorial(800)*" * 30 + "1", id="factorials"),
        pytest.param("%" * 400, id="percent signs"),
        pytest.param("1" + "%" * 400, id="hundredths"),
    ],
)
def test_the_longest_expressions_end_one_way_or_the_other(expression: str) -> None:
    try:
        value = evaluate(expression)
    except ArithmeticProblem:
        return
    assert written(value)


@given(st.text(alphabet="0123456789.+-*/%^() ,eπ√x=sqrtlog", max_size=40))
def test_any_text_has_a_value_or_is_refused(text: str) -> None:
    try:
        value = evaluate(text)
    except ArithmeticProblem:
        return
    assert isinstance(value, Fraction) or math.isfinite(value)
    assert written(value)


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9), st.integers(1, 10**9))
def test_fractions_are_exact(a: int, b: int, c: int) -> None:
    assert evaluate(f"({a} + {b}) * {a} / {c} - ({b})") == Fraction((a + b) * a, c) - b


@given(st.integers(0, 10**12), st.integers(1, 9))
def test_a_whole_root_is_found_exactly(base: int, degree: int) -> None:
    assert evaluate(f"root({base**degree}, {degree})") == base


@given(st.integers(2, 10**12), st.integers(2, 9))
def test_one_beside_a_power_has_no_whole_root(base: int, degree: int) -> None:
    assert isinstance(evaluate(f"root({base**degree + 1}, {degree})"), float)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=0, max_value=10**9))
def test_a_decimal_number_is_what_its_digits_say(number: object) -> None:
    value = evaluate(str(number))

    assert isinstance(value, Fraction)
    assert value == Fraction(str(number))


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (Fraction(3), False),
        (Fraction(2**MAX_BITS), False),
        (Fraction(1, 8), False),
        (Fraction(1, 3), True),
        (Fraction(10**400, 3), True),
        (math.sqrt(2), True),
    ],
)
def test_a_value_that_is_not_written_in_full_is_known(
    value: Fraction | float, rounded: bool
) -> None:
    assert is_rounded(value) is rounded
