import pytest

from assistant.channels.desktop.style.tokens import (
    DARK,
    LIGHT,
    MINIMUM_CONTRAST,
    MINIMUM_MARK_CONTRAST,
    Tokens,
    contrast,
)
from assistant.questions.model.asker import MARK_COLOURS

BOTH = pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
@BOTH
def test_every_pair_of_text_and_background_is_readable(tokens: Tokens) -> None:
    faint = [pair for pair in tokens.text_pairs() if contrast(*pair) < MINIMUM_CONTRAST]
    assert faint == []


@BOTH
def test_every_mark_has_a_colour_that_is_seen(tokens: Tokens) -> None:
    assert len(set(tokens.marks)) == MARK_COLOURS
    backgrounds = (tokens.window, tokens.surface)
    faint = [
        (mark, contrast(mark, background))
        for mark in tokens.marks
        for background in backgrounds
        if contrast(mark, background) < MINIMUM_MARK_CONTRAST
    ]
    assert faint == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param("#FFFFFF", "#000000", 21.0, id="black on white"),
        pytest.param("#777777", "#FFFFFF", 4.48, id="the grey that just fails"),
        pytest.param("#123456", "#123456", 1.0, id="the same twice"),
    ],
)
def test_contrast_is_that_of_the_guideline(first: str, second: str, expected: float) -> None:
    assert contrast(first, second) == pytest.approx(expected, abs=0.005)
    assert contrast(second, first) == contrast(first, second)


def test_the_dark_theme_has_the_colours_of_questions() -> None:
    assert (DARK.text, DARK.text_secondary, DARK.text_muted) == ("#F1F5F9", "#94A3B8", "#64748B")
    assert (DARK.primary, DARK.success, DARK.surface) == ("#818CF8", "#34D399", "#1E293B")
    assert DARK.window == "#0F172A"


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
@BOTH
def test_messages_have_their_colours_in_both_themes(tokens: Tokens) -> None:
    assert (tokens.blue, tokens.green, tokens.red) == ("#3B82F6", "#22C55E", "#EF4444")
    assert (tokens.sky, tokens.purple, tokens.amber) == ("#38BDF8", "#A855F7", "#FBBF24")
    assert tokens.thinking == ("#3F3A1D" if tokens.dark else "#FEF9C3")
