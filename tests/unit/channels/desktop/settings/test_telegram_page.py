"""The settings page about Telegram."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.settings.stored_values import Saved
from assistant.channels.desktop.settings.telegram_page import TelegramPage
from assistant.channels.desktop.widgets.qr_picture import qr_picture
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.telegram import (
    HideLinkCode,
    ListTelegram,
    MapTelegramAccount,
    ShowLinkCode,
    TelegramAccountEntry,
    TelegramLink,
    TelegramListed,
    TelegramState,
    UnlinkTelegramAccount,
    state_text,
)
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_context, make_secrets
from tests.unit.channels.desktop.settings.stores import MemorySecret

ADA = TelegramAccountEntry(user_id=5, name="Ada <b>L</b>", workspace="default", agent="default")
LINK = TelegramLink(
    code="K7MP2XQA",
    address="https://t.me/my_parley_bot?start=K7MP2XQA",
    expires_at=datetime(2026, 1, 2, 12, 0, tzinfo=UTC),
)
LISTED = TelegramListed(
    accounts=(ADA,),
    bot_name="my_parley_bot",
    workspaces=("default", "work"),
    agents=("default", "poet"),
)


@pytest.fixture
def engine() -> FakeEngineClient:
    return FakeEngineClient()


MakePage = Callable[..., TelegramPage]


@pytest.fixture
def make_page(qtbot: QtBot, theme: Theme, home: Home, engine: FakeEngineClient) -> MakePage:
    """Makes the page; takes the token, of which there is one by default."""

    def make(token: MemorySecret | None = None) -> TelegramPage:
        secrets = make_secrets(telegram_token=token or MemorySecret("1:x"))
        made = TelegramPage(make_context(theme, home, engine=engine, secrets=secrets))
        qtbot.addWidget(made)
        made.load()
        return made

    return make


def texts(widget: TelegramPage) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]


def test_it_says_what_is_changed_from_there(make_page: MakePage, engine: FakeEngineClient) -> None:
    about = texts(make_page())[0]
    _before, _changes, what = about.partition("changes what can be undone: ")
    for kind in ("notes", "lists", "timers", "lines of memory", "in the trash", "the volume"):
        assert kind in what
    assert "do not run from there" not in about


def test_it_asks_who_is_linked_and_shows_them(
    make_page: MakePage, engine: FakeEngineClient
) -> None:
    made = make_page()
    assert engine.submitted == [ListTelegram()]
    assert "No account is linked." in texts(made)
    made.handle(LISTED)
    assert "Ada <b>L</b>" in texts(made), "as it is written"
    assert {"Workspace", "Persona"} <= set(texts(made)), "its choices say what they choose"
    assert "No account is linked." not in texts(made)


def test_an_account_is_unlinked_and_talks_elsewhere(
    make_page: MakePage, engine: FakeEngineClient
) -> None:
    made = make_page()
    made.handle(LISTED)
    (row,) = made.rows
    row.workspace.setCurrentIndex(row.workspace.findData("work"))
    row.workspace.activated.emit(row.workspace.currentIndex())
    assert engine.submitted[-1] == MapTelegramAccount(user_id=5, workspace="work", agent="default")
    row.unlink.click()
    assert engine.submitted[-1] == UnlinkTelegramAccount(user_id=5)


def test_a_code_is_shown_as_a_picture_and_in_letters(
    make_page: MakePage, engine: FakeEngineClient
) -> None:
    made = make_page()
    made.link_button.click()
    assert engine.submitted[-1] == ShowLinkCode()
    made.handle(TelegramListed(bot_name="my_parley_bot", link=LINK))
    assert made.link_button.isHidden()
    assert "K7MP 2XQA" in texts(made)
    assert any("@my_parley_bot" in text for text in texts(made))
    picture = made.findChild(QLabel, "link_picture")
    assert picture is not None
    assert not picture.pixmap().isNull()
    hide = made.findChild(QPushButton, "hide_code")
    assert hide is not None
    hide.click()
    assert engine.submitted[-1] == HideLinkCode()


def test_a_code_ends_when_the_window_closes(make_page: MakePage, engine: FakeEngineClient) -> None:
    made = make_page()
    made.apply()
    assert engine.submitted == [ListTelegram()]
    made.handle(TelegramListed(bot_name="my_parley_bot", link=LINK))
    made.apply()
    assert engine.submitted[-1] == HideLinkCode()


def test_without_a_token_it_is_asked_for(make_page: MakePage, engine: FakeEngineClient) -> None:
    made = make_page(MemorySecret())
    assert made.token_field.control.placeholderText() == "No token yet"
    made.link_button.click()
    assert engine.submitted == [ListTelegram()]
    assert "first" in made.token_field.error


def test_how_the_bot_stands_is_shown_once_it_is_known(
    make_page: MakePage, engine: FakeEngineClient
) -> None:
    made = make_page()
    assert not any("Telegram is turned off" in text for text in texts(made))
    for state in TelegramState:
        listed = replace(LISTED, state=state, since=datetime(2026, 1, 1, tzinfo=UTC), link=LINK)
        made.handle(listed)
        is_shown = state_text(listed, ManualClock().now()) in texts(made)
        assert is_shown is (state is not TelegramState.NO_TOKEN)
    made.handle(TelegramListed(state=TelegramState.UNREACHABLE, link=replace(LINK, address="")))
    assert not any("Reaching Telegram" in text for text in texts(made))
    assert any("cannot be reached" in text for text in texts(made))


def test_a_problem_is_shown(make_page: MakePage, engine: FakeEngineClient) -> None:
    made = make_page()
    made.handle(TelegramListed(problem="Too many wrong codes were sent."))
    assert "Too many wrong codes were sent." in texts(made)


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_the_picture_is_dark_on_white_in_whole_pixels(qtbot: QtBot, scale: float) -> None:
    picture = qr_picture(LINK.address, scale=scale).toImage()
    assert picture.width() == picture.height()
    colours = {picture.pixelColor(x, x).name() for x in range(picture.width())}
    assert colours == {"#000000", "#ffffff"}
    assert picture.pixelColor(0, 0).name() == "#ffffff", "the edge stays white"


def test_while_a_token_is_tried_the_button_says_that_it_is_being_saved(
    make_page: MakePage, engine: FakeEngineClient
) -> None:
    answers: list[Saved] = []

    class SlowSecret(MemorySecret):
        @override
        def set(self, secret: str, then: Saved = lambda _problem: None) -> None:
            answers.append(then)

    made = make_page(SlowSecret())
    field = made.token_field
    field.control.setText("1:wrong")
    field.save_button.click()
    field.save_button.click()
    assert field.save_button.text() == "Saving…"
    (settle,) = answers
    settle("Telegram does not know this token, so it is not kept.")
    assert field.save_button.text() == "Save"
    assert "not kept" in field.error
    assert field.control.text() == "1:wrong", "to be put right"
