"""What a sign-in at an MCP server leaves, in the key store of the program and nowhere else."""

import json
import logging

from mcp.shared.auth import (
    OAuthClientInformationFull,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from mcp.shared.auth_utils import calculate_token_expiry
from pydantic import BaseModel, ConfigDict, ValidationError

from assistant.errors import ConfigError
from assistant.llm.api_keys import KeyStore

_log = logging.getLogger(__name__)


class SignInRecord(BaseModel):
    """What is kept of a server's sign-in."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    tokens: OAuthToken | None = None
    expires_at: float | None = None
    """Of the access token, in seconds since 1970; None if that is not known."""
    client: OAuthClientInformationFull | None = None
    metadata: OAuthMetadata | None = None
    """Of the authorisation server: a token is renewed where it was given."""
    resource: ProtectedResourceMetadata | None = None
    issuer: str | None = None


class SignInStorage:
    """Implements the package's `TokenStorage`.

    Args:
        keys: Keeps it.
        entry: The name that it has there.
    """

    def __init__(self, keys: KeyStore, entry: str) -> None:
        self._keys = keys
        self._entry = entry
        self.record = SignInRecord()

    def unread(self) -> "SignInStorage":
        """The same place, with nothing read yet."""
        return SignInStorage(self._keys, self._entry)

    async def load(self) -> SignInRecord:
        """Empty if it cannot be understood."""
        kept = await self._keys.get(self._entry)
        self.record = SignInRecord()
        if kept is not None:
            try:
                self.record = SignInRecord.model_validate_json(kept.secret)
            except ValidationError:
                self.record = SignInRecord()  # of another version; the user signs in again
        return self.record

    async def update(self, **fields: object) -> None:
        """Store the record with these fields changed.

        Raises:
            ConfigError: If it can be written nowhere.
        """
        self.record = self.record.model_copy(update=fields)
        content = self.record.model_dump(mode="json", exclude_none=True)
        # A key has no spaces; inside JSON they stand in strings alone.
        text = json.dumps(content, separators=(",", ":")).replace(" ", "\\u0020")
        await self._keys.set(text, self._entry)

    async def get_tokens(self) -> OAuthToken | None:
        return self.record.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Store tokens and their expiry; without a place they hold for this run."""
        try:
            await self.update(tokens=tokens, expires_at=calculate_token_expiry(tokens.expires_in))
        except ConfigError:
            _log.warning("A renewed sign-in could not be kept")

    async def forget_tokens(self) -> None:
        """The server no longer accepts the tokens."""
        try:
            await self.update(tokens=None, expires_at=None)
        except ConfigError:
            _log.warning("A sign-in that has ended could not be removed")

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """The registration."""
        return self.record.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep the registration; stored with the tokens."""
        self.record = self.record.model_copy(update={"client": client_info})
