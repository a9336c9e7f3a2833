"""`python -m assistant.cli` is `parley`."""

import sys

from assistant.cli import main

if __name__ == "__main__":
    sys.exit(main())
