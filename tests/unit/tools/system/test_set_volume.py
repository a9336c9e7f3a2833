"""`set_volume`: how loud the program speaks."""

import pytest

from assistant.engine.voice_volume import VoiceVolume
from assistant.home import Home
from assistant.settings import load
from assistant.tools.system.volume_tools import VolumeTools
from assistant.tools.tool import InvalidInputError
from tests.helpers.tools.fakes import context


@pytest.mark.parametrize(
    ("before", "arguments", "after"),
    [
        (100, {"change": "down"}, 80),
        (100, {"change": "up"}, 100),
        (20, {"change": "down"}, 10),
        (100, {"percent": 40}, 40),
        (40, {"percent": 0}, 10),
    ],
)
async def test_the_voice_changes_at_once_and_stays_so(
    home: Home, before: int, arguments: dict[str, object], after: int
) -> None:
    volume = VoiceVolume(home=home, percent=before)
    tool = VolumeTools(volume).set_volume
    result = await tool.run(tool.validate(arguments), context())
    assert result.data == {"percent": after, "was_percent": before}
    assert volume.gain == after / 100
    if after != before:
        assert load(home, {}).settings.voice.volume == after


@pytest.mark.parametrize("arguments", [{}, {"percent": 40, "change": "up"}])
async def test_one_way_to_say_it_is_needed(home: Home, arguments: dict[str, object]) -> None:
    tool = VolumeTools(VoiceVolume(home=home, percent=100)).set_volume
    with pytest.raises(InvalidInputError):
        await tool.run(tool.validate(arguments), context())
