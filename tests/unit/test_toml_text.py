"""Whatever is wrong with a text, the reader of TOML says so in one way."""

import re
from pathlib import Path

import pytest

from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.settings import load
from assistant.toml_text import parse_toml

BAD = [
    pytest.param("a = ", "mistake at the end", id="no value"),
    pytest.param("a = " + "9" * 5000, "too many digits", id="a number of 5000 digits"),
    pytest.param("a = -" + "9" * 5000, "too many digits", id="a negative one"),
    pytest.param("a = " + "[" * 3000 + "]" * 3000, "nested too deeply", id="arrays 3000 deep"),
    pytest.param("a = " + "{b = " * 3000 + "1" + "}" * 3000, "nested too deeply", id="tables"),
    pytest.param("a = 99999-01-01", "line 1", id="no date"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_a_text_that_is_none_is_one_kind_of_error(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=".") as caught:
        parse_toml(text)
    assert reason in failure_reason(caught.value)


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_settings_that_cannot_be_read_stop_no_command(
    tmp_path: Path, text: str, reason: str
) -> None:
    home = Home(root=tmp_path, models=tmp_path / "models")
    home.settings_file.write_text(text, encoding="utf-8")
    (problem,) = load(home, {}).problems
    assert reason in problem.message


def test_only_one_module_reads_toml() -> None:
    package = Path(parse_toml.__code__.co_filename).parent
    readers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\btomllib\.loads?\(", path.read_text(encoding="utf-8"))
    }
    assert readers == {"toml_text.py"}
