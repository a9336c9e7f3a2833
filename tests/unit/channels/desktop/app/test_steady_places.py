"""What may be clicked stays where it is, whatever comes, changes and goes around it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from typing import Final

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QLabel,
    QScrollArea,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.channels.desktop.widgets.bar_stack import BarStack
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.virtual_list import END_PX
from assistant.conversation.turn.model.model_advice import model_advice
from assistant.locale import InterfaceLanguage, use_language
from assistant.protocol.models import DeclineStarterDownload
from assistant.protocol.notices import Notice, NoticeAction, Severity
from assistant.questions.model.question import Answer
from assistant.timer import Timer, TimerKind
from tests.unit.channels.desktop.conversation.samples import answered, asked, pending, single

SIZES: Final = [(920, 760), (360, 420)]
ACTION = NoticeAction(label="Do not download", command=DeclineStarterDownload())
NOTICES: Final = (
    Notice(code="one", text="A better one is on its way. " * 3, actions=(ACTION,)),
    Notice(code="two", text="No microphone.", hint="Type.", severity=Severity.WARNING),
    Notice(code="two", text="No microphone was found at all. " * 4, severity=Severity.ERROR),
)
CAPTIONS: Final = ("A short sentence.", "A much longer sentence that takes some lines. " * 5)
DUE: Final = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
TEA: Final = Timer(
    timer_id="tea",
    kind=TimerKind.TIMER,
    label="tea",
    due_at=DUE,
    zone="UTC",
    ringing_since=DUE,
)
RICE: Final = replace(TEA, timer_id="rice", label="rice, which is done after a while")


class Surroundings:
    """Turns what comes and goes on and off."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._notices: list[Notice] = []
        self._said = 0

    @property
    def there(self) -> frozenset[str]:
        """Which of `STATES` are seen."""
        window = self._window
        parts = {
            "first_notice": window.findChildren(QWidget, "notice_one"),
            "second_notice": window.findChildren(QWidget, "notice_two"),
            "strip": [window.questions.strip],
            "undo": [window.questions.undo_bar],
            "caption": [window.caption],
            "ring": window.findChildren(QWidget, "ring_tea"),
        }
        return frozenset(name for name, made in parts.items() if any(map(QWidget.isVisible, made)))

    def toggle(self, what: str) -> None:
        """Have one of `ALL` come if it is not there, else go."""
        getattr(self, what)()
        for _round in range(3):
            QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def first_notice(self) -> None:
        self._toggle_notice(NOTICES[0])

    def second_notice(self) -> None:
        self._toggle_notice(NOTICES[1])

    def changed_notice(self) -> None:
        """Have the second notice say something else."""
        other = {NOTICES[1]: NOTICES[2], NOTICES[2]: NOTICES[1]}
        self._notices = [other.get(notice, notice) for notice in self._notices]
        self._window.show_notices(self._notices)

    def strip(self) -> None:
        is_shown = not self._window.questions.strip.isHidden()
        self._window.questions.show_pending(
            () if is_shown else (pending(standing=PendingState.PUT_OFF),)
        )

    def undo(self) -> None:
        questions = self._window.questions
        if questions.undo_bar.isHidden():
            answer = Answer(question_id="q", option_ids=("green",))
            questions.offer_undo(asked(single()), answered(answer), 5.0)
        else:
            questions.withdraw_undo()

    def caption(self) -> None:
        is_shown = not self._window.caption.isHidden()
        self._said += 1
        self._window.show_caption("" if is_shown else CAPTIONS[self._said % 2])

    def ring(self) -> None:
        self._toggle_ring(TEA)

    def another_ring(self) -> None:
        """Have another timer ring, or stop ringing."""
        self._toggle_ring(RICE)

    def missed_ring(self) -> None:
        """Have a timer that rings be missed, or ring again."""
        now = self._window.ringing.entries
        self._window.ringing.show_entries(
            [replace(one, is_missed=not one.is_missed) for one in now]
        )

    def longer_caption(self) -> None:
        """Have another sentence spoken."""
        if not self._window.caption.isHidden():
            self._said += 1
            self._window.show_caption(CAPTIONS[self._said % 2])

    def _toggle_ring(self, entry: Timer) -> None:
        now = self._window.ringing.entries
        others = [one for one in now if one.timer_id != entry.timer_id]
        ring = [*others, entry] if len(others) == len(now) else others
        self._window.ringing.show_entries(ring)

    def _toggle_notice(self, notice: Notice) -> None:
        codes = [one.code for one in self._notices]
        if notice.code in codes:
            self._notices = [one for one in self._notices if one.code != notice.code]
        else:
            self._notices.append(notice)
        self._window.show_notices(self._notices)


STATES: Final = ("first_notice", "second_notice", "strip", "undo", "caption", "ring")
CHANGES: Final = ("changed_notice", "longer_caption", "another_ring", "missed_ring")


def welcomed(window: MainWindow) -> None:
    window.show_model("SmolLM2")


def short(window: MainWindow) -> None:
    window.transcript.rows.add_user("What is the capital of France?")
    window.transcript.rows.append_reply("Paris, as a [map](https://example.org) shows.")


def at_the_end(window: MainWindow) -> None:
    for number in range(12):
        window.transcript.rows.add_user(f"And what of number {number}?")
        window.transcript.rows.append_reply(f"Number {number}. " * 30)
        window.transcript.rows.end_segment()


def in_the_middle(window: MainWindow) -> None:
    at_the_end(window)
    QApplication.processEvents()
    bar = window.transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)


PAGES: Final[dict[str, Callable[[MainWindow], None]]] = {
    page.__name__: page for page in (welcomed, short, at_the_end, in_the_middle)
}


def settle(window: MainWindow) -> None:
    """Have all cards around the view made and measured."""
    for _round in range(20):
        QApplication.processEvents()
    window.transcript.entries  # noqa: B018  # makes them


def places(window: MainWindow) -> dict[QWidget, QRect]:
    """Return where everything stands that may be clicked or read, in the window."""
    frames = [frame for frame in window.findChildren(QFrame) if frame.property("role") == "notice"]
    parts = [
        *window.transcript.cards,
        *frames,
        *window.findChildren(QAbstractButton),
        window.questions.strip,
        window.questions.undo_bar,
        window.composer,
    ]
    return {
        part: QRect(part.mapTo(window, QPoint()), part.size())
        for part in parts
        if part.isVisible()
        and not window.header.isAncestorOf(part)
        and part.objectName() != "jump_to_end"  # which goes up where it would be covered
    }


def steps() -> list[tuple[frozenset[str], str]]:
    """Return a way that has each of `STATES` come or go once from each combination of the others.

    It is an Euler circuit (Hierholzer 1873): each step is taken once in each direction.
    """
    left: dict[frozenset[str], list[str]] = {
        frozenset[str](there): list(STATES)
        for count in range(len(STATES) + 1)
        for there in combinations(STATES, count)
    }
    open_ends: list[tuple[frozenset[str], str]] = [(frozenset(), "")]
    way: list[tuple[frozenset[str], str]] = []
    while open_ends:
        there, _name = open_ends[-1]
        if left[there]:
            name = left[there].pop()
            open_ends.append((there ^ {name}, name))
        else:
            way.append(open_ends.pop())
    return way[-2::-1]


def test_every_step_is_taken_once() -> None:
    way = steps()
    assert len({(there, name) for there, name in way}) == len(way) == 2 ** len(STATES) * len(STATES)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.timeout(300)
def test_nothing_that_may_be_clicked_is_moved(
    window: MainWindow, page: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    PAGES[page](window)
    settle(window)
    around = Surroundings(window)
    before = places(window)
    changed = set[frozenset[str]]()
    for there, name in steps():
        new = CHANGES if there not in changed else ()
        changed.add(there)
        for what in (name, *new):
            around.toggle(what)
            assert around.there == there
            after = places(window)
            moved = {
                part.objectName() or type(part).__name__: (before[part], place)
                for part, place in after.items()
                if part in before and place.topLeft() != before[part].topLeft()
            }
            assert not moved, f"{what} at {sorted(there)}"
            before = after
    assert window.size().toTuple() == size


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint()), widget.size())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_row_is_covered_for_good(
    window: MainWindow, size: tuple[int, int], language: InterfaceLanguage
) -> None:
    use_language(language)
    window.resize(*size)
    at_the_end(window)
    settle(window)
    surround(window)
    bar = window.transcript.verticalScrollBar()
    notices, strip = window.notices, window.questions.strip
    window.transcript.rows.append_reply("And this is new.")
    settle(window)
    assert in_window(window.transcript.entries[-1]).bottom() < in_window(strip).top()
    bar.setValue(bar.minimum())
    settle(window)
    assert in_window(window.transcript.entries[0]).top() > in_window(notices).bottom()
    window.show_notices(())
    window.questions.show_pending(())
    bar.setValue(bar.minimum() + 1)
    bar.setValue(bar.minimum())
    settle(window)
    assert window.transcript.entries[0].y() == END_PX + 14, "it begins where it began"


@pytest.mark.parametrize("size", SIZES)
def test_no_suggestion_is_covered_for_good(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    settle(window)
    surround(window)
    bar = window.welcome.findChildren(QScrollArea)[0].verticalScrollBar()
    title, *_how = window.welcome.findChildren(QLabel)
    bar.setValue(bar.minimum())
    assert in_window(title).top() > in_window(window.notices).bottom()
    bar.setValue(bar.maximum())
    last = window.welcome.findChildren(QToolButton)[-1]
    assert in_window(last).bottom() < in_window(window.questions.strip).top()


def surround(window: MainWindow) -> None:
    around = Surroundings(window)
    around.toggle("second_notice")
    around.toggle("strip")


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_notice_is_cut(
    window: MainWindow,
    theme: Theme,
    size: tuple[int, int],
    language: InterfaceLanguage,
    scale: float,
) -> None:
    use_language(language)
    theme.set_scale(scale)
    window.resize(*size)
    at_the_end(window)
    settle(window)
    advice = model_advice(replies=0, is_guided=False, is_fetching=True, offer=None)
    assert advice is not None
    window.show_notices(
        [
            *NOTICES[:2],
            Notice(code="advice", text=advice.text, actions=advice.actions, hint="Wait. " * 40),
            *(Notice(code=f"more {number}", text="Another one.") for number in range(5)),
        ]
    )
    settle(window)
    notices = window.notices
    for label in notices.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width())
    bar = notices.verticalScrollBar()
    bar.setValue(bar.maximum())
    last = notices.findChild(QWidget, "notice_more 4")
    assert last is not None
    assert last.visibleRegion().boundingRect() == last.rect()
    bar.setValue(bar.minimum())
    first = notices.findChild(QWidget, "notice_one")
    assert first is not None
    assert first.visibleRegion().boundingRect().top() == 0
    assert window.size().toTuple() == size


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_pointed_at", [False, True])
def test_what_rings_is_seen_whatever_else_is_there(
    window: MainWindow, theme: Theme, size: tuple[int, int], scale: float, *, is_pointed_at: bool
) -> None:
    theme.set_scale(scale)
    window.resize(*size)
    at_the_end(window)
    settle(window)
    surround(window)
    window.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_pointed_at)
    around = Surroundings(window)
    for what in ("first_notice", "caption", "ring", "another_ring"):
        around.toggle(what)
    window.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    QApplication.sendEvent(window, QEvent(QEvent.Type.Leave))
    settle(window)
    bar = window.findChild(QWidget, "ring_rice")
    assert bar is not None
    assert not bar.visibleRegion().isEmpty()
    for name in ("snooze_tea", "stop_tea", "snooze_rice", "stop_rice"):
        part = window.findChild(QWidget, name)
        assert part is not None
        if size == SIZES[1]:  # the bars do not all fit into the smallest window
            bars_around(part).ensureWidgetVisible(part, 0, 0)
        assert part.visibleRegion().boundingRect() == part.rect(), name


def bars_around(part: QWidget) -> BarStack:
    around = part.parentWidget()
    while not isinstance(around, BarStack):
        assert around is not None
        around = around.parentWidget()
    return around


def test_a_place_that_was_left_is_closed_up_when_the_pointer_has_left_the_window(
    window: MainWindow,
) -> None:
    at_the_end(window)
    settle(window)
    window.show_notices(NOTICES[:2])
    window.show_notices(NOTICES[1:2])
    second = window.findChild(QWidget, "notice_two")
    assert second is not None
    before = second.y()
    QApplication.sendEvent(window, QEvent(QEvent.Type.Leave))
    assert second.y() < before


def test_a_bar_that_outgrows_its_place_goes_beyond_the_others(qtbot: QtBot) -> None:
    stack = BarStack(gap=5)
    qtbot.addWidget(stack)
    first, second = QLabel("one"), QLabel("two")
    for label in (first, second):
        stack.add(label.text(), label)
    stack.show()
    before = second.geometry()
    first.setText("one\nand more")
    qtbot.waitUntil(lambda: first.y() == before.bottom() + 1 + 5)
    assert second.geometry() == before
