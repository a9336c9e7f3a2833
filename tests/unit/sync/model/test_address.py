"""Addresses of databases as users paste them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ConfigError
from assistant.home import Home
from assistant.settings import save
from assistant.sync.model.address import read_address

PLAIN = "postgresql://me@db.example.org/parley"


@pytest.mark.parametrize(
    ("pasted", "url", "password"),
    [
        pytest.param(PLAIN, PLAIN, "", id="as it is"),
        pytest.param("postgresql://me:pw@db.example.org/parley", PLAIN, "pw", id="with a password"),
        pytest.param("postgres://me:pw@db.example.org/parley", PLAIN, "pw", id="short scheme"),
        pytest.param("me:pw@db.example.org/parley", PLAIN, "pw", id="no scheme"),
        pytest.param(f"  psql '{PLAIN}'\n", PLAIN, "", id="a command line"),
        pytest.param("postgresql://me:p%40%20w@db.example.org/parley", PLAIN, "p@ w", id="escaped"),
        pytest.param("postgresql://me:p@s/s:#@db.example.org/parley", PLAIN, "p@s/s:#", id="not"),
        pytest.param(
            "postgresql://me:[YOUR-PASSWORD]@db.example.org/parley", PLAIN, "", id="cloud"
        ),
        pytest.param(f"{PLAIN}?password=pw", PLAIN, "pw", id="among the options"),
        pytest.param(
            "postgresql://me:pw@h:5432/db?sslmode=require&channel_binding=require",
            "postgresql://me@h:5432/db?sslmode=require&channel_binding=require",
            "pw",
            id="other options stay",
        ),
        pytest.param(
            f"{PLAIN}?password=hunter2&sslmode=require",
            f"{PLAIN}?sslmode=require",
            "hunter2",
            id="&",
        ),
        pytest.param(
            "postgresql://[::1]:5433/parley", "postgresql://[::1]:5433/parley", "", id="IPv6"
        ),
        pytest.param(
            "postgresql:///parley?host=/run/postgresql",
            "postgresql:///parley?host=/run/postgresql",
            "",
            id="a socket",
        ),
    ],
)
def test_the_password_is_taken_out(home: Home, pasted: str, url: str, password: str) -> None:
    address = read_address(pasted)

    assert (address.url, address.password) == (url, password)
    assert not password or password not in repr(address)
    save(home, "sync", "url", address.url)


@pytest.mark.parametrize(
    "pasted",
    [
        "",
        "postgresql://",
        "https://me:hunter2@db.example.org",
        "mysql://me:hunter2@db.example.org/parley",
        "host=db.example.org password=hunter2",
        "my database",
    ],
)
def test_what_is_no_address_is_refused(pasted: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_address(pasted)

    assert "hunter2" not in refused.value.message + refused.value.hint
    assert "postgresql://parley@db.example.org/parley" in refused.value.hint


@given(st.text())
def test_whatever_is_pasted_gives_an_address_or_a_refusal(pasted: str) -> None:
    try:
        address = read_address(pasted)
    except ConfigError:
        return
    assert read_address(address.url).url == address.url


@given(st.text(min_size=1).filter(lambda text: text == text.strip() and "%" not in text))
def test_every_password_is_read_back_if_it_was_not_escaped(password: str) -> None:
    read = read_address(f"postgresql://me:{password}@db.example.org/parley")

    assert read.url == PLAIN
    assert read.password in {password, ""}  # a placeholder is none
