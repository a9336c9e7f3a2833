"""Devices that come and go where PortAudio lists them once."""

import json
import sys
import threading
from dataclasses import asdict
from typing import Any

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.binding import DeviceAvailable, DeviceEventQueue, DeviceInUse
from assistant.voice.devices.policy.selection import AudioDevices, DeviceInfo, DeviceKind
from assistant.voice.devices.portaudio import sound_system
from assistant.voice.devices.portaudio.probe import main
from assistant.voice.devices.portaudio.sound_system import (
    PortAudioSoundSystem,
    from_json,
    probe,
)
from assistant.voice.devices.sound_system import StreamWatcher
from assistant.voice.devices.system import SystemAudio
from assistant.voice.events import DeviceReason
from tests.helpers.audio.fake_devices import infos
from tests.helpers.audio.fake_sounddevice import FakeSoundDevice, device
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S


class FakeHost:
    """Implements what is used of `PortAudioHost`: a list that changes only when nothing is open."""

    def __init__(self, *names: str) -> None:
        self.there = AudioDevices(inputs=infos(*names), outputs=infos(*names))
        self.listed = self.there
        self.is_busy = False
        self.waits: list[float] = []

    def devices(self) -> AudioDevices:
        return self.listed

    def refresh(self, *, wait_s: float = 0.0) -> bool:
        self.waits.append(wait_s)
        if self.is_busy:
            return False
        self.listed = self.there
        return True

    def plug(self, *names: str) -> None:
        self.there = AudioDevices(inputs=infos(*names), outputs=infos(*names))


class Eyes:
    """Lists what is there, as the child does, and says how often it was asked."""

    def __init__(self, host: FakeHost) -> None:
        self.host = host
        self.error: DeviceError | None = None
        self.looked = threading.Semaphore(0)

    def __call__(self) -> AudioDevices:
        self.looked.release()
        if self.error is not None:
            raise self.error
        return self.host.there

    def wait(self, times: int = 2) -> None:
        """Wait until it has been asked so often, so that the answer before the last was used."""
        for _time in range(times):
            assert self.looked.acquire(timeout=PATIENCE_S)


@pytest.fixture
def host() -> FakeHost:
    return FakeHost("mic", "studio")


@pytest.fixture
def eyes(host: FakeHost) -> Eyes:
    return Eyes(host)


@pytest.fixture
def sound(host: FakeHost, eyes: Eyes) -> PortAudioSoundSystem:
    fake: Any = host
    return PortAudioSoundSystem(
        clock=ManualClock(), host=fake, look=eyes, soon_s=0.005, seldom_s=0.005
    )


def watcher(kind: DeviceKind = DeviceKind.INPUT, wanted: str = "") -> StreamWatcher:
    return StreamWatcher(kind=kind, wanted=wanted, mailbox=DeviceEventQueue(wanted))


def bound(sound: PortAudioSoundSystem, who: StreamWatcher) -> None:
    spot = sound.find(who.kind, who.wanted)
    sound.bind(who, spot, sound.input(spot, lambda: None))


def test_a_wanted_device_is_opened_by_its_name_and_the_default_by_none(
    sound: PortAudioSoundSystem,
) -> None:
    spot = sound.find(DeviceKind.INPUT, "stud")
    assert (spot.place.device.name, spot.place.is_fallback, spot.target) == (
        "studio",
        False,
        "studio",
    )
    assert sound.find(DeviceKind.INPUT, "").target is None
    assert sound.find(DeviceKind.OUTPUT, "Røde").place.is_fallback


def test_a_device_that_is_missing_is_looked_for_in_a_new_list(
    sound: PortAudioSoundSystem, host: FakeHost
) -> None:
    host.plug("mic", "usb")
    assert sound.find(DeviceKind.INPUT, "usb").target == "usb"
    host.plug()
    host.listed = host.there
    with pytest.raises(DeviceError, match="No microphone"):
        sound.find(DeviceKind.INPUT, "")


def test_the_list_is_that_of_now_also_while_something_is_open(
    sound: PortAudioSoundSystem, host: FakeHost, eyes: Eyes
) -> None:
    host.plug("usb")
    host.is_busy = True
    assert sound.devices().inputs == infos("usb")
    eyes.error = DeviceError("no child")
    assert sound.devices().inputs == infos("mic", "studio")
    host.is_busy = False
    assert sound.devices().inputs == infos("usb")


def test_when_the_wanted_device_comes_everybody_opens_anew(
    sound: PortAudioSoundSystem, host: FakeHost, eyes: Eyes
) -> None:
    mine, other = watcher(wanted="usb"), watcher(DeviceKind.OUTPUT)
    for who in (mine, other):
        sound.follow(who)
        bound(sound, who)
    assert [news.reason for news in mine.mailbox.take() if isinstance(news, DeviceInUse)] == [
        DeviceReason.MISSING
    ]
    other.mailbox.take()
    eyes.wait()
    assert other.mailbox.take() == []  # all is as it was
    host.is_busy = True
    host.plug("mic", "usb")
    eyes.wait(3)
    assert mine.mailbox.take() == [DeviceAvailable()]
    assert other.mailbox.take() == [DeviceAvailable()]
    host.is_busy = False
    host.waits.clear()
    spot = sound.find(DeviceKind.INPUT, "usb")
    assert host.waits == [sound_system.ALL_CLOSED_S]
    assert spot.target == "usb"
    for who in (mine, other):
        sound.unfollow(who)


def test_while_nothing_is_open_the_first_device_is_told(
    sound: PortAudioSoundSystem, host: FakeHost, eyes: Eyes
) -> None:
    mine = watcher()
    host.plug()
    sound.follow(mine)
    eyes.wait(3)
    assert mine.mailbox.take() == []
    eyes.error = DeviceError("no child")
    eyes.wait(3)
    eyes.error = None
    host.plug("mic")
    eyes.wait(3)
    assert mine.mailbox.take() == [DeviceAvailable()]
    sound.unfollow(mine)


def test_the_watching_ends_with_the_last_one_and_begins_again(
    sound: PortAudioSoundSystem, eyes: Eyes
) -> None:
    mine = watcher()
    for _time in range(2):
        sound.follow(mine)
        sound.follow(mine)
        eyes.wait(1)
        watching = [thread for thread in threading.enumerate() if thread.name == "device-watch"]
        assert len(watching) == 1
        sound.unfollow(mine)
        sound.unfollow(mine)
        watching[0].join(PATIENCE_S)
        assert not watching[0].is_alive()


def test_what_the_child_writes_is_read() -> None:
    devices = AudioDevices(
        inputs=(DeviceInfo(name="Røde", is_default=True, rate_hz=48_000),),
        outputs=(DeviceInfo(name="box"),),
    )
    assert from_json(json.dumps(asdict(devices))) == devices


@pytest.mark.parametrize(
    "problem",
    [
        OSError("no program"),
        TimeoutError("20 s"),
        (1, "{}"),
        (0, "nonsense"),
        (0, "[]"),
        (0, '{"inputs": [{"nonsense": 1}]}'),
        (0, '{"nonsense": []}'),
    ],
)
def test_a_child_that_fails_is_a_device_error(
    monkeypatch: pytest.MonkeyPatch, problem: Exception | tuple[int, str]
) -> None:
    def run(*_: object, **__: object) -> tuple[int, str, str]:
        if isinstance(problem, Exception):
            raise problem
        return (*problem, "")

    monkeypatch.setattr(sound_system, "run", run)
    with pytest.raises(DeviceError):
        probe()


def test_the_real_child_lists_what_this_process_would(capsys: pytest.CaptureFixture[str]) -> None:
    status = main()
    written = capsys.readouterr()
    if status == 0:
        assert probe() == from_json(written.out)
    else:  # no PortAudio here
        assert written.err
        with pytest.raises(DeviceError):
            probe()


def test_both_devices_go_to_what_was_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    library = FakeSoundDevice(device("box", 1, 2, rate_hz=32_000.0), default=(0, 0))
    monkeypatch.setitem(sys.modules, "sounddevice", library)

    def names() -> list[str]:
        return [library.listed[stream.options["device"]]["name"] for stream in library.streams]

    sound = PortAudioSoundSystem(clock=ManualClock(), look=lambda: AudioDevices())
    audio = SystemAudio(sound=sound)
    microphone, _hears = audio.microphone("headset")
    speaker, _speaks = audio.speaker("headset")

    def open_both() -> None:
        microphone.open(lambda _samples, _at: None, on_end=lambda _at: None)
        speaker.open(lambda _out, _at: None, on_lost=lambda _reason: None)

    open_both()
    assert names() == ["box"] * 2
    assert (microphone.name, speaker.name, speaker.latency_s) == ("box", "box", 0.02)
    library.there.append(device("headset", 1, 2, rate_hz=32_000.0))
    microphone.close()
    microphone.open(lambda _samples, _at: None, on_end=lambda _at: None)
    assert names()[-1] == "box"  # the speaker is open, so the list is the old one
    microphone.close()
    speaker.close()
    open_both()
    assert names()[-2:] == ["headset"] * 2
    assert (microphone.sample_rate_hz, speaker.sample_rate_hz) == (32_000, 32_000)
    microphone.close()
    speaker.close()
