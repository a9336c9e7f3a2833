"""What reaches the model of prompts, skills and tool descriptions, through the assembled core."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import TurnFinished
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.files import write
from tests.helpers.llm.scripted_model import ScriptedModel, Step, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.helpers.tools.skills import workspace_skills, write_release, write_skill

SENTENCE = "ALWAYS use 'local:UIAskUserQuestion', NEVER use 'AskUserQuestion' tool."


@pytest.fixture
def workspace(home: Home) -> Path:
    return home.workspace("default")


def running(
    home: Home, *script: list[Step], resume: bool = False
) -> AbstractAsyncContextManager[RunningCore]:
    return opened(home, ScriptedModel(list(script)), resume=resume)


async def say(run: RunningCore) -> ModelRequest:
    """Have a turn; return its last request."""
    await run.turn("Hi")
    return run.model.requests[-1]


async def choose(run: RunningCore, asked: QuestionAsked, option_id: str) -> None:
    """Answer the one question of a set."""
    (question,) = asked.questions.questions
    await run.respond(asked.questions, chose(asked.questions, **{question.id: option_id}))


def notices(run: RunningCore, code: str) -> list[Notice]:
    """Return the notices whose code begins like this."""
    return [notice for notice in run.of(Notice) if notice.code.startswith(code)]


def ask_in_words(home: Home) -> None:
    write(home.settings_file, '[questions]\nchannel = "skill"\n')


def names(request: ModelRequest) -> set[str]:
    return {spec.name for spec in request.tools}


def system(request: ModelRequest) -> str:
    return "\n".join(part.text for part in request.system)


# One way to ask.


async def test_by_default_the_tool_is_told_and_the_skill_is_not(home: Home) -> None:
    async with running(home, says("Hello.")) as run:
        request = await say(run)

    assert "ask_user_question" in names(request)
    assert {"ask_from_template", "read_skill"} & names(request) == set()
    assert "UIAskUserQuestion" not in system(request)
    assert "more than two reasonable ways" in system(request)


async def test_in_words_the_skill_is_told_and_the_tool_is_not(home: Home) -> None:
    ask_in_words(home)
    async with running(home, says("Hello.")) as run:
        request = await say(run)

    assert "ask_user_question" not in names(request)
    assert {"current_time", "calculator"} <= names(request)
    assert SENTENCE in system(request).splitlines()
    assert "user_choice_group" in system(request)
    assert "ask_user_question" not in system(request)


async def test_a_tool_that_was_not_told_of_is_understood_all_the_same(home: Home) -> None:
    ask_in_words(home)
    async with running(home, uses_tool("AskUserQuestion", QUESTION), says("B.")) as run:
        await run.do(Say(text="Help me"))
        asked = await run.until(QuestionAsked)

    assert asked.questions.questions[0].text == "Which one?"


# Whose files are used.


async def test_the_workspaces_prompt_and_descriptions_are_used(home: Home, workspace: Path) -> None:
    write(home.root / "prompts" / "tools" / "calculator.txt", "Count.")
    write(home.root / "prompts" / "tools" / "ask-user.txt", "The person's.")
    write(workspace / "prompts" / "tools" / "ask-user.txt", "The workspace's.")
    write(workspace / "prompts" / "common.prompt", "Ask in rhyme.")
    async with running(home, says("Hello.")) as run:
        request = await say(run)

    descriptions = {spec.name: spec.description for spec in request.tools}
    assert descriptions["calculator"] == "Count."
    assert descriptions["ask_user_question"] == "The workspace's."
    assert "Ask in rhyme." in system(request)
    assert "You are the assistant inside Parley" in system(request)


@pytest.mark.parametrize(
    ("content", "chain"),
    [
        ("{{include:./gone.prompt}}", "prompts/common.prompt → prompts/gone.prompt"),
        ("{{include:./default.prompt}}", "prompts/common.prompt → prompts/default.prompt"),
    ],
    ids=["missing", "circle"],
)
async def test_a_wrong_include_ends_the_start_and_leaves_the_home_free(
    home: Home, workspace: Path, content: str, chain: str
) -> None:
    path = workspace / "prompts" / "common.prompt"
    write(path, content)
    for _attempt in range(2):
        with pytest.raises(ConfigError, match=chain):
            async with running(home):
                pass
    path.unlink()
    async with running(home):
        pass


async def test_a_prompt_broken_while_the_program_runs_is_told_and_parleys_own_used(
    home: Home,
) -> None:
    path = home.root / "prompts" / "common.prompt"
    write(path, "Ask in rhyme.")
    async with running(home, says("One."), says("Two."), says("Three.")) as run:
        assert "Ask in rhyme." in system(await say(run))

        write(path, "{{include:./gone.prompt}}")
        assert "more than two reasonable ways" in system(await say(run))
        (notice,) = notices(run, "prompt")
        assert "gone.prompt" in notice.text
        assert notice.hint

        write(path, "Ask in prose.")
        assert "Ask in prose." in system(await say(run))
        assert notices(run, "prompt") == [notice]


# Skills.


async def test_skills_are_listed_and_read(home: Home, workspace: Path) -> None:
    write_skill(workspace_skills(workspace), "letters", "description: Write a letter.", "Dear.")
    script = [uses_tool("read_skill", {"name": "letters"}), says("Done.")]
    async with running(home, *script) as run:
        request = await say(run)

    assert "- letters: Write a letter." in system(request)
    assert "read_skill" in names(request)
    assert "ask_from_template" not in names(request)
    (result,) = request.messages[-1].content
    assert isinstance(result, ToolResultBlock)
    assert (result.content, result.is_error) == ("Dear.", False)


async def test_prepared_questions_are_shown_answered_and_returned(
    home: Home, workspace: Path
) -> None:
    write_release(workspace)
    script = [uses_tool("ask_from_template", {"name": "release"}), says("Done.")]
    async with running(home, *script) as run:
        await run.do(Say(text="Release it"))
        asked = await run.until(QuestionAsked)
        await choose(run, asked, "notes/news.md")
        await run.until(TurnFinished)
        first, last = run.model.requests

    assert {"ask_from_template", "read_skill", "ask_user_question"} <= names(first)
    (question,) = asked.questions.questions
    assert [option.label for option in question.options] == ["notes/fixes.md", "notes/news.md"]
    (result,) = last.messages[-1].content
    assert isinstance(result, ToolResultBlock)
    assert "Selected: notes/news.md" in result.content


async def test_prepared_questions_are_as_they_were_after_a_restart(
    home: Home, workspace: Path
) -> None:
    write_release(workspace)
    script = [uses_tool("ask_from_template", {"name": "release"})]
    async with running(home, *script) as run:
        await run.do(Say(text="Release it"))
        asked = await run.until(QuestionAsked)
    (workspace / "notes" / "news.md").unlink()
    (workspace / "VERSION").unlink()

    async with running(home, says("Done."), resume=True) as run:
        again = await run.until(QuestionAsked)
        await choose(run, again, "notes/news.md")
        await run.until(TurnFinished)
        (request,) = run.model.requests

    assert again.questions == asked.questions
    (result,) = request.messages[-1].content
    assert isinstance(result, ToolResultBlock)
    assert "Selected: notes/news.md" in result.content


async def test_a_broken_skill_is_told_once_and_the_others_are_there(
    home: Home, workspace: Path
) -> None:
    broken = write_skill(workspace_skills(workspace), "broken", "name: broken")
    write_skill(workspace_skills(workspace), "sound")
    async with running(home, says("Hello.")) as run:
        await run.do(NewConversation())
        request = await say(run)

    (notice,) = notices(run, "skill_problem")
    assert str(broken) in notice.text
    assert "Mend the file" in notice.hint
    assert "- sound: Does it." in system(request)


async def test_a_workspaces_question_skill_is_used_and_told(home: Home, workspace: Path) -> None:
    ask_in_words(home)
    path = write_skill(workspace_skills(workspace), "UIAskUserQuestion", body="Ask in verse.")
    async with running(home, says("Hello.")) as run:
        request = await say(run)

    assert "Ask in verse." in system(request)
    (notice,) = notices(run, "skill_replaced")
    assert str(path) in notice.text
    assert notice.severity is Severity.INFO
