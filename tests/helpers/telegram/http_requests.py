"""A call of the Bot API as it comes over HTTP: JSON, a form, or a form with files."""

import email
import email.policy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import parse_qsl, urlsplit

from tests.helpers.telegram.api_description import Json, bot_api


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRequest:
    """A call that was read."""

    token: str
    method: str
    given: Json
    uploads: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


def read_request(address: str, kind: str, body: bytes) -> CallRequest | None:
    """Return the call that a request is; None if its address is none of the API's.

    Args:
        address: Path and query.
        kind: The content type.
        body: What was sent.
    """
    parts = urlsplit(address)
    places = parts.path.split("/")
    if len(places) != 3 or not places[1].startswith("bot"):
        return None
    method = bot_api().method(places[2]) or places[2]
    uploads: dict[str, bytes] = {}
    if kind.startswith("application/json"):
        given: Json = json.loads(body or b"{}")
    elif kind.startswith("multipart/form-data"):
        fields, uploads = _multipart(kind, body)
        given = _typed(method, fields)
    else:
        given = _typed(method, dict(parse_qsl(body.decode() or parts.query)))
    token = places[1].removeprefix("bot")
    return CallRequest(token=token, method=method, given=given, uploads=uploads)


def _multipart(kind: str, body: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    head = f"Content-Type: {kind}\r\nMIME-Version: 1.0\r\n\r\n".encode()
    message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
    given: dict[str, str] = {}
    uploads: dict[str, bytes] = {}
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        content = cast("bytes", part.get_payload(decode=True))
        if part.get_filename() is None:
            given[name] = content.decode()
        else:
            uploads[name] = content
    return given, uploads


def _typed(method: str, given: Mapping[str, str]) -> Json:
    """Return the values of a form as the types of the method want them."""
    types = bot_api().fields(method)
    return {name: _read(value, types.get(name, ())) for name, value in given.items()}


def _read(value: str, types: Sequence[str]) -> object:
    if "Integer" in types and value.removeprefix("-").isdecimal():
        return int(value)
    if "Boolean" in types:
        return {"true": True, "false": False}.get(value.casefold(), value)
    if "String" in types or "InputFile" in types:
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
