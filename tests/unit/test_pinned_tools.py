"""What the Makefile installs is of a known version."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[2] / "Makefile"


def unpinned(makefile: str) -> Iterator[str]:
    """Find what is installed in whatever version there is."""
    for line in makefile.replace("\\\n", " ").splitlines():
        found = re.search(r"pip install(?P<arguments>.*)", line)
        if found is None:
            continue
        arguments = found["arguments"].split()
        if "--require-hashes" in arguments or "--no-deps" in arguments:
            continue
        for name in arguments:
            if not name.startswith("-") and "==" not in name:
                yield name


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("\tpip install --quiet uv", ["uv"]),
        ("\tpip install --quiet uv==0.1 ruff", ["ruff"]),
        ("\tpip install --require-hashes \\\n\t\t--requirement x.lock", []),
        ("\tpip install --no-deps --editable .", []),
    ],
)
def test_the_search_finds_what_is_not_pinned(line: str, names: list[str]) -> None:
    assert list(unpinned(line)) == names


def test_the_makefile_installs_known_versions_alone() -> None:
    assert list(unpinned(MAKEFILE.read_text(encoding="utf-8"))) == []


def test_the_scan_for_vulnerabilities_is_no_part_of_the_tests() -> None:
    """It needs the network."""
    targets = re.findall(r"^(\w[\w-]*):(.*?)(?:##|$)", MAKEFILE.read_text("utf-8"), re.MULTILINE)
    needs = {name: set(wanted.split()) for name, wanted in targets}
    assert "audit" in needs
    reached, left = set[str](), ["test"]
    while left:
        reached.add(name := left.pop())
        left += needs.get(name, set()) - reached
    assert "audit" not in reached
