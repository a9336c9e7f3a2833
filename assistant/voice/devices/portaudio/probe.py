"""Lists the devices that are there now, in a process of its own: `portaudio_sound` says why."""

import sys

from assistant.errors import DeviceError
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.portaudio.sound_system import to_json


def main() -> int:
    """Write the devices as JSON; returns the exit status."""
    try:
        devices = PortAudioHost().devices()
    except DeviceError as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    sys.stdout.write(to_json(devices))
    return 0


if __name__ == "__main__":
    sys.exit(main())
