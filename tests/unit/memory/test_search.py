from datetime import UTC, datetime

import pytest

from assistant.home import Home
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner
from assistant.memory.search import MemoryLine, matching_lines, memory_lines
from tests.helpers.clock import ManualClock

ME = MemoryOwner(workspace="mine", agent="helper", user="me")
AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture
def keeper(home: Home) -> MemoryKeeper:
    return MemoryKeeper(home=home, clock=ManualClock(AT), pause=lambda _seconds: None)


def test_every_line_of_every_file_is_told_and_what_it_said_before(
    keeper: MemoryKeeper, home: Home
) -> None:
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    path.write_text("# Me\n\nA person.\n- likes tea\n- lives in Seoul\n", encoding="utf-8")
    keeper.keep(ME, MemoryScope.WORKSPACE, "uses PostgreSQL")
    read = keeper.read(ME, MemoryScope.PERSONAL)
    keeper.compact(ME, MemoryScope.PERSONAL, read=read, facts=("likes tea",))

    lines = memory_lines(keeper, ME)

    assert lines == (
        MemoryLine(scope=MemoryScope.WORKSPACE, text="uses PostgreSQL", is_fact=True),
        MemoryLine(scope=MemoryScope.PERSONAL, text="A person.", is_fact=False),
        MemoryLine(scope=MemoryScope.PERSONAL, text="likes tea", is_fact=True),
        MemoryLine(scope=MemoryScope.PERSONAL, text="lives in Seoul", is_fact=True, until=AT),
    )


LINES = tuple(
    MemoryLine(scope=MemoryScope.PERSONAL, text=text, is_fact=True, until=until)
    for text, until in [
        ("likes green tea", None),
        ("drinks tea at five", None),
        ("나는 서울에 산다", None),
        ("lived in Berlin", AT),
    ]
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tea", [0, 1]),
        ("green tea", [0]),
        ("GREEN coffee", [0]),
        ("서울", [2]),
        ("berlin", [3]),
        ("", [0, 1, 2]),
        ("nothing", []),
        ('"tea at"', [1]),
    ],
)
def test_the_lines_with_most_of_the_words_are_found(query: str, found: list[int]) -> None:
    assert matching_lines(query, LINES) == tuple(LINES[n] for n in found)
