"""`parley sync` as a user types it, beside a running program and alone."""

import asyncio
import io
import json
import re
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
import typer
from typing_extensions import override

from assistant.cli import main
from assistant.cli.commands.sync import named_device
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.settings import load, save
from tests.helpers.postgres import PostgresDatabase, PostgresProcess
from tests.helpers.sync.statuses import ALIKE, a_device
from tests.helpers.web.api_program import calling

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _nothing_piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())


def parley(home: Home, *arguments: str) -> int:
    return main(["sync", *arguments, "--home", str(home.root)])


def with_password(database: PostgresDatabase) -> str:
    secret = quote(database.password, safe="")
    return database.url.replace("@", f":{secret}@", 1)


# Never set up.


def test_who_never_set_it_up_reads_how(home: Home, capsys: Captured) -> None:
    assert parley(home) == 0
    told = capsys.readouterr().out
    assert "Not set up" in told
    assert "parley sync set URL" in told
    assert not home.database.exists()


@pytest.mark.parametrize("arguments", [("devices",), ("remove", "laptop"), ("now",)])
def test_nothing_is_done_before_it_is_set_up(
    home: Home, capsys: Captured, arguments: tuple[str, ...]
) -> None:
    assert parley(home, *arguments) == 2
    told = capsys.readouterr().err
    assert "not set up" in told
    assert "parley sync set URL" in told
    assert not home.database.exists()


def test_what_is_no_address_is_refused_without_its_password(home: Home, capsys: Captured) -> None:
    assert parley(home, "set", "https://me:hunter2@db.example.org") == 2
    told = capsys.readouterr().err
    assert "not the address of a PostgreSQL database" in told
    assert "hunter2" not in told


def test_a_database_that_does_not_answer_is_not_used(home: Home, capsys: Captured) -> None:
    assert parley(home, "set", "postgresql://me:hunter2@127.0.0.1:1/parley") == 1
    told = capsys.readouterr()
    assert "cannot be reached" in told.err
    assert "Check the address, and that the server runs." in told.err
    assert "hunter2" not in told.out + told.err
    assert load(home, {}).settings.sync.url == ""


def test_the_script_creates_what_is_needed(capsys: Captured) -> None:
    assert main(["sync", "script", "--name", "family"]) == 0
    script = capsys.readouterr().out
    assert 'CREATE ROLE "family" LOGIN NOSUPERUSER' in script
    assert 'CREATE SCHEMA parley AUTHORIZATION "family"' in script


def test_it_is_no_success_to_synchronise_while_that_is_off(home: Home, capsys: Captured) -> None:
    save(home, "sync", "url", "postgresql://me@127.0.0.1:1/parley")
    save(home, "sync", "enabled", False)
    assert parley(home, "now") == 1
    assert capsys.readouterr().out.startswith("Off: nothing goes to your other devices")
    assert not home.database.exists()


# With a database.


def test_a_wrong_password_is_said(home: Home, database: PostgresDatabase, capsys: Captured) -> None:
    assert parley(home, "try", database.url.replace("@", ":wrong@", 1)) == 1
    assert "refuses the user or the password" in capsys.readouterr().err


def test_a_password_that_was_changed_there_is_asked_for_when_it_is_set_again(
    home: Home,
    postgres: PostgresProcess,
    database: PostgresDatabase,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert parley(home, "set", with_password(database)) == 0
    postgres.run(f"ALTER ROLE {database.role} PASSWORD 'another one'")
    typed = ["wrong", "another one"]

    def prompt(*_given: object, **_more: object) -> str:
        return typed.pop(0)

    monkeypatch.setattr(typer, "prompt", prompt)
    assert parley(home, "set", database.url) == 1, "nobody sits there to be asked"
    with monkeypatch.context() as sat_at:
        sat_at.setattr(sys.stdin, "isatty", lambda: True)
        assert parley(home, "set", database.url) == 1
        assert parley(home, "set", database.url) == 0
    assert typed == []
    assert "refuses the user or the password" in capsys.readouterr().err
    assert parley(home, "now") == 0, "it is kept"


def test_a_password_can_be_piped(
    home: Home,
    database: PostgresDatabase,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("wrong\n"))
    assert parley(home, "try", database.url) == 1
    assert "refuses the user or the password" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{database.password}\n"))
    assert parley(home, "set", database.url, "--yes") == 0
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert parley(home, "now") == 0, "it is kept"
    assert parley(home, "set", database.url, "--yes") == 0, "and used where none is piped"


def test_it_is_set_up_synchronised_and_given_up(
    home: Home, database: PostgresDatabase, capsys: Captured
) -> None:
    save(home, "voice", "enabled", False)
    save(home, "llm", "profile", "starter")
    assert parley(home, "try", with_password(database)) == 0
    assert "It works: PostgreSQL" in capsys.readouterr().out
    assert load(home, {}).settings.sync.url == ""

    assert parley(home, "set", with_password(database)) == 0
    told = capsys.readouterr()
    assert f"synchronises through {database.url} from now on" in told.out
    assert database.password not in told.out + told.err
    assert load(home, {}).settings.sync.url == database.url
    assert database.password not in home.settings_file.read_text(encoding="utf-8")

    assert parley(home, "devices") == 0
    assert "No device takes part yet" in capsys.readouterr().out
    assert parley(home, "now") == 0
    assert "Up to date. No other device takes part yet." in capsys.readouterr().out

    assert parley(home, "devices", "--json") == 0
    (this,) = json.loads(capsys.readouterr().out)
    assert parley(home, "--json") == 0
    status = json.loads(capsys.readouterr().out)
    assert (status["device_id"], status["waiting"]) == (this["device_id"], 0)
    assert parley(home, "remove", this["name"], "--yes") == 2
    assert "That is this device." in capsys.readouterr().err

    assert parley(home, "forget") == 0
    assert load(home, {}).settings.sync.url == ""
    capsys.readouterr()
    assert parley(home) == 0
    assert "Not set up" in capsys.readouterr().out


def test_another_device_is_removed(
    home: Home,
    tmp_path_factory: pytest.TempPathFactory,
    database: PostgresDatabase,
    capsys: Captured,
) -> None:
    other = Home(root=tmp_path_factory.mktemp("other"), models=home.models)
    for place, name in ((home, "kitchen"), (other, "laptop")):
        for section, key, value in (
            ("voice", "enabled", False),
            ("llm", "profile", "starter"),
            ("sync", "name", name),
        ):
            save(place, section, key, value)
        assert parley(place, "set", with_password(database)) == 0
        assert parley(place, "now") == 0
    capsys.readouterr()

    assert parley(home, "remove", "Laptop", "--yes") == 0
    assert "laptop was removed" in capsys.readouterr().out
    assert parley(home, "devices") == 0
    assert "laptop" not in capsys.readouterr().out
    assert parley(other, "now") == 1
    assert "This device was removed." in capsys.readouterr().out


@pytest.mark.requirement("SYNC-05")
def test_without_the_server_what_waits_is_told(
    home: Home, postgres: PostgresProcess, database: PostgresDatabase, capsys: Captured
) -> None:
    save(home, "voice", "enabled", False)
    save(home, "llm", "profile", "starter")
    assert parley(home, "set", with_password(database)) == 0
    postgres.stop()
    try:
        capsys.readouterr()
        assert parley(home) == 1
        told = capsys.readouterr().out
    finally:
        postgres.start()
    assert "The database cannot be reached." in told
    assert "Go on working" in told
    assert parley(home) == 0
    assert "The database answers." in capsys.readouterr().out


# With a passphrase.


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed where a passphrase is asked for."""
    answers: list[str] = []

    def answer(*_arguments: object, hide_input: bool, err: bool) -> str:
        assert hide_input
        assert err
        return answers.pop(0)

    monkeypatch.setattr(typer, "prompt", answer)
    return answers


def code_in(told: str) -> str:
    """Return the recovery code on a printed sheet."""
    (code,) = re.findall(r"^    (\S+-\S+)$", told, re.MULTILINE)
    return code


def a_device_at(root: Path, home: Home, name: str) -> Home:
    made = Home(root=root, models=home.models)
    for section, key, value in (
        ("voice", "enabled", False),
        ("llm", "profile", "starter"),
        ("sync", "name", name),
    ):
        save(made, section, key, value)
    return made


PASSPHRASE = "correct horse battery"


@pytest.mark.requirement("SYNC-11")
def test_an_empty_database_is_encrypted_and_joined_by_the_sheet(
    home: Home, tmp_path: Path, database: PostgresDatabase, typed: list[str], capsys: Captured
) -> None:
    kitchen = a_device_at(tmp_path / "kitchen", home, "kitchen")
    laptop = a_device_at(tmp_path / "laptop", home, "laptop")
    memory = kitchen.workspace("default") / "memory.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("- likes tea\n", encoding="utf-8")
    typed += [PASSPHRASE, "battery staple"]
    assert parley(kitchen, "set", with_password(database), "--encrypt") == 2
    assert "not the same" in capsys.readouterr().err
    assert load(kitchen, {}).settings.sync.url == ""

    typed += [PASSPHRASE, PASSPHRASE]
    assert parley(kitchen, "set", with_password(database), "--encrypt") == 0
    told = capsys.readouterr()
    code = code_in(told.out)
    assert PASSPHRASE not in told.out + told.err
    assert "nobody can read the database again" in told.err
    assert parley(kitchen, "now") == 0

    assert parley(laptop, "set", with_password(database)) == 0
    assert "have your passphrase ready" in capsys.readouterr().out
    assert parley(laptop, "now") == 1
    assert "this device cannot read it yet" in capsys.readouterr().out
    typed += ["battery staple"]
    assert parley(laptop, "unlock") == 1
    assert load(laptop, {}).settings.sync.enabled, "it goes on waiting"
    typed += [code.lower()]
    assert parley(laptop, "unlock") == 0
    assert parley(laptop, "now") == 0
    assert (laptop.workspace("default") / "memory.md").read_text("utf-8") == "- likes tea\n"

    typed += [PASSPHRASE, "another horse", "another horse"]
    assert parley(laptop, "passphrase") == 0
    typed += ["another horse"]
    capsys.readouterr()
    assert parley(kitchen, "sheet") == 0
    assert code_in(capsys.readouterr().out) != code
    assert parley(kitchen, "now") == 0, "what opens the records is the same"
    assert not typed


@pytest.mark.requirement("SYNC-11")
def test_devices_move_to_an_encrypted_database_with_what_they_have(
    home: Home,
    tmp_path: Path,
    postgres: PostgresProcess,
    typed: list[str],
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain, sealed = postgres.new_database(), postgres.new_database()
    devices = [a_device_at(tmp_path / name, home, name) for name in ("kitchen", "laptop")]
    notes = [device.workspace("default") / "notes" for device in devices]
    for device, folder in zip(devices, notes, strict=True):
        folder.mkdir(parents=True)
        (folder / f"{device.root.name}.md").write_text("milk\n", encoding="utf-8")
        assert parley(device, "set", with_password(plain)) == 0
        assert parley(device, "now") == 0
    assert parley(devices[0], "now") == 0
    typed += [PASSPHRASE, PASSPHRASE, PASSPHRASE]
    monkeypatch.setattr("sys.stdin", Terminal())
    for device, more in zip(devices, (("--encrypt",), ()), strict=True):
        assert parley(device, "set", with_password(sealed), *more) == 0
        assert parley(device, "now") == 0
    assert parley(devices[0], "now") == 0
    assert not typed
    for folder in notes:
        assert sorted(file.name for file in folder.iterdir()) == ["kitchen.md", "laptop.md"]
    stored = postgres.run(
        "SELECT convert_from(body, 'UTF8') FROM parley.records WHERE body IS NOT NULL",
        database=sealed.name,
    )
    assert stored
    assert not any("milk" in str(body) for (body,) in stored)


@pytest.mark.requirement("SYNC-11")
def test_a_database_that_devices_use_is_encrypted(
    home: Home,
    tmp_path: Path,
    postgres: PostgresProcess,
    typed: list[str],
    capsys: Captured,
) -> None:
    database = postgres.new_database()
    kitchen, laptop = (a_device_at(tmp_path / name, home, name) for name in ("kitchen", "laptop"))
    for device in (kitchen, laptop):
        notes = device.workspace("default") / "notes"
        notes.mkdir(parents=True)
        (notes / f"{device.root.name}.md").write_text("milk\n", encoding="utf-8")
        assert parley(device, "set", with_password(database)) == 0
        assert parley(device, "now") == 0
    typed += [PASSPHRASE, PASSPHRASE]
    assert parley(kitchen, "encrypt") == 0
    told = capsys.readouterr()
    assert "each asks for the passphrase afterwards" in told.err
    assert "This code opens" in told.out
    stored = postgres.run(
        "SELECT convert_from(body, 'UTF8') FROM parley.records WHERE body IS NOT NULL",
        database=database.name,
    )
    assert stored
    assert not any("milk" in str(body) for (body,) in stored)

    (laptop.workspace("default") / "notes" / "later.md").write_text("bread\n", encoding="utf-8")
    assert parley(laptop, "now") == 1
    typed += [PASSPHRASE]
    assert parley(laptop, "unlock") == 0
    assert parley(laptop, "now") == 0
    assert parley(kitchen, "now") == 0
    names = ["kitchen.md", "laptop.md", "later.md"]
    for device in (kitchen, laptop):
        notes = device.workspace("default") / "notes"
        assert sorted(file.name for file in notes.iterdir()) == names
        assert (notes / "kitchen.md").read_text(encoding="utf-8") == "milk\n"


FORGED = """
TRUNCATE parley.records;
INSERT INTO parley.records (kind, key, version, change, device_id, body, written_at)
SELECT 'setting', 'tools.take_screenshot', 1, newest + 1, (SELECT min(device_id) FROM parley.devices),
    '{"value": "safe", "changed_at": "2027-01-01T00:00:00.000+00:00"}', now() FROM parley.counter;
UPDATE parley.counter SET newest = newest + 1;
"""


@pytest.mark.requirement("SYNC-11")
def test_records_of_the_databases_owner_are_never_sealed_as_the_users(
    home: Home,
    tmp_path: Path,
    postgres: PostgresProcess,
    typed: list[str],
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = postgres.new_database()
    laptop = a_device_at(tmp_path / "laptop", home, "laptop")
    url = with_password(database)
    typed += [PASSPHRASE, PASSPHRASE]
    assert parley(laptop, "set", url, "--encrypt") == 0
    assert parley(laptop, "now") == 0
    postgres.run(FORGED, database=database.name)
    before = postgres.run("SELECT * FROM parley.records", database=database.name)
    answers: list[bool] = []

    def confirm(_question: str, **_more: object) -> bool:
        return answers.pop(0)

    monkeypatch.setattr(typer, "confirm", confirm)
    capsys.readouterr()
    typed += [PASSPHRASE, "another horse", "another horse"]
    for words in (
        (),
        ("now",),
        ("unlock",),
        ("encrypt",),
        ("passphrase",),
        ("set", url),
        ("set", url, "--encrypt"),
        ("set", url, "--yes"),
    ):
        assert parley(laptop, *words) != 0, words
        told = capsys.readouterr()
        assert "encrypted" in told.out + told.err, words
    monkeypatch.setattr("sys.stdin", Terminal())
    answers.append(False)
    assert parley(laptop, "set", url, "--encrypt") != 0
    assert "removed the key" in capsys.readouterr().err
    assert postgres.run("SELECT * FROM parley.records", database=database.name) == before
    assert "take_screenshot" not in laptop.settings_file.read_text(encoding="utf-8")

    typed[:] = [PASSPHRASE, PASSPHRASE]
    answers.append(True)
    assert parley(laptop, "set", url, "--encrypt") != 0, "what is there is still nobody's"
    assert "1 record that this device does not know" in capsys.readouterr().err
    assert not load(laptop, {}).settings.sync.enabled, "nothing goes there readable"
    postgres.run("TRUNCATE parley.records", database=database.name)
    typed[:] = [PASSPHRASE, PASSPHRASE]
    assert parley(laptop, "set", url, "--encrypt") == 0
    assert parley(laptop, "now") == 0


def test_a_database_that_is_not_encrypted_is_joined_only_by_somebody_who_knows(
    home: Home,
    tmp_path: Path,
    postgres: PostgresProcess,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laptop = a_device_at(tmp_path / "laptop", home, "laptop")
    url = with_password(postgres.new_database())
    asked: list[str] = []

    def confirm(question: str, **_more: object) -> bool:
        asked.append(question)
        return len(asked) > 1

    monkeypatch.setattr(typer, "confirm", confirm)
    monkeypatch.setattr("sys.stdin", Terminal())
    assert parley(laptop, "set", url) != 0
    assert "whoever runs it can read all" in capsys.readouterr().err
    assert load(laptop, {}).settings.sync.url == ""
    assert parley(laptop, "set", url) == 0
    assert len(asked) == 2
    other = with_password(postgres.new_database())
    assert parley(laptop, "set", other, "--yes") == 0
    assert "whoever runs it can read all" in capsys.readouterr().err, "said, and not asked"
    assert len(asked) == 2


class Terminal(io.StringIO):
    """Somebody sits before it."""

    @override
    def isatty(self) -> bool:
        return True


# Beside a running program.


async def test_a_running_program_is_asked(home: Home, capsys: Captured) -> None:
    save(home, "sync", "enabled", False)
    async with calling(home):
        assert await asyncio.to_thread(parley, home) == 0
        assert "Not set up" in capsys.readouterr().out
        assert await asyncio.to_thread(parley, home, "now") == 2
        assert "not set up" in capsys.readouterr().err
        assert await asyncio.to_thread(parley, home, "forget") == 0


# Which device is meant.


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("attic", "There is no device attic."),
        ("", "There is no device"),
        ("office", "Several devices are called office."),
        ("kitchen", "That is this device."),
    ],
)
def test_a_name_must_be_that_of_one_other_device(name: str, told: str) -> None:
    devices = (*ALIKE.devices, a_device("d", "Office"))
    with pytest.raises(ConfigError, match=told):
        named_device(ALIKE.__class__(devices=devices, device_id="a"), name)
    assert named_device(ALIKE, "OFFICE").device_id == "c"
    assert named_device(ALIKE, "b").device_id == "b"
