"""Synchronising in the running program, as another process asks of it. Any loop."""

from typing import Final

import httpx2
from pydantic import TypeAdapter, ValidationError

from assistant.channels.web.client.http_answers import fields_of_success
from assistant.errors import UnreachableError
from assistant.locale import _
from assistant.sync.model.status import SyncStatus

_statuses: Final[TypeAdapter[SyncStatus]] = TypeAdapter(SyncStatus)


class RunningSync:
    """What the running program says of the user's devices.

    Every method raises UnreachableError if the program is gone, or is an older one.

    Args:
        http: Speaks to it, with its token.
    """

    def __init__(self, *, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def status(self) -> SyncStatus:
        """Return how they stand."""
        return await self._ask("GET", "")

    async def sync_now(self) -> SyncStatus:
        """Have it try at once; returns how they stand before that.

        Raises:
            RequestRefused: If synchronising is off.
        """
        return await self._ask("POST", "/now")

    async def apply_settings(self) -> SyncStatus:
        """Have it read settings and password anew."""
        return await self._ask("POST", "/apply")

    async def _ask(self, method: str, path: str) -> SyncStatus:
        try:
            answer = await self._http.request(method, f"/api/sync{path}")
            return _statuses.validate_python(fields_of_success(answer).get("status"))
        except (httpx2.HTTPError, ValidationError) as error:
            raise UnreachableError(_("The running Parley does not answer any more.")) from error
