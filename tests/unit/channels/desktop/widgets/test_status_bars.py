"""Notices above the input line, and failures in the transcript, when the language changes."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from assistant.channels.desktop.conversation.message_entries import RemarkEntry
from assistant.channels.desktop.conversation.model.rows import RemarkRow
from assistant.channels.desktop.widgets.status_bars import NoticeBar
from assistant.channels.desktop.widgets.theme import Theme
from assistant.errors import ConfigError
from assistant.locale import InterfaceLanguage, _, use_language
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
    entry = RemarkEntry(row=row)
    qtbot.addWidget(entry)
    assert switched(entry, "ko") == expected()
    assert entry.accessibleName() == error().message
