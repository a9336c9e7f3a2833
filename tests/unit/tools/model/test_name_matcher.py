import pytest

from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose

LISTS = ["shopping", "Christmas shopping", "Packing 2025", "할 일", "장보기", "购物"]


@pytest.mark.parametrize(
    ("wanted", "names", "expected"),
    [
        ("shopping", LISTS, UniqueMatch(0)),
        ("Shopping!", LISTS, UniqueMatch(0)),
        ("shoping", LISTS, UniqueMatch(0)),
        ("christmas", LISTS, UniqueMatch(1)),
        ("할일", LISTS, UniqueMatch(3)),
        ("장보기", LISTS, UniqueMatch(4)),
        ("购物", LISTS, UniqueMatch(5)),
        ("packing 2026", LISTS, NoMatch(())),
        ("garden", LISTS, NoMatch(())),
        ("milk", ["oat milk", "milk", "silk"], UniqueMatch(1)),
        ("milk", ["oat milk", "soy milk"], AmbiguousMatch((0, 1))),
        ("the oat milk", ["oat milk", "bread"], UniqueMatch(0)),
        ("eggs", ["figs", "tea"], NoMatch((0,))),
        ("", ["a"], NoMatch(())),
        ("shoping", ["shopping", "shoppingx"], AmbiguousMatch((0, 1))),
        ("shoppin", ["shopping", "shoepins"], UniqueMatch(0)),
        ("tea", ["!!", "tea"], UniqueMatch(1)),
        ("te", ["!!", "tea"], UniqueMatch(1)),
        ("a", [], NoMatch(())),
        ("🥛", ["🍞", "🥛"], UniqueMatch(1)),
    ],
)
def test_the_name_that_is_meant(wanted: str, names: list[str], expected: object) -> None:
    assert choose(wanted, names) == expected


def test_a_part_of_a_name_does_not_mean_it_where_that_would_be_wrong() -> None:
    assert isinstance(choose("shopping", ["Christmas shopping"], loosely=False), NoMatch)
    assert choose("chrismas shopping", ["Christmas shopping"], loosely=False) == UniqueMatch(0)


def test_what_is_near_is_offered() -> None:
    assert choose("eggs", ["bread", "legs"]) == NoMatch((1,))
