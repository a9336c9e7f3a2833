"""What the model is told of each tool, row by row, and whose version it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.messages_api.model_client import ToolSpec
from assistant.prompting.files import PromptFiles
from assistant.tools.descriptions import SHIPPED, described, read_description

MAX_QUESTION_TOOL = 3_200
"""Characters of the question tool's description; every request carries it."""

SPECS = tuple(
    ToolSpec(name=name, description=read_description(name), input_schema={})
    for name in ("ask_user_question", "calculator")
)


@pytest.fixture
def workspace(home: Home) -> Path:
    return home.workspace("default")


@pytest.fixture
def files(home: Home, workspace: Path) -> PromptFiles:
    return PromptFiles(home=home, workspace=workspace)


def write(folder: Path, text: str | bytes, name: str = "ask-user") -> None:
    path = folder / "prompts" / "tools" / f"{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.txt")), ids=lambda file: file.stem)
def test_every_shipped_description_can_be_read(file: Path) -> None:
    text = read_description(file.stem)

    assert len(text) > 100
    assert text == text.strip()


@pytest.mark.requirement("PR-11", "PR-27")
def test_the_workspaces_description_goes_before_the_persons_and_that_before_the_programs(
    home: Home, workspace: Path, files: PromptFiles
) -> None:
    assert described(SPECS, files) == (SPECS, ())
    ask, calculator = SPECS

    write(home.root, "Ask seldom.\n")
    assert described(SPECS, files) == ((replace(ask, description="Ask seldom."), calculator), ())

    write(workspace, "Ask often.\n")
    assert described(SPECS, files) == ((replace(ask, description="Ask often."), calculator), ())


@pytest.mark.parametrize("content", [b"", b"  \n", b"\xff\xfe"])
def test_a_description_that_says_nothing_is_a_problem(
    home: Home, files: PromptFiles, content: bytes
) -> None:
    write(home.root, content)

    found, (problem,) = described(SPECS, files)

    assert found == SPECS
    assert "ask-user.txt" in problem.message
    assert problem.hint


def test_a_description_that_nobody_has_is_a_problem() -> None:
    with pytest.raises(ConfigError, match="juggle.txt is missing"):
        read_description("juggle")


@pytest.mark.requirement(
    "MCP-10",
    "PR-12",
    "PR-13",
    "PR-14",
    "PR-15",
    "PR-16",
    "PR-17",
    "PR-18",
    "PR-19",
    "PR-20",
    "PR-21",
    "PR-22",
)
@pytest.mark.parametrize(
    "phrase",
    [
        pytest.param("learn preferences", id="PR-12 preferences"),
        pytest.param("ambiguous instructions", id="PR-12 ambiguous instructions"),
        pytest.param("while you work", id="PR-12 decisions during execution"),
        pytest.param("technology choices: ask which one, rather than take one", id="PR-13"),
        pytest.param("offer the possible settings, rather than set a default", id="PR-14"),
        pytest.param("trade-off of each and let the person decide", id="PR-15"),
        pytest.param("one question with multiSelect, not one question for each", id="PR-16"),
        pytest.param("multiSelect: true if the options do not exclude each other", id="PR-17"),
        pytest.param('put it first and end its label with " (Recommended)"', id="PR-18"),
        pytest.param('Do not add an option "Other"', id="PR-19"),
        pytest.param("it is added automatically", id="PR-19 automatically"),
        pytest.param("In plan mode, use it to clarify requirements", id="PR-20"),
        pytest.param('Do not use it to ask "Is my plan ready?"', id="PR-20 not this"),
        pytest.param("1 to 4 questions", id="PR-21 questions"),
        pytest.param("2 to 4 options", id="PR-21 options"),
        pytest.param("at most 12 characters", id="PR-21 header"),
        pytest.param("1 to 5 words", id="PR-21 label"),
        pytest.param("confirmed, such as deleting a file", id="PR-22 confirm"),
        pytest.param("choose between A, B and C", id="PR-22 choose"),
        pytest.param("information that only the person has", id="PR-22 information"),
        pytest.param("several rounds", id="PR-22 rounds"),
        pytest.param("what you are working on and why a choice is needed", id="MCP-09"),
        pytest.param("more than two reasonable ways", id="MCP-10 branches"),
        pytest.param("destructive", id="MCP-10 destructive"),
        pytest.param("required configuration is missing", id="MCP-10 configuration"),
        pytest.param("no speculative default", id="MCP-10 default, C-52"),
    ],
)
def test_the_question_tool_is_described_in_full(phrase: str) -> None:
    assert phrase in read_description("ask-user")


def test_the_question_tools_description_stays_short() -> None:
    assert len(read_description("ask-user")) <= MAX_QUESTION_TOOL
