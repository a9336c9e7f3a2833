"""The table of requests."""

import pytest

from benchmarks.requests.request_set import COLUMNS, RequestKind, load_requests

HEADER = "\t".join(COLUMNS)


def test_a_line_says_what_is_right() -> None:
    line = 'x\ten\tspoken\tping me in five\taction||ask\tset_timer||set_reminder\t{"duration_s": 300}\t'
    (sample,) = load_requests(f"{HEADER}\n{line}\n")
    assert sample.is_spoken
    assert sample.expected == {RequestKind.ACTION, RequestKind.ASK}
    assert sample.intents == {"set_timer", "set_reminder"}
    assert sample.slots == {"duration_s": 300}
    assert sample.must is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("x", "line 2 has 1 columns"),
        ("x\ten\tspoken\tgo\tdance\t\t\t", "line 2: 'dance'"),
        ("x\ten\tspoken\tgo\tanswer\t\t\t(", "line 2: "),
        ("x\ten\tspoken\tgo\taction\tset_timer\t{\t", "line 2: "),
    ],
)
def test_a_line_of_another_form_is_named(line: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        load_requests(f"{HEADER}\n{line}\n")


def test_a_table_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="the columns are"):
        load_requests("id\ttext\n")


def test_the_table_that_comes_along_has_every_kind_in_each_main_language() -> None:
    samples = load_requests()
    assert len({sample.id for sample in samples}) == len(samples) > 600
    for language in ("en", "ko", "zh"):
        kinds = {kind for one in samples if one.language == language for kind in one.expected}
        assert kinds == set(RequestKind)
    assert all(
        bool(sample.slots) <= bool(sample.intents) and "action" not in sample.intents
        for sample in samples
    )
