"""Which skills there are, whose they are, and what is told of broken ones."""

from pathlib import Path

import pytest

from assistant.locale import InterfaceLanguage, use_language
from assistant.prompting import skills as skills_module
from assistant.prompting.files import PACKAGE, PromptOrigin
from assistant.prompting.model.front_matter import FrontMatterError
from assistant.prompting.skills import (
    MAX_DESCRIPTION,
    MAX_SKILL_BYTES,
    QUESTION_SKILL,
    Skills,
    SkillShelf,
    parse_skill,
)
from tests.helpers.english_words import english_words
from tests.helpers.tools.skills import workspace_skills, write_release, write_skill


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return tmp_path / "workspace"


@pytest.fixture
def shelf(tmp_path: Path) -> SkillShelf:
    return SkillShelf(personal=tmp_path / "personal")


def names(skills: Skills) -> list[str]:
    return [skill.name for skill in skills.all]


@pytest.mark.requirement("PR-04")
def test_the_question_skill_comes_with_the_program(shelf: SkillShelf, workspace: Path) -> None:
    skills = shelf.read(workspace)

    skill = skills.find(QUESTION_SKILL)
    assert skill is not None
    assert skill.path == PACKAGE / "local" / "skills" / "UIAskUserQuestion" / "SKILL.md"
    assert skill.place is PromptOrigin.PACKAGE
    assert skills.listed == skills.templates == skills.replaced == skills.problems == ()


@pytest.mark.parametrize(
    "name", ["UIAskUserQuestion", "local:UIAskUserQuestion", " uiaskuserquestion "]
)
def test_a_skill_is_found_by_the_names_models_use(
    shelf: SkillShelf, workspace: Path, name: str
) -> None:
    skill = shelf.read(workspace).find(name)

    assert skill is not None
    assert skill.name == QUESTION_SKILL


def test_the_programs_skills_come_first_then_the_persons_then_the_workspaces(
    shelf: SkillShelf, workspace: Path, tmp_path: Path
) -> None:
    write_skill(workspace_skills(workspace), "b")
    write_skill(workspace_skills(workspace), "a")
    write_skill(tmp_path / "personal", "z")

    skills = shelf.read(workspace)

    assert names(skills) == [QUESTION_SKILL, "z", "a", "b"]
    assert [skill.name for skill in skills.listed] == ["z", "a", "b"]
    assert names(shelf.read(tmp_path / "other")) == [QUESTION_SKILL, "z"]


def test_a_workspaces_skill_takes_the_place_of_the_programs_and_that_is_told(
    shelf: SkillShelf, workspace: Path
) -> None:
    path = write_skill(workspace_skills(workspace), "ui", "name: uiaskuserquestion\ndescription: x")

    skills = shelf.read(workspace)

    found = skills.find(QUESTION_SKILL)
    assert found is not None
    assert (found.path, found.place) == (path, PromptOrigin.WORKSPACE)
    assert [skill.place for skill in skills.replaced] == [PromptOrigin.PACKAGE]
    assert skills.listed == (), "it is still the one in the prompt itself"


def test_a_workspaces_skill_goes_before_the_persons(
    shelf: SkillShelf, workspace: Path, tmp_path: Path
) -> None:
    write_skill(tmp_path / "personal", "release", body="Mine.")
    write_skill(workspace_skills(workspace), "release", body="Ours.")

    skills = shelf.read(workspace)

    found = skills.find("release")
    assert found is not None
    assert found.body == "Ours."
    assert skills.replaced == (), "that a person's own is replaced is what they arranged"


def test_a_broken_workspace_skill_leaves_the_programs_in_place(
    shelf: SkillShelf, workspace: Path
) -> None:
    write_skill(workspace_skills(workspace), QUESTION_SKILL, "name: [")

    skills = shelf.read(workspace)

    found = skills.find(QUESTION_SKILL)
    assert found is not None
    assert found.place is PromptOrigin.PACKAGE
    assert skills.replaced == ()
    assert len(skills.problems) == 1


@pytest.mark.requirement("PR-24")
def test_prepared_questions_make_a_template(shelf: SkillShelf, workspace: Path) -> None:
    write_release(workspace)
    write_skill(workspace_skills(workspace), "plain")

    skills = shelf.read(workspace)

    assert [skill.name for skill in skills.templates] == ["release"]
    assert skills.problems == ()
    (skill,) = skills.templates
    assert skill.body == "Tag, then push."
    assert skill.name == "release", "the folder's name where the head has none"


def test_questions_are_enough_for_a_skill(shelf: SkillShelf, workspace: Path) -> None:
    write_skill(
        workspace_skills(workspace),
        "x",
        """
        description: Asks.
        questions: [{question_text: "Go?", type: boolean}]
        """,
        body="",
    )

    assert [skill.name for skill in shelf.read(workspace).templates] == ["x"]


def asking(fields: str) -> str:
    """Return the head of a skill with one question."""
    return f"description: x\nquestions: [{{question_text: Which, type: checkbox, {fields}}}]"


BROKEN = (
    pytest.param("name: x", "Do.", "no description", id="no description"),
    pytest.param("description: '  '", "Do.", "no description", id="blank description"),
    pytest.param("description: [a]", "Do.", "no description", id="description is a list"),
    pytest.param("name: a b\ndescription: x", "Do.", "its name must be", id="name with space"),
    pytest.param("name: ../x\ndescription: x", "Do.", "its name must be", id="name is a path"),
    pytest.param("name: [a]\ndescription: x", "Do.", "its name must be", id="name is a list"),
    pytest.param(f"name: {'n' * 65}\ndescription: x", "Do.", "at most 64", id="long name"),
    pytest.param("description: x", "", "neither instructions nor questions", id="no body"),
    pytest.param("a: 1\na: 2", "Do.", "line 3", id="broken head"),
    pytest.param("description: x\nquestions: a", "Do.", "must be a list", id="no list"),
    pytest.param("description: x\nquestions: [a]", "Do.", "not a question", id="words"),
    pytest.param(
        asking("options: [A, A]"),
        "Do.",
        "same label twice",
        id="a question that cannot be asked",
    ),
    pytest.param(
        asking("options: []"),
        "Do.",
        "options",
        id="no options",
    ),
    pytest.param(
        asking('context: "{{nix}}", options: [A]'),
        "Do.",
        "no placeholder",
        id="unknown placeholder",
    ),
    pytest.param(
        asking('options: "{{files:../*}}"'),
        "Do.",
        "not relative",
        id="files outside",
    ),
)


@pytest.mark.parametrize(("head", "body", "why"), BROKEN)
def test_a_broken_skill_is_named_with_its_mistake_and_the_others_go_on(
    shelf: SkillShelf, workspace: Path, head: str, body: str, why: str
) -> None:
    path = write_skill(workspace_skills(workspace), "broken", head, body)
    write_skill(workspace_skills(workspace), "sound")

    skills = shelf.read(workspace)

    assert [skill.name for skill in skills.listed] == ["sound"]
    (problem,) = skills.problems
    assert str(path) in problem.message
    assert why in problem.message
    assert "Mend the file" in problem.hint


@pytest.mark.parametrize("language", ["ko", "zh"])
@pytest.mark.parametrize(
    ("head", "body"), [pytest.param(*each.values[:2], id=each.id) for each in BROKEN]
)
def test_why_a_skill_was_left_out_is_said_in_the_interfaces_language(
    shelf: SkillShelf,
    workspace: Path,
    head: str,
    body: str,
    language: InterfaceLanguage,
) -> None:
    write_skill(workspace_skills(workspace), "broken", head, body)
    use_language(language)

    (problem,) = shelf.read(workspace).problems

    assert english_words(problem.message) <= {"description", "questions", "label"}


def test_a_question_may_offer_twenty_options_but_a_skill_not_five_questions() -> None:
    def text(questions: int, options: int) -> str:
        offered = ", ".join(f"o{n}" for n in range(options))
        entry = f"  - {{question_text: Which, type: multiple_choice, options: [{offered}]}}\n"
        return f"---\ndescription: x\nquestions:\n{entry * questions}---\n"

    def parsed(questions: int, options: int) -> int:
        path = Path("skills/x/SKILL.md")
        return len(
            parse_skill(text(questions, options), path=path, place=PromptOrigin.PERSON).questions
        )

    assert parsed(4, 20) == 4
    with pytest.raises(Exception, match="5 entries, 1 to 4"):
        parsed(5, 20)
    with pytest.raises(Exception, match="21 entries, 1 to 20"):
        parsed(1, 21)


def test_two_skills_of_one_name_in_one_place(shelf: SkillShelf, workspace: Path) -> None:
    write_skill(workspace_skills(workspace), "a", "name: same\ndescription: First.")
    second = write_skill(workspace_skills(workspace), "b", "name: Same\ndescription: Second.")

    skills = shelf.read(workspace)

    assert [skill.description for skill in skills.listed] == ["First."]
    (problem,) = skills.problems
    assert str(second) in problem.message


def test_sizes_are_limited(
    shelf: SkillShelf, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workspace_skills(workspace)
    write_skill(folder, "huge", body="x" * MAX_SKILL_BYTES)
    write_skill(folder, "wordy", f"description: {'word ' * 400}")
    monkeypatch.setattr(skills_module, "MAX_SKILLS", 3)

    def problems() -> str:
        return "\n".join(problem.message for problem in shelf.read(workspace).problems)

    assert "huge" in problems()
    assert f"longer than {MAX_SKILL_BYTES} bytes" in problems()
    (wordy,) = shelf.read(workspace).listed
    assert len(wordy.description) <= MAX_DESCRIPTION
    assert wordy.description.endswith("…")

    write_skill(folder, "third")
    write_skill(folder, "z-fourth")
    assert "more than 3 skills" in problems()
    assert "z-fourth" not in names(shelf.read(workspace))


def test_a_skill_that_leads_out_of_its_folder_is_left_out(
    shelf: SkillShelf, workspace: Path, tmp_path: Path
) -> None:
    outside = write_skill(tmp_path / "outside", "secret")
    folder = workspace_skills(workspace)
    folder.mkdir(parents=True)
    (folder / "linked").symlink_to(outside.parent)

    skills = shelf.read(workspace)

    assert skills.listed == ()
    assert "leads out of its folder" in skills.problems[0].message


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize("link", [".claude", ".claude/skills"])
def test_a_workspaces_folder_of_skills_is_not_followed_out_of_it(
    shelf: SkillShelf, workspace: Path, tmp_path: Path, link: str
) -> None:
    outside = tmp_path / "outside"
    write_skill(outside / "skills", "secret")
    at = workspace / link
    at.parent.mkdir(parents=True, exist_ok=True)
    at.symlink_to(outside if link == ".claude" else outside / "skills")

    skills = shelf.read(workspace)

    assert skills.listed == ()
    assert "leads out of the workspace" in skills.problems[0].message


def test_a_workspace_that_is_linked_itself_has_its_skills(
    shelf: SkillShelf, workspace: Path, tmp_path: Path
) -> None:
    write_skill(workspace_skills(workspace), "own")
    (tmp_path / "link").symlink_to(workspace)

    assert [skill.name for skill in shelf.read(tmp_path / "link").listed] == ["own"]


def test_what_is_no_skill_is_passed_over(shelf: SkillShelf, workspace: Path) -> None:
    folder = workspace_skills(workspace)
    (folder / "empty").mkdir(parents=True)
    (folder / "README.md").write_text("x", encoding="utf-8")

    skills = shelf.read(workspace)

    assert (skills.listed, skills.problems) == ((), ())


def test_a_folder_that_is_none_is_told(shelf: SkillShelf, workspace: Path) -> None:
    workspace.mkdir()
    (workspace / ".claude").mkdir()
    (workspace / ".claude" / "skills").write_text("x", encoding="utf-8")

    assert len(shelf.read(workspace).problems) == 1


def test_names_in_any_script_are_names() -> None:
    text = "---\nname: 배포\ndescription: 배포를\n  준비한다\n---\n하세요."

    skill = parse_skill(text, path=Path("x/SKILL.md"), place=PromptOrigin.WORKSPACE)

    assert (skill.name, skill.description) == ("배포", "배포를 준비한다")


def test_a_file_without_a_head_says_so() -> None:
    with pytest.raises(FrontMatterError, match="head"):
        parse_skill("# Just text", path=Path("x/SKILL.md"), place=PromptOrigin.WORKSPACE)


def test_the_example_in_the_documentation_is_a_skill_with_two_questions() -> None:
    page = (PACKAGE.parent / "docs" / "prompts.md").read_text(encoding="utf-8")
    example = page.partition("```markdown\n")[2].partition("\n```")[0]

    skill = parse_skill(example, path=Path("release/SKILL.md"), place=PromptOrigin.WORKSPACE)

    assert skill.name == "release"
    assert len(skill.questions) == 2
    assert skill.body.startswith("1. Ask the prepared questions.")
