"""Every row that the pages of `docs/` promise is held by a test that says so."""

from collections import Counter
from typing import Final

import pytest

from tests.helpers.requirements import marked_tests, told_requirements

ROWS: Final = {
    "conversation-faults": (
        *(f"TF-{n:02d}" for n in range(1, 21)),
        *(f"SM-{n:02d}" for n in range(1, 17)),
        *(f"MSG-{n:02d}" for n in range(1, 20)),
        *(f"MEM-{n:02d}" for n in range(1, 12)),
        *(f"CTX-{n:02d}" for n in range(1, 18)),
        *(f"APP-{n:02d}" for n in range(1, 12)),
        *(f"G-{n:02d}" for n in (2, 7, 9, 19, 20, 22, 25, 26, 28)),
        *(f"C-{n}" for n in (21, 33, 34, 45, 48)),
    ),
    "question-surfaces": (
        *(f"Q-DLG-{n:02d}" for n in (*range(1, 10), 12, 13, *range(16, 23))),
        *(f"Q-TERM-{n:02d}" for n in range(1, 18)),
        *(f"Q-WEB-{n:02d}" for n in range(1, 15)),
        *(f"API-{n:02d}" for n in range(1, 20)),
        *(f"MCP-{n:02d}" for n in range(1, 18)),
        *("SEC-09", "SEC-13", "SEC-14", "PR-26", "C-26"),
    ),
    "required-tests": tuple(f"TEST-{n:02d}" for n in range(1, 31)),
    "sync": (*(f"SYNC-{n:02d}" for n in range(1, 12)), "G-10", "TEST-28"),
    "telegram": (
        *(f"TG-{n:02d}" for n in range(1, 19)),
        *(f"Q-TG-{n:02d}" for n in range(1, 12)),
        "C-22",
        "C-25",
        "C-38",
        "TEST-27",
        "TEST-30",
        "G-08",
    ),
    "tool-faults": (
        *(f"TOOL-{n:02d}" for n in range(1, 26)),
        *(f"SEC-{n:02d}" for n in (4, 10, 11, 12, 13, 15)),
        "G-05",
    ),
    "voice": (
        *(f"VF-{n:02d}" for n in (*range(8, 18), 20)),
        "SM-15",
        "C-35",
        "C-36",
        *(f"Q-VOICE-{n:02d}" for n in range(8, 13)),
    ),
}
"""The requirements that each page tells of."""


@pytest.mark.parametrize("page", ROWS)
def test_every_row_is_told_of(page: str) -> None:
    told = Counter(told_requirements(page))
    once = page != "question-surfaces"
    assert {
        row: told[row] for row in ROWS[page] if told[row] != 1 and (once or not told[row])
    } == {}


@pytest.mark.parametrize("page", ROWS)
def test_every_row_that_is_told_of_has_a_test(page: str) -> None:
    tests = marked_tests()
    assert [row for row in told_requirements(page) if row not in tests] == []


def test_no_test_claims_a_row_that_is_not_told_of() -> None:
    told = {row for page in ROWS for row in told_requirements(page)}
    assert sorted(set(marked_tests()) - told) == []


def test_each_acceptance_and_each_failure_of_the_core_flows_is_told_of() -> None:
    rows = told_requirements("required-tests")
    flows = Counter(row.split("-")[0] for row in rows if not row.startswith("TEST-"))
    assert flows == {
        "TF": 3 + 5,
        "VF": 3 + 7,
        "TG": 2 + 6,
        "TOOL": 2 + 7,
        "MEM": 2 + 3,
        "SYNC": 2 + 4,
    }
