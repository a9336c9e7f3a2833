"""Files out of packages, through the real pip and an index on this machine."""

import importlib.util
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant.catalog import FetchProgress, FetchStage, wheel_download
from assistant.catalog.fetch_progress import FetchCancelled, Reporter, SourceError, SourceTrouble
from assistant.catalog.manifest import Wheel
from assistant.locale import use_language
from tests.helpers.catalog.file_server import FileServer, ServedAnswer
from tests.helpers.catalog.model_entries import ignore, never
from tests.helpers.catalog.wheels import build_wheel, offer, wheel_name
from tests.helpers.english_words import english_words

FIRST = build_wheel("first-part", "1.0", {"first_part/a.bin": b"one ", "first_part/x.py": b""})
SECOND = build_wheel("second-part", "2.0", {"second_part/b.bin": b"two"}, requires_python=">=99")
WHEELS = (
    Wheel(name="first-part", version="1.0", size_bytes=len(FIRST)),
    Wheel(name="second-part", version="2.0", size_bytes=len(SECOND)),
)
MEMBERS = {
    "whole.bin": ("first_part/a.bin", "second_part/b.bin"),
    "notices/META": ("first_part-1.0.dist-info/METADATA",),
}


SIZES = defaultdict(lambda: 1_000_000, {"whole.bin": len(b"one two")})


def reporter(
    progress: Callable[[FetchProgress], None] = ignore, cancelled: Callable[[], bool] = never
) -> Reporter:
    return Reporter(
        name="tiny",
        source="packages",
        total_bytes=len(FIRST) + len(SECOND),
        progress=progress,
        cancelled=cancelled,
    )


class Folders:
    """Where one test downloads to."""

    def __init__(self, root: Path) -> None:
        self.parts = root / "parts"
        self.into = root / "into"

    def get(
        self,
        report: Reporter | None = None,
        wanted: tuple[Wheel, ...] = WHEELS,
        members: dict[str, tuple[str, ...]] = MEMBERS,
        sizes: dict[str, int] | None = None,
    ) -> None:
        """Download the wheels and unpack the members."""
        wheel_download.download(
            wanted,
            members,
            sizes=sizes or SIZES,
            parts=self.parts,
            into=self.into,
            reporter=report or reporter(),
        )


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path)


@pytest.fixture
def offered(index: FileServer) -> FileServer:
    offer(index, "first-part", "1.0", FIRST)
    offer(index, "second-part", "2.0", SECOND)
    return index


def file_of(wheel: Wheel) -> str:
    return f"/files/{wheel_name(wheel.name, wheel.version)}"


def test_members_of_several_wheels_become_one_file(offered: FileServer, folders: Folders) -> None:
    folders.get()

    assert (folders.into / "whole.bin").read_bytes() == b"one two"
    assert b"Name: first-part" in (folders.into / "notices" / "META").read_bytes()
    assert {path.name for path in folders.into.iterdir()} == {"whole.bin", "notices"}


@pytest.mark.requirement("SEC-15")
def test_pip_is_not_taken_from_the_current_folder(
    offered: FileServer, folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = tmp_path / "current" / "pip"
    planted.mkdir(parents=True)
    for name in ("__init__.py", "__main__.py"):
        (planted / name).write_text(
            "import pathlib; pathlib.Path(__file__).with_name('ran').touch()", encoding="utf-8"
        )
    monkeypatch.chdir(planted.parent)

    folders.get()

    assert (folders.into / "whole.bin").read_bytes() == b"one two"
    assert not (planted / "ran").exists()


@pytest.mark.requirement("SEC-14")
def test_a_member_that_grows_while_it_is_unpacked_is_cut_short(
    index: FileServer, folders: Folders
) -> None:
    """What takes a few bytes in an archive can take up the disk."""
    bomb = build_wheel("first-part", "1.0", {"first_part/a.bin": b"\0" * 50_000_000})
    wheel = Wheel(name="first-part", version="1.0", size_bytes=len(bomb))
    offer(index, "first-part", "1.0", bomb)

    with pytest.raises(SourceError, match="larger than it should be") as caught:
        folders.get(None, (wheel,), {"whole.bin": ("first_part/a.bin",)}, {"whole.bin": 100_000})

    assert caught.value.trouble is SourceTrouble.MISMATCH
    assert (folders.into / "whole.bin").stat().st_size <= 100_000
    assert list(folders.parts.rglob("*.whl")) == []


def test_progress_counts_all_wheels_and_ends_in_unpacking(
    offered: FileServer, folders: Folders
) -> None:
    seen: list[FetchProgress] = []

    folders.get(reporter(seen.append))

    counts = [progress.received_bytes for progress in seen]
    assert counts == sorted(counts)
    assert len(FIRST) in counts
    assert (seen[-1].stage, counts[-1]) == (FetchStage.UNPACKING, len(FIRST) + len(SECOND))


def test_a_finished_wheel_is_not_downloaded_again(offered: FileServer, folders: Folders) -> None:
    offered.answers[file_of(WHEELS[1])].append(ServedAnswer(status=404))
    with pytest.raises(SourceError):
        folders.get()

    folders.get()

    assert len(offered.asked(file_of(WHEELS[0]))) == 1
    assert (folders.into / "whole.bin").read_bytes() == b"one two"


def test_a_wheel_cut_short_by_an_earlier_try_is_replaced(
    offered: FileServer, folders: Folders
) -> None:
    place = folders.parts / "first-part"
    place.mkdir(parents=True)
    (place / wheel_name("first-part", "1.0")).write_bytes(FIRST[:-20])

    folders.get()

    assert (folders.into / "whole.bin").read_bytes() == b"one two"


def test_nothing_is_left_of_pips_own_files(offered: FileServer, folders: Folders) -> None:
    folders.get()

    assert sorted(path.name for path in folders.parts.rglob("*") if path.is_file()) == [
        wheel_name("first-part", "1.0"),
        wheel_name("second-part", "2.0"),
    ]


def test_a_package_the_index_does_not_have_is_refused(index: FileServer, folders: Folders) -> None:
    with pytest.raises(SourceError, match="first-part==1.0") as caught:
        folders.get()
    assert caught.value.trouble is SourceTrouble.REFUSED


def test_an_index_that_does_not_answer_is_offline(folders: Folders) -> None:
    with pytest.raises(SourceError) as caught:
        folders.get()
    assert caught.value.trouble is SourceTrouble.OFFLINE


def test_an_index_without_an_address_is_offline(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.invalid/simple")

    with pytest.raises(SourceError) as caught:
        folders.get()
    assert caught.value.trouble is SourceTrouble.OFFLINE


def test_a_wheel_without_the_member_is_a_mismatch(offered: FileServer, folders: Folders) -> None:
    with pytest.raises(SourceError, match="lacks first_part/gone.bin") as caught:
        folders.get(members={"whole.bin": ("first_part/gone.bin",)})
    assert caught.value.trouble is SourceTrouble.MISMATCH


def test_a_damaged_wheel_is_forgotten(tmp_path: Path, folders: Folders) -> None:
    damaged = bytearray(FIRST)
    at = damaged.index(b"first_part/a.bin") + len("first_part/a.bin")
    damaged[at] ^= 0xFF  # in the compressed content
    place = folders.parts / "first-part"
    place.mkdir(parents=True)
    (place / wheel_name("first-part", "1.0")).write_bytes(bytes(damaged))

    with pytest.raises(SourceError, match="damaged") as caught:
        folders.get(wanted=WHEELS[:1], members={"whole.bin": ("first_part/a.bin",)})

    assert caught.value.trouble is SourceTrouble.MISMATCH
    assert not place.exists()


def test_without_pip_there_is_advice(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_module(_name: str) -> None:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", no_module)

    with pytest.raises(SourceError) as caught:
        folders.get()
    assert caught.value.trouble is SourceTrouble.NO_PIP


def test_what_pip_takes_away_meanwhile_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, staying = tmp_path / "scratch" / "unpacked", tmp_path / "tiny-1.0-py3-none-any.whl"
    going.mkdir(parents=True)
    staying.write_bytes(b"some")
    scan = os.scandir
    looked: list[str] = []

    def at_the_wrong_moment(path: str | Path) -> Iterator[os.DirEntry[str]]:
        looked.append(Path(path).name)
        if Path(path) == going:
            going.rmdir()
        return scan(path)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", at_the_wrong_moment)
        assert wheel_download.largest_wheel(tmp_path) == 4
    assert "unpacked" in looked


def test_a_cancel_ends_pip(offered: FileServer, folders: Folders) -> None:
    hold = threading.Event()
    offered.answers[file_of(WHEELS[0])].append(ServedAnswer(cut_after=50, hold=hold))
    try:
        with pytest.raises(FetchCancelled):
            folders.get(reporter(cancelled=offered.held.is_set))
    finally:
        hold.set()

    assert list(folders.parts.rglob("*.whl")) == []
    folders.get()
    assert (folders.into / "whole.bin").read_bytes() == b"one two"


@pytest.mark.parametrize(
    ("output", "trouble"),
    [
        pytest.param(
            "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError"
            "(': Failed to establish a new connection: [Errno -3] Temporary failure in name"
            " resolution')'\nERROR: Could not find a version that satisfies x==1.0\n",
            SourceTrouble.OFFLINE,
            id="no connection, pip 23",
        ),
        pytest.param(
            "WARNING: Retrying after connection broken by 'ReadTimeoutError(\"Read timed out.\")'\n"
            "ERROR: No matching distribution found for x==1.0\n",
            SourceTrouble.OFFLINE,
            id="too slow",
        ),
        pytest.param(
            "ERROR: Could not find a version that satisfies the requirement x==1.0\n"
            "ERROR: No matching distribution found for x==1.0\n",
            SourceTrouble.REFUSED,
            id="not there",
        ),
        pytest.param("/usr/bin/python: No module named pip\n", SourceTrouble.NO_PIP, id="no pip"),
        pytest.param("", SourceTrouble.REFUSED, id="no word"),
    ],
)
def test_pips_words_are_understood(output: str, trouble: SourceTrouble) -> None:
    error = wheel_download.explain(output, WHEELS[0])

    assert isinstance(error, SourceError)
    assert error.trouble is trouble
    assert error.detail


def test_what_is_said_of_a_broken_package_is_in_the_interfaces_language() -> None:
    use_language("ko")
    for output in ("No module named pip", "Could not reach the network", ""):
        error = wheel_download.explain(output, WHEELS[0])
        assert isinstance(error, SourceError)
        assert english_words(error.detail) <= {"pip"}


def test_pips_full_disk_is_a_full_disk() -> None:
    output = "ERROR: Could not install packages: [Errno 28] No space left on device\n"

    error = wheel_download.explain(output, WHEELS[0])

    assert isinstance(error, OSError)
