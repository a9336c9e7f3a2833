"""The settings page about the user's devices."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.settings.devices_page import DevicesPage
from assistant.channels.desktop.settings.recovery_dialog import RecoveryDialog
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.locale import InterfaceLanguage, use_language
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import PresentQuestionAgain
from assistant.protocol.sync import (
    ChangePassphrase,
    EncryptRecords,
    ListSync,
    MakeRecoveryCode,
    OpenRecords,
    PassphraseTried,
    RecoveryCodeMade,
    RejoinDevices,
    RemoveDevice,
    SyncListed,
    SyncNow,
    SyncTried,
    TrySync,
)
from assistant.settings import load, save
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.status import SyncProblem, SyncStatus
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.sync.statuses import ALIKE, EVERY, NOW, URL, with_fault
from tests.unit.channels.desktop.contexts import make_context, make_secrets
from tests.unit.channels.desktop.settings.stores import HomeStore, MemorySecret

UNREACHED = SyncProblem(fault=SyncFault.UNREACHABLE, since=NOW)
CODE = "K7MP-2XQA-9TRW-0BCD-EFGH-JKMN-PQRS-TVWX-12YZ"


class Shown:
    """The page in a window of its own, and what is behind it."""

    def __init__(self, qtbot: QtBot, theme: Theme, home: Home, *, secret: str = "") -> None:
        self.home = home
        self.engine = FakeEngineClient()
        self.password = MemorySecret(secret)
        self.opener = MemorySecret(secret)
        self.store = HomeStore(home)
        self.context = make_context(
            theme,
            home,
            engine=self.engine,
            clock=ManualClock(NOW),
            store=self.store,
            secrets=make_secrets(sync_password=self.password, sync_passphrase=self.opener),
        )
        self.page = DevicesPage(self.context)
        qtbot.addWidget(self.page)
        self.page.load()
        self.page.show()

    def tell(self, status: SyncStatus, refusal: str = "") -> None:
        self.page.handle(SyncListed(status=status, refusal=refusal))

    @property
    def texts(self) -> list[str]:
        labels = self.page.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisible() and label.text()]

    @property
    def stored_url(self) -> str:
        return load(self.home, {}).settings.sync.url

    @property
    def last_command(self) -> object:
        return self.engine.submitted[-1]

    def press_in_dialog(self, name: str) -> None:
        dialog = self.page.window().findChild(ChoiceDialog)
        assert dialog is not None
        button = dialog.findChild(QPushButton, name)
        assert button is not None
        button.click()


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme, home: Home) -> Shown:
    """Nothing is set up yet."""
    return Shown(qtbot, theme, home)


@pytest.fixture
def joined(qtbot: QtBot, theme: Theme, home: Home) -> Shown:
    """This device has two others."""
    save(home, "sync", "url", URL)
    made = Shown(qtbot, theme, home, secret="stored")
    made.tell(ALIKE)
    return made


def test_files_that_do_not_travel_are_named(joined: Shown) -> None:
    assert not joined.page.left_out.isVisible()
    joined.tell(EVERY["left out"])
    assert "8 files are not synchronised" in joined.texts
    assert "link.md: it is a link to elsewhere" in joined.page.left_out.text()
    joined.tell(ALIKE)
    assert not joined.page.left_out.isVisible()


# Setting it up.


def test_who_never_set_it_up_reads_what_it_is(shown: Shown) -> None:
    assert shown.last_command == ListSync()
    assert any("on all your computers" in text for text in shown.texts)
    assert "Not set up: no other device gets what you say and write here." in shown.texts
    assert not shown.page.switch.isVisible()
    assert not shown.page.database.use_button.isEnabled()
    assert not shown.page.passphrase.isVisible()


def test_a_pasted_address_is_parted_from_its_password_and_tried(shown: Shown) -> None:
    database = shown.page.database
    database.url.setText("postgres://parley:hunter2@db.example.org/parley")
    database.try_button.click()
    assert database.url.text() == URL
    assert database.secret.text() == "hunter2"
    assert shown.last_command == TrySync(url=URL, password="hunter2")
    assert "Trying…" in shown.texts
    shown.page.handle(SyncTried(url=URL, devices=2, is_encrypted=True))
    assert any("2 devices use it already" in text and "passphrase" in text for text in shown.texts)
    assert shown.stored_url == "", "trying saves nothing"
    assert not shown.password.is_set()


def test_connecting_saves_once_the_database_was_reached(shown: Shown) -> None:
    save(shown.home, "sync", "enabled", False)
    database = shown.page.database
    database.url.setText(URL)
    database.secret.setText("hunter2")
    QTest.keyClick(database.secret, Qt.Key.Key_Return)
    assert shown.stored_url == ""
    shown.page.handle(SyncTried(url=URL, devices=0))
    assert shown.stored_url == URL
    assert load(shown.home, {}).settings.sync.enabled
    assert shown.store.changes == [{"url": URL, "enabled": True}], "one change, or half may be lost"
    assert shown.password.secret == "hunter2"
    assert database.secret.text() == ""
    assert "It works. This will be the first device there." in shown.texts
    assert shown.page.switch.isVisible()


@pytest.mark.parametrize("fault", SyncFault)
def test_what_does_not_work_is_said_and_not_used(shown: Shown, fault: SyncFault) -> None:
    database = shown.page.database
    database.url.setText(URL)
    database.use_button.click()
    problem = SyncProblem(fault=fault, since=NOW, detail="as the server said it")
    shown.page.handle(SyncTried(url=URL, problem=problem))
    assert shown.stored_url == ""
    assert database.result.text()
    assert any("as the server said it" in text for text in shown.texts)
    database.url.setText(URL + "2")
    assert not database.result.isVisible(), "it was said of the other address"


def refuse_to_save(shown: Shown) -> None:
    shown.home.settings_file.unlink(missing_ok=True)
    shown.home.settings_file.mkdir(parents=True)


def refuse_the_key(shown: Shown) -> None:
    shown.password.error = "The key store is locked."


def nothing(shown: Shown) -> None:
    """Everything can be saved."""


@pytest.mark.parametrize(
    ("prevent", "event", "told"),
    [
        (nothing, SyncTried(url=URL, problem=UNREACHED), "cannot be reached"),
        (nothing, SyncTried(url=URL, devices=2), "This database is not encrypted."),
        (refuse_to_save, SyncTried(url=URL), "cannot be read"),
        (refuse_the_key, SyncTried(url=URL), "The key store is locked."),
        (nothing, PassphraseTried(refusal="This is not the passphrase."), "not the passphrase"),
        (nothing, SyncListed(status=ALIKE, refusal="Not removed."), "Not removed."),
    ],
)
def test_what_is_refused_once_the_settings_are_closed_is_told(
    shown: Shown,
    qtbot: QtBot,
    prevent: Callable[[Shown], None],
    event: EngineEvent,
    told: str,
) -> None:
    window = SettingsWindow(shown.context, lambda: [shown.page])
    qtbot.addWidget(window)
    refused: list[str] = []
    window.refused.connect(refused.append)
    window.open_page("devices")
    database = shown.page.database
    database.url.setText(URL)
    database.secret.setText("hunter2")
    if "not encrypted" in told:
        database.passphrase.setText("correct horse")
    database.use_button.click()
    window.close()
    prevent(shown)
    shown.page.handle(event)
    shown.page.setParent(None)  # or it would go with the window
    (why,) = refused
    assert told in why


def test_the_answer_about_another_address_is_not_taken(shown: Shown) -> None:
    database = shown.page.database
    database.url.setText(URL)
    database.use_button.click()
    database.url.setText(URL + "2")
    shown.page.handle(SyncTried(url=URL))
    assert shown.stored_url == ""
    assert not database.result.isVisible()


def test_what_is_no_address_is_said_beside_it(shown: Shown) -> None:
    shown.page.database.url.setText("https://hunter2.example.org")
    shown.page.database.try_button.click()
    assert shown.engine.submitted == [ListSync()]
    assert any("not the address of a PostgreSQL database" in text for text in shown.texts)
    use_language("ko")
    shown.page.database.try_button.click()
    assert not any("not the address" in text for text in shown.texts)
    assert any("PostgreSQL 데이터베이스" in text for text in shown.texts)


def test_the_stored_password_goes_to_its_own_database_alone(joined: Shown) -> None:
    database = joined.page.database
    database.try_button.click()
    assert joined.last_command == TrySync(url=URL, password=None)
    database.url.setText("postgresql://parley@elsewhere.example.org/parley")
    database.try_button.click()
    assert joined.last_command == TrySync(
        url="postgresql://parley@elsewhere.example.org/parley", password=""
    )


def test_a_database_is_forgotten_with_its_password(joined: Shown) -> None:
    joined.page.database.forget_button.click()
    assert joined.stored_url == ""
    assert not joined.password.is_set()
    assert not joined.opener.is_set()
    assert joined.page.database.url.text() == ""


def test_what_opened_one_database_locks_no_other(joined: Shown) -> None:
    database = joined.page.database
    database.url.setText(URL + "2")
    database.use_button.click()
    assert joined.opener.is_set()
    joined.page.handle(SyncTried(url=URL + "2"))
    assert not joined.opener.is_set()
    assert joined.stored_url == URL + "2"


def test_it_is_switched_off_and_the_device_gets_a_name(joined: Shown) -> None:
    joined.page.switch.control.click()
    name = joined.page.name_field.control
    assert isinstance(name, QLineEdit)
    name.setText("Study")
    joined.page.apply()
    settings = load(joined.home, {}).settings.sync
    assert (settings.enabled, settings.name) == (False, "Study")


# The devices.


def test_every_device_is_listed_and_all_but_this_one_can_be_removed(joined: Shown) -> None:
    assert "Laptop <b>" in joined.texts, "as it is written"
    this, laptop, _office = joined.page.device_rows
    assert not this.remove_button.isVisible()
    laptop.remove_button.click()
    assert joined.last_command == ListSync(), "it is asked first"
    joined.press_in_dialog("remove_device")
    assert joined.last_command == RemoveDevice(device_id="b")


def test_why_a_device_was_not_removed_is_shown_until_something_else_happens(joined: Shown) -> None:
    joined.tell(ALIKE, "It cannot be reached.")
    assert "It cannot be reached." in joined.texts
    joined.tell(ALIKE)
    assert "It cannot be reached." not in joined.texts


def test_it_is_synchronised_now(joined: Shown) -> None:
    joined.page.status_panel.now_button.click()
    assert joined.last_command == SyncNow()


def test_a_removed_device_is_added_again(joined: Shown) -> None:
    joined.tell(with_fault(SyncFault.REMOVED))
    panel = joined.page.status_panel
    assert not panel.now_button.isVisible()
    assert not joined.page.passphrase.isVisible()
    panel.rejoin_button.click()
    assert joined.last_command == RejoinDevices()


@pytest.mark.requirement("SYNC-07")
def test_each_conflict_leads_to_its_question(joined: Shown) -> None:
    joined.tell(EVERY["conflicts"])
    assert "2 conflicts wait for you" in joined.texts
    first, _second = joined.page.conflict_rows
    first.open_button.click()
    assert joined.last_command == PresentQuestionAgain(questions_id="q1")


# Encryption.


def test_a_new_database_is_encrypted_before_anything_is_sent(shown: Shown) -> None:
    database = shown.page.database
    database.url.setText(URL)
    database.passphrase.setText("correct horse")
    database.use_button.click()
    shown.page.handle(SyncTried(url=URL, devices=0))
    settings = load(shown.home, {}).settings.sync
    assert (settings.url, settings.enabled) == (URL, False), "nothing goes there yet"
    assert not database.use_button.isEnabled()
    shown.tell(SyncStatus())  # of before
    assert shown.last_command == ListSync()
    shown.tell(SyncStatus(address=URL))
    assert shown.last_command == EncryptRecords(passphrase="correct horse")
    assert database.passphrase.text() == "", "it stands nowhere any more"
    shown.page.handle(RecoveryCodeMade(code=CODE))
    shown.page.handle(PassphraseTried())
    assert load(shown.home, {}).settings.sync.enabled
    assert shown.page.window().findChild(RecoveryDialog) is not None


def test_a_passphrase_is_set_also_if_the_engine_was_quicker_than_the_news_of_saving(
    shown: Shown,
) -> None:
    """The thread that saves tells the engine first, which may answer before the window knows."""
    database = shown.page.database
    database.url.setText(URL)
    database.passphrase.setText("correct horse")
    database.use_button.click()
    shown.page.handle(SyncListed(status=SyncStatus(address=URL)))
    shown.page.handle(SyncTried(url=URL))
    assert shown.last_command == ListSync()
    shown.page.handle(SyncListed(status=SyncStatus(address=URL)))
    assert shown.last_command == EncryptRecords(passphrase="correct horse")


def test_a_passphrase_that_does_not_open_leaves_it_off(shown: Shown) -> None:
    database = shown.page.database
    database.url.setText(URL)
    database.passphrase.setText("correct horse")
    database.use_button.click()
    shown.page.handle(SyncTried(url=URL, devices=2, is_encrypted=True))
    shown.tell(SyncStatus(address=URL))
    assert shown.last_command == OpenRecords(secret="correct horse")
    shown.page.handle(PassphraseTried(refusal="This is not the passphrase."))
    assert "This is not the passphrase." in shown.texts
    assert not load(shown.home, {}).settings.sync.enabled
    assert database.passphrase.isVisible()


def test_a_database_with_plain_records_takes_no_passphrase(shown: Shown) -> None:
    database = shown.page.database
    database.url.setText(URL)
    database.passphrase.setText("correct horse")
    database.use_button.click()
    shown.page.handle(SyncTried(url=URL, devices=2))
    assert any("This database is not encrypted." in text for text in shown.texts)
    assert shown.stored_url == ""


def test_without_a_passphrase_it_is_said_who_can_read_it_and_it_can_be_encrypted(
    joined: Shown,
) -> None:
    panel = joined.page.passphrase
    assert any(
        "Whoever runs the database can read" in text and "each needs the passphrase" in text
        for text in joined.texts
    )
    assert not panel.secret.isVisible()
    panel.main_button.click()
    assert joined.last_command == ListSync()
    assert "Enter it first." in joined.texts
    panel.new.setText("short")
    panel.main_button.click()
    assert joined.last_command == EncryptRecords(passphrase="short")
    assert not panel.main_button.isEnabled()
    assert panel.main_button.text() == "Encrypting…"
    joined.page.handle(PassphraseTried(refusal="A passphrase has at least 8 characters."))
    assert "A passphrase has at least 8 characters." in joined.texts
    panel.new.setText("correct horse")
    QTest.keyClick(panel.new, Qt.Key.Key_Return)
    QTest.keyClick(panel.new, Qt.Key.Key_Return)
    assert joined.engine.submitted.count(EncryptRecords(passphrase="correct horse")) == 1
    joined.page.handle(PassphraseTried())
    joined.tell(replace(ALIKE, is_encrypted=True))
    assert panel.sheet_button.isVisible()
    assert panel.new.text() == ""
    assert panel.main_button.isEnabled()
    assert panel.main_button.text() == "Change passphrase"


def test_a_second_device_opens_what_the_first_encrypted(joined: Shown) -> None:
    joined.tell(with_fault(SyncFault.PASSPHRASE_MISSING))
    panel = joined.page.passphrase
    panel.secret.setText(CODE)
    QTest.keyClick(panel.secret, Qt.Key.Key_Return)
    assert joined.last_command == OpenRecords(secret=CODE)
    joined.page.handle(PassphraseTried(refusal="This is not the passphrase."))
    assert "This is not the passphrase." in joined.texts
    assert panel.secret.text() == CODE, "a slip can be mended"


def test_a_new_sheet_and_another_passphrase_want_the_one_so_far(joined: Shown) -> None:
    joined.tell(replace(ALIKE, is_encrypted=True))
    panel = joined.page.passphrase
    panel.sheet_button.click()
    assert joined.last_command == ListSync()
    panel.secret.setText("correct horse")
    panel.main_button.click()
    assert joined.last_command == ListSync()
    panel.sheet_button.click()
    assert joined.last_command == MakeRecoveryCode(secret="correct horse")
    panel.new.setText("battery staple")
    panel.main_button.click()
    assert joined.last_command == ChangePassphrase(
        secret="correct horse", passphrase="battery staple"
    )


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_the_sheet_is_saved_as_a_pdf(
    qtbot: QtBot, theme: Theme, tmp_path: Path, language: InterfaceLanguage
) -> None:
    use_language(language)
    try:
        parent = QWidget()
        qtbot.addWidget(parent)
        dialog = RecoveryDialog(code=CODE, address=URL, clock=ManualClock(NOW), parent=parent)
        path = tmp_path / "sheet.pdf"
        dialog.save_pdf("")
        dialog.save_pdf(str(path))
        text = dialog.sheet().toPlainText()
    finally:
        use_language("en")
    assert path.read_bytes().startswith(b"%PDF")
    assert all(group in text for group in CODE.split("-"))
    assert URL in text
    assert dialog.sheet().pageCount() == 1


def test_the_sheet_is_black_on_white_in_a_dark_theme(qtbot: QtBot, theme: Theme) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    sheet = RecoveryDialog(code=CODE, address=URL, clock=ManualClock(NOW), parent=parent).sheet()
    paper = QImage(700, 60, QImage.Format.Format_RGB32)
    paper.fill(QColor("white"))
    painter = QPainter(paper)
    sheet.drawContents(painter)
    painter.end()
    shades = {paper.pixelColor(x, y).lightness() for x in range(300) for y in range(60)}
    assert min(shades) < 40


def test_a_sheet_that_cannot_be_written_is_told(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = RecoveryDialog(code=CODE, address=URL, clock=ManualClock(NOW), parent=parent)
    dialog.save_pdf(str(tmp_path))
    assert dialog.problem.text().startswith("It cannot be written there: ")


# Whoever uses it otherwise.


def _focus_chain(page: QWidget) -> Iterator[QWidget]:
    """Yield the widgets in the order in which Tab reaches them, from the page on."""
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        yield widget
        widget = widget.nextInFocusChain()


@pytest.mark.parametrize("name", EVERY)
def test_everything_has_a_name_and_tab_goes_from_top_to_bottom(joined: Shown, name: str) -> None:
    joined.tell(EVERY[name])
    page = joined.page
    page.resize(600, 1600)
    layout = page.layout()
    assert layout is not None
    layout.activate()
    stops = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert all(widget.accessibleName() for widget in stops)
    order = [widget for widget in _focus_chain(page) if widget in stops]
    bottoms = [widget.mapTo(page, widget.rect().bottomLeft()).y() for widget in order]
    tops = [widget.mapTo(page, widget.rect().topLeft()).y() for widget in order]
    assert all(top < bottom for top, bottom in zip(tops, bottoms[1:], strict=False))
    assert tops[0] == min(tops)
    assert len(order) == len(stops)


@pytest.mark.parametrize("language", ["ko", "zh"])
def test_it_speaks_the_language(
    qtbot: QtBot, theme: Theme, home: Home, language: InterfaceLanguage
) -> None:
    use_language(language)
    made = Shown(qtbot, theme, home)
    made.tell(EVERY["conflicts"])
    assert not any("Connect" in text or "Your devices" in text for text in made.texts)
