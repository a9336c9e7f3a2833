"""Makes small faults in the pure rooms and prints those that no test notices: `make mutants`.

Rooms are folders of the program (`questions`, `questions.spoken`, `channels.telegram`) or modules. The
same seed draws the same faults as long as the code around them is the same. The exit status is 1 if in
some room fewer than `--least` in a hundred are noticed.
"""

import argparse
import hashlib
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.mutants.mutations import Mutation, mutations_of
from tests.mutants.rooms import files_of_tests, modules_in, pure_modules, room_of
from tests.mutants.trial import Outcome, judged


def main(arguments: Sequence[str] | None = None) -> int:
    """Try a sample of the faults of each room: of the named ones together, else of one after the other."""
    options = _options().parse_args(arguments)
    terminal = os.dup(2)  # while tests run, pytest keeps what is written to the error output
    marks = {Outcome.KILLED: b".", Outcome.ENDLESS: b"e", Outcome.SURVIVED: b"S"}
    rooms: dict[str, list[Path]] = defaultdict(list)
    modules = pure_modules(Path())
    for module in modules_in(options.room, modules) if options.room else modules:
        rooms[room_of(module)].append(module)
    is_enough = bool(rooms)
    for those in [list(rooms)] if options.room else [[room] for room in rooms]:
        mutations = [
            mutation
            for room in those
            for mutation in sample(rooms[room], count=options.count, seed=options.seed)
            if not options.at or f"{mutation.path}:{mutation.line}" in options.at
        ]
        near = [module for room in those for module in rooms[room]]
        tests = options.tests or files_of_tests(near, Path())
        outcomes = judged(
            mutations,
            tests,
            options.jobs,
            lambda _, outcome: os.write(terminal, marks[outcome]),
        )
        os.write(terminal, b"\n")
        for room in those:
            of_room = {m: outcome for m, outcome in outcomes.items() if m.path in rooms[room]}
            is_enough &= _told(room, of_room) >= options.least
    return 0 if is_enough else 1


def sample(modules: Iterable[Path], *, count: int, seed: int) -> list[Mutation]:
    """Return as many faults of modules, in their order."""
    mutations = [mutation for module in modules for mutation in mutations_of(module)]

    def drawn(mutation: Mutation) -> bytes:
        return hashlib.sha256(f"{seed} {mutation.identity}".encode()).digest()

    chosen = set(sorted(mutations, key=drawn)[:count])
    return [mutation for mutation in mutations if mutation in chosen]


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    options.add_argument("--room", action="append", default=[], help="by default all pure ones")
    options.add_argument("--count", type=int, default=100, help="how many faults a room")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--at", action="append", default=[], metavar="PATH:LINE", help="only there"
    )
    options.add_argument("--tests", nargs="*", type=Path, help="by default those near the modules")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--least", type=float, default=92, metavar="PERCENT")
    return options


def _told(room: str, outcomes: dict[Mutation, Outcome]) -> float:
    """Print what survived in a room and how much did not, and return that in percent."""
    for mutation in sorted(outcomes, key=lambda mutation: (str(mutation.path), mutation.number)):
        if outcomes[mutation] is Outcome.SURVIVED:
            print(mutation)  # noqa: T201
    counts = Counter(outcomes.values())
    noticed = counts[Outcome.KILLED] + counts[Outcome.ENDLESS]
    percent = 100 * noticed / len(outcomes) if outcomes else 100.0
    print(  # noqa: T201
        f"{room}: {noticed} of {len(outcomes)} noticed ({percent:.0f} %),"
        f" {counts[Outcome.ENDLESS]} of them without end",
        flush=True,
    )
    return percent


if __name__ == "__main__":
    sys.exit(main())
