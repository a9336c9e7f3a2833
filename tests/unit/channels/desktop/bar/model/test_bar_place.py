"""Where the bar belongs after whatever it was told of its moves."""

import pytest

from assistant.channels.desktop.app.model.window_place import Rectangle
from assistant.channels.desktop.bar.model.bar_place import BarPlace

SCREEN = Rectangle(x=0, y=30, width=1280, height=970)
LOW, HIGH, TALL = 58, 81, 146
CORNER = 940
"""Where the bar ends in the lower half of the screen."""


def bar(y: int, height: int, *, x: int = 800) -> Rectangle:
    return Rectangle(x=x, y=y, width=400, height=height)


@pytest.mark.parametrize(
    ("y", "tops"),
    [
        (CORNER - LOW, [CORNER - LOW, CORNER - TALL, CORNER - HIGH]),  # the lower edge stays
        (100, [100, 100, 100]),  # the upper one does
    ],
)
def test_one_edge_stays_as_it_grows_and_shrinks(y: int, tops: list[int]) -> None:
    place = BarPlace(bar(y, LOW), SCREEN)
    assert [place.own_move(height, SCREEN) for height in (LOW, TALL, HIGH)] == [
        (800, top) for top in tops
    ]


def test_it_does_not_grow_out_of_the_screen() -> None:
    assert BarPlace(bar(CORNER - LOW, LOW), SCREEN).own_move(2000, SCREEN) == (800, SCREEN.y)


def test_it_hears_late_of_its_own_moves() -> None:
    place = BarPlace(bar(CORNER - LOW, LOW), SCREEN)
    for height in (LOW, HIGH, TALL):
        place.own_move(height, SCREEN)
    for late in (LOW, HIGH, TALL):  # each heard of when it has the last height
        assert not place.has_moved(bar(CORNER - late, TALL), SCREEN, by_itself=False)
    assert place.own_move(TALL, SCREEN) == (800, CORNER - TALL)


def test_a_window_manager_places_it_once_and_it_goes_back_at_the_height_it_has_by_then() -> None:
    place = BarPlace(bar(CORNER - LOW, LOW), SCREEN)
    place.shown()
    assert not place.has_moved(bar(CORNER - LOW, LOW), SCREEN, by_itself=False)
    assert place.has_moved(bar(0, LOW, x=0), SCREEN, by_itself=False)
    assert place.own_move(TALL, SCREEN) == (800, CORNER - TALL)
    assert not place.has_moved(bar(200, TALL, x=0), SCREEN, by_itself=False)  # it insists
    assert place.own_move(LOW, SCREEN) == (0, 200)


def test_where_the_user_drags_it_it_stays() -> None:
    place = BarPlace(bar(CORNER - LOW, LOW), SCREEN)
    place.shown()
    place.grabbed()
    assert not place.has_moved(bar(700, LOW, x=20), SCREEN, by_itself=False)
    assert place.own_move(TALL, SCREEN) == (20, 700 + LOW - TALL)
    assert not place.has_moved(bar(50, TALL, x=20), SCREEN, by_itself=False)
    assert place.own_move(LOW, SCREEN) == (20, 50)
