"""Where the voices of the users are kept: a private file for each recorded phrase, in the home.

They are biometric: they stay on this computer, in no backup and on no other device, and go with the
wake word whose recordings they were learned from.
"""

import logging
from pathlib import Path
from typing import Final

from assistant.errors import ModelLoadError
from assistant.private_files import write_private
from assistant.voice.speaker_verification.model.voice_profile import VoiceProfile
from assistant.voice.turn_taking.wake_phrase import phrase_of

_log = logging.getLogger(__name__)

FOLDER: Final = "voice-profiles"
"""Left out of backups by name."""

_SUFFIX = ".npz"


class VoiceProfileStore:
    """The files; blocks as files do.

    Args:
        root: Of the home.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER

    def phrases(self) -> tuple[str, ...]:
        """Return the phrases with whose recordings a voice was learned, sorted."""
        return tuple(sorted(file.stem for file in self._folder.glob(f"*{_SUFFIX}")))

    def read_all(self) -> tuple[VoiceProfile, ...]:
        """Return all that can be read; a file that cannot is logged and left alone."""
        found: list[VoiceProfile] = []
        for phrase in self.phrases():
            try:
                found.append(VoiceProfile.from_bytes(self._file(phrase).read_bytes()))
            except (OSError, ModelLoadError) as error:
                _log.warning("A voice cannot be read: %s", error)
        return tuple(found)

    def write(self, profile: VoiceProfile) -> None:
        """Keep a voice, in place of one of the same phrase.

        Raises:
            OSError: If it cannot be written.
        """
        write_private(self._file(profile.phrase), profile.to_bytes())

    def delete(self, phrase: str) -> None:
        """Delete a voice; one that is not there is deleted already.

        Raises:
            OSError: If it cannot be deleted.
        """
        self._file(phrase).unlink(missing_ok=True)

    def _file(self, phrase: str) -> Path:
        return self._folder / f"{phrase_of(phrase)}{_SUFFIX}"
