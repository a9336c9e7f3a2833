"""Lists the tests that hold each requirement, as the markers say: `requirement_tests.py [ID ...]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.helpers.requirements import marked_tests


def main() -> None:
    """Print the tests of each requirement, or of those on the command line, and how many there are."""
    wanted = set(sys.argv[1:])
    shown = {row: tests for row, tests in marked_tests().items() if not wanted or row in wanted}
    for requirement, tests in sorted(shown.items()):
        print(requirement, *tests, sep="\n    ")  # noqa: T201
    count = len({test for tests in shown.values() for test in tests})
    print(f"{len(shown)} requirements, {count} tests", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
