"""Every string a person sees or hears, in English, Korean and Chinese.

The English text is the message id; `ko` and `zh` come from gettext catalogues beside this file
(`<language>/LC_MESSAGES/parley.po`, compiled to `.mo`). The interface has one current language for
the whole process, as gettext programs do; what is spoken is looked up with `text_in` in the
language of the voice, which may be another.
"""

import gettext as _gettext
import locale as _locale
import os
from abc import abstractmethod
from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, get_args

from typing_extensions import override

InterfaceLanguage = Literal["en", "ko", "zh"]
INTERFACE_LANGUAGES: Final[tuple[InterfaceLanguage, ...]] = get_args(InterfaceLanguage)
DOMAIN = "parley"

_current: InterfaceLanguage = "en"
_wanted: ContextVar[InterfaceLanguage | None] = ContextVar("_wanted", default=None)
"""The language of a text that is said in another than the interface's; while that is done."""


@lru_cache(maxsize=len(INTERFACE_LANGUAGES))
def _catalogue(language: InterfaceLanguage) -> _gettext.NullTranslations:
    if language == "en":
        return _gettext.NullTranslations()
    return _gettext.translation(DOMAIN, Path(__file__).parent, [language])


def _known(code: str) -> InterfaceLanguage:
    return code if code in INTERFACE_LANGUAGES else "en"


def system_language() -> InterfaceLanguage:
    """Return the system's language if there is a catalogue for it, else English."""
    named = _named_language(os.environ)
    code = (_locale.getlocale()[0] or "") if named is None else named
    return _known(code[:2].lower())


def _named_language(environment: Mapping[str, str]) -> str | None:
    """Return the language that the environment names; None if it names none.

    The variables and their order are gettext's. The process's own locale says less: where the
    system lacks the locale that is wanted, as over SSH and in containers, it stays "C".
    """
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            is_none = value.partition(".")[0] in {"C", "POSIX"}  # LANGUAGE does not count then
            preferred = "" if is_none else environment.get("LANGUAGE", "").partition(":")[0]
            return preferred or value
    return None


def use_language(language: InterfaceLanguage | Literal["auto"]) -> InterfaceLanguage:
    """Make `language` the interface's; `auto` takes the system's. Returns the one in use."""
    global _current  # gettext's convention: one interface language a process
    _current = system_language() if language == "auto" else language
    return _current


def current_language() -> InterfaceLanguage:
    """Return the interface's language; that of `said_in` while it says something."""
    return _wanted.get() or _current


class RetoldText(str):
    """A text in the interface's language of its moment that knows what it was made of.

    So what is shown for long, as a notice, can be said again when the language changes. What is cut
    out of it, or put beside it without `joined`, is plain text.
    """

    __slots__ = ()

    @abstractmethod
    def said_again(self) -> "RetoldText":
        """Return it in the interface's language of now, with what was put into it."""

    @abstractmethod
    def without_values(self) -> str:
        """See `without_values`."""

    @override
    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)  # another process has a language of its own


class CatalogueText(RetoldText):
    """A message of the catalogues, with what was put into it."""

    __slots__ = ("_arguments", "_message", "_plural")
    _message: str
    _plural: tuple[str, int] | None

    def __new__(
        cls,
        message: str,
        arguments: tuple[tuple[object, ...], Mapping[str, object]] | None = None,
        *,
        plural: tuple[str, int] | None = None,
    ) -> "CatalogueText":
        """Translate a message of the catalogues, and put arguments into it if there are some.

        Args:
            message: Its id; the singular, where it depends on a number.
            arguments: What is put in.
            plural: The other form in English, and the number; None where it depends on none.
        """
        catalogue = _catalogue(current_language())
        if plural is None:
            text = catalogue.gettext(message)
        else:
            text = catalogue.ngettext(message, *plural)
        if arguments is not None:
            text = text.format(*arguments[0], **arguments[1])
        made = super().__new__(cls, text)
        made._message, made._arguments, made._plural = message, arguments, plural
        return made

    @override
    def format(self, *args: object, **kwargs: object) -> str:
        """See `str.format`."""
        if self._arguments is not None:
            return super().format(*args, **kwargs)
        return CatalogueText(self._message, (args, kwargs), plural=self._plural)

    @override
    def said_again(self) -> "CatalogueText":
        if self._arguments is None:
            return CatalogueText(self._message, plural=self._plural)
        args, kwargs = self._arguments
        return CatalogueText(
            self._message,
            (
                tuple(map(_said_again, args)),
                {name: _said_again(value) for name, value in kwargs.items()},
            ),
            plural=self._plural,
        )

    @override
    def without_values(self) -> str:
        message = self._message
        if self._plural is not None and self._plural[1] != 1:
            message = self._plural[0]
        if self._arguments is None:
            return message
        args, kwargs = self._arguments
        return message.format(
            *map(_without_values, args),
            **{name: _without_values(value) for name, value in kwargs.items()},
        )


class JoinedText(RetoldText):
    """Several texts, one after another."""

    __slots__ = ("_parts", "_separator")
    _separator: str

    def __new__(cls, parts: tuple[str, ...], separator: str) -> "JoinedText":
        """Put texts together."""
        made = super().__new__(cls, _one_after_another(parts, separator))
        made._parts, made._separator = parts, separator
        return made

    @override
    def said_again(self) -> "JoinedText":
        return JoinedText(tuple(map(in_current_language, self._parts)), self._separator)

    @override
    def without_values(self) -> str:
        return self._separator.join(map(without_values, self._parts))


_WIDE_ENDS: Final = "。！？；：，、）》"
"""Signs of Chinese that hold the space after them."""


def _one_after_another(parts: tuple[str, ...], separator: str) -> str:
    """Join texts, without a blank after a sign that holds its own space."""
    text = ""
    for part in parts:
        is_apart = separator != " " or not text.endswith(tuple(_WIDE_ENDS))
        text += (separator if text and is_apart else "") + part
    return text


def joined(*texts: str, separator: str = " ") -> str:
    """Return texts one after another without those that are empty; each is said again later."""
    return JoinedText(tuple(filter(None, texts)), separator)


def _said_again(value: object) -> object:
    return value.said_again() if isinstance(value, RetoldText) else value


def without_values(text: str) -> str:
    """Return in English what of a text is the program's own: its messages, and numbers in them.

    Names, paths and words that were put in, and texts that neither `_` nor `joined` made, are `…`.
    """
    if isinstance(text, RetoldText):
        return text.without_values()
    return _LEFT_OUT if text else ""


_LEFT_OUT: Final = "…"


def _without_values(value: object) -> object:
    if isinstance(value, bool | int | float):
        return value
    return without_values(value) if isinstance(value, str) else _LEFT_OUT


def in_current_language(text: str) -> str:
    """Return a text that `_` or `joined` made, perhaps long ago, in the interface's language of now.

    Any other stays as it is.
    """
    return text.said_again() if isinstance(text, RetoldText) else text


def said_in(language: InterfaceLanguage, text: str) -> str:
    """Return a text that `_` or `joined` made in a language, whatever the interface's is."""
    before = _wanted.set(language)
    try:
        return in_current_language(text)
    finally:
        _wanted.reset(before)


def _(text: str) -> str:
    """Return `text` in the interface's language; `in_current_language` says it again later."""
    return CatalogueText(text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of a text that goes with the number `n`, as `_` does."""
    return CatalogueText(singular, plural=(plural, n))


def text_in(language: str, text: str) -> str:
    """Return `text` in `language`, or in English if there is no catalogue for it.

    The text must also be marked with `mark` where it is written, so that it is extracted.
    """
    return _catalogue(_known(language)).gettext(text)


def mark(text: str) -> str:
    """Mark a message id for extraction and return it unchanged."""
    return text
