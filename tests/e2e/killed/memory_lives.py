"""Memory files that are written all the time, over as many lives as the program is given.

Whatever the program said is kept must be in the files after it was killed; what it had not said may
be there or not, but nothing is half there.
"""

import os
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.home import Home
from assistant.settings import load
from tests.e2e.killed.leftovers import leftovers
from tests.e2e.killed.memory_pages import is_page, page, words
from tests.e2e.killed.moments import Moment
from tests.e2e.killed.question_rounds import ROOT
from tests.helpers.process.database_remains import read_remains
from tests.helpers.process.life import HaltedError, Life

HEADING: Final = "# My own words\n\nThey stay as they are, - even this.\n"
"""What the user had written into the workspace's memory before."""
AT_ONCE: Final = 6
"""Lines of each kind that a life is given."""
BUSY_S: Final = 0.6
"""How long a life is killed at the latest after it kept its first fact."""
MOMENTS: Final = (
    Moment.MEMORY_PREPARED,
    Moment.MEMORY_PLACED,
    Moment.ARCHIVE_PREPARED,
    Moment.ARCHIVED,
)
EXACTLY: Final = 0.4
"""How many of the random kills come exactly at a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """When a life ends: some time after its first fact was kept, or exactly at a moment."""

    delay_s: float = 0.0
    moment: Moment | None = None


class Remembered:
    """The memory of one home over several lives of the program.

    Args:
        home: Where it is.
        seed: Decides what is remembered and when it is interrupted.

    Attributes:
        kept: How many facts each life was known to have kept.
        open: How many lives ended with a file prepared that was not in its place.
    """

    def __init__(self, home: Home, seed: str) -> None:
        self.random = random.Random(seed)
        self.kept: list[int] = []
        self.open = 0
        self._home = home
        self._person = load(home, {}).settings.person
        self._asked: dict[str, set[str]] = {"remember": set(), "consider": set()}
        self._known: dict[str, set[str]] = {"remember": set(), "consider": set()}
        self._page = 0
        self._written = 0
        """The last page that the program said it wrote."""
        self._workspace.parent.mkdir(parents=True)
        self._workspace.write_text(HEADING, encoding="utf-8")

    def random_death(self) -> Death:
        """Return when the next life ends."""
        if self.random.random() < EXACTLY:
            return Death(moment=self.random.choice(MOMENTS))
        return Death(delay_s=self.random.random() * BUSY_S)

    def live(self, death: Death | None) -> None:
        """Let the program write until `death`; without one, everything, and to a good end."""
        lines = self._lines(ends=death is None)
        with self._start(death) as life:
            for line in lines:
                life.type(line)
            try:
                if death is None:
                    life.wait_until(lambda: life.shows("compacted"), "the end")
                    life.end()
                elif death.moment is None:
                    life.wait_until(lambda: life.shows("kept "), "the first fact")
                    time.sleep(death.delay_s)
                else:
                    life.wait_until_halted()
            except HaltedError:
                pass
            life.kill()
        self._bury(life.printed.splitlines())
        if death is None:
            assert leftovers(self._home.root) == []
            assert self._known == self._asked

    def _start(self, death: Death | None) -> Life:
        program = ["tests.e2e.killed.memory_keeper", str(self._home.root)]
        moment = death.moment if death else None
        if moment is not None:
            program = ["tests.e2e.killed.halted_program", moment.value, *program]
        return Life(
            [sys.executable, "-m", *program],
            environment=os.environ | {"PARLEY_UI__LANGUAGE": "en"},
            folder=ROOT,
            errors=self._home.root.parent / "errors.txt",
            halts=moment is not None,
        )

    def _lines(self, *, ends: bool) -> list[str]:
        lines: list[str] = []
        if not ends:
            for verb, asked in self._asked.items():
                facts = [words(self.random, 3) for _ in range(AT_ONCE)]
                asked.update(facts)
                lines += [f"{verb} {fact}" for fact in facts]
            lines += ["write", "compact"] * AT_ONCE
            self.random.shuffle(lines)
            lines.sort(key=lambda line: line.startswith("consider"))  # one of them is slow
        else:
            for verb, asked in self._asked.items():  # what is known already is kept once
                asked &= self._known[verb]
                if (
                    not asked
                ):  # a kill fell before the first: what it left beside its file is swept now
                    asked.add(words(self.random, 3))
                lines += [f"{verb} {fact}" for fact in sorted(asked)[:2]]
        return [self._numbered(line) for line in ("write", *lines, *(["compact"] if ends else []))]

    def _numbered(self, line: str) -> str:
        if line != "write":
            return line
        self._page += 1
        return f"write {self._page}"

    # What is found afterwards.

    @property
    def _workspace(self) -> Path:
        return self._home.root / "workspaces" / self._person.workspace / "memory.md"

    @property
    def _personal(self) -> Path:
        return self._home.root / "memory" / f"{self._person.user}.md"

    @property
    def _agent(self) -> Path:
        return self._workspace.parent / "agents" / self._person.agent / "memory.md"

    def _bury(self, printed: list[str]) -> None:
        told = [line.removeprefix("kept ") for line in printed if line.startswith("kept ")]
        for verb, known in self._known.items():
            known |= self._asked[verb] & set(told)
        self.kept.append(len(told))
        wrote = [int(line.split()[1]) for line in printed if line.startswith("wrote ")]
        self._written = max([self._written, *wrote])
        assert read_remains(self._home.database).damage == ()
        self._check_facts(self._workspace, "remember", HEADING)
        self._check_facts(self._personal, "consider", "")
        if self._written or self._agent.exists():
            text = self._agent.read_text(encoding="utf-8")
            pages = range(max(1, self._written), self._page + 1)
            assert any(is_page(text, number) for number in pages), f"no whole page:\n{text}"
        for archived in self._home.root.rglob("memory-archive/*.md"):
            text = archived.read_text(encoding="utf-8")
            number = int(text.split(maxsplit=3)[2])
            assert text == page(number) or is_page(text, number), f"half an archive:\n{text}"
        left = leftovers(self._home.root)
        folders = [Path(path).parent for path in left]
        assert len(folders) == len(set(folders)), f"what is temporary piles up: {left}"
        self.open += len(left)

    def _check_facts(self, path: Path, verb: str, own: str) -> None:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        assert text.startswith(own) or not text, "the person's own words changed"
        facts = text.removeprefix(own).split("\n")
        assert facts.pop() == "" or not text, "the last line is not whole"
        found = [fact.removeprefix("- ") for fact in facts if fact]
        assert len(found) == len(set(found)), "a fact is kept twice"
        assert set(found) <= self._asked[verb], "there is what nobody asked for"
        assert self._known[verb] <= set(found), "a fact that was kept is gone"
        self._known[verb] |= set(found)  # it may be killed before it tells of one that is kept
