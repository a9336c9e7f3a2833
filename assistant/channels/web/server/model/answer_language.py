"""In which language a caller is answered: the one it asks for, else the interface's."""

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Final

from pydantic import BeforeValidator

from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, said_in

_asked: ContextVar[InterfaceLanguage | None] = ContextVar("answer language", default=None)
_MOST_RANGES: Final = 20
"""Ranges that are looked at; browsers send five."""
_ALSO: Final[Mapping[str, InterfaceLanguage]] = {
    **dict.fromkeys(("cmn", "chi", "zho", "yue"), "zh"),
    "kor": "ko",
    "eng": "en",
}
"""Other codes of our languages (ISO 639-2 and -3)."""


def asked_language(accepted: str) -> InterfaceLanguage | None:
    """Return the language that `Accept-Language` prefers among ours; None if it names none of them.

    Of ranges with the same weight the first counts (RFC 9110, 12.5.4). `*` names none. Programs also
    send the names of locales, such as `ko_KR.UTF-8`.
    """
    best: tuple[float, InterfaceLanguage] | None = None
    for part in accepted.split(",")[:_MOST_RANGES]:
        name, *parameters = (piece.strip() for piece in part.split(";"))
        primary = re.split(r"[-_.@]", name, maxsplit=1)[0].casefold()
        primary = _ALSO.get(primary, primary)
        weight = _weight(parameters)
        for language in INTERFACE_LANGUAGES:
            if language == primary and weight > (0.0 if best is None else best[0]):
                best = weight, language
    return None if best is None else best[1]


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _equals, value = parameter.partition("=")
        if name.strip().casefold() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0.0
            return weight if 0 <= weight <= 1 else 0.0
    return 1.0


@contextmanager
def answering_in(accepted: str) -> Generator[None]:
    """Have `answered` speak the language that this header asks for, in the running request alone."""
    before = _asked.set(asked_language(accepted))
    try:
        yield
    finally:
        _asked.reset(before)


def answered(text: str) -> str:
    """Return a text as the caller of the running request is to read it.

    What the request sets going says everything else in the interface's language.
    """
    language = _asked.get()
    return text if language is None else said_in(language, text)


def _in_answer(value: object) -> object:
    return answered(value) if isinstance(value, str) else value


AnswerText = Annotated[str, BeforeValidator(_in_answer)]
"""Words for people in the body of an answer."""
