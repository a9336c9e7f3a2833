import os
import stat
import sys
from pathlib import Path

import pytest

from assistant.home import Home, shipped
from assistant.memory import atomic_write
from assistant.memory.files import MemoryFiles
from assistant.memory.personas import (
    PERSONA_LIMIT,
    Agent,
    PersonaFiles,
    PersonaRefusedError,
    Personas,
    find_persona,
    has_persona,
)

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")


@pytest.fixture
def files(home: Home) -> PersonaFiles:
    return PersonaFiles(home=home)


def found(files: PersonaFiles, workspace: str = "default", agent: str = "default") -> Personas:
    return files.find(workspace=workspace, agent=agent)


def names(personas: Personas) -> list[str]:
    return [agent.name for agent in personas.agents]


def write_agent(home: Home, name: str, persona: str) -> Path:
    path = home.root / "agents" / name / "persona.md"
    path.parent.mkdir(parents=True)
    path.write_text(persona, encoding="utf-8")
    return path


# What there is.


def test_an_empty_home_has_what_the_program_ships(files: PersonaFiles) -> None:
    there = found(files)

    persona = shipped("agents", "default", "persona.md").read_text("utf-8").strip()
    assert there == Personas(
        workspaces=("default",), agents=(Agent(name="default", persona=persona),)
    )


def test_what_the_person_made_by_hand_is_there_too(home: Home, files: PersonaFiles) -> None:
    write_agent(home, "teacher", "You teach.\n")
    write_agent(home, "Cook", "You cook.")
    home.workspace("shop").mkdir(parents=True)

    there = found(files)

    assert there.workspaces == ("default", "shop")
    assert names(there) == ["Cook", "default", "teacher"]
    assert there.agents[2].persona == "You teach."


def test_the_persons_own_version_stands_before_the_shipped_one(
    home: Home, files: PersonaFiles
) -> None:
    write_agent(home, "default", "You are terse.")

    assert found(files).agents == (Agent(name="default", persona="You are terse."),)


def test_what_is_in_use_is_there_even_without_a_folder(files: PersonaFiles) -> None:
    there = found(files, workspace="new", agent="ghost")

    assert there.workspaces == ("default", "new")
    assert there.agents[-1] == Agent(name="ghost", persona="")


def test_what_the_settings_could_not_name_is_not_listed(home: Home, files: PersonaFiles) -> None:
    for name in (".hidden", "two words", "-x"):
        home.workspace(name).mkdir(parents=True)
        write_agent(home, name, "You are somebody.")
    (home.root / "agents" / "empty").mkdir()
    (home.root / "agents" / "a-file").write_text("x", encoding="utf-8")

    there = found(files)

    assert there.workspaces == ("default",)
    assert names(there) == ["default"]


@needs_links
def test_a_link_out_of_the_home_is_not_listed(
    home: Home, files: PersonaFiles, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "persona.md").write_text("You are elsewhere.", encoding="utf-8")
    (home.root / "agents").mkdir(parents=True)
    (home.root / "agents" / "linked").symlink_to(outside)
    (home.root / "agents" / "circle").symlink_to(home.root / "agents" / "circle")

    assert names(found(files)) == ["default"]


# A new workspace.


def test_a_new_workspace_is_like_the_shipped_one(home: Home, files: PersonaFiles) -> None:
    files.create_workspace("shop")

    made = home.workspace("shop")
    template = shipped("workspaces", "default")
    assert sorted(path.relative_to(made) for path in made.rglob("*")) == sorted(
        path.relative_to(template) for path in template.rglob("*")
    )
    assert found(files).workspaces == ("default", "shop")
    assert (
        MemoryFiles(home=home, workspace="shop", agent="default", user="me").read().problems == ()
    )


def test_making_a_workspace_leaves_nothing_else_behind(home: Home, files: PersonaFiles) -> None:
    files.create_workspace("shop")

    assert [path.name for path in (home.root / "workspaces").iterdir()] == ["shop"]


def test_what_is_made_of_unwritable_files_can_be_written(home: Home, files: PersonaFiles) -> None:
    files.create_workspace("shop")

    for path in home.workspace("shop").rglob("*"):
        assert path.stat().st_mode & stat.S_IWUSR


@pytest.mark.parametrize("name", ["", "../up", "a/b", "con", "x" * 65, ".x"])
def test_a_workspace_with_an_impossible_name_is_refused(
    home: Home, files: PersonaFiles, name: str
) -> None:
    with pytest.raises(PersonaRefusedError):
        files.create_workspace(name)

    assert not home.root.exists()


@pytest.mark.parametrize("name", ["shop", "SHOP", "default", "Default"])
def test_a_workspace_that_is_there_is_not_made_again(
    home: Home, files: PersonaFiles, name: str
) -> None:
    memory = home.workspace("shop") / "memory.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("- sells coffee\n", encoding="utf-8")

    with pytest.raises(PersonaRefusedError):
        files.create_workspace(name)

    assert memory.read_text(encoding="utf-8") == "- sells coffee\n"
    assert [path.name for path in (home.root / "workspaces").iterdir()] == ["shop"]


def test_a_file_in_the_way_is_told_of(home: Home, files: PersonaFiles) -> None:
    home.root.mkdir()
    (home.root / "workspaces").write_text("x", encoding="utf-8")

    with pytest.raises(PersonaRefusedError, match="cannot be written"):
        files.create_workspace("shop")


@needs_links
def test_nothing_is_made_where_a_link_leads_out_of_the_home(
    home: Home, files: PersonaFiles, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    home.root.mkdir()
    (home.root / "workspaces").symlink_to(outside)
    (home.root / "agents").symlink_to(outside)

    with pytest.raises(PersonaRefusedError):
        files.create_workspace("shop")
    with pytest.raises(PersonaRefusedError):
        files.save_agent("teacher", "You teach.")

    assert list(outside.iterdir()) == []


# A new persona, and another text for one.


def test_a_new_persona_is_written(home: Home, files: PersonaFiles) -> None:
    files.save_agent("선생님", "  You teach.\n\n")

    path = home.root / "agents" / "선생님" / "persona.md"
    assert path.read_text(encoding="utf-8") == "You teach.\n"
    assert [one.name for one in path.parent.iterdir()] == ["persona.md"]
    assert Agent(name="선생님", persona="You teach.") in found(files).agents
    assert has_persona(home, "선생님")


@pytest.mark.parametrize("name", ["teacher", "Teacher", "default", "DEFAULT"])
def test_a_new_persona_takes_no_others_place(home: Home, files: PersonaFiles, name: str) -> None:
    path = write_agent(home, "teacher", "You teach.")

    with pytest.raises(PersonaRefusedError):
        files.save_agent(name, "You are new.")

    assert path.read_text(encoding="utf-8") == "You teach."


@pytest.mark.parametrize("name", ["", "../up", "a/b", "nul", ".x"])
@pytest.mark.parametrize("replaces", [None, ""])
def test_a_persona_with_an_impossible_name_is_refused(
    home: Home, files: PersonaFiles, name: str, replaces: str | None
) -> None:
    with pytest.raises(PersonaRefusedError):
        files.save_agent(name, "You are somebody.", replaces=replaces)

    assert not home.root.exists()


def test_a_persona_is_replaced_by_who_has_seen_it(home: Home, files: PersonaFiles) -> None:
    path = write_agent(home, "teacher", "You teach.\n")
    path.chmod(0o640)

    files.save_agent("teacher", "You teach well.", replaces="You teach.")

    assert path.read_text(encoding="utf-8") == "You teach well.\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_persona_that_changed_meanwhile_stays_and_is_shown(
    home: Home, files: PersonaFiles
) -> None:
    path = write_agent(home, "teacher", "You teach maths.")

    with pytest.raises(PersonaRefusedError) as refused:
        files.save_agent("teacher", "You teach well.", replaces="You teach.")

    assert refused.value.now == "You teach maths."
    assert path.read_text(encoding="utf-8") == "You teach maths."


def test_editing_the_shipped_persona_makes_the_persons_own(home: Home, files: PersonaFiles) -> None:
    as_shipped = found(files).agents[0].persona

    files.save_agent("default", "You are terse.", replaces=as_shipped)

    assert found(files).agents == (Agent(name="default", persona="You are terse."),)
    assert shipped("agents", "default", "persona.md").read_text("utf-8").strip() == as_shipped


@pytest.mark.parametrize("persona", ["", " \n", "\0"])
def test_a_persona_that_says_nothing_is_refused(files: PersonaFiles, persona: str) -> None:
    with pytest.raises(PersonaRefusedError):
        files.save_agent("teacher", persona)


def test_a_persona_may_be_as_long_as_the_limit_and_no_longer(
    home: Home, files: PersonaFiles
) -> None:
    files.save_agent("short", "x" * PERSONA_LIMIT)
    with pytest.raises(PersonaRefusedError, match="8001 of 8000"):
        files.save_agent("long", "x" * (PERSONA_LIMIT + 1))

    assert not (home.root / "agents" / "long").exists()


def test_a_persona_that_cannot_be_read_is_not_replaced(home: Home, files: PersonaFiles) -> None:
    path = home.root / "agents" / "odd" / "persona.md"
    path.mkdir(parents=True)

    with pytest.raises(PersonaRefusedError):
        files.save_agent("odd", "You are somebody.", replaces="")

    assert path.is_dir()


def test_a_failing_disk_leaves_the_old_persona_whole(
    home: Home, files: PersonaFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_agent(home, "teacher", "You teach.")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    with pytest.raises(PersonaRefusedError, match="No space left on device"):
        files.save_agent("teacher", "You teach well.", replaces="You teach.")

    assert path.read_text(encoding="utf-8") == "You teach."
    assert [one.name for one in path.parent.iterdir()] == ["persona.md"]


@needs_links
def test_a_link_to_a_text_elsewhere_is_not_written_through(
    home: Home, files: PersonaFiles, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("Not a persona.", encoding="utf-8")
    path = home.root / "agents" / "odd" / "persona.md"
    path.parent.mkdir(parents=True)
    path.symlink_to(outside)

    for replaces in ("", "Not a persona.", None):
        with pytest.raises(PersonaRefusedError):
            files.save_agent("odd", "You are somebody.", replaces=replaces)

    assert outside.read_text(encoding="utf-8") == "Not a persona."


@needs_links
def test_a_link_inside_the_home_stays_one(home: Home, files: PersonaFiles) -> None:
    shared = write_agent(home, "shared", "You teach.")
    path = home.root / "agents" / "linked" / "persona.md"
    path.parent.mkdir()
    path.symlink_to(shared)

    files.save_agent("linked", "You teach well.", replaces="You teach.")

    assert path.is_symlink()
    assert shared.read_text(encoding="utf-8") == "You teach well.\n"


def test_a_folder_that_cannot_be_looked_at_hides_no_other(
    home: Home, files: PersonaFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent(home, "teacher", "You teach.")
    write_agent(home, "locked", "You are behind a lock.")
    look = Path.stat

    def locked(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name == "persona.md" and path.parent.name == "locked":
            raise PermissionError(13, "Permission denied")
        return look(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", locked)

    assert names(found(files)) == ["default", "teacher"]
    assert not has_persona(home, "locked")


# Which one is meant.


def test_names_are_taken_as_they_are_written() -> None:
    personas = Personas(
        workspaces=("default", "Shop"),
        agents=(Agent(name="Cook", persona=""), Agent(name="cook", persona="")),
    )

    assert find_persona(personas, workspace="shop", agent="cook") == ("Shop", "cook")
    assert find_persona(personas, workspace="none", agent="cook") is None
    assert find_persona(personas, workspace="Shop", agent="none") is None
