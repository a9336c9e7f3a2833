"""Which rewritings of a memory are taken."""

import pytest

from assistant.memory.model.compaction import (
    RewriteAccepted,
    RewriteRejected,
    instruction,
    judge_rewrite,
    listed,
    marks_of,
    target_of,
)

FACTS = tuple(f"item {n} costs {n}0 coins" for n in range(1, 6)) + ('called "Alpha Base"',)


@pytest.mark.requirement("G-09")
def test_seven_tenths_of_the_limit_are_the_target() -> None:
    assert target_of(16_000) == 11_200
    assert target_of(8_000) == 5_600
    assert target_of(8_000, kept=600) == 5_000
    assert "5600" in instruction(5_600)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("born 1990-05-03 at 10:30, pays 1,299.50", {"1990-05-03", "10:30", "1,299.50"}),
        ("'Ann' and “Bo” live in 「서울」 with 《红楼梦》", {"ann", "bo", "서울", "红楼梦"}),
        ("it's Ann's and Bo's", set[str]()),
        ('`make check` and "two words"', {"make check", "two words"}),
        ("nothing of the kind", set[str]()),
    ],
)
def test_numbers_and_quoted_names_are_what_must_survive(text: str, marks: set[str]) -> None:
    assert marks_of(text) == marks


def test_a_good_rewriting_is_taken() -> None:
    text = "\n- items 1-5 cost: 1 10, 2 20, 3 30, 4 40, 5 50 coins\n\n- it is called Alpha Base\n"
    text = text.replace("1-5 cost", "cost")

    assert judge_rewrite(FACTS, text, target=200) == RewriteAccepted(
        facts=("items cost: 1 10, 2 20, 3 30, 4 40, 5 50 coins", "it is called Alpha Base")
    )


@pytest.mark.requirement("MEM-06")
@pytest.mark.parametrize(
    ("lost", "is_taken"),
    [(1, True), (2, False)],
)
def test_at_most_a_tenth_of_numbers_and_names_may_be_lost(lost: int, is_taken: bool) -> None:
    facts = tuple(f"number {n}" for n in range(100, 110))
    kept = listed(facts[lost:])

    assert isinstance(judge_rewrite(facts, kept, target=1000), RewriteAccepted) is is_taken


def test_a_number_does_not_survive_in_another() -> None:
    facts = ("costs 5",)

    assert isinstance(judge_rewrite(facts, "- costs 50", target=100), RewriteRejected)
    assert isinstance(judge_rewrite(facts, "- costs 5.", target=100), RewriteAccepted)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "Here is the list:\n" + listed(FACTS),
        listed(FACTS).replace("- item 2", "* item 2"),
        "```\n" + listed(FACTS) + "\n```",
        listed(FACTS) + "\n- ",
    ],
)
def test_every_line_must_be_a_fact(text: str) -> None:
    assert isinstance(judge_rewrite(FACTS, text, target=1_000), RewriteRejected)


def test_a_rewriting_over_the_target_is_not_taken() -> None:
    text = listed(FACTS)

    assert isinstance(judge_rewrite(FACTS, text, target=len(text) + 1), RewriteAccepted)
    assert isinstance(judge_rewrite(FACTS, text, target=len(text)), RewriteRejected)


@pytest.mark.requirement("APP-11")
def test_a_refusal_tells_no_words_of_the_memory() -> None:
    for text in ("", "secret\n", "- secret\n", "- " + "secret" * 50):
        verdict = judge_rewrite(FACTS, text, target=200)
        assert isinstance(verdict, RewriteRejected)
        assert "secret" not in verdict.why
