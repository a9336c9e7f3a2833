"""Why something failed is said in the interface's language."""

import errno
import os
import socket
import ssl
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import tomlkit

from assistant.failure_reason import connection_reason, failure_reason, system_words
from assistant.locale import InterfaceLanguage, use_language
from tests.helpers.english_words import english_words

COMMON = [
    errno.EACCES,
    errno.EADDRINUSE,
    errno.ECONNREFUSED,
    errno.EISDIR,
    errno.ENOENT,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EROFS,
    errno.ETIMEDOUT,
]


def failure_of(action: Callable[[], object]) -> Exception:
    """Return what an action fails with."""
    try:
        action()
    except Exception as error:  # noqa: BLE001  # whatever it is, it is what is asked for
        return error
    raise AssertionError("it did not fail")


@pytest.mark.parametrize("language", ["ko", "zh"])
@pytest.mark.parametrize("number", COMMON)
def test_what_the_system_says_is_translated(number: int, language: InterfaceLanguage) -> None:
    use_language(language)
    told = failure_reason(OSError(number, os.strerror(number), "/a/file"))
    assert told != os.strerror(number)
    assert english_words(told) == set()


@pytest.mark.skipif(sys.platform != "linux", reason="the texts are those of Linux")
def test_in_english_it_is_what_the_system_says() -> None:
    for number in errno.errorcode:
        error = OSError(number, os.strerror(number))
        assert failure_reason(error) == os.strerror(number)


def test_a_real_file_that_is_not_there(tmp_path: Path) -> None:
    use_language("ko")
    error = failure_of((tmp_path / "no").read_bytes)
    assert failure_reason(error) == "그런 파일이나 폴더가 없어요"


def test_numbers_of_other_libraries_are_not_taken_for_the_systems() -> None:
    use_language("ko")
    assert failure_reason(ssl.SSLError(1, "wrong version number")) == "wrong version number"
    assert failure_reason(OSError("it is longer than that")) == "it is longer than that"
    assert failure_reason(OSError()) == "OSError"


def test_below_what_libraries_say_is_what_the_system_said() -> None:
    use_language("ko")

    def refused() -> None:
        try:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('::1', 1)")
        except OSError as error:
            raise RuntimeError("All connection attempts failed") from error

    assert connection_reason(failure_of(refused)) == "연결을 거부했어요"
    assert connection_reason(RuntimeError("odd")) == "odd"
    assert connection_reason(ssl.SSLError(1, "wrong version")) == "wrong version"


def test_a_name_that_nobody_knows() -> None:
    error = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    assert failure_reason(error) == "the name is not known"


def test_what_a_library_hands_on_is_translated() -> None:
    use_language("ko")
    assert english_words(system_words("Connection refused")) == set()
    assert system_words("no pg_hba.conf entry") == "no pg_hba.conf entry"


def test_bytes_that_are_no_text() -> None:
    assert failure_reason(failure_of(b"\xff".decode)) == "it is not UTF-8 text"


@pytest.mark.parametrize("read", [tomllib.loads, tomlkit.parse])
def test_a_mistake_in_toml_is_placed(read: Callable[[str], object]) -> None:
    use_language("ko")
    told = failure_reason(failure_of(lambda: read("a = 1\na = 2\n")))
    assert told.startswith("2번째 줄 ")
    assert "\n" not in told


def test_a_mistake_at_the_end_of_toml_is_placed() -> None:
    told = failure_reason(failure_of(lambda: tomllib.loads("a = [")))
    assert told.startswith("there is a mistake at the end (")


def test_what_says_nothing_is_named() -> None:
    assert failure_reason(ValueError()) == "ValueError"
    assert failure_reason(ValueError("odd")) == "odd"
