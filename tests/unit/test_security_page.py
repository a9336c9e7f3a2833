"""Every test that the page on security names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_threat_has_a_test_that_is_there() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    names = {
        name
        for row in rows
        for name in re.findall(r"`([\w/.]+)`", row.split("|")[-2])
        if "/" in name or name.endswith(".py")
    }
    assert [name for name in sorted(names) if not (ROOT / "tests" / "unit" / name).exists()] == []
    threats = [row for row in rows if row.count("|") == 4 and "`" in row.split("|")[3]]
    assert len(threats) >= 20
