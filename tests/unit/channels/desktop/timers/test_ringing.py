"""Timers in the window: banner, header, settings page."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.timers_page import TimersPage
from assistant.channels.desktop.timers.header_chip import TimerChip
from assistant.channels.desktop.timers.model.wording import countdown, left_text, ringing_text
from assistant.channels.desktop.timers.presenter import TimersPresenter
from assistant.channels.desktop.timers.ring_banner import RingBanner
from assistant.channels.desktop.widgets.bar_stack import BarStack
from assistant.channels.desktop.widgets.covered_page import CoveredPage
from assistant.protocol.conversation import Say
from assistant.protocol.timers import (
    AddTimer,
    CancelTimer,
    ListTimers,
    RingingStopped,
    Snooze,
    StopRinging,
    TimerRang,
    TimersListed,
)
from assistant.timer import Timer, TimerKind
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def timer(timer_id: str = "t", label: str = "pasta", *, seconds: float = 300.0) -> Timer:
    return Timer(
        timer_id=timer_id,
        kind=TimerKind.TIMER,
        label=label,
        due_at=NOW + timedelta(seconds=seconds),
        zone="UTC",
        length_s=300.0,
    )


def ringing(timer_id: str = "t", label: str = "pasta", *, is_missed: bool = False) -> Timer:
    return Timer(
        timer_id=timer_id,
        kind=TimerKind.REMINDER,
        label=label,
        due_at=NOW,
        zone="UTC",
        ringing_since=NOW,
        is_missed=is_missed,
    )


class Stage:
    """A page with bars over its edges, and below it a field that has the focus and the clock."""

    def __init__(self, context: DesktopContext, engine: FakeEngineClient) -> None:
        self.engine = engine
        self.said: list[str] = []
        self.alerts: list[None] = []
        self.window = QWidget()
        self.above, self.below = BarStack(), BarStack(grows_up=True)
        self.over = BarStack(grows_up=True)
        self.is_covered = False
        self.page = CoveredPage(
            QWidget(), above=self.above, below=self.below, widest=600, on_covered=lambda _c: None
        )
        self.banner = RingBanner(
            context,
            above=self.above,
            below=self.below,
            over=self.over,
            is_covered=lambda: self.is_covered,
            fits=lambda height: height <= self.page.height() // 2,
            announce=lambda _w, text: self.said.append(text),
            parent=self.window,
        )
        self.chip = TimerChip(context)
        self.field = QLineEdit()
        box = QVBoxLayout(self.window)
        box.addWidget(self.page, 1)
        for widget in (self.chip, self.field):
            box.addWidget(widget)
        self.presenter = TimersPresenter(
            engine=self.engine,
            banner=self.banner,
            chip=self.chip,
            ask_for_attention=lambda: self.alerts.append(None),
        )
        self.window.resize(600, 400)
        self.window.show()
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        self.field.setFocus()

    def button(self, name: str) -> QPushButton:
        (button,) = (
            one for one in self.window.findChildren(QPushButton, name) if not one.isHidden()
        )
        return button


@pytest.fixture
def stage(context: DesktopContext, engine: FakeEngineClient) -> Iterator[Stage]:
    stage = Stage(context, engine)
    yield stage
    stage.window.close()


def test_the_banner_tells_what_rings_without_taking_the_focus(stage: Stage) -> None:
    stage.presenter.handle(TimerRang(timer=ringing(label="call mum")))

    assert stage.above.isVisible()
    assert stage.said == ["Reminder: call mum"]
    assert stage.alerts == [None]
    assert stage.field.hasFocus()
    bar = stage.window.findChild(QWidget, "ring_t")
    assert bar is not None
    assert bar.accessibleName() == "Reminder: call mum"
    assert stage.button("stop_t").accessibleName() == "Stop: Reminder: call mum"
    assert stage.button("snooze_t").accessibleName() == (
        "Ring again in 5 minutes: Reminder: call mum"
    )


def test_the_keyboard_reaches_both_buttons(stage: Stage) -> None:
    stage.presenter.handle(TimerRang(timer=ringing()))
    QApplication.processEvents()
    reached: list[str] = []
    for _n in range(6):
        QTest.keyClick(stage.window, Qt.Key.Key_Tab)
        if (focus := QApplication.focusWidget()) is not None:
            reached.append(focus.objectName())
    assert {"snooze_t", "stop_t"} <= set(reached)
    stage.button("stop_t").setFocus()
    QTest.keyClick(stage.button("stop_t"), Qt.Key.Key_Space)
    assert stage.engine.submitted == [StopRinging(timer_id="t")]


def test_a_click_puts_it_off_and_leaves_the_focus(stage: Stage) -> None:
    stage.presenter.handle(TimerRang(timer=ringing()))
    QTest.mouseClick(stage.button("snooze_t"), Qt.MouseButton.LeftButton)
    assert stage.engine.submitted == [Snooze(timer_id="t")]
    assert stage.field.hasFocus()


@pytest.mark.parametrize("words", ["stop", "Five more minutes!", "나중에", "停"])
def test_words_typed_to_what_rings_are_no_message(stage: Stage, words: str) -> None:
    assert not stage.presenter.take(words)  # nothing rings yet
    stage.presenter.handle(TimerRang(timer=ringing(is_missed=True)))
    assert not stage.presenter.take(words)  # nor does what was missed
    stage.presenter.handle(TimerRang(timer=ringing("other")))
    assert not stage.presenter.take("When does the shop close?")
    assert stage.engine.submitted == []

    assert stage.presenter.take(words)

    assert stage.engine.submitted == [Say(text=words)]


def test_what_is_stopped_elsewhere_goes_and_the_other_stays(stage: Stage) -> None:
    stage.presenter.handle(TimerRang(timer=ringing("a")))
    stage.presenter.handle(TimerRang(timer=ringing("b")))
    stage.button("stop_b").setFocus()
    stage.presenter.handle(RingingStopped(timer_id="a"))
    assert [entry.timer_id for entry in stage.banner.entries] == ["b"]
    assert stage.button("stop_b").hasFocus()
    stage.presenter.handle(RingingStopped(timer_id="b"))
    assert not stage.above.isVisible()


def test_what_was_missed_says_when_it_was_due(stage: Stage) -> None:
    stage.presenter.handle(TimerRang(timer=ringing(is_missed=True), was_missed=True))
    assert stage.said == ["Missed: Reminder: pasta – 03:04"]
    assert stage.button("stop_t").text() == "Dismiss"
    stage.presenter.stop_all()
    assert stage.engine.submitted == []  # it does not ring


def test_stopping_everything_stops_what_rings(stage: Stage) -> None:
    stage.presenter.stop_all()
    assert stage.engine.submitted == []
    stage.presenter.handle(TimersListed(timers=(ringing(), timer("x"))))
    stage.presenter.stop_all()
    assert stage.engine.submitted == [StopRinging()]


def test_a_label_is_shown_as_it_is(stage: Stage) -> None:
    stage.presenter.handle(TimerRang(timer=ringing(label="<b>now</b> & “then”")))
    texts = [label.text() for label in stage.window.findChildren(QLabel)]
    assert "Reminder: <b>now</b> & “then”" in texts
    label = next(one for one in stage.window.findChildren(QLabel) if "<b>" in one.text())
    assert label.textFormat() is Qt.TextFormat.PlainText


# The clock in the header.


def test_the_header_counts_down_to_the_next_within_the_hour(
    stage: Stage, clock: ManualClock
) -> None:
    stage.presenter.handle(TimersListed(timers=(timer("far", seconds=7200), timer())))
    assert stage.chip.isVisible()
    assert stage.chip.text() == "5:00"
    assert stage.chip.accessibleName() == "Timer: pasta"
    clock.advance(61)
    stage.chip.retranslate()
    assert stage.chip.text() == "3:59"
    stage.presenter.handle(TimersListed(timers=(timer("far", seconds=7200),)))
    assert not stage.chip.isVisible()
    stage.presenter.handle(TimersListed(timers=(ringing(),)))
    assert not stage.chip.isVisible()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (-5, "0:00"), (0.2, "0:01"), (59, "0:59"), (60, "1:00"), (3661, "1:01:01")],
)
def test_counting_down(seconds: float, text: str) -> None:
    assert countdown(timedelta(seconds=seconds)) == text


def test_what_is_far_is_told_by_its_time() -> None:
    assert left_text(timer(seconds=86_400 * 3), NOW) == "Monday 03:04"
    alarm = Timer(
        timer_id="a", kind=TimerKind.ALARM, label="", due_at=NOW + timedelta(hours=2), zone="UTC"
    )
    assert left_text(alarm, NOW) == "05:04"
    assert ringing_text(alarm, NOW) == "Alarm"


# The page.


@pytest.fixture
def page(context: DesktopContext) -> Iterator[TimersPage]:
    page = TimersPage(context)
    page.load()
    page.show()
    yield page
    page.close()


def test_the_page_shows_what_is_left_and_cancels(
    page: TimersPage, engine: FakeEngineClient, clock: ManualClock
) -> None:
    assert engine.submitted == [ListTimers()]
    page.handle(TimersListed(timers=(ringing("r"), timer())))
    first, second = page.rows
    assert second.left.text() == "5:00"
    clock.advance(60)
    page._look()
    assert second.left.text() == "4:00"
    second.button.click()
    first.button.click()
    assert engine.submitted[1:] == [CancelTimer(timer_id="t"), StopRinging(timer_id="r")]
    assert second.button.accessibleName() == "Cancel: Timer: pasta"
    page.handle(TimersListed(timers=()))
    assert page.rows == ()


def test_one_is_set_by_hand(page: TimersPage, engine: FakeEngineClient) -> None:
    page.label.setText("tea")
    page.minutes.setValue(3)
    page.add_button.click()
    page.kind.setCurrentIndex(list(TimerKind).index(TimerKind.ALARM))
    assert not page.minutes.isVisible()
    page.days.setCurrentIndex(1)
    page.add_button.click()
    page.kind.setCurrentIndex(list(TimerKind).index(TimerKind.REMINDER))
    page.days.setCurrentIndex(0)
    page.label.setText("call mum")
    QTest.keyClick(page.label, Qt.Key.Key_Return)
    assert engine.submitted[1:] == [
        AddTimer(kind=TimerKind.TIMER, label="tea", length_s=180.0),
        AddTimer(kind=TimerKind.ALARM, at="07:00", days=("weekdays",)),
        AddTimer(kind=TimerKind.REMINDER, label="call mum", at="07:00"),
    ]
    assert page.label.text() == ""


def test_everything_on_the_page_has_a_name(page: TimersPage) -> None:
    for widget in (page.kind, page.label, page.minutes, page.time, page.days):
        assert widget.accessibleName(), widget.objectName()
