"""Synchronises with nobody, and does what a test says."""

from assistant.errors import AssistantError
from assistant.protocol.sync import SyncTried
from assistant.sync.model.status import SyncStatus


class FakeSyncController:
    """Implements `SyncController`.

    Attributes:
        status: How it stands; set by the test.
        done: What was asked of it.
        error: Raised by what may fail; None to succeed.
        code: The recovery code that is given out.
    """

    def __init__(self) -> None:
        self.status = SyncStatus()
        self.done: list[tuple[str, ...]] = []
        self.error: AssistantError | None = None
        self.code: str | None = "K7MP-2XQA"

    async def apply_settings(self) -> None:
        self.done.append(("apply",))

    async def sync_now(self) -> None:
        self.done.append(("now",))

    async def refresh_devices(self) -> None:
        self.done.append(("refresh",))

    async def try_out(self, url: str, password: str | None) -> SyncTried:
        self.done.append(("try", url, str(password)))
        return SyncTried(url=url, devices=2)

    async def remove_device(self, device_id: str) -> None:
        self._do("remove", device_id)

    async def rejoin(self) -> None:
        self._do("rejoin")

    async def encrypt(self, passphrase: str) -> str | None:
        self._do("encrypt", passphrase)
        return self.code

    async def open_records(self, secret: str) -> None:
        self._do("open", secret)

    async def change_passphrase(self, secret: str, passphrase: str) -> None:
        self._do("change", secret, passphrase)

    async def make_recovery_code(self, secret: str) -> str:
        self._do("code", secret)
        return str(self.code)

    def _do(self, *what: str) -> None:
        self.done.append(what)
        if self.error is not None:
            raise self.error
