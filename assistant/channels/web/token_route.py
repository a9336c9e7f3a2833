"""Routes that only a caller who knows the token may use."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from typing_extensions import override

from assistant.channels.web.problems import Problem
from assistant.channels.web.reading import readable
from assistant.channels.web.tokens import bearer, is_token
from assistant.errors import StoreError
from assistant.locale import _


def guarded_by(token: str) -> type[APIRoute]:
    """Return a kind of route that looks at the token before it reads the body."""

    class Guarded(APIRoute):
        @override
        def get_route_handler(
            self,
        ) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def guarded(request: Request) -> Response:
                if not is_token(bearer(request.headers.get("authorization")), token):
                    raise Problem(
                        401,
                        "unauthorized",
                        _("The token is missing or wrong; it stands in {file}.").format(
                            file="run/api.json"
                        ),
                    )
                if not readable(await request.body()):
                    raise Problem(
                        400, "invalid_request", _("The text contains what is no character.")
                    )
                try:
                    return await handle(request)
                except StoreError as error:
                    text = f"{error.message} {error.hint}".strip()
                    raise Problem(503, "unavailable", text) from error

            return guarded

    return Guarded
