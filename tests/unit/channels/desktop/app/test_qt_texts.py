"""Qt's own words are in the interface's language."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QTextBrowser
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.qt_texts import translate_qt
from assistant.locale import InterfaceLanguage, use_language


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    use_language("en")
    translate_qt(qapp)


def offered(field: QLineEdit | QTextBrowser) -> str:
    """Return what the menu of a field offers."""
    menu = field.createStandardContextMenu()
    texts = " ".join(action.text() for action in menu.actions())
    menu.deleteLater()
    return texts


@pytest.mark.parametrize(("language", "words"), [("ko", "복사"), ("zh", "复制"), ("en", "Copy")])
def test_the_menu_of_a_field_follows_the_language(
    qapp: QApplication, qtbot: QtBot, language: InterfaceLanguage, words: str
) -> None:
    line, page = QLineEdit(), QTextBrowser()
    qtbot.addWidget(line)
    qtbot.addWidget(page)
    use_language("zh" if language == "ko" else "ko")
    translate_qt(qapp)
    use_language(language)
    translate_qt(qapp)
    assert words in offered(line)
    assert words in offered(page)
    assert ("Copy" in offered(line)) == (language == "en")
