"""The colours of a question: exact in the dark theme, readable in both."""

import itertools

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.dialog.option_controls import (
    CheckBoxRow,
    OptionMark,
    OptionText,
    RadioRow,
)
from assistant.channels.desktop.style.question_stylesheet import question_stylesheet
from assistant.channels.desktop.style.tokens import DARK, LIGHT, MINIMUM_CONTRAST, Tokens, contrast
from assistant.channels.desktop.widgets.theme import Theme
from tests.unit.channels.desktop.conversation.samples import asked, single
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle


def colour(label: QLabel) -> str:
    label.ensurePolished()
    return label.palette().color(label.foregroundRole()).name().upper()


def label_of(desk: Desk, option: str, words: str) -> QLabel:
    return next(w for w in desk.button(option).findChildren(QLabel) if w.text() == words)


def test_the_dark_theme_has_the_colours_of_the_question(put: Put) -> None:
    desk = put(asked(single()))
    settle()
    chip = desk.find(QLabel, "chip")
    assert colour(chip) == "#818CF8"
    assert chip.font().bold()
    assert chip.grab().toImage().pixelColor(8, chip.height() // 2).name().upper() == "#1E293B"
    assert colour(label_of(desk, "user_choice_red", "Red")) == "#F1F5F9"
    assert colour(label_of(desk, "user_choice_green", "Green")) == "#94A3B8"
    assert colour(label_of(desk, "user_choice_red", "(Recommended)")) == "#34D399"


@pytest.mark.parametrize("row_type", [RadioRow, CheckBoxRow])
def test_the_mark_before_an_option_has_the_first_colour(
    qtbot: QtBot, theme: Theme, row_type: type[RadioRow | CheckBoxRow]
) -> None:
    row = row_type(theme=theme, option=OptionText(label="A"))
    qtbot.addWidget(row)
    row.setChecked(True)
    row.resize(200, 40)
    image = row.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x, y in itertools.product(range(14, 32), range(40))}
    assert QColor("#818CF8").name() in seen
    assert row.mark is (OptionMark.ROUND if row_type is RadioRow else OptionMark.SQUARE)


def test_the_description_is_as_close_to_its_colour_as_can_be_read() -> None:
    """#64748B has 3.1:1 on the card, so the same hue stands there lighter."""
    assert contrast("#64748B", DARK.surface) < MINIMUM_CONTRAST
    assert contrast(DARK.description, DARK.surface) >= MINIMUM_CONTRAST
    wanted, has = QColor("#64748B"), QColor(DARK.description)
    assert abs(wanted.hslHue() - has.hslHue()) <= 4


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_every_text_of_a_question_can_be_read(tokens: Tokens) -> None:
    pairs = {
        "chip": (tokens.primary, tokens.surface),
        "option": (tokens.text_secondary, tokens.surface),
        "option in focus": (tokens.text, tokens.surface),
        "description": (tokens.description, tokens.surface),
        "recommended": (tokens.success, tokens.surface),
        "title": (tokens.text, tokens.window),
        "hint": (tokens.description, tokens.window),
        "error": (tokens.danger, tokens.window),
        "marker": (tokens.text_secondary, tokens.raised),
        "answer": (tokens.success, tokens.surface),
        "flash": (tokens.on_primary, tokens.success),
        "warning": (tokens.text, tokens.notice_warning),
        "link": (tokens.link, tokens.window),
        "time": (tokens.warning, tokens.window),
    }
    faint = {name: contrast(*pair) for name, pair in pairs.items()}
    assert {name: ratio for name, ratio in faint.items() if ratio < MINIMUM_CONTRAST} == {}


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_what_is_chosen_can_be_read_on_its_tint(tokens: Tokens) -> None:
    """A chosen row is tinted with 9 % of the first colour."""
    surface, tint = QColor(tokens.surface), QColor(tokens.primary)
    mixed = QColor.fromRgbF(
        surface.redF() * 0.91 + tint.redF() * 0.09,
        surface.greenF() * 0.91 + tint.greenF() * 0.09,
        surface.blueF() * 0.91 + tint.blueF() * 0.09,
    ).name()
    for text in (tokens.text, tokens.text_secondary, tokens.success):
        assert contrast(text, mixed) >= MINIMUM_CONTRAST


def test_the_light_theme_keeps_the_hues() -> None:
    for name in ("primary", "success", "danger"):
        dark, light = (QColor(str(getattr(tokens, name))).hslHue() for tokens in (DARK, LIGHT))
        assert abs(dark - light) <= 20, name


def test_a_dialog_takes_the_colours_of_a_theme_that_changes(put: Put, theme: Theme) -> None:
    desk = put(asked(single()))
    theme.choose("light")
    settle()
    assert colour(desk.find(QLabel, "chip")) == LIGHT.on_chip
    assert colour(label_of(desk, "user_choice_green", "Green")) == LIGHT.text_secondary
    assert desk.dialog.styleSheet() == question_stylesheet(LIGHT, 1.0)
