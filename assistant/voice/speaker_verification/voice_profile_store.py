"""Where the voices of the users are kept.

They are biometric: they stay on this computer, in no backup and on no other device, and go with the
wake word whose recordings they were learned from.
"""

from pathlib import Path
from typing import Final

from assistant.voice.phrase_files import PhraseFiles
from assistant.voice.speaker_verification.model.voice_profile import VoiceProfile

FOLDER: Final = "voice-profiles"
"""Left out of backups by name."""


class VoiceProfileStore(PhraseFiles[VoiceProfile]):
    """The voices of a home."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / FOLDER, decode=VoiceProfile.from_bytes)
