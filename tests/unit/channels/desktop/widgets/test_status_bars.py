"""Notices above the input line, and failures in the transcript, when the language changes."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QPushButton, QWidget

from assistant.channels.desktop.conversation.message_entries import RemarkEntry
from assistant.channels.desktop.conversation.model.rows import RemarkRow
from assistant.channels.desktop.widgets.status_bars import NoticeBar
from assistant.channels.desktop.widgets.theme import Theme
from assistant.conversation.turn.model.model_advice import model_advice
from assistant.errors import ConfigError
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.protocol.models import DeclineStarterDownload
from assistant.protocol.notices import Notice, NoticeAction
from tests.helpers.patience import PatientQtBot

ADDRESS = "http://127.0.0.1:11434"


def action() -> NoticeAction:
    return NoticeAction(label=_("Do not download"), command=DeclineStarterDownload())


def error() -> ConfigError:
    return ConfigError(
        _("The model server at {address} does not answer.").format(address=ADDRESS),
        hint=_("Check its name in the settings, and whether its server runs."),
    )


def switched(widget: QWidget, language: InterfaceLanguage) -> set[str]:
    """Switch the language as the window does; return the words that the widget shows then."""
    use_language(language)
    for one in (widget, *widget.findChildren(QWidget)):
        QCoreApplication.sendEvent(one, QEvent(QEvent.Type.LanguageChange))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return words_of(widget)


def words_of(widget: QWidget) -> set[str]:
    labels = {label.text() for label in widget.findChildren(QLabel) if label.text()}
    return labels | {button.text() for button in widget.findChildren(QPushButton)} - {""}


def expected() -> set[str]:
    return {error().message, error().hint, action().label}


def test_a_notice_is_told_in_the_language_that_was_chosen_later(
    qtbot: PatientQtBot, theme: Theme
) -> None:
    bar = NoticeBar(theme=theme)
    qtbot.addWidget(bar)
    bar.show_notices([Notice.of(error(), "model_server_silent", actions=(action(),))])
    shown = [switched(bar, language) for language in ("ko", "zh", "en")]
    for words, language in zip(shown, ("ko", "zh", "en"), strict=True):
        use_language(language)
        assert words == expected()


def test_a_failure_in_the_transcript_is_told_so_too(qtbot: PatientQtBot) -> None:
    failed = error()
    row = RemarkRow(text=failed.message, hint=failed.hint, role="error", actions=(action(),))
    use_language("ko")
    entry = RemarkEntry(row=row)
    qtbot.addWidget(entry)
    assert words_of(entry) == expected()
    assert entry.accessibleName() == error().message


# Under the mouse.


def point_at(bar: NoticeBar) -> None:
    here = QPointF(5, 5)
    QCoreApplication.sendEvent(frames(bar)[0], QEnterEvent(here, here, here))


def leave(bar: NoticeBar) -> None:
    QCoreApplication.sendEvent(frames(bar)[0], QEvent(QEvent.Type.Leave))


def frames(bar: NoticeBar) -> list[QFrame]:
    """Return the notices that are seen, from the top."""
    frames = [frame for frame in bar.findChildren(QFrame) if frame.property("role") == "notice"]
    return sorted((frame for frame in frames if not frame.isHidden()), key=QFrame.y)


def codes(bar: NoticeBar) -> list[str]:
    """Return the codes of the notices that are seen, from the top."""
    return [frame.objectName().removeprefix("notice_") for frame in frames(bar)]


@pytest.fixture
def bar(qtbot: PatientQtBot, theme: Theme) -> NoticeBar:
    made = NoticeBar(theme=theme)
    qtbot.addWidget(made)
    return made


ONE, TWO = (
    Notice(code="one", text="First.", actions=(action(),)),
    Notice(code="two", text="Second."),
)


def test_a_new_notice_comes_below_and_leaves_the_others_as_they_are(bar: NoticeBar) -> None:
    bar.show_notices([ONE])
    button = bar.findChildren(QPushButton)[0]
    bar.show_notices([ONE, TWO])
    assert codes(bar) == ["one", "two"]
    assert bar.findChildren(QPushButton)[0] is button


def test_nothing_is_taken_away_under_the_mouse(bar: NoticeBar) -> None:
    bar.show_notices([ONE])
    point_at(bar)
    bar.show_notices([TWO])
    assert codes(bar) == ["one", "two"]
    leave(bar)
    assert codes(bar) == ["two"]


def test_what_the_user_dismisses_goes_at_once(bar: NoticeBar) -> None:
    def take_away(code: str) -> None:
        bar.show_notices([notice for notice in (ONE, TWO) if notice.code != code])

    bar.dismissed.connect(take_away)
    bar.show_notices([ONE, TWO])
    point_at(bar)
    bar.findChildren(QWidget, "notice_one")[0].findChildren(QAbstractButton, "dismiss")[0].click()
    assert codes(bar) == ["two"]


def test_a_long_remark_wraps_and_its_buttons_stand_below(qtbot: PatientQtBot) -> None:
    advice = model_advice(replies=0, is_guided=False, is_fetching=True, offer=None)
    assert advice is not None
    for language in INTERFACE_LANGUAGES:
        use_language(language)
        entry = RemarkEntry(row=RemarkRow(text=advice.text, actions=advice.actions))
        qtbot.addWidget(entry)
        for width in (300, 420, 800):
            entry.resize(width, entry.heightForWidth(width))
            entry.show()
            qtbot.waitExposed(entry)
            label = entry.findChildren(QLabel)[0]
            assert label.wordWrap()
            assert label.height() >= label.heightForWidth(label.width())
