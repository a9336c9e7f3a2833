"""Devices that come and go where PortAudio lists them once."""

import subprocess
import threading
from typing import Any

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices import portaudio_sound
from assistant.voice.devices.binding import Appeared, Mailbox, Using
from assistant.voice.devices.listing import AudioDevices, DeviceInfo, DeviceKind
from assistant.voice.devices.portaudio_probe import main
from assistant.voice.devices.portaudio_sound import PortAudioSound, from_json, probe, to_json
from assistant.voice.devices.sound import Watcher
from assistant.voice.events import DeviceReason
from tests.helpers.clock import ManualClock
from tests.helpers.sounds import infos

LIMIT_S = 10.0


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
            assert self.looked.acquire(timeout=LIMIT_S)


@pytest.fixture
def host() -> FakeHost:
    return FakeHost("mic", "studio")


@pytest.fixture
def eyes(host: FakeHost) -> Eyes:
    return Eyes(host)


@pytest.fixture
def sound(host: FakeHost, eyes: Eyes) -> PortAudioSound:
    fake: Any = host
    return PortAudioSound(clock=ManualClock(), host=fake, look=eyes, soon_s=0.005, seldom_s=0.005)


def watcher(kind: DeviceKind = DeviceKind.INPUT, wanted: str = "") -> Watcher:
    return Watcher(kind=kind, wanted=wanted, mailbox=Mailbox(wanted))


def bound(sound: PortAudioSound, who: Watcher) -> None:
    spot = sound.find(who.kind, who.wanted)
    sound.bind(who, spot, sound.input(spot, lambda: None))


def test_a_wanted_device_is_opened_by_its_name_and_the_default_by_none(
    sound: PortAudioSound,
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
    sound: PortAudioSound, host: FakeHost
) -> None:
    host.plug("mic", "usb")
    assert sound.find(DeviceKind.INPUT, "usb").target == "usb"
    host.plug()
    host.listed = host.there
    with pytest.raises(DeviceError, match="No microphone"):
        sound.find(DeviceKind.INPUT, "")


def test_the_list_is_that_of_now_also_while_something_is_open(
    sound: PortAudioSound, host: FakeHost, eyes: Eyes
) -> None:
    host.plug("usb")
    host.is_busy = True
    assert sound.devices().inputs == infos("usb")
    eyes.error = DeviceError("no child")
    assert sound.devices().inputs == infos("mic", "studio")
    host.is_busy = False
    assert sound.devices().inputs == infos("usb")


def test_when_the_wanted_device_comes_everybody_opens_anew(
    sound: PortAudioSound, host: FakeHost, eyes: Eyes
) -> None:
    mine, other = watcher(wanted="usb"), watcher(DeviceKind.OUTPUT)
    for who in (mine, other):
        sound.follow(who)
        bound(sound, who)
    assert [news.reason for news in mine.mailbox.take() if isinstance(news, Using)] == [
        DeviceReason.MISSING
    ]
    other.mailbox.take()
    eyes.wait()
    assert other.mailbox.take() == []  # all is as it was
    host.is_busy = True
    host.plug("mic", "usb")
    eyes.wait(3)
    assert mine.mailbox.take() == [Appeared()]
    assert other.mailbox.take() == [Appeared()]
    host.is_busy = False
    host.waits.clear()
    spot = sound.find(DeviceKind.INPUT, "usb")
    assert host.waits == [portaudio_sound.ALL_CLOSED_S]
    assert spot.target == "usb"
    for who in (mine, other):
        sound.unfollow(who)


def test_while_nothing_is_open_the_first_device_is_told(
    sound: PortAudioSound, host: FakeHost, eyes: Eyes
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
    assert mine.mailbox.take() == [Appeared()]
    sound.unfollow(mine)


def test_the_watching_ends_with_the_last_one_and_begins_again(
    sound: PortAudioSound, eyes: Eyes
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
        watching[0].join(LIMIT_S)
        assert not watching[0].is_alive()


def test_what_the_child_writes_is_read() -> None:
    devices = AudioDevices(
        inputs=(DeviceInfo(name="Røde", is_default=True, rate_hz=48_000),),
        outputs=(DeviceInfo(name="box"),),
    )
    assert from_json(to_json(devices)) == devices


@pytest.mark.parametrize(
    "problem",
    [
        OSError("no program"),
        subprocess.TimeoutExpired("probe", 20),
        subprocess.CalledProcessError(1, "probe"),
        "nonsense",
        "[]",
        '{"input": [{"nonsense": 1}]}',
    ],
)
def test_a_child_that_fails_is_a_device_error(
    monkeypatch: pytest.MonkeyPatch, problem: Exception | str
) -> None:
    def run(*_: object, **__: object) -> subprocess.CompletedProcess[bytes]:
        if isinstance(problem, Exception):
            raise problem
        return subprocess.CompletedProcess((), 0, problem.encode(), b"")

    monkeypatch.setattr(subprocess, "run", run)
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
