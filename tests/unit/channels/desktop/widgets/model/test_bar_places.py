from assistant.channels.desktop.widgets.model.bar_places import BarPlace, rearrange


def place(bar: str, height: int = 10, *, is_empty: bool = False) -> BarPlace:
    return BarPlace(bar=bar, height=height, is_empty=is_empty)


def test_who_comes_stands_beyond_the_others() -> None:
    assert rearrange((place("a"),), {"b": 20, "a": 10}) == (place("a"), place("b", 20))


def test_who_goes_leaves_a_place_while_another_stands_beyond_it() -> None:
    both = place("a"), place("b")
    assert rearrange(both, {"b": 10}) == (place("a", is_empty=True), place("b"))
    assert rearrange(both, {"a": 10}) == (place("a"),)
    assert rearrange(rearrange(both, {"b": 10}), {}) == ()


def test_who_comes_takes_the_first_empty_place_that_holds_it() -> None:
    left = place("a", 5, is_empty=True), place("b", is_empty=True), place("c")
    taken = (left[0], place("d"), left[2])
    assert rearrange(left, {"c": 10, "d": 8}) == taken
    assert rearrange(left, {"c": 10, "d": 11}) == (*left, place("d", 11))


def test_who_wants_less_keeps_the_place_and_who_wants_more_goes_to_the_end() -> None:
    both = place("a"), place("b")
    assert rearrange(both, {"a": 4, "b": 10}) == both
    grown = place("a", is_empty=True), place("b"), place("a", 12)
    assert rearrange(both, {"a": 12, "b": 10}) == grown


def test_the_last_one_grows_and_shrinks_where_it_is() -> None:
    for height in (4, 30):
        assert rearrange((place("a"),), {"a": height}) == (place("a", height),)
