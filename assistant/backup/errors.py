"""What can go wrong with a backup."""

from assistant.errors import AssistantError


class BackupError(AssistantError):
    """A backup cannot be written, read or restored; what was there is as it was."""


class DamagedBackupError(BackupError):
    """The file is no backup, or not whole: nothing of it is used."""
