"""Every requirement is held by a test that says so."""

from typing import Final

from tests.helpers.requirements import marked_tests, requirements

NOT_MARKED_YET: Final = {
    "Q-MODEL": "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 40 41 42 45 46 47 49 50 52 53 54 55 57 58 59 61",
    "Q-EXTRACT": "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22",
    "Q-DLG": "14",
    "Q-VOICE": "06 07",
    "Q-LIFE": "01 02 03 04 05 08 12 13 14 16 18 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 37 38 39 40",
    "Q-ROUND": "01 02 03 04 05 06 07 08 09 10 11 12 13 14 19 20 21 22",
    "Q-RES": "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18",
    "VF": "01 02 03 04 05 18 19 21",
    "PR": "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 27",
    "SEC": "01 02 03 05 06 07",
}
"""Requirements that are held by tests without their marker; the list only grows shorter."""


def test_every_requirement_has_a_test() -> None:
    without = {
        f"{group}-{number}"
        for group, numbers in NOT_MARKED_YET.items()
        for number in numbers.split()
    }
    assert set(requirements()) - set(marked_tests()) == without


def test_no_test_claims_a_requirement_that_there_is_not() -> None:
    assert set(marked_tests()) - set(requirements()) == set()
