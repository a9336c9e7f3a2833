import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.row_list import RowsView
from assistant.channels.desktop.history.search_box import SearchBox
from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.settings.field_page import (
    FieldPage,
    general_page,
    model_page,
    voice_page,
)
from assistant.channels.desktop.settings.fields import (
    ChoiceField,
    SliderField,
    SwitchField,
    TextField,
)
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.settings.programs_page import ProgramsPage
from assistant.channels.desktop.settings.questions_page import QuestionsPage, wait_text
from assistant.channels.desktop.settings.search_page import SearchPage
from assistant.channels.desktop.settings.stored_values import Saved
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.theme import Theme
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, use_language
from assistant.protocol.sync import SettingsArrived
from assistant.settings.schema import SettingValue, controls
from assistant.voice.devices.policy.selection import AudioDevices, DeviceInfo
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_context, make_secrets
from tests.unit.channels.desktop.settings.stores import HomeStore, MemorySecret
from tests.unit.channels.desktop.windows import child

DEVICES = AudioDevices(
    inputs=(
        DeviceInfo(name="alsa_input.usb", description="USB Microphone"),
        DeviceInfo(name="alsa_input.pci", description="Built-in", is_default=True),
    ),
    outputs=(DeviceInfo(name="Loudspeaker"),),
)


@pytest.fixture
def store(home: Home) -> HomeStore:
    return HomeStore(home)


@pytest.fixture
def secret() -> MemorySecret:
    """The key."""
    return MemorySecret()


@pytest.fixture
def context(
    theme: Theme, home: Home, engine: FakeEngineClient, secret: MemorySecret
) -> DesktopContext:
    return make_context(theme, home, engine=engine, secrets=make_secrets(anthropic_key=secret))


@pytest.fixture
def window(qtbot: QtBot, context: DesktopContext) -> Iterator[SettingsWindow]:
    lister = DeviceLister(list_devices=lambda: DEVICES)

    def pages() -> list[SettingsPage]:
        return [
            general_page(context),
            model_page(context),
            QuestionsPage(context),
            ProgramsPage(context),
            voice_page(context, lister),
        ]

    window = SettingsWindow(context, pages)
    with qtbot.waitExposed(window), qtbot.waitSignal(lister.listed):
        window.open_page()
    yield window
    lister.close()


def page(window: SettingsWindow, name: str) -> FieldPage:
    found = next(page for page in window.pages if page.name == name)
    assert isinstance(found, FieldPage)
    window.open_page(name)
    return found


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("general", ["ui"]),
        ("model", ["llm"]),
        ("questions", ["questions", "escalation"]),
        ("programs", ["api", "coding_agents"]),
        ("voice", ["voice"]),
    ],
)
def test_a_page_shows_what_its_sections_have_for_the_window(
    window: SettingsWindow, name: str, sections: list[str]
) -> None:
    fields = page(window, name).fields
    assert [(field.section, field.key) for field in fields] == [
        (section, key) for section in sections for key in controls(section)
    ]
    assert not any(field.error for field in fields)


def test_a_choice_is_saved_at_once(
    window: SettingsWindow, context: DesktopContext, store: HomeStore, qtbot: QtBot
) -> None:
    general = page(window, "general")
    look = next(field for field in general.fields if field.key == "theme")
    assert isinstance(look, ChoiceField)
    look.control.setFocus()
    with qtbot.waitSignal(context.settings.saved) as saved:
        QTest.keyClick(look.control, Qt.Key.Key_End)
    assert saved.args == ["ui", "theme", "contrast"]
    assert store.get("ui", "theme") == "contrast"


def test_a_value_of_another_device_is_shown_where_the_user_has_edited_nothing(
    window: SettingsWindow, store: HomeStore
) -> None:
    general, model = page(window, "general"), page(window, "model")
    look = next(field for field in general.fields if field.key == "theme")
    words = next(field for field in model.fields if field.key == "model")
    assert isinstance(words, TextField)
    assert isinstance(look, ChoiceField)
    before = words.control.text()
    store.set("ui", "theme", "light")
    store.set(words.section, words.key, "theirs")
    window.handle(SettingsArrived(names=("ui.theme",)))
    assert look.control.currentData() == "light"
    assert words.control.text() == before, "nothing was told of it"
    words.control.setText("mine")
    window.handle(SettingsArrived(names=(f"{words.section}.{words.key}",)))
    assert words.control.text() == "mine", "the user is writing there"
    words.load()
    assert words.control.text() == "theirs"


def test_a_slider_saves_what_it_says(window: SettingsWindow, store: HomeStore) -> None:
    size = page(window, "general").fields[2]
    assert isinstance(size, SliderField)
    QTest.keyClick(size.control, Qt.Key.Key_Right)
    assert store.get("ui", "text_scale") == pytest.approx(1.1)
    assert "110%" in [label.text() for label in size.findChildren(QLabel)]


def test_a_field_that_was_never_shown_saves_nothing(
    context: DesktopContext, store: HomeStore, qtbot: QtBot
) -> None:
    before = context.settings.get("ui", "text_scale")
    page = general_page(context)
    qtbot.addWidget(page)
    page.apply()
    assert context.settings.get("ui", "text_scale") == before


def test_a_switch_saves_its_position(window: SettingsWindow, store: HomeStore) -> None:
    switch = next(field for field in page(window, "voice").fields if field.key == "barge_in")
    assert isinstance(switch, SwitchField)
    assert switch.control.isChecked()
    QTest.mouseClick(switch.control, Qt.MouseButton.LeftButton)
    assert store.get("voice", "barge_in") is False


def test_a_wrong_value_is_explained_beside_its_field_and_not_saved(
    window: SettingsWindow, store: HomeStore
) -> None:
    field = next(field for field in page(window, "model").fields if field.key == "model")
    assert isinstance(field, TextField)
    before = store.get("llm", "model")
    field.control.setFocus()
    field.control.clear()
    QTest.keyClick(field.control, Qt.Key.Key_Return)
    assert "llm.model" in field.error
    assert field.error_label.isVisible()
    assert field.control.property("invalid") == "true"
    assert store.get("llm", "model") == before
    QTest.keyClicks(field.control, "claude-x")
    QTest.keyClick(field.control, Qt.Key.Key_Return)
    assert field.error == ""
    assert store.get("llm", "model") == "claude-x"


def test_closing_saves_what_was_being_typed(window: SettingsWindow, store: HomeStore) -> None:
    field = next(field for field in page(window, "voice").fields if field.key == "names")
    assert isinstance(field, TextField)
    field.control.setText("Siobhan")
    window.close()
    assert store.get("voice", "names") == "Siobhan"


class HeldStore(HomeStore):
    """Tells what came of a value when the test says so."""

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self.told: list[Callable[[], None]] = []
        self.being_saved: dict[tuple[str, str], SettingValue] = {}

    @override
    def get(self, section: str, key: str) -> SettingValue:
        return self.being_saved.get((section, key), super().get(section, key))

    @override
    def set_together(
        self,
        section: str,
        values: Mapping[str, SettingValue],
        then: Saved = lambda _problem: None,
    ) -> None:
        super().set_together(
            section, values, lambda problem: self.told.append(partial(then, problem))
        )


def test_what_came_of_saving_is_shown_when_it_is_known(
    theme: Theme, home: Home, qtbot: QtBot
) -> None:
    store = HeldStore(home)
    context = make_context(theme, home, store=store)
    window = SettingsWindow(context, lambda: [general_page(context), ProgramsPage(context)])
    qtbot.addWidget(window)
    look, port = page(window, "general").fields[1], page(window, "programs").fields[1]
    assert isinstance(look, ChoiceField)
    assert isinstance(port, TextField)
    saved: list[object] = []

    def note(section: str, key: str, value: object) -> None:
        saved.append((section, key, value))

    context.settings.saved.connect(note)
    refused: list[str] = []
    window.refused.connect(refused.append)
    look.control.setCurrentIndex(look.control.findData("dark"))
    look.apply()
    port.control.setText("70000")
    port.apply()
    assert (saved, port.error) == ([], "")
    for tell in store.told:
        tell()
    assert saved == [("ui", "theme", "dark")]
    assert "api.port" in port.error
    assert refused == [], "it stands beside the field"
    store.told.clear()
    window.close()
    for tell in store.told:
        tell()
    assert len(refused) == 1
    assert "api.port" in refused[0]


def test_a_value_that_is_refused_late_stays_to_be_mended(
    theme: Theme, home: Home, qtbot: QtBot
) -> None:
    store = HeldStore(home)
    form = ProgramsPage(make_context(theme, home, store=store))
    qtbot.addWidget(form)
    port = form.fields[1]
    assert isinstance(port, TextField)
    port.load()
    port.control.setText("70000")
    port.apply()
    store.being_saved[port.section, port.key] = 70_000
    port.apply()  # the field is left while its value is being saved
    store.being_saved.clear()
    for tell in store.told:
        tell()
    port.follow()
    assert port.control.text() == "70000"
    assert "api.port" in port.error


def device_field(window: SettingsWindow, key: str = "input_device") -> DeviceField:
    field = next(field for field in page(window, "voice").fields if field.key == key)
    assert isinstance(field, DeviceField)
    return field


def items(field: DeviceField) -> list[str]:
    return [field.control.itemText(index) for index in range(field.control.count())]


def test_devices_are_chosen_among_those_that_are_there(
    window: SettingsWindow, store: HomeStore
) -> None:
    microphone = device_field(window)
    assert items(microphone) == ["System default", "USB Microphone", "Built-in"]
    assert items(device_field(window, "output_device")) == ["System default", "Loudspeaker"]
    QTest.keyClick(microphone.control, Qt.Key.Key_Down)
    assert store.get("voice", "input_device") == "alsa_input.usb"


@pytest.mark.parametrize(
    ("wanted", "shown"), [("usb", "usb"), ("Jabra", "Jabra (not there)"), ("", "System default")]
)
def test_a_device_that_is_not_there_stays_chosen_and_says_so(
    window: SettingsWindow, store: HomeStore, wanted: str, shown: str
) -> None:
    store.set("voice", "input_device", wanted)
    window.open_page("general")
    microphone = device_field(window)
    microphone.load()
    assert microphone.control.currentText() == shown
    microphone.apply()
    assert not microphone.error
    assert store.get("voice", "input_device") == wanted


def test_a_sound_system_that_does_not_answer_leaves_the_list_as_it_is(
    theme: Theme, store: HomeStore, qtbot: QtBot
) -> None:
    asked = threading.Event()

    def silent() -> AudioDevices:
        asked.set()
        raise DeviceError("nothing")

    lister = DeviceLister(list_devices=silent)
    heard: list[object] = []
    lister.listed.connect(heard.append)
    lister.request()
    assert asked.wait(5)
    lister.close()
    lister.request()
    lister.close()
    assert heard == []


def test_escape_closes(window: SettingsWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_a_value_of_the_persons_own_is_kept(window: SettingsWindow, store: HomeStore) -> None:
    store.set("voice", "wake_word", "/home/me/computer.onnx")
    field = next(field for field in page(window, "voice").fields if field.key == "wake_word")
    assert isinstance(field, ChoiceField)
    assert field.control.currentText() == "/home/me/computer.onnx"
    field.apply()
    assert not field.error
    assert store.get("voice", "wake_word") == "/home/me/computer.onnx"


def test_a_key_goes_in_masked_and_is_never_shown_again(
    window: SettingsWindow, secret: MemorySecret
) -> None:
    page(window, "model")
    field = window.findChild(QLineEdit, "setting_secret")
    clear = window.findChild(QPushButton, "secret_clear")
    assert field is not None
    assert clear is not None
    assert field.echoMode() == QLineEdit.EchoMode.Password
    assert not clear.isVisible()
    QTest.keyClicks(field, "sk-ant-1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert secret.secret == "sk-ant-1"
    assert field.text() == ""
    assert field.placeholderText() == "A key is stored. Type to replace it."
    QTest.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert secret.secret == ""


def test_a_key_that_cannot_be_kept_is_explained_and_stays_typed(
    window: SettingsWindow, secret: MemorySecret
) -> None:
    page(window, "model")
    secret.error = "The key store is locked."
    field = window.findChild(QLineEdit, "setting_secret")
    assert field is not None
    QTest.keyClicks(field, "sk")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "sk"
    assert "The key store is locked." in [
        label.text() for label in window.findChildren(QLabel) if label.isVisible()
    ]


class HeldSecret(MemorySecret):
    """Keeps a key when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[str, Saved]] = []

    @override
    def set(self, secret: str, then: Saved = lambda _problem: None) -> None:
        self.waiting.append((secret, then))

    def keep(self) -> None:
        """Keep what waits."""
        secret, then = self.waiting.pop(0)
        super().set(secret, then)


def test_a_key_that_takes_long_is_kept_once_and_what_is_typed_since_stays(
    theme: Theme, home: Home, qtbot: QtBot
) -> None:
    secrets = HeldSecret()
    context = make_context(theme, home, secrets=make_secrets(anthropic_key=secrets))
    window = SettingsWindow(context, lambda: [model_page(context)])
    qtbot.addWidget(window)
    refused: list[str] = []
    window.refused.connect(refused.append)
    field = child(window, QLineEdit, "setting_secret")
    field.setText("sk-ant-1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Return)
    field.setText("sk-ant-2")
    assert len(secrets.waiting) == 1
    secrets.keep()
    assert (secrets.secret, field.text()) == ("sk-ant-1", "sk-ant-2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    secrets.error = "The key store is locked."
    secrets.keep()
    assert refused == ["The key store is locked."], "the window is closed"
    secrets.error = None
    QTest.keyClick(field, Qt.Key.Key_Return)
    secrets.keep()
    assert (secrets.secret, field.text()) == ("sk-ant-2", "")


def test_pages_have_a_name_each_and_open_by_it(window: SettingsWindow) -> None:
    window.open_page("questions")
    assert child(window, QLabel, "title_questions").isVisible()
    with pytest.raises(KeyError):
        window.open_page("none such")


# Questions.


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "As long as it takes"),
        (1.0, "1 second"),
        (45.0, "45 seconds"),
        (60.0, "One minute"),
        (90.0, "90 seconds"),
        (300.0, "5 minutes"),
        (3600.0, "One hour"),
    ],
)
def test_a_wait_is_said_in_words(seconds: float, words: str) -> None:
    assert wait_text(seconds) == words


def test_how_the_assistant_asks_is_set_on_a_page_of_its_own(
    window: SettingsWindow, store: HomeStore
) -> None:
    fields = {field.key: field for field in page(window, "questions").fields}
    channel, wait = fields["channel"], fields["timeout_s"]
    assert isinstance(channel, ChoiceField)
    assert isinstance(wait, ChoiceField)
    channel.control.setCurrentIndex(channel.control.findData("skill"))
    wait.control.setCurrentIndex(wait.control.findText("5 minutes"))
    for key, value in (("max_rounds", 12), ("arm_delay_ms", 500), ("undo_s", 0)):
        slider = fields[key]
        assert isinstance(slider, SliderField)
        slider._show(value)
    phone, quiet = fields["phone_after_s"], fields["quiet"]
    assert isinstance(phone, ChoiceField)
    assert isinstance(quiet, TextField)
    phone.control.setCurrentIndex(phone.control.findText("After five minutes"))
    quiet.control.setText("22:00-07:00 phone")
    for field in fields.values():
        field.apply()
    saved = {key: store.get(field.section, key) for key, field in fields.items()}
    assert saved == {
        "channel": "skill",
        "timeout_s": 300.0,
        "max_rounds": 12,
        "result_format": "list",
        "model_reads_answers": True,
        "terminal_numbers": True,
        "arm_delay_ms": 500,
        "undo_s": 0.0,
        "presenter": "",
        "client_forms": "auto",
        "notify_after_s": 0,
        "speak_after_s": -1,
        "phone_after_s": 300,
        "quiet": "22:00-07:00 phone",
        "digest": True,
    }


def test_a_wait_of_the_persons_own_is_shown_as_it_is(
    window: SettingsWindow, store: HomeStore
) -> None:
    store.set("questions", "timeout_s", 7.0)
    wait = page(window, "questions").fields[1]
    assert isinstance(wait, ChoiceField)
    assert wait.control.currentText() == "7 seconds"
    wait.apply()
    assert not wait.error
    assert store.get("questions", "timeout_s") == 7.0


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
def test_every_page_fits_the_smallest_window(
    window: SettingsWindow, qtbot: QtBot, language: InterfaceLanguage
) -> None:
    use_language(language)
    window.rebuild()
    window.resize(window.minimumSize())
    for shown in window.pages:
        window.open_page(shown.name)
        areas = window.findChildren(QScrollArea)
        area = next(each for each in areas if each.isAncestorOf(shown))
        qtbot.waitUntil(area.isVisible)
        content = child(area, QWidget, "column")
        assert content.minimumSizeHint().width() <= area.viewport().width(), shown.name


def test_a_narrow_window_lists_its_pages_by_icon_and_tells_their_titles(
    window: SettingsWindow,
) -> None:
    pages = child(window, QListWidget, "pages")
    assert [pages.item(n).text() for n in range(2)] == ["General", "Model"]
    window.resize(window.minimumSize())
    first = pages.item(0)
    assert (first.text(), first.toolTip()) == ("", "General")
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == "General"
    window.resize(780, 680)
    assert (first.text(), first.toolTip()) == ("General", "")


def test_a_dropdown_may_be_narrower_than_what_stands_in_it(qtbot: QtBot, theme: Theme) -> None:
    dropdown = Dropdown(theme=theme)
    dropdown.addItem("The best that this computer has memory for")
    assert dropdown.minimumSizeHint().width() < dropdown.sizeHint().width() / 2


def found(window: SettingsWindow) -> list[str]:
    rows = child(window, RowsView, "settings_found")
    model = rows.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def look_for(window: SettingsWindow, words: str) -> SearchBox:
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    box = child(window, SearchBox, "settings_search")
    QTest.keyClicks(box, words)
    box.pause.timeout.emit()
    return box


def test_a_setting_is_found_and_gone_to_with_the_keys_alone(
    window: SettingsWindow, qtbot: QtBot
) -> None:
    box = look_for(window, "learn")
    assert found(window)[:1] == ["Learn from my pauses"]
    QTest.keyClick(box, Qt.Key.Key_Down)
    rows = child(window, RowsView, "settings_found")
    qtbot.waitUntil(rows.hasFocus)
    QTest.keyClick(rows, Qt.Key.Key_Return)
    field = next(field for field in page_of(window, "voice").fields if field.key == "learn_pauses")
    assert isinstance(field, SwitchField)
    qtbot.waitUntil(field.control.hasFocus)
    assert field.control.visibleRegion().boundingRect().height() > 0
    assert box.text() == ""


def page_of(window: SettingsWindow, name: str) -> FieldPage:
    found = next(page for page in window.pages if page.name == name)
    assert isinstance(found, FieldPage)
    return found


def test_enter_goes_to_the_best_and_secrets_and_pages_are_found(
    window: SettingsWindow, qtbot: QtBot
) -> None:
    box = look_for(window, "anthropic key")
    assert found(window) == ["Anthropic key"]
    QTest.keyClick(box, Qt.Key.Key_Return)
    key = child(page_of(window, "model"), QLineEdit, "setting_secret")
    qtbot.waitUntil(key.hasFocus)
    box = look_for(window, "quest")
    assert found(window)[0] == "Questions"
    QTest.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(child(window, QListWidget, "pages").hasFocus)
    assert child(window, QListWidget, "pages").currentItem().text() == "Questions"


def test_nothing_found_is_said_and_esc_goes_back_and_then_closes(window: SettingsWindow) -> None:
    box = look_for(window, "aardvark")
    assert found(window) == []
    note = child(window, QLabel, "settings_found_note")
    assert (note.isVisible(), note.text()) == (True, "Nothing found for “aardvark”.")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not note.isVisible()
    assert window.isVisible()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_choosing_a_page_ends_the_search(window: SettingsWindow) -> None:
    box = look_for(window, "voice")
    pages = child(window, QListWidget, "pages")
    assert not pages.selectedItems()
    item = pages.visualItemRect(pages.item(1)).center()
    QTest.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=item)
    assert box.text() == ""
    assert page_of(window, "model").isVisible()


@pytest.fixture
def grouped(qtbot: QtBot, context: DesktopContext) -> SettingsWindow:
    """A window with two groups of pages and one page before them."""
    window = SettingsWindow(
        context,
        lambda: [
            general_page(context),
            "One",
            model_page(context),
            "Two",
            QuestionsPage(context),
            ProgramsPage(context),
        ],
    )
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.open_page("general")
    return window


def test_the_keys_and_the_mouse_go_past_the_headings_of_groups(grouped: SettingsWindow) -> None:
    pages = child(grouped, QListWidget, "pages")
    pages.setFocus()
    seen: list[str] = []
    for key in (Qt.Key.Key_Down,) * 4 + (Qt.Key.Key_Up,) * 3 + (Qt.Key.Key_End, Qt.Key.Key_Home):
        QTest.keyClick(pages, key)
        seen.append(pages.currentItem().text())
    down = ["Model", "Questions", "Other programs", "Other programs"]
    assert seen == [*down, "Questions", "Model", "General", "Other programs", "General"]
    heading = pages.visualItemRect(pages.item(1)).center()
    QTest.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert pages.currentItem().text() == "General"
    assert page_of(grouped, "general").isVisible()


def test_screen_readers_are_told_the_group_of_a_page_also_where_icons_stand_alone(
    grouped: SettingsWindow,
) -> None:
    pages = child(grouped, QListWidget, "pages")
    role = Qt.ItemDataRole
    for width in (900, 460):
        grouped.resize(width, 500)
        told = [
            (item.data(role.AccessibleTextRole), item.data(role.AccessibleDescriptionRole))
            for item in map(pages.item, range(pages.count()))
        ]
        assert told[:4] == [("General", None), ("One", None), ("Model", "One"), ("Two", None)]
        assert told[4:] == [("Questions", "Two"), ("Other programs", "Two")]


def test_a_page_below_a_heading_is_found_and_opened(grouped: SettingsWindow, qtbot: QtBot) -> None:
    box = look_for(grouped, "other prog")
    assert found(grouped)[0] == "Other programs"
    QTest.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(page_of(grouped, "programs").isVisible)
    assert child(grouped, QListWidget, "pages").currentItem().text() == "Other programs"


@pytest.mark.parametrize(
    ("name", "key", "value", "default"),
    [
        ("general", "theme", "dark", "Back to the default: System default"),
        ("general", "text_scale", 1.5, "Back to the default: 100%"),
        ("voice", "earcons", False, "Back to the default: On"),
        ("voice", "names", "Siobhan", "Back to the default: empty"),
        ("voice", "volume", 40, "Back to the default: 100"),
    ],
)
def test_each_setting_goes_back_to_its_default(
    window: SettingsWindow,
    store: HomeStore,
    name: str,
    key: str,
    value: SettingValue,
    default: str,
) -> None:
    field = next(field for field in page(window, name).fields if field.key == key)
    assert not field.reset_button.isVisible()
    height = field.heightForWidth(400)
    store.set(field.section, key, value)
    window.open_page(name)
    assert field.heightForWidth(400) - height <= 2, "the rows keep their distance"
    assert field.reset_button.isVisible()
    assert default in field.reset_button.toolTip()
    assert field.reset_button.accessibleName() == f"{field.title}: {default}"
    QTest.mouseClick(field.reset_button, Qt.MouseButton.LeftButton)
    assert store.get(field.section, key) == store.default(field.section, key)
    assert not field.reset_button.isVisible()
    assert field.isAncestorOf(field.window().focusWidget())


def test_how_much_was_found_is_announced(theme: Theme, context: DesktopContext) -> None:
    said: list[str] = []
    found = SearchPage(theme=theme, announce=lambda _widget, text: said.append(text))
    found.search([general_page(context)], "text size")
    found.search([general_page(context)], "aardvark")
    assert said == ["Found: 1", "Nothing found for “aardvark”."]
