"""Where the window comes again, whatever screens there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.app.model.window_place import (
    Rectangle,
    WindowPlace,
    fitted,
    read_place,
)


def area(x: int, y: int, width: int, height: int) -> Rectangle:
    return Rectangle(x=x, y=y, width=width, height=height)


LAPTOP = area(0, 24, 1280, 776)
MONITOR = area(1280, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("was", "screens", "comes"),
    [
        pytest.param(
            area(1500, 100, 920, 760),
            [LAPTOP, MONITOR],
            area(1500, 100, 920, 760),
            id="as it was",
        ),
        pytest.param(
            area(1500, 100, 920, 760), [LAPTOP], area(180, 32, 920, 760), id="the monitor is gone"
        ),
        pytest.param(
            area(1100, 100, 920, 760), [LAPTOP, MONITOR], area(1280, 100, 920, 760), id="on both"
        ),
        pytest.param(area(-300, 0, 920, 760), [LAPTOP], area(0, 24, 920, 760), id="half outside"),
        pytest.param(area(0, 24, 1900, 1000), [LAPTOP], LAPTOP, id="larger than the screen"),
        pytest.param(area(5000, 5000, 920, 760), [], area(5000, 5000, 920, 760), id="no screen"),
    ],
)
def test_it_comes_where_it_can_be_seen(
    was: Rectangle, screens: list[Rectangle], comes: Rectangle
) -> None:
    assert fitted(WindowPlace(area=was), screens).area == comes


NUMBERS = st.integers(-9999, 9999)
SIZES = st.integers(100, 9999)
AREAS = st.builds(Rectangle, x=NUMBERS, y=NUMBERS, width=SIZES, height=SIZES)
PLACES = st.builds(WindowPlace, area=AREAS, is_maximised=st.booleans())


@given(PLACES, st.lists(AREAS, min_size=1, max_size=4))
def test_all_of_it_is_on_one_screen(place: WindowPlace, screens: list[Rectangle]) -> None:
    comes = fitted(place, screens)
    assert comes.area.width * comes.area.height in {comes.area.shared_with(one) for one in screens}
    assert comes.is_maximised is place.is_maximised
    assert fitted(comes, screens).area.shared_with(comes.area) > 0


@given(PLACES)
def test_what_is_written_is_read(place: WindowPlace) -> None:
    assert read_place(place.written()) == place


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,-3,4", "a,b,c,d", "1,2,3,4,hidden", "9" * 50])
def test_anything_else_is_no_place(text: str) -> None:
    assert read_place(text) is None
