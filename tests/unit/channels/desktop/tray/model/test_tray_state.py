"""What the icon in the panel shows, and what closing the window means."""

import pytest

from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.channels.desktop.tray.model.tray_state import TraySign, TrayState
from assistant.channels.desktop.tray.model.window_closing import Closing, closing
from assistant.locale import use_language

Activity = AssistantActivity


@pytest.mark.parametrize(
    ("status", "waiting", "sign", "badge", "text"),
    [
        (HeaderStatus(), 0, TraySign.READY, "", "Parley: Ready"),
        (HeaderStatus(is_muted=True), 0, TraySign.MUTED, "", "Parley: Microphone off"),
        (HeaderStatus(), 2, TraySign.READY, "2", "Parley: Ready · 2 wait for you"),
        (HeaderStatus(), 12, TraySign.READY, "9+", "Parley: Ready · 12 wait for you"),
        (
            HeaderStatus(is_waiting=True, is_muted=True),
            1,
            TraySign.WAITING,
            "1",
            "Parley: Waiting for your choice · 1 waits for you",
        ),
        (
            HeaderStatus(activity=Activity.LISTENING),
            0,
            TraySign.LISTENING,
            "",
            "Parley: Listening",
        ),
        (HeaderStatus(activity=Activity.THINKING), 0, TraySign.BUSY, "", "Parley: Thinking"),
        (HeaderStatus(activity=Activity.USING_TOOL), 0, TraySign.BUSY, "", "Parley: Working"),
        (HeaderStatus(activity=Activity.SPEAKING), 0, TraySign.SPEAKING, "", "Parley: Speaking"),
        (
            HeaderStatus(activity=Activity.WAITING),
            0,
            TraySign.WAITING,
            "",
            "Parley: Waiting for your choice",
        ),
    ],
)
def test_it_shows_what_the_head_of_the_window_does(
    status: HeaderStatus, waiting: int, sign: TraySign, badge: str, text: str
) -> None:
    state = TrayState(status=status, waiting=waiting)
    assert (state.sign, state.badge, state.text) == (sign, badge, text)


def test_it_speaks_the_interface_language() -> None:
    use_language("ko")
    assert TrayState(waiting=2).text == "Parley: 준비됨 · 2개가 기다리고 있어요"


@pytest.mark.parametrize(
    ("has_icon", "is_wanted", "is_session_ending", "meant"),
    [
        (True, True, False, Closing.HIDES),
        (True, True, True, Closing.QUITS),
        (True, False, False, Closing.QUITS),
        (False, True, False, Closing.QUITS),
        (False, False, False, Closing.QUITS),
    ],
)
def test_closing_the_window_leaves_no_program_that_nobody_sees(
    has_icon: bool, is_wanted: bool, is_session_ending: bool, meant: Closing
) -> None:
    assert closing(has_icon=has_icon, is_wanted=is_wanted, is_session_ending=is_session_ending) is (
        meant
    )
