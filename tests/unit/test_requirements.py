"""Every requirement is held by a test that says so."""

from tests.helpers.requirements import marked_tests, requirements


def test_every_requirement_has_a_test() -> None:
    assert set(requirements()) - set(marked_tests()) == set()


def test_no_test_claims_a_requirement_that_there_is_not() -> None:
    assert set(marked_tests()) - set(requirements()) == set()
