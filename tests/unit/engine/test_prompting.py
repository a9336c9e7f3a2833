"""What reaches the model of prompts, skills and tool descriptions, through the assembled core."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from assistant.assembly.core import open_core
from assistant.clock import SystemClock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.commands import Command
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import AnswerQuestion, QuestionAsked
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Answer, Answered, Channel, Method, Provenance
from assistant.settings import load
from tests.helpers.llm.scripted_model import ScriptedModel, Step, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.helpers.tools.skills import workspace_skills, write_release, write_skill

SENTENCE = "ALWAYS use 'local:UIAskUserQuestion', NEVER use 'AskUserQuestion' tool."
Event = TypeVar("Event")


class Running:
    """A core, its model, and everything that was heard of it."""

    def __init__(self, model: ScriptedModel) -> None:
        self.core: Core
        self.events: list[EngineEvent] = []
        self.model = model
        self._changed = asyncio.Event()

    def hear(self, event: EngineEvent) -> None:
        """Take an event."""
        self.events.append(event)
        self._changed.set()

    async def until(self, kind: type[Event], count: int = 1) -> Event:
        """Return the last event of this kind once there are `count`."""
        async with asyncio.timeout(10):
            while len(found := [e for e in self.events if isinstance(e, kind)]) < count:
                self._changed.clear()
                await self._changed.wait()
            return found[-1]

    async def do(self, command: Command) -> None:
        """Handle a command as the engine would."""
        await self.core.commands.dispatch(command)

    async def say(self, text: str = "Hi") -> ModelRequest:
        """Have a turn; return its last request."""
        n_finished = len(self.of(TurnFinished))
        await self.do(Say(text=text))
        await self.until(TurnFinished, n_finished + 1)
        return self.model.requests[-1]

    async def choose(self, asked: QuestionAsked, option_id: str) -> None:
        """Answer the first question of a set."""
        answer = Answer(question_id=asked.questions.questions[0].id, option_ids=(option_id,))
        who = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=SystemClock().now())
        await self.do(
            AnswerQuestion(
                questions_id=asked.questions.id,
                response=Answered(answers=(answer,), provenance=who),
                channel=Channel.DESKTOP,
            )
        )

    def of(self, kind: type[Event]) -> list[Event]:
        """Return the events of this kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def notices(self, code: str) -> list[Notice]:
        """Return the notices whose code begins like this."""
        return [notice for notice in self.of(Notice) if notice.code.startswith(code)]


@pytest.fixture
def workspace(home: Home) -> Path:
    return home.workspace("default")


@asynccontextmanager
async def running(home: Home, *script: list[Step], resume: bool = False) -> AsyncGenerator[Running]:
    model = ScriptedModel(list(script))
    heard = Running(model)
    loaded = load(home, {})
    plan = LaunchOptions(
        home=home,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.DESKTOP,
        client=model,
        resume=resume,
    )
    async with open_core(plan, emit=heard.hear) as core:
        core.announce()
        heard.core = core
        yield heard


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def ask_in_words(home: Home) -> None:
    write(home.settings_file, '[questions]\nchannel = "skill"\n')


def names(request: ModelRequest) -> set[str]:
    return {spec.name for spec in request.tools}


def system(request: ModelRequest) -> str:
    return "\n".join(part.text for part in request.system)


# One way to ask.


async def test_by_default_the_tool_is_told_and_the_skill_is_not(home: Home) -> None:
    async with running(home, says("Hello.")) as run:
        request = await run.say()

    assert "ask_user_question" in names(request)
    assert {"ask_from_template", "read_skill"} & names(request) == set()
    assert "UIAskUserQuestion" not in system(request)
    assert "more than two reasonable ways" in system(request)


async def test_in_words_the_skill_is_told_and_the_tool_is_not(home: Home) -> None:
    ask_in_words(home)
    async with running(home, says("Hello.")) as run:
        request = await run.say()

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
        request = await run.say()

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
        assert "Ask in rhyme." in system(await run.say())

        write(path, "{{include:./gone.prompt}}")
        assert "more than two reasonable ways" in system(await run.say())
        (notice,) = run.notices("prompt")
        assert "gone.prompt" in notice.text
        assert notice.hint

        write(path, "Ask in prose.")
        assert "Ask in prose." in system(await run.say())
        assert run.notices("prompt") == [notice]


# Skills.


async def test_skills_are_listed_and_read(home: Home, workspace: Path) -> None:
    write_skill(workspace_skills(workspace), "letters", "description: Write a letter.", "Dear.")
    script = [uses_tool("read_skill", {"name": "letters"}), says("Done.")]
    async with running(home, *script) as run:
        request = await run.say()

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
        await run.choose(asked, "notes/news.md")
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
        await run.choose(again, "notes/news.md")
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
        request = await run.say()

    (notice,) = run.notices("skill_problem")
    assert str(broken) in notice.text
    assert "Mend the file" in notice.hint
    assert "- sound: Does it." in system(request)


async def test_a_workspaces_question_skill_is_used_and_told(home: Home, workspace: Path) -> None:
    ask_in_words(home)
    path = write_skill(workspace_skills(workspace), "UIAskUserQuestion", body="Ask in verse.")
    async with running(home, says("Hello.")) as run:
        request = await run.say()

    assert "Ask in verse." in system(request)
    (notice,) = run.notices("skill_replaced")
    assert str(path) in notice.text
    assert notice.severity is Severity.INFO
