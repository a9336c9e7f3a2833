import pytest

from assistant.tools.model.name_matcher import Chosen, Nothing, Several, choose

LISTS = ["shopping", "Christmas shopping", "Packing 2025", "할 일", "장보기", "购物"]


@pytest.mark.parametrize(
    ("wanted", "names", "expected"),
    [
        ("shopping", LISTS, Chosen(0)),
        ("Shopping!", LISTS, Chosen(0)),
        ("shoping", LISTS, Chosen(0)),
        ("christmas", LISTS, Chosen(1)),
        ("할일", LISTS, Chosen(3)),
        ("장보기", LISTS, Chosen(4)),
        ("购物", LISTS, Chosen(5)),
        ("packing 2026", LISTS, Nothing(())),
        ("garden", LISTS, Nothing(())),
        ("milk", ["oat milk", "milk", "silk"], Chosen(1)),
        ("milk", ["oat milk", "soy milk"], Several((0, 1))),
        ("the oat milk", ["oat milk", "bread"], Chosen(0)),
        ("eggs", ["figs", "tea"], Nothing((0,))),
        ("", ["a"], Nothing(())),
        ("shoping", ["shopping", "shoppingx"], Several((0, 1))),
        ("shoppin", ["shopping", "shoepins"], Chosen(0)),
        ("tea", ["!!", "tea"], Chosen(1)),
        ("te", ["!!", "tea"], Chosen(1)),
        ("a", [], Nothing(())),
        ("🥛", ["🍞", "🥛"], Chosen(1)),
    ],
)
def test_the_name_that_is_meant(wanted: str, names: list[str], expected: object) -> None:
    assert choose(wanted, names) == expected


def test_a_part_of_a_name_does_not_mean_it_where_that_would_be_wrong() -> None:
    assert isinstance(choose("shopping", ["Christmas shopping"], loosely=False), Nothing)
    assert choose("chrismas shopping", ["Christmas shopping"], loosely=False) == Chosen(0)


def test_what_is_near_is_offered() -> None:
    assert choose("eggs", ["bread", "legs"]) == Nothing((1,))
