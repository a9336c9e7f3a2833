"""Prints each requirement with the tests that hold it, as Markdown: `requirement_tests.py [ID ...]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.helpers.requirements import marked_tests, requirements


def main() -> None:
    """Print a table of all requirements, or of those on the command line, and count the tests."""
    tests = marked_tests()
    wanted = set(sys.argv[1:]) or set(requirements())
    print("| | What is required | Tests |\n|---|---|---|")  # noqa: T201
    for name, text in requirements().items():
        if name in wanted:
            cells = name, text.replace("|", r"\|"), "<br>".join(tests.get(name, ()))
            print("|", " | ".join(cells), "|")  # noqa: T201
    held = {name: tests[name] for name in wanted if name in tests}
    count = len({test for those in held.values() for test in those})
    print(f"{len(held)} of {len(wanted)} requirements, {count} tests", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
