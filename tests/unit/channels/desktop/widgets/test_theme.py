import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.style.application_stylesheet import stylesheet
from assistant.channels.desktop.style.markdown_stylesheet import markdown_css
from assistant.channels.desktop.style.tokens import DARK, LIGHT, Tokens
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.theme import Theme


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_the_sheets_are_complete(tokens: Tokens) -> None:
    for sheet in (stylesheet(tokens, 1.0), markdown_css(tokens, 1.0)):
        assert "$" not in sheet
        assert sheet.count("{") == sheet.count("}")


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize(
    ("selector", "colour"),
    [
        ('QFrame[role="reply"]', "blue"),
        ('QFrame[role="thinking"]', "thinking"),
        ('QFrame[role="tool"]', "green"),
        ('QFrame[role="tool_result"]', "blue"),
        ('QFrame[role="error"]', "red"),
        ('QFrame[role="complete"]', "blue"),
        ('QFrame[role="info"]', "sky"),
        ('QFrame[role="question"]', "purple"),
    ],
)
def test_every_kind_of_message_has_the_colour_it_is_known_by(
    tokens: Tokens, selector: str, colour: str
) -> None:
    """MSG-01 to MSG-08."""
    rules = [rule.split("{") for rule in stylesheet(tokens, 1.0).split("}")[:-1]]
    bodies = [body for names, body in rules if selector in [n.strip() for n in names.split(",")]]
    assert any(getattr(tokens, colour) in body for body in bodies)


def test_text_sizes_follow_the_scale() -> None:
    assert "font-size: 16px; font-weight: 600" in stylesheet(DARK, 1.0)
    assert "font-size: 32px; font-weight: 600" in stylesheet(DARK, 2.0)


def test_the_system_decides_unless_the_person_did(qapp: QApplication, qtbot: QtBot) -> None:
    scheme = Qt.ColorScheme.Dark
    theme = Theme(choice="auto", system_scheme=lambda: scheme)
    assert theme.tokens is DARK
    scheme = Qt.ColorScheme.Light
    with qtbot.waitSignal(theme.changed):
        QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)
    assert theme.tokens is LIGHT
    theme.choose("dark")
    with qtbot.assertNotEmitted(theme.changed):
        QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)
    assert theme.tokens is DARK
    with qtbot.waitSignal(theme.changed):
        theme.choose("auto")
    assert theme.tokens is LIGHT


def test_the_palette_has_the_colours_of_the_theme(theme: Theme, qapp: QApplication) -> None:
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert qapp.palette().color(QPalette.ColorRole.Text) == QColor(DARK.text)


@pytest.mark.parametrize("icon", list(Icon), ids=lambda icon: icon.name.lower())
def test_every_icon_draws_something_in_its_colour(qapp: QApplication, icon: Icon) -> None:
    image = pixmap(icon, "#FF0000", 24, 2.0).toImage()
    assert (image.width(), image.height()) == (48, 48)
    drawn = [
        image.pixelColor(x, y)
        for x in range(48)
        for y in range(48)
        if image.pixelColor(x, y).alpha() > 200
    ]
    assert len(drawn) > 40
    assert all(colour.red() > 200 and colour.green() < 60 for colour in drawn)
