"""How agents start the Parley that runs."""

import sys
import sysconfig
from pathlib import Path

import pytest

from assistant.coding_agents.setup.parley_command import running_parley
from assistant.errors import ConfigError
from assistant.home import Home


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scripts without Parley, which nothing else offers either."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def scripts(_name: str) -> str:
        return str(folder)

    monkeypatch.setattr(sysconfig, "get_path", scripts)
    monkeypatch.setattr(sys, "argv", ["-c"])
    monkeypatch.setenv("PATH", str(tmp_path))
    return folder


def parley_in(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    program = folder / "parley"
    program.touch(mode=0o755)
    return program


def test_it_is_started_as_this_one_was(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parley_in(programs)
    started = tmp_path / "link" / "parley"
    started.parent.mkdir()
    started.symlink_to(parley_in(tmp_path / "venv"))
    monkeypatch.setattr(sys, "argv", [str(started), "setup"])
    assert running_parley(Home.locate(), {}).program == str(started)


def test_one_among_the_scripts_comes_before_one_on_the_path(programs: Path, tmp_path: Path) -> None:
    on_path = parley_in(tmp_path)
    assert running_parley(Home.locate(), {}).program == str(on_path)
    beside = parley_in(programs)
    assert running_parley(Home.locate(), {}).program == str(beside)


def test_without_a_command_there_is_nothing_to_tell(programs: Path) -> None:
    with pytest.raises(ConfigError):
        running_parley(Home.locate(), {})


@pytest.mark.parametrize(
    ("environment", "is_named"),
    [({}, False), ({"PARLEY_HOME": "/x"}, True), ({"XDG_DATA_HOME": "/x"}, True)],
)
def test_the_home_is_named_where_an_agent_might_find_another(
    programs: Path, tmp_path: Path, environment: dict[str, str], is_named: bool
) -> None:
    parley_in(programs)
    usual = Home.locate()
    options = running_parley(usual, environment).options
    assert options == (("--home", str(usual.root)) if is_named else ())
    other = Home(root=tmp_path / "other", models=tmp_path)
    assert running_parley(other, environment).options == ("--home", str(tmp_path / "other"))
