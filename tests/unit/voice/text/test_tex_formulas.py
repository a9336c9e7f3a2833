import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.tex_formulas import spoken_formula


@pytest.mark.parametrize(
    ("tex", "spoken"),
    [
        ("x", "x"),
        ("E=mc^2", "E=mc²"),
        ("a^{3} + b", "a³ + b"),
        (r"\pi \approx 3.14", "π≈3.14"),
        (r"2 \times 3", "2 ×3"),
        (r"\frac{1}{2}", "1 ÷ 2"),
        (r"x_1 + x_{10}", "x 1 + x 10"),
        (r"90^\circ", "90°"),
        (r"\text{speed} \leq 5", "speed ≤5"),
        (r"50\,\%", "50 %"),
        (r"f[x]", "f(x)"),
    ],
)
def test_simple_formulas_are_said(tex: str, spoken: str) -> None:
    assert spoken_formula(tex) == spoken


@pytest.mark.parametrize(
    "tex",
    [r"\sum_{i=0}^n i", "2^n", r"\frac{\frac{1}{2}}{3}", r"\sqrt{x}", "x" * 61, "", " ", r"\int f"],
)
def test_of_others_it_is_only_said_that_they_are_there(tex: str) -> None:
    assert spoken_formula(tex) is None


@given(st.text(st.sampled_from(list("x1 ^_{}\\frac[]()+-&$%~")), max_size=100))
def test_no_tex_is_ever_spoken(tex: str) -> None:
    assert not set(spoken_formula(tex) or "") & set("\\{}^_&[]~")
