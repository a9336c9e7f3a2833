"""Adding to a memory file and taking back, while everything else in it stays as it is."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assistant.memory.model.facts import FactSimilarity, as_fact, compare
from assistant.memory.model.file_edits import (
    AlreadyKnown,
    FactEdit,
    MemoryFull,
    add,
    additions,
    facts_of,
    put_back,
    take_back,
    take_out,
    with_facts,
)

LIMIT = 8_000


def added(text: str, fact: str) -> FactEdit:
    outcome = add(text, fact, limit=LIMIT)
    assert isinstance(outcome, FactEdit)
    return outcome


@pytest.mark.requirement("MEM-03", "MEM-11")
@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "- tea\n"),
        ("- milk\n", "- milk\n- tea\n"),
        ("- milk", "- milk\n- tea\n"),
        ("# Me\r\n\r\n- milk\r\n", "# Me\r\n\r\n- milk\r\n- tea\r\n"),
        ("words without an end", "words without an end\n- tea\n"),
        ("```\n- code\n```\n", "```\n- code\n```\n- tea\n"),
    ],
)
def test_a_fact_is_added_as_the_last_line(text: str, after: str) -> None:
    assert added(text, "tea") == FactEdit(text=after, fact="tea")


@pytest.mark.requirement("MEM-08")
def test_a_fact_of_another_value_is_added_beside_the_one_it_is_like() -> None:
    edited = added("- pays 10 a month\n- tea\n", "pays 12 a month")
    assert edited.text == "- pays 10 a month\n- tea\n- pays 12 a month\n"
    assert (edited.replaced, edited.alike) == ("", "pays 10 a month")


@pytest.mark.requirement("MEM-08")
@pytest.mark.parametrize(
    ("text", "fact", "after", "replaced"),
    [
        ("- a\n- tea\n- b\n", "green tea", "- a\n- green tea\n- b\n", "tea"),
        ("- tea\r\nProse\r\n", "green tea", "- green tea\r\nProse\r\n", "tea"),
        ("- pays in the shops\n", "pays in the shop", "- pays in the shop\n", "pays in the shops"),
        ("- tea", "green tea", "- green tea", "tea"),
    ],
)
def test_a_fact_takes_the_place_of_what_it_makes_superfluous(
    text: str, fact: str, after: str, replaced: str
) -> None:
    assert added(text, fact) == FactEdit(text=after, fact=fact, replaced=replaced)


@pytest.mark.requirement("MEM-08")
@pytest.mark.parametrize(
    ("text", "fact", "known"),
    [
        ("- Tea!\n", "tea", "Tea!"),
        ("- likes green tea\n", "green tea", "likes green tea"),
        ("- tea\n- likes tea\n- tea.", "TEA", "tea"),  # the same one counts before the longer
    ],
)
def test_what_is_known_is_not_added(text: str, fact: str, known: str) -> None:
    assert add(text, fact, limit=LIMIT) == AlreadyKnown(fact=known)


@pytest.mark.parametrize(
    "text",
    [
        "tea\n",
        "  - tea\n",
        "* tea\n",
        "# tea\n",
        "```\n- tea\n```\n",
        "~~~\n- tea\n~~~~\n",
        "- tea\n  and what belongs to it\n",
    ],
)
def test_what_is_no_fact_stands_for_nothing_and_is_never_touched(text: str) -> None:
    for fact in ("tea", "green tea"):
        assert added(text, fact).text == f"{text}- {fact}\n"


def test_a_code_block_that_is_never_closed_is_none() -> None:
    assert [fact.text for fact in facts_of("```\n- tea\n~~~\n")] == ["tea"]


@pytest.mark.requirement("G-09")
def test_nothing_is_added_over_the_limit() -> None:
    text = "- milk\n"
    assert isinstance(add(text, "tea", limit=len("- milk\n- tea\n")), FactEdit)
    assert add(text, "tea", limit=len("- milk\n- tea\n") - 1) == MemoryFull(characters=13)
    assert add("- tea\n", "green tea", limit=8) == MemoryFull(characters=12)
    assert add("- tea\n", "tea", limit=1) == AlreadyKnown(fact="tea")


LINES = st.text(alphabet="ab1- #`~.é차\t", max_size=12)


def as_file(lines: list[str], end: str, last: str) -> str:
    return end.join(lines) + last.replace("|", end)


FILES = st.builds(
    as_file,
    st.lists(st.one_of(LINES, LINES.map("- {}".format)), max_size=8),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "|"]),
)
FACTS = st.text(alphabet="ab1 .é차", min_size=1, max_size=12).map(as_fact).filter(bool)


@given(FILES, FACTS)
def test_no_other_line_is_lost_and_the_fact_is_there_once(text: str, fact: str) -> None:
    outcome = add(text, fact, limit=LIMIT)
    if not isinstance(outcome, FactEdit):
        return
    before = text.split("\n")
    after = outcome.text.split("\n")
    if outcome.replaced:
        changed = [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        assert len(changed) == 1
        assert before[changed[0]].removesuffix("\r") == f"- {outcome.replaced}"
    else:
        assert outcome.text.startswith(text)
    assert [one.text.strip() for one in facts_of(outcome.text)].count(fact) == 1


@given(FILES, FACTS)
def test_adding_twice_is_adding_once(text: str, fact: str) -> None:
    first = add(text, fact, limit=LIMIT)
    if isinstance(first, FactEdit):
        assert add(first.text, fact, limit=LIMIT) == AlreadyKnown(fact=fact)


@pytest.mark.requirement("MEM-03", "MEM-11")
@given(FILES, st.lists(FACTS, max_size=6), st.integers(min_value=0, max_value=60))
def test_nothing_grows_over_the_limit(text: str, facts: list[str], limit: int) -> None:
    for fact in facts:
        outcome = add(text, fact, limit=limit)
        if isinstance(outcome, FactEdit):
            text = outcome.text
            assert len(text) <= limit


@given(FILES, FACTS, FACTS)
def test_taking_back_leaves_what_was_there_and_what_came_since(
    text: str, fact: str, later: str
) -> None:
    assume(compare(fact, later) is FactSimilarity.OTHER)
    first = add(text, fact, limit=LIMIT)
    if not isinstance(first, FactEdit):
        return
    back = take_back(first.text, fact, first.replaced)
    assert back is not None
    assert back.rstrip("\r\n") == text.rstrip("\r\n")
    second = add(first.text, later, limit=LIMIT)
    if isinstance(second, FactEdit) and not second.replaced:
        since = take_back(second.text, fact, first.replaced)
        assert since is not None
        assert later in [one.text for one in facts_of(since)]


def test_only_what_is_there_is_taken_back() -> None:
    assert take_back("- tea\n- milk\n", "tea") == "- milk\n"
    assert take_back("- milk\r\n- tea\r\n", "tea") == "- milk\r\n"
    assert take_back("- tea\n- x\n- tea\n", "tea") == "- tea\n- x\n"
    assert take_back("- green tea\n", "green tea", "tea") == "- tea\n"
    assert take_back("- Tea\n", "tea") is None
    assert take_back("tea\n", "tea") is None
    assert take_back("", "tea") is None


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("- a\n- b\n", "- x\n- y\n"),
        ("- a", "- x\n- y"),
        ("# One\r\n- a\r\n\r\nProse\r\n- b\r\n", "# One\r\n- x\r\n- y\r\n\r\nProse\r\n"),
        ("Prose\n", "Prose\n- x\n- y\n"),
        ("```\n- code\n```\n- a\n", "```\n- code\n```\n- x\n- y\n"),
    ],
)
def test_other_facts_take_the_place_of_all(text: str, after: str) -> None:
    assert with_facts(text, ("x", "y")) == after


@given(FILES, st.lists(FACTS, min_size=1, max_size=4))
def test_what_is_no_fact_stays_when_the_facts_are_rewritten(text: str, facts: list[str]) -> None:
    def others(of: str) -> list[str]:
        gone = {fact.line for fact in facts_of(of)}
        lines = of.replace("\r", "").split("\n")
        return [line for n, line in enumerate(lines) if n not in gone and line]

    before, rewritten = others(text), with_facts(text, facts)

    assert [line for line in before if line not in {f"- {f}" for f in facts}] == [
        line for line in others(rewritten) if line not in {f"- {f}" for f in facts}
    ]


@pytest.mark.parametrize(
    ("old", "new", "facts"),
    [
        ("- a\n", "- a\n- b\n", ("b",)),
        ("- a\n", "- b\n\n- a\n- c\n", ("b", "c")),
        ("- a\n", "- a\r\n", ()),
        ("", "- a\n", ("a",)),
        ("- a\n- b\n", "- a\n", None),
        ("- a\n", "- b\n", None),
        ("- a\n", "# Title\n- a\n", None),
    ],
)
def test_facts_that_were_added_since_are_found(
    old: str, new: str, facts: tuple[str, ...] | None
) -> None:
    assert additions(old, new) == facts


def test_what_was_added_is_found_among_thousands_of_lines_that_say_the_same() -> None:
    old = [f"- fact {n}" if n % 10 == 0 else "" for n in range(5_000)]
    new = [
        line for n, line in enumerate(old) for line in ((line, f"- more {n}") if line else (line,))
    ]
    added = additions("\n".join(old), "\n".join(new))
    assert added == tuple(f"more {n}" for n in range(0, 5_000, 10))


@pytest.mark.parametrize(
    ("text", "fact", "without"),
    [
        ("- a\n- tea\n- b\n", "tea", "- a\n- b\n"),
        ("- tea", "tea", ""),
        ("# Me\r\n\r\n- tea\r\n", "tea", "# Me\r\n\r\n"),
        ("- a \udcff\n", "a \ufffd", ""),
    ],
)
def test_a_fact_is_taken_out_and_put_back(text: str, fact: str, without: str) -> None:
    assert take_out(text, fact) == without
    assert put_back(without, text, without) in {text, text + "\n"}


def test_a_fact_that_stands_there_twice_is_taken_out_twice() -> None:
    assert take_out("- tea\n\nProse\n- tea \n", "tea") == "\nProse\n"


@pytest.mark.parametrize("text", ["", "tea\n", "- milk\n", "```\n- tea\n```\n", "- tea\n  more\n"])
def test_what_is_no_fact_of_the_file_is_not_taken_out(text: str) -> None:
    assert take_out(text, "tea") is None


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("- a\n- b\n- new\n", "- a\n- tea\n- b\n- new\n"),
        ("- b\n", "- b\n- tea\n"),
        ("", "- tea\n"),
        ("- a", "- a\n- tea\n"),
        ("- a\n- tea\n- b\n", "- a\n- tea\n- b\n"),
        ("- a\n- a\n", "- a\n- a\n- tea\n"),
    ],
)
def test_a_fact_is_put_back_into_a_file_that_was_changed_since(now: str, then: str) -> None:
    assert put_back(now, "- a\n- tea\n- b\n", "- a\n- b\n") == then
