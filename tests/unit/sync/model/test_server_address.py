"""What an address asks of the library that connects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ConfigError
from assistant.sync.model.server_address import read_server_address

LOCAL = [
    "postgresql://me@127.0.0.1/parley",
    "postgresql://me@127.8.9.1:5433/parley",
    "postgresql://me@localhost/parley",
    "postgresql://me@[::1]:5433/parley",
    "postgresql:///parley",
    "postgresql:///parley?host=/run/postgresql",
    "postgresql://me@%2Frun%2FPostgres/parley",
    "postgresql://me@db.example.org/parley?host=/run/postgresql",
]
ELSEWHERE = [
    "postgresql://me@db.example.org/parley",
    "postgresql://me@192.168.1.2/parley",
    "postgresql://me@localhost.example.org/parley",
    "postgresql://me@127.0.0.1.example.org/parley",
    "postgresql://me@127.0.0.1/parley?host=db.example.org",
    "postgresql://me@[2001:db8::1]/parley",
]


@pytest.mark.parametrize("url", LOCAL)
def test_what_stays_on_this_machine_may_be_unencrypted(url: str) -> None:
    address = read_server_address(url)
    assert address.is_local
    assert address.sslmode == "prefer"
    assert read_server_address(with_mode(url, "disable")).sslmode == "disable"


@pytest.mark.parametrize("url", ELSEWHERE)
def test_what_leaves_this_machine_is_encrypted_for_a_server_that_is_verified(url: str) -> None:
    address = read_server_address(url)
    assert not address.is_local
    assert address.sslmode == "verify-full"
    assert address.is_verified
    assert not read_server_address(with_mode(url, "require")).is_verified
    for mode in ("disable", "allow", "prefer"):
        with pytest.raises(ConfigError):
            read_server_address(with_mode(url, mode))


def with_mode(url: str, mode: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}sslmode={mode}"


@pytest.mark.parametrize(
    ("url", "parameters"),
    [
        (
            "postgresql://my%40self@db.example.org:5433/my%20base?sslrootcert=/a/root.crt",
            {
                "host": "db.example.org",
                "port": "5433",
                "user": "my@self",
                "dbname": "my base",
                "sslmode": "verify-full",
                "sslrootcert": "/a/root.crt",
            },
        ),
        (
            "postgresql://me@%2Ftmp%2FSockets:5433/parley",
            {
                "host": "/tmp/Sockets",
                "port": "5433",
                "user": "me",
                "dbname": "parley",
                "sslmode": "prefer",
            },
        ),
        ("postgresql://localhost", {"host": "localhost", "port": "5432", "sslmode": "prefer"}),
        (
            "postgresql://me@h/db?sslmode=require&channel_binding=require",
            {
                "host": "h",
                "port": "5432",
                "user": "me",
                "dbname": "db",
                "sslmode": "require",
                "channel_binding": "require",
            },
        ),
    ],
)
def test_an_address_is_told_in_the_librarys_words(url: str, parameters: dict[str, str]) -> None:
    assert read_server_address(url).parameters() == parameters


@pytest.mark.parametrize(
    "url",
    [
        "",
        "db.example.org",
        "postgres://me@h/db",
        "mysql://me@h/db",
        "https://me@h/db",
        "postgresql://me@one,two/db",
        "postgresql://me@h:port/db",
        "postgresql://me@h:70000/db",
        "postgresql://me@[::1/db",
        "postgresql://me@h/db#part",
        "postgresql://me@h/db?sslmode=perhaps",
        "postgresql://me@h/db?options=-c%20search_path%3Devil",
        "postgresql://me@h/db?service=other",
        "postgresql://me@h/db?passfile=/etc/passwd",
    ],
)
def test_what_is_no_address_or_asks_for_more_is_refused(url: str) -> None:
    with pytest.raises(ConfigError):
        read_server_address(url)


@given(st.from_regex(r"[a-zA-Z0-9]{8,30}", fullmatch=True))
def test_a_password_is_refused_and_not_repeated(password: str) -> None:
    for url in (f"postgresql://me:{password}@h/db", f"postgresql://me@h/db?password={password}"):
        with pytest.raises(ConfigError) as refusal:
            read_server_address(url)
        assert password not in f"{refusal.value.message} {refusal.value.hint}"
