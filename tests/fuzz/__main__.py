"""Looks for what makes a parser fail: `make fuzz ARGS="NAME --minutes N"`; all of them without a name.

With atheris, examples that reach code that none reached before are kept and changed further, below
`build/fuzz`; without it they are changed blindly. A finding is a file there: put it into the
folder of its harness in `tests/data/fuzz`, and it is read in every run of the tests.
"""

import argparse
import hashlib
import logging
import subprocess
import sys
import time
import warnings
from importlib import import_module, util
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.fuzz.harness import CORPUS, Harness
from tests.fuzz.harnesses import NAMES, harness_of
from tests.fuzz.mutation import mutated
from tests.helpers import new_database
from tests.helpers.own_machine import own_machine

BUILD: Final = Path("build") / "fuzz"
MAX_BYTES: Final = 20_000
"""Of an example."""
EXAMPLE_S: Final = 20
"""An example that takes longer is a finding."""
MEMORY_MB: Final = 4_000


def main() -> int:
    """Run the harnesses that are named; returns 1 if one of them failed."""
    arguments = _arguments()
    if unknown := set(arguments.names) - set(NAMES):
        sys.exit(f"There is no {', '.join(unknown)}; there are {', '.join(NAMES)}.")
    if len(arguments.names) == 1:
        return _one(arguments.names[0], minutes=arguments.minutes)
    names = arguments.names or NAMES
    command = [sys.executable, "-m", "tests.fuzz", "--minutes", str(arguments.minutes)]
    failed = [name for name in names if subprocess.run([*command, name], check=False).returncode]
    print("Findings:", ", ".join(failed) or "none")  # noqa: T201
    return int(bool(failed))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which; all if none is named")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long each is run")
    return parser.parse_args()


def _one(name: str, *, minutes: float) -> int:
    logging.disable()
    warnings.simplefilter("error")  # as in the tests
    atheris = import_module("atheris") if util.find_spec("atheris") else None
    if atheris is None:
        return _blindly(_harness(name), minutes=minutes)
    with atheris.instrument_imports(include=["assistant"]):
        harness = _harness(name)
        for data in harness.corpus().values():
            harness.run(data)  # what it imports late is to be followed, too
    return _guided(atheris, harness, minutes=minutes)


def _harness(name: str) -> Harness:
    database: Any = import_module("assistant.storage.database")
    database.migrate = new_database.migrate
    return harness_of(name)


def _guided(atheris: Any, harness: Harness, *, minutes: float) -> int:
    place = BUILD / harness.name
    grown, begun = place / "corpus", place / "seeds"
    for folder in (grown, begun):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = [*harness.corpus().values()]
    for seed in seeds:
        (begun / hashlib.sha1(seed, usedforsecurity=False).hexdigest()).write_bytes(seed)
    chance = Random()

    def change(data: bytes, most: int, seed: int) -> bytes:
        if chance.random() < 0.5:
            return atheris.Mutate(data, most)
        return mutated([data, *seeds] if chance.random() < 0.1 else [data], chance)[:most]

    options = (
        *(f"-max_total_time={round(minutes * 60)}", f"-max_len={MAX_BYTES}"),
        *(f"-timeout={EXAMPLE_S}", f"-rss_limit_mb={MEMORY_MB}", "-print_final_stats=1"),
        f"-artifact_prefix={place}/",
    )
    atheris.Setup(
        [harness.name, *options, str(grown), str(begun)], harness.run, custom_mutator=change
    )
    with own_machine():
        atheris.Fuzz()  # ends the process: with a file and another status than 0 if it found something
    return 0


def _blindly(harness: Harness, *, minutes: float) -> int:
    seeds, chance = [*harness.corpus().values()], Random()
    until = time.monotonic() + minutes * 60
    with own_machine():
        for number in count():
            if time.monotonic() > until:
                print(f"{harness.name}: {number} examples, no finding")  # noqa: T201
                return 0
            data = mutated(seeds, chance)
            try:
                harness.run_counted(data)
            except BaseException:
                _keep(harness.name, data)
                raise
    return 0


def _keep(name: str, data: bytes) -> None:
    place = BUILD / name
    place.mkdir(parents=True, exist_ok=True)
    file = place / f"crash-{hashlib.sha1(data, usedforsecurity=False).hexdigest()}"
    file.write_bytes(data)
    print(f"Found: {file}; to keep it, move it to {CORPUS / name}")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
