"""What is added to the end of a long stack moves nothing that stands above it."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.widgets.vertical_stack import VerticalStack

GAP = 8


class Box(QWidget):
    """A part that is as high as it is told to be; half as high where it is wide."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self.notify_height: Callable[[], None] = lambda: None
        self.wanted = height
        self.fitted = 0
        self.setFixedHeight(height)

    def grow(self, height: int) -> None:
        self.wanted = height
        self.fit()

    def fit(self) -> None:
        self.fitted += 1
        height = self.wanted // (2 if self.width() > 400 else 1)
        if height != self.height():
            self.setFixedHeight(height)
            self.notify_height()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()


@pytest.fixture
def stack(qtbot: QtBot) -> Iterator[VerticalStack]:
    host = QWidget()
    host.resize(300, 300)
    stack = VerticalStack(gap=GAP)
    stack.setParent(host)
    stack.take_width(300)
    with qtbot.waitExposed(host):
        host.show()
    yield stack
    host.close()


def filled(stack: VerticalStack, *heights: int) -> list[Box]:
    boxes = [Box(height) for height in heights]
    for box in boxes:
        stack.push(box, box)
    stack.settle()
    return boxes


def tops(boxes: list[Box]) -> list[int]:
    return [box.y() for box in boxes]


def test_parts_stand_below_each_other_with_a_gap_between(stack: VerticalStack) -> None:
    boxes = filled(stack, 10, 20, 30)
    assert tops(boxes) == [0, 18, 46]
    assert stack.height() == stack.sizeHint().height() == 76
    assert all(box.isVisible() and box.width() == stack.width() for box in boxes)


def test_the_end_of_a_long_stack_grows_without_the_rest_being_touched(stack: VerticalStack) -> None:
    boxes = filled(stack, *[10] * 300)
    before, fitted = stack.placed, [box.fitted for box in boxes]
    for height in range(11, 31):
        boxes[-1].grow(height)
        stack.settle()
    (last,) = filled(stack, 5)
    assert stack.placed - before == 21
    assert [box.fitted for box in boxes[:-1]] == fitted[:-1]
    assert last.y() == 299 * (10 + GAP) + 30 + GAP
    assert stack.height() == last.y() + 5


def test_a_part_in_the_middle_that_grows_moves_those_below_it_by_itself(
    stack: VerticalStack,
) -> None:
    boxes = filled(stack, 10, 10, 10)
    boxes[1].grow(25)
    QApplication.processEvents()
    assert tops(boxes) == [0, 18, 51]
    assert stack.height() == 61


def test_a_part_that_is_taken_away_tells_nothing_any_more(stack: VerticalStack) -> None:
    boxes = filled(stack, 10, 10)
    stack.pop()
    boxes[1].grow(40)
    stack.settle()
    assert stack.height() == 10
    (again,) = filled(stack, 7)
    assert again.y() == 18
    assert stack.height() == 25


def test_parts_that_overlap_share_what_is_between_them(qtbot: QtBot) -> None:
    stack = VerticalStack(gap=-1)
    qtbot.addWidget(stack)
    assert tops(filled(stack, 10, 10, 10)) == [0, 9, 18]
    assert stack.height() == 28


def test_another_width_is_taken_at_once_even_while_hidden(qtbot: QtBot) -> None:
    stack = VerticalStack(gap=GAP)
    qtbot.addWidget(stack)
    stack.take_width(300)
    boxes = filled(stack, 10, 10)
    stack.take_width(500)
    assert [box.width() for box in boxes] == [500, 500]
    assert stack.height() == 5 + GAP + 5


def test_an_empty_stack_has_no_height(stack: VerticalStack) -> None:
    filled(stack, 10)
    stack.pop()
    stack.settle()
    assert stack.height() == 0
