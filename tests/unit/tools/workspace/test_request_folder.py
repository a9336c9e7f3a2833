"""The model asks for a folder; the user says for how long, or no."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.tools.tool import AnsweredQuestions, ToolContext, ToolOutcome
from assistant.tools.workspace.folder_tools import FolderTools
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.folder_grant import FolderAccess
from assistant.tools.workspace.model.paths import WorkspaceError
from tests.helpers.engine.running_core import chose
from tests.helpers.tools.fakes import context


@pytest.fixture
def user(tmp_path: Path) -> Path:
    user = tmp_path / "ann"
    (user / "Documents").mkdir(parents=True)
    (user / ".ssh").mkdir()
    return user


@pytest.fixture
def granted(user: Path) -> GrantedFolders:
    home = user / "parley"
    return GrantedFolders(
        file=home / "folders.json", closed=(home,), trash=home / "trash", user=user
    )


class Desk:
    """Answers the question as a test says, and keeps it."""

    def __init__(self, respond: Callable[[QuestionSet], Response]) -> None:
        self.asked: list[QuestionSet] = []
        self._respond = respond

    async def ask(self, questions: QuestionSet) -> AnsweredQuestions:
        self.asked.append(questions)
        return AnsweredQuestions(questions=questions, response=self._respond(questions))


def choosing(option: str) -> Desk:
    return Desk(lambda questions: chose(questions, folder=option))


def at(desk: Desk, channel: Channel = Channel.TERMINAL) -> ToolContext:
    origin = Origin(channel=channel, conversation_id="one")
    return replace(context(), conversation_id="one", ask=desk.ask, origin=origin)


async def request(
    granted: GrantedFolders, where: ToolContext, **arguments: str
) -> tuple[str, ToolOutcome]:
    tool = FolderTools(granted).request_folder
    result = await tool.run(tool.validate(arguments), where)
    return result.content, result.outcome


@pytest.mark.parametrize(
    ("option", "here", "elsewhere"),
    [("always", 1, 1), ("conversation", 1, 0), ("refuse", 0, 0)],
)
@pytest.mark.parametrize("access", ["read", "write"])
async def test_the_user_says_for_how_long(
    granted: GrantedFolders, user: Path, option: str, here: int, elsewhere: int, access: str
) -> None:
    desk = choosing(option)

    told, outcome = await request(granted, at(desk), path="~/Documents", access=access)

    assert outcome is (ToolOutcome.OK if here else ToolOutcome.REFUSED)
    assert (f"@Documents ({user / 'Documents'}" in told) is bool(here)
    assert len(granted.folders("one")) == here
    assert len(granted.folders("two")) == elsewhere
    assert all(grant.is_writable is (access == "write") for grant in granted.folders("one"))
    (asked,) = desk.asked
    assert asked.purpose is Purpose.CONFIRM
    assert str(user / "Documents") in asked.questions[0].text
    assert ("change" in asked.questions[0].text) is (access == "write")


@pytest.mark.requirement("SEC-12")
async def test_the_question_shows_where_a_link_really_leads(
    granted: GrantedFolders, user: Path
) -> None:
    (user / "Harmless").symlink_to(user / "Documents", target_is_directory=True)
    desk = Desk(lambda _questions: Cancelled())

    await request(granted, at(desk), path=str(user / "Harmless"), reason="a\u202eb\nc")

    question = desk.asked[0].questions[0]
    assert question.text == f"May tools read files in {user / 'Documents'}?"
    assert question.context == "The assistant says why: a\\u202eb c"
    assert granted.folders("one") == ()


@pytest.mark.requirement("SEC-12")
async def test_a_folder_that_becomes_another_meanwhile_is_not_granted(
    granted: GrantedFolders, user: Path
) -> None:
    def swap(questions: QuestionSet) -> Answered:
        (user / "Documents").rename(user / "old")
        (user / "other").mkdir()
        (user / "Documents").symlink_to(user / "other", target_is_directory=True)
        return chose(questions, folder="always")

    with pytest.raises(WorkspaceError, match="another than"):
        await request(granted, at(Desk(swap)), path="~/Documents")
    assert granted.folders("one") == ()


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize("path", ["Documents", "~/.ssh", "~/parley", "/etc", "~/nowhere", "~bob/x"])
async def test_what_cannot_be_granted_is_not_asked(
    granted: GrantedFolders, user: Path, path: str
) -> None:
    (user / "parley").mkdir()
    desk = choosing("always")

    with pytest.raises(WorkspaceError):
        await request(granted, at(desk), path=path)
    assert desk.asked == []


async def test_a_request_from_elsewhere_is_refused_and_what_is_granted_not_asked_for(
    granted: GrantedFolders, user: Path
) -> None:
    desk = choosing("always")

    _told, outcome = await request(granted, at(desk, Channel.WEB), path="~/Documents")
    assert outcome is ToolOutcome.REFUSED
    granted.grant(user / "Documents", FolderAccess.READ)
    told, _outcome = await request(granted, at(desk), path="~/Documents")

    assert "granted already" in told
    assert desk.asked == []
    await request(granted, at(desk), path="~/Documents", access="write")
    assert len(desk.asked) == 1
