"""Lists the tests that hold each requirement, as the markers say: `requirement_tests.py [ID ...]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.helpers.requirements import marked_tests


def main() -> None:
    """Print a line a requirement; only those named on the command line, if any are."""
    wanted = set(sys.argv[1:])
    for requirement, tests in sorted(marked_tests().items()):
        if not wanted or requirement in wanted:
            print(requirement, *tests, sep="\n    ")  # noqa: T201


if __name__ == "__main__":
    main()
