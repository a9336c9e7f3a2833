import re
from itertools import pairwise
from pathlib import Path

import pytest

from assistant.channels.desktop.style import scale
from assistant.channels.desktop.style.application_stylesheet import stylesheet
from assistant.channels.desktop.style.page_variables import page_variables
from assistant.channels.desktop.style.tokens import (
    DARK,
    DARK_CONTRAST,
    ENHANCED_CONTRAST,
    LIGHT,
    LIGHT_CONTRAST,
    MINIMUM_CONTRAST,
    MINIMUM_MARK_CONTRAST,
    ThemeChoice,
    Tokens,
    contrast,
    theme_for,
)
from assistant.questions.model.asker import MARK_COLOURS

NAMED = {
    "dark": DARK,
    "light": LIGHT,
    "dark contrast": DARK_CONTRAST,
    "light contrast": LIGHT_CONTRAST,
}
EVERY = pytest.mark.parametrize("tokens", NAMED.values(), ids=NAMED)
BOTH = pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
TYPEFACE = Path(scale.__file__).parents[2] / "typeface"
STATIC = Path(scale.__file__).parents[2] / "web" / "pages" / "static"


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
@EVERY
def test_every_pair_of_text_and_background_is_readable(tokens: Tokens) -> None:
    least = ENHANCED_CONTRAST if tokens.high_contrast else MINIMUM_CONTRAST
    faint = [pair for pair in tokens.text_pairs() if contrast(*pair) < least]
    assert faint == []


@EVERY
def test_every_edge_that_a_control_or_the_focus_is_known_by_is_seen(tokens: Tokens) -> None:
    faint = [pair for pair in tokens.edge_pairs() if contrast(*pair) < MINIMUM_MARK_CONTRAST]
    assert faint == []
    if tokens.high_contrast:  # then what parts things is to be seen, too
        assert contrast(tokens.border, tokens.window) >= MINIMUM_MARK_CONTRAST


@EVERY
def test_every_mark_has_a_colour_that_is_seen(tokens: Tokens) -> None:
    assert len(set(tokens.marks)) == MARK_COLOURS
    backgrounds = (tokens.window, tokens.elevated, tokens.surface)
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


@pytest.mark.parametrize(
    ("choice", "dark", "wants_contrast", "expected"),
    [
        ("auto", False, False, LIGHT),
        ("auto", True, False, DARK),
        ("auto", True, True, DARK_CONTRAST),
        ("light", True, False, LIGHT),
        ("light", True, True, LIGHT_CONTRAST),
        ("dark", False, False, DARK),
        ("contrast", False, False, LIGHT_CONTRAST),
        ("contrast", True, True, DARK_CONTRAST),
    ],
)
def test_the_theme_is_what_the_user_and_the_system_want(
    choice: ThemeChoice, dark: bool, wants_contrast: bool, expected: Tokens
) -> None:
    found = theme_for(choice, is_system_dark=dark, wants_contrast=wants_contrast)
    assert found is expected


def test_the_dark_theme_has_the_colours_of_questions() -> None:
    assert (DARK.text, DARK.text_secondary, DARK.text_muted) == ("#F1F5F9", "#94A3B8", "#64748B")
    assert (DARK.primary, DARK.success, DARK.surface) == ("#818CF8", "#34D399", "#1E293B")
    assert (DARK.chip, DARK.on_chip, DARK.window) == ("#1E293B", "#818CF8", "#0F172A")


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
@BOTH
def test_messages_have_their_colours_in_both_themes(tokens: Tokens) -> None:
    assert (tokens.blue, tokens.green, tokens.red) == ("#3B82F6", "#22C55E", "#EF4444")
    assert (tokens.sky, tokens.purple, tokens.amber) == ("#38BDF8", "#A855F7", "#FBBF24")
    assert tokens.thinking == ("#3F3A1D" if tokens.dark else "#FEF9C3")


def test_sizes_are_steps() -> None:
    text = (
        scale.CAPTION_PX,
        scale.SMALL_PX,
        scale.BODY_PX,
        scale.READING_PX,
        scale.TITLE_PX,
        scale.HEADING_PX,
        scale.HEADLINE_PX,
    )
    for steps in (text, scale.CORNERS.values(), scale.SPACE.values()):
        assert all(less < more for less, more in pairwise(steps))


@EVERY
def test_the_window_and_the_pages_have_the_same_colours(tokens: Tokens) -> None:
    window, pages = stylesheet(tokens, 1.0), page_variables()
    for name in ("primary", "danger", "control", "elevated"):
        assert tokens.named()[name] in window
    for name in ("primary", "danger", "control", "text"):
        assert f"--{name}: {tokens.named()[name].lower()};" in pages


def test_the_pages_have_the_variables_of_now() -> None:
    """`scripts/page_variables.py` writes them."""
    assert (STATIC / "tokens.css").read_text(encoding="utf-8") == page_variables()
    rules = (STATIC / "page.css").read_text(encoding="utf-8")
    used = {part.split(")")[0] for part in rules.split("var(--")[1:]}
    assert {name for name in used if f"--{name}:" not in page_variables()} == set()


def test_the_typeface_comes_with_its_licence() -> None:
    assert "SIL OPEN FONT LICENSE" in (TYPEFACE / "OFL.txt").read_text(encoding="utf-8").upper()
    for name in ("Regular", "Medium", "SemiBold"):
        assert (TYPEFACE / f"{scale.FAMILY}-{name}.ttf").read_bytes()[:4] == b"\x00\x01\x00\x00"


def test_no_label_is_drawn_as_a_frame_of_the_same_role() -> None:
    """A label is a frame to the style sheet: a role of both gives it the frame's edge and ground."""
    sheet = stylesheet(LIGHT, 1.0)
    frames, labels = (
        set(re.findall(rf'{kind}\[role="(\w+)"\][^,{{]*\{{', sheet))
        for kind in ("QFrame", "QLabel")
    )
    written = set[str]()
    for source in Path(scale.__file__).parents[1].rglob("*.py"):
        written |= set(re.findall(r'plain_label\([^()]*role="(\w+)"', source.read_text("utf-8")))
    assert "failed" in labels & written
    assert frames & (labels | written) == set()
