"""Lists the devices that are there now, in a process of its own: `sound_system` says why."""

import json
import sys
from dataclasses import asdict

from assistant.errors import DeviceError
from assistant.voice.devices.portaudio.host import PortAudioHost


def main() -> int:
    """Write the devices as JSON; returns the exit status."""
    try:
        devices = PortAudioHost().devices()
    except DeviceError as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    sys.stdout.write(json.dumps(asdict(devices)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
