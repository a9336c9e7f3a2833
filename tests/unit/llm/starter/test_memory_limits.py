"""Limits of control groups, of both versions, in folders that look like theirs."""

from pathlib import Path

import pytest

from assistant.llm.starter.memory_limits import MemoryLimit, memory_limits

GB = 1_000_000_000
SECOND = ("memory.max", "memory.current", "inactive_file")
FIRST = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def group(
    folder: Path, names: tuple[str, str, str], *, limit: int | str, used: int = 0, files: int = 0
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    limit_file, used_file, line = names
    (folder / limit_file).write_text(f"{limit}\n")
    (folder / used_file).write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"cache 1\n{line} {files}\nrss 2\n")


def limits(tmp_path: Path, *membership: str) -> list[MemoryLimit]:
    (tmp_path / "membership").write_text("\n".join(membership))
    return list(memory_limits(groups=tmp_path / "groups", membership=tmp_path / "membership"))


@pytest.mark.parametrize(
    ("names", "line", "root"),
    [
        pytest.param(SECOND, "0::/service/part", "", id="second version"),
        pytest.param(FIRST, "4:cpu,memory:/service/part", "memory", id="first version"),
    ],
)
def test_every_group_around_a_process_limits_it(
    tmp_path: Path, names: tuple[str, str, str], line: str, root: str
) -> None:
    groups = tmp_path / "groups" / root
    group(groups / "service", names, limit=4 * GB, used=3 * GB, files=GB)
    group(groups / "service" / "part", names, limit=2 * GB, used=2 * GB + 1)

    assert limits(tmp_path, "7:blkio:/service", line) == [
        MemoryLimit(total=2 * GB, available=0),
        MemoryLimit(total=4 * GB, available=2 * GB),
    ]


def test_a_group_without_a_limit_limits_nothing(tmp_path: Path) -> None:
    group(tmp_path / "groups", SECOND, limit="max", used=GB)
    assert limits(tmp_path, "0::/") == []


def test_a_container_sees_its_own_group_as_the_root(tmp_path: Path) -> None:
    group(tmp_path / "groups" / "memory", FIRST, limit=2 * GB)
    assert limits(tmp_path, "4:memory:/docker/4711") == [
        MemoryLimit(total=2 * GB, available=2 * GB)
    ]


def test_a_system_without_control_groups_has_no_limits(tmp_path: Path) -> None:
    assert list(memory_limits(groups=tmp_path, membership=tmp_path / "none")) == []
