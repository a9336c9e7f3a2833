"""Telegram in the running program, as another process asks of it. Any loop."""

from typing import Final

import httpx2
from pydantic import TypeAdapter, ValidationError

from assistant.channels.web.client.http_answers import fields_of_success
from assistant.errors import UnreachableError
from assistant.locale import _
from assistant.protocol.telegram import TelegramListed

_listed: Final[TypeAdapter[TelegramListed]] = TypeAdapter(TelegramListed)


class RunningTelegram:
    """What the running program says of its bot; each method returns how it stands after it.

    Every method raises UnreachableError if the program is gone, or is an older one.

    Args:
        http: Speaks to it, with its token.
    """

    def __init__(self, *, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def listed(self) -> TelegramListed:
        """Ask only."""
        return await self._ask("GET", "")

    async def show_code(self) -> TelegramListed:
        """Have a new code shown that links one account."""
        return await self._ask("POST", "/link")

    async def hide_code(self) -> TelegramListed:
        """Have the code be good no more."""
        return await self._ask("POST", "/link/hide")

    async def unlink(self, user_id: int) -> TelegramListed:
        """Have an account reach it no more."""
        return await self._ask("POST", f"/unlink/{user_id}")

    async def apply_settings(self) -> TelegramListed:
        """Have it read settings and token anew."""
        return await self._ask("POST", "/apply")

    async def _ask(self, method: str, path: str) -> TelegramListed:
        try:
            answer = await self._http.request(method, f"/api/telegram{path}")
            return _listed.validate_python(fields_of_success(answer).get("telegram"))
        except (httpx2.HTTPError, ValidationError) as error:
            raise UnreachableError(_("The running Parley does not answer any more.")) from error
