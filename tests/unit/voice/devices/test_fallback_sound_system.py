"""A sound server, or something else."""

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.binding import DeviceEventQueue
from assistant.voice.devices.fallback_sound_system import FallbackSoundSystem
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.sound_system import StreamWatcher
from tests.helpers.audio.fake_devices import FakeSound


def away() -> None:
    raise DeviceError("The server does not answer.")


def there() -> None: ...


@pytest.fixture
def server() -> FakeSound:
    return FakeSound(inputs=("mic",))


@pytest.fixture
def otherwise() -> FakeSound:
    return FakeSound(inputs=("hw:0",))


@pytest.fixture
def sound(server: FakeSound, otherwise: FakeSound) -> FallbackSoundSystem:
    return FallbackSoundSystem(server=server, otherwise=otherwise)


def opened(sound: FallbackSoundSystem, who: StreamWatcher) -> str:
    spot = sound.find(who.kind, who.wanted)
    device = sound.input(spot, lambda: None)
    sound.bind(who, spot, device)
    return device.name


@pytest.fixture
def who() -> StreamWatcher:
    return StreamWatcher(kind=DeviceKind.INPUT, wanted="", mailbox=DeviceEventQueue(""))


def test_a_server_that_answers_is_used_and_waited_for(
    sound: FallbackSoundSystem, server: FakeSound, otherwise: FakeSound, who: StreamWatcher
) -> None:
    sound.follow(who)
    assert opened(sound, who) == "mic"
    assert (server.followers, otherwise.followers) == (1, 0)
    sound.release(who)
    server.on_find = away
    with pytest.raises(DeviceError, match="server"):
        sound.find(DeviceKind.INPUT, "")
    with pytest.raises(DeviceError, match="server"):
        sound.devices()
    assert otherwise.inputs == []
    sound.unfollow(who)
    assert server.followers == 0


def test_without_a_server_the_other_is_used_and_kept(
    sound: FallbackSoundSystem, server: FakeSound, otherwise: FakeSound, who: StreamWatcher
) -> None:
    server.on_find = away
    sound.follow(who)
    assert opened(sound, who) == "hw:0"
    assert (server.followers, otherwise.followers) == (0, 1)
    server.on_find = there
    assert opened(sound, who) == "hw:0"
    assert [device.name for device in sound.devices().inputs] == ["hw:0"]
    sound.unfollow(who)
    assert otherwise.followers == 0


def test_where_neither_has_a_device_the_server_is_waited_for(
    sound: FallbackSoundSystem, server: FakeSound, otherwise: FakeSound, who: StreamWatcher
) -> None:
    server.on_find = away
    otherwise.plug(inputs=())
    sound.follow(who)
    with pytest.raises(DeviceError, match="server"):
        sound.find(DeviceKind.INPUT, "")
    assert sound.devices().inputs == ()
    assert server.followers == 1
    asked: list[bool] = []
    otherwise.on_find = lambda: asked.append(True)
    with pytest.raises(DeviceError, match="server"):
        sound.find(DeviceKind.INPUT, "")
    assert not asked  # once is enough
    sound.unfollow(who)
    sound.follow(who)
    with pytest.raises(DeviceError, match="server"):
        sound.find(DeviceKind.INPUT, "")
    assert asked
    server.on_find = there
    assert opened(sound, who) == "mic"


def test_a_list_decides_for_a_server_that_answers(
    sound: FallbackSoundSystem, server: FakeSound, otherwise: FakeSound
) -> None:
    assert [device.name for device in sound.devices().inputs] == ["mic"]
    server.on_find = away
    with pytest.raises(DeviceError, match="server"):
        sound.find(DeviceKind.INPUT, "")
    assert otherwise.inputs == []
