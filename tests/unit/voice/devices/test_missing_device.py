import pytest

from assistant.voice.devices.missing_device import missing_hint


@pytest.mark.parametrize(("platform", "is_named"), [("linux", True), ("darwin", False)])
def test_only_linux_users_are_asked_about_the_sound_server(platform: str, is_named: bool) -> None:
    hint = missing_hint(platform)
    assert hint.startswith("Plug one in")
    assert ("PulseAudio or PipeWire" in hint) is is_named
