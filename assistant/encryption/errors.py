"""What can go wrong with encrypted contents."""

from assistant.errors import AssistantError


class EncryptionError(AssistantError):
    """Something encrypted cannot be read."""


class WrongPassphraseError(EncryptionError):
    """The passphrase or recovery code is not the one: the user is asked again."""


class DamagedContentError(EncryptionError):
    """It was changed, cut, or put in another's place since it was encrypted: it is not used."""
