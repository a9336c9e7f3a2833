"""Screenshots: for the user and for models that take pictures."""

import dataclasses
from typing import Any

import pytest

from assistant.clock import SystemClock
from assistant.errors import AssistantError
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.llm.messages_api.pictures import image_block
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.system.host_access import HostAccess, NoScreenCapture, Screenshot, What
from assistant.tools.system.screen_tools import ScreenTools
from assistant.tools.tool import InvalidInputError, Permission, Tool
from tests.helpers.pictures import png
from tests.helpers.tools.fakes import ScriptedConfirmer, context


class PaintedScreen:
    """Implements `Screen`: gives the same picture always."""

    unavailable: str | None = None

    def __init__(self) -> None:
        self.taken: list[What] = []

    async def take(self, what: What) -> Screenshot:
        """Note what was wanted."""
        self.taken.append(what)
        return Screenshot(png=png(8, 4), width=8, height=4)


@pytest.fixture
def screen() -> PaintedScreen:
    return PaintedScreen()


def tool(screen: PaintedScreen) -> Tool[Any]:
    return ScreenTools(screen).take_screenshot


@pytest.mark.parametrize(
    ("takes_images", "told"),
    [
        (True, "It follows these results."),
        (False, "The person sees it; you cannot"),
    ],
)
async def test_the_picture_is_there_and_the_model_knows_whether_it_sees_it(
    screen: PaintedScreen, takes_images: bool, told: str
) -> None:
    shot = tool(screen)

    result = await shot.run(
        shot.validate({"what": "window"}),
        dataclasses.replace(context(), takes_images=takes_images),
    )

    assert screen.taken == ["window"]
    assert result.content.startswith("A picture of Parley's window, 8 by 4 pixels.")
    assert told in result.content
    (image,) = result.images
    assert image == image_block(png(8, 4), "image/png")
    assert shot.permission is Permission.SENSITIVE


async def test_the_whole_screen_is_meant_where_nothing_is_said(screen: PaintedScreen) -> None:
    shot = tool(screen)

    result = await shot.run(shot.validate({}), context())

    assert screen.taken == ["screen"]
    assert "the person's screen" in result.content


@pytest.mark.parametrize("what", ["", "webcam", "/dev/video0", None, 1])
def test_nothing_else_is_taken(screen: PaintedScreen, what: object) -> None:
    with pytest.raises(InvalidInputError):
        tool(screen).validate({"what": what})


async def test_the_person_is_told_what_the_model_would_see(screen: PaintedScreen) -> None:
    assert "everything on this screen" in await tool(screen).explain({}, context())
    assert "Parley's window" in await tool(screen).explain({"what": "window"}, context())


async def test_without_a_window_there_are_no_pictures() -> None:
    screen = HostAccess().screen
    assert isinstance(screen, NoScreenCapture)
    with pytest.raises(AssistantError):
        await screen.take("screen")
    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add_all(ScreenTools(screen))
    runner = ToolRunner(registry=registry, clock=SystemClock(), timeout_s=10)
    call = ToolUseBlock(id="c", name="take_screenshot", input={})

    (block,) = await runner.batch([call], context=context(), on_event=lambda _event: None).run()

    assert (block.content, block.is_error) == (screen.unavailable, True)
