"""Routes that only a caller who knows the token may use."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from typing_extensions import override

from assistant.channels.web.server.model.json_text import is_encodable
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.model.tokens import bearer, is_token
from assistant.errors import StoreError
from assistant.locale import _

_JSON: Final = "Content-Type: application/json"


def token_route_class(token: str) -> type[APIRoute]:
    """Return a kind of route that looks at the token before it reads the body.

    It refuses what it does not know in the query, as bodies do: a slip of the pen has no effect.
    """

    class Guarded(APIRoute):
        @override
        def get_route_handler(
            self,
        ) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()
            known = {parameter.alias for parameter in self.dependant.query_params}

            async def guarded(request: Request) -> Response:
                if not is_token(bearer(request.headers.get("authorization")), token):
                    raise ApiProblem(
                        401,
                        "unauthorized",
                        _("The token is missing or wrong; it stands in {file}.").format(
                            file="run/api.json"
                        ),
                    )
                unknown = [name for name in request.query_params if name not in known]
                if unknown:
                    raise RequestValidationError(
                        [{"type": "extra_forbidden", "loc": ("query", name)} for name in unknown]
                    )
                body = await request.body()
                if body and not _is_json(request.headers.get("content-type", "")):
                    raise ApiProblem(
                        400,
                        "invalid_request",
                        _("The body must be JSON, sent as {type}.").format(type=_JSON),
                    )
                if not is_encodable(body):
                    raise ApiProblem(
                        400, "invalid_request", _("The text contains what is no character.")
                    )
                try:
                    return await handle(request)
                except StoreError as error:
                    text = f"{error.message} {error.hint}".strip()
                    raise ApiProblem(503, "unavailable", text) from error

            return guarded

    return Guarded


def _is_json(content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip().casefold()
    return kind == "application/json"
