"""Reads what the running program answers over HTTP."""

from collections.abc import Mapping
from typing import Any, cast

import httpx2

from assistant.errors import RequestRefused, UnreachableError
from assistant.locale import _


def fields_of_success(answer: httpx2.Response) -> Mapping[str, Any]:
    """Return the fields of a success.

    Raises:
        RequestRefused: If the program refuses.
        UnreachableError: If it is not the program that answered.
    """
    fields = fields_of(answer)
    if answer.status_code == 200:
        return fields
    if "error" not in fields or answer.status_code == 401:  # it is not the program any more
        raise _gone()
    code, told = fields["error"], fields.get("message", "")
    raise RequestRefused(str(code), str(told))


def fields_of(answer: httpx2.Response) -> Mapping[str, Any]:
    """Return the fields of an answer's JSON object; none if it is no such."""
    try:
        decoded: object = answer.json()
    except ValueError:
        return {}
    return cast("Mapping[str, Any]", decoded) if isinstance(decoded, dict) else {}


def _gone() -> UnreachableError:
    return UnreachableError(_("The running Parley does not answer any more."))
