"""`parley config prompt` as a person and as a program uses it."""

import json
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.home import Home, shipped
from tests.helpers.tools.skills import workspace_skills, write_release, write_skill


def show(home: Home, *arguments: str) -> int:
    return main(["config", "prompt", *arguments, "--home", str(home.root)])


def test_every_part_stands_under_its_file(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert show(home) == 0

    out = capsys.readouterr().out
    assert f"── {shipped('system_prompt.md')} (Parley's own)\nYou are the assistant" in out
    assert "common.prompt (Parley's own)\n# Ask instead of guessing" in out
    assert "ask-user: " in out
    assert "UIAskUserQuestion: " in out


def test_ones_own_versions_are_named(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = home.workspace("default")
    own = home.root / "prompts" / "tools" / "ask-user.txt"
    own.parent.mkdir(parents=True)
    own.write_text("Ask.", encoding="utf-8")
    common = workspace / "prompts" / "common.prompt"
    common.parent.mkdir(parents=True)
    common.write_text("Rhyme.", encoding="utf-8")
    write_release(workspace)

    assert show(home) == 0

    out = capsys.readouterr().out
    assert f"── {common} (the workspace's)\nRhyme." in out
    assert f"ask-user: {own} (yours)" in out
    assert f"release: {workspace_skills(workspace) / 'release' / 'SKILL.md'} (the" in out


def test_a_replaced_skill_and_a_broken_one_are_told(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = workspace_skills(home.workspace("default"))
    write_skill(folder, "UIAskUserQuestion")
    broken = write_skill(folder, "broken", "name: x")

    assert show(home) == 0

    out = capsys.readouterr().out
    assert "assistant/local/skills/UIAskUserQuestion/SKILL.md is replaced." in out
    assert f"The skill {broken} was left out: its head has no description." in out


def test_json_is_for_programs(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    write_release(home.workspace("default"))
    home.settings_file.write_text('[questions]\nchannel = "skill"\n', encoding="utf-8")

    assert show(home, "--json") == 0

    document = json.loads(capsys.readouterr().out)
    assert document["workspace"] == "default"
    assert document["asking_by"] == "skill"
    assert "user_choice_group" in document["prompt"]
    assert {part["place"] for part in document["parts"]} == {"package"}
    assert Path(document["parts"][-1]["path"]).name == "skills.prompt"
    assert {"name": "release", "questions": 1, "place": "workspace"}.items() <= (
        document["skills"][-1].items()
    )
    assert {tool["name"] for tool in document["tools"]} >= {"ask-user", "calculator"}
    assert (document["replaced"], document["problems"]) == ([], [])


def test_a_prompt_that_cannot_be_used_is_an_error_with_its_chain(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    own = home.root / "prompts" / "tool.prompt"
    own.parent.mkdir(parents=True)
    own.write_text("{{include:./gone.prompt}}", encoding="utf-8")

    assert show(home) != 0

    assert "prompts/tool.prompt → prompts/gone.prompt" in capsys.readouterr().err
