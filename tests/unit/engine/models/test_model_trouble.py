"""What was told of a model that could not be asked goes with its first reply."""

from pathlib import Path

import pytest

from assistant.engine.models.model_selection import SERVER_SILENT, model_notices
from assistant.home import Home
from assistant.llm.messages_api.model_client import Profile
from assistant.llm.model_choice.starter_choice import StarterChoice, StarterReason
from assistant.llm.model_factory import ModelBuild
from assistant.protocol.notices import Notice
from assistant.questions.model.question import Channel
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.llm.starter_models import starter_model

LOCAL = Profile(name="local", model="llama")


def told(running: RunningCore, code: str) -> list[bool]:
    """Return of each notice under a code whether it says that the trouble is over."""
    return [notice.resolved for notice in running.of(Notice) if notice.code == code]


def of_silence(model: ScriptedModel) -> Notice:
    """Return what is told where the server of the settings does not answer at the start."""
    build = ModelBuild(client=model, silent_servers=("http://127.0.0.1:11434",))
    (notice,) = model_notices(build, Channel.DESKTOP)
    assert notice.text == "The model server at http://127.0.0.1:11434 does not answer."
    return notice


@pytest.mark.parametrize("is_here", [True, False])
def test_of_a_better_model_is_told_by_what_was_chosen_without_a_look_at_the_disk(
    is_here: bool,
) -> None:
    small, good = (starter_model(Path("no folder", name), memory_mb=9) for name in ("a", "b"))
    choice = StarterChoice(run=small, reason=StarterReason.MISSING, is_here=is_here, fetch=good)
    build = ModelBuild(client=ScriptedModel(), starter=choice)
    assert bool(model_notices(build, Channel.API)) is is_here


async def test_a_server_that_answers_is_not_said_to_be_silent_any_more(home: Home) -> None:
    model = ScriptedModel(profile=LOCAL, script=[says("Here again."), says("Still here.")])
    async with opened(home, model) as running:
        running.core.emit(of_silence(model))
        await running.turn("Hello?")
        assert told(running, SERVER_SILENT) == [False, True]
        await running.turn("And now?")
        assert told(running, SERVER_SILENT) == [False, True], "it is said once"


@pytest.mark.parametrize("has_rules", [True, False])
async def test_a_reply_without_the_server_says_nothing_of_it(home: Home, has_rules: bool) -> None:
    model = ScriptedModel(
        profile=LOCAL if has_rules else Profile(name="anthropic", model="m"), script=[says("4")]
    )
    async with opened(home, model, has_rules=has_rules) as running:
        running.core.emit(of_silence(model))
        await running.turn("what is 2 plus 2")
        assert len(model.requests) == (not has_rules)
        assert told(running, SERVER_SILENT) == [False]


async def test_a_model_that_could_be_asked_again_is_not_said_to_be_unavailable(home: Home) -> None:
    model = ScriptedModel(script=[says("Hello.")])
    async with opened(home, model) as running:
        running.core.emit(Notice(code="model_unavailable", text="There is no key."))
        await running.turn("Hello?")
        assert told(running, "model_unavailable") == [False, True]
