"""Keys: where they come from, where they go, and that they show nowhere."""

import asyncio
import logging
import multiprocessing
import os
import stat
import sys
import threading
import tomllib
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from filelock import FileLock

from assistant import private_files
from assistant.errors import ConfigError
from assistant.llm.api_keys import SYNC, SYNC_PASSPHRASE, ApiKey, KeyPlace, KeyringBackend, KeyStore
from tests.helpers.cancellation import cancellations
from tests.helpers.llm.memory_keyring import MemoryKeyring

SECRET = "sk-ant-secret-0123456789"
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")


class BrokenBackend:
    """A key store whose library raises what it likes, and quotes what it was given."""

    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise RuntimeError(f"could not store {password}")

    def delete_password(self, service: str, username: str) -> None:
        raise RuntimeError("locked")


def no_backend() -> KeyringBackend:
    raise ImportError("no such module")


def exists(file: Path) -> bool:
    return file.exists()


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def beside(file: Path) -> list[Path]:
    return list(file.parent.iterdir())


def open_to_all(file: Path) -> None:
    file.chmod(0o644)


def damage(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("anthropic = oops", encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "keys.toml"


@pytest.fixture
def memory() -> MemoryKeyring:
    return MemoryKeyring()


def store(file: Path, backend: KeyringBackend | None = None, **environment: str) -> KeyStore:
    return KeyStore(
        keys_file=file,
        environment=environment,
        load_backend=no_backend if backend is None else lambda: backend,
    )


async def test_the_environment_wins(file: Path, memory: MemoryKeyring) -> None:
    memory.set_password("parley", "anthropic", "stored")
    keys = store(file, memory, ANTHROPIC_API_KEY=f" {SECRET}\n")

    assert await keys.get() == ApiKey(secret=SECRET, place=KeyPlace.ENVIRONMENT)


async def test_an_empty_variable_is_none(file: Path) -> None:
    assert await store(file, ANTHROPIC_API_KEY="").get() is None


async def test_a_key_goes_into_the_key_store_and_comes_back(
    file: Path, memory: MemoryKeyring
) -> None:
    keys = store(file, memory)

    saved = await keys.set(f"  {SECRET} ")

    assert (saved.place, saved.notice) == (KeyPlace.STORE, None)
    assert await keys.get() == ApiKey(secret=SECRET, place=KeyPlace.STORE)
    assert not exists(file)


@pytest.mark.parametrize("backend", [None, BrokenBackend()])
async def test_without_a_key_store_the_key_goes_into_the_file_with_a_notice(
    file: Path, backend: KeyringBackend | None
) -> None:
    keys = store(file, backend)

    saved = await keys.set(SECRET)

    assert saved.place is KeyPlace.FILE
    assert str(file) in (saved.notice or "")
    assert await keys.get() == ApiKey(secret=SECRET, place=KeyPlace.FILE)
    assert await store(file, backend).get() == ApiKey(secret=SECRET, place=KeyPlace.FILE)


@posix
async def test_the_file_is_the_persons_alone_whatever_the_umask(file: Path) -> None:
    before = os.umask(0)
    try:
        await store(file).set(SECRET)
    finally:
        os.umask(before)

    assert mode_of(file) == 0o600
    assert set(beside(file)) == {file, file.with_name("keys.lock")}


@posix
async def test_a_file_that_others_could_read_is_closed_to_them(file: Path) -> None:
    keys = store(file)
    await keys.set(SECRET)
    open_to_all(file)

    await keys.get()

    assert mode_of(file) == 0o600


async def test_a_key_store_that_works_again_takes_the_key_out_of_the_file(
    file: Path, memory: MemoryKeyring
) -> None:
    await store(file).set(SECRET)
    await store(file).set("123:telegram", "telegram")

    await store(file, memory).set(SECRET)

    assert SECRET not in text_of(file)
    assert await store(file).get("telegram") == ApiKey(secret="123:telegram", place=KeyPlace.FILE)


@pytest.mark.parametrize("backend", [None, MemoryKeyring(), BrokenBackend()])
async def test_a_deleted_key_is_gone(file: Path, backend: KeyringBackend | None) -> None:
    keys = store(file, backend)
    await keys.set(SECRET)

    await keys.delete()
    await keys.delete()

    assert await keys.get() is None


@pytest.mark.parametrize("key", ["", "  ", "two words", "schlüssel", "a\nb", "a\x00b"])
async def test_what_cannot_be_a_key_is_refused_without_quoting_it(file: Path, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        await store(file).set(key)
    if key.strip():
        assert key not in f"{caught.value} {caught.value.hint}"
    assert not exists(file)


async def test_a_key_that_the_environment_hides_is_saved_with_a_notice(
    file: Path, memory: MemoryKeyring
) -> None:
    saved = await store(file, memory, ANTHROPIC_API_KEY="other").set(SECRET)

    assert "ANTHROPIC_API_KEY" in (saved.notice or "")
    assert memory.get_password("parley", "anthropic") == SECRET


async def test_a_damaged_file_reads_as_empty_and_is_not_overwritten(file: Path) -> None:
    damage(file)
    keys = store(file)

    assert await keys.get() is None
    with pytest.raises(ConfigError, match=r"keys\.toml"):
        await keys.set(SECRET)
    assert text_of(file) == "anthropic = oops"


def set_many(file: Path, writer: int, count: int, begin: Barrier) -> None:
    """Keep so many keys under names of this writer's; runs in a process of its own."""

    async def work() -> None:
        for number in range(count):
            await store(file).set(f"key-{writer}-{number}", f"name-{writer}-{number}")

    begin.wait()
    asyncio.run(work())


def test_two_processes_lose_no_key_of_each_other(file: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    begin = spawn.Barrier(2)
    other = spawn.Process(target=set_many, args=(file, 1, 15, begin))
    other.start()
    set_many(file, 2, 15, begin)
    other.join()

    assert other.exitcode == 0
    expected = {f"name-{writer}-{n}": f"key-{writer}-{n}" for writer in (1, 2) for n in range(15)}
    assert tomllib.loads(text_of(file)) == expected


async def test_a_file_that_another_writer_holds_for_too_long_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store(file).set(SECRET)
    monkeypatch.setattr(private_files, "WRITER_S", 0.01)
    with FileLock(private_files.lock_of(file), thread_local=False), pytest.raises(ConfigError):
        await store(file).set("another")

    assert SECRET in text_of(file)


async def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be", encoding="utf-8")

    with pytest.raises(ConfigError):
        await store(tmp_path / "home" / "keys.toml").set(SECRET)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


async def test_a_key_store_that_hangs_is_left_alone_after_the_first_time(
    file: Path, gate: threading.Event
) -> None:
    calls: list[int] = []

    def hangs() -> KeyringBackend:
        calls.append(1)
        gate.wait()
        return MemoryKeyring()

    keys = KeyStore(keys_file=file, environment={}, load_backend=hangs, timeout_s=0.05)

    saved = await keys.set(SECRET)
    again = await keys.get()

    assert saved.place is KeyPlace.FILE
    assert again == ApiKey(secret=SECRET, place=KeyPlace.FILE)
    assert len(calls) == 1


@pytest.mark.parametrize("backend", [MemoryKeyring(), BrokenBackend()])
async def test_who_is_told_to_end_while_a_key_is_read_ends(
    file: Path, backend: KeyringBackend
) -> None:
    keys = KeyStore(keys_file=file, environment={}, load_backend=lambda: backend)
    for cancellation in cancellations():
        task = asyncio.create_task(cancellation.of(keys.get()))
        await asyncio.wait({task})
        assert task.cancelled() is cancellation.is_done


@pytest.mark.requirement("APP-11")
@pytest.mark.parametrize("backend", [None, BrokenBackend()])
async def test_a_key_shows_in_no_repr_and_no_log(
    file: Path, backend: KeyringBackend | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    keys = store(file, backend)

    saved = await keys.set(SECRET)
    key = await keys.get()
    await keys.delete()

    assert SECRET not in f"{saved!r} {key!r} {keys!r} {key}"
    assert SECRET not in caplog.text


@pytest.mark.requirement("APP-11")
async def test_a_key_store_that_does_not_work_is_logged_once(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    keys = store(file)
    for _time in range(3):
        assert await keys.get() is None
    assert caplog.text.count("key store does not work") == 1


async def test_a_system_without_a_key_store_uses_the_file(file: Path) -> None:
    """With `keyring` itself, whose back end the tests have switched off."""
    saved = await KeyStore(keys_file=file, environment={}).set(SECRET)

    assert saved.place is KeyPlace.FILE


async def test_a_password_that_a_user_made_up_may_have_spaces_and_any_letters(
    tmp_path: Path,
) -> None:
    backend = MemoryKeyring()
    keys = KeyStore(keys_file=tmp_path / "keys", environment={}, load_backend=lambda: backend)
    await keys.set("고양이 horse §", SYNC_PASSPHRASE)
    found = await keys.get(SYNC_PASSPHRASE)
    assert found is not None
    assert found.secret == "고양이 horse §"
    for line in ("two\nlines", "  "):
        with pytest.raises(ConfigError):
            await keys.set(line, SYNC)
