"""What the system or a reader of files says of a failure, in the interface's language.

Python hands on the words of the C library and of its own readers of JSON and TOML, which are English.
"""

import errno
import re
from collections.abc import Mapping
from socket import gaierror
from typing import Final

from assistant.locale import _, mark

_SYSTEM: Final[Mapping[int, str]] = {
    errno.EACCES: mark("Permission denied"),
    errno.EADDRINUSE: mark("Address already in use"),
    errno.EBUSY: mark("Device or resource busy"),
    errno.ECONNABORTED: mark("Software caused connection abort"),
    errno.ECONNREFUSED: mark("Connection refused"),
    errno.ECONNRESET: mark("Connection reset by peer"),
    errno.EDQUOT: mark("Disk quota exceeded"),
    errno.EEXIST: mark("File exists"),
    errno.EFBIG: mark("File too large"),
    errno.EHOSTUNREACH: mark("No route to host"),
    errno.EINVAL: mark("Invalid argument"),
    errno.EIO: mark("Input/output error"),
    errno.EISDIR: mark("Is a directory"),
    errno.ELOOP: mark("Too many levels of symbolic links"),
    errno.EMFILE: mark("Too many open files"),
    errno.ENAMETOOLONG: mark("File name too long"),
    errno.ENETUNREACH: mark("Network is unreachable"),
    errno.ENODEV: mark("No such device"),
    errno.ENOENT: mark("No such file or directory"),
    errno.ENOEXEC: mark("Exec format error"),
    errno.ENOMEM: mark("Cannot allocate memory"),
    errno.ENOSPC: mark("No space left on device"),
    errno.ENOTDIR: mark("Not a directory"),
    errno.ENOTEMPTY: mark("Directory not empty"),
    errno.EPERM: mark("Operation not permitted"),
    errno.EPIPE: mark("Broken pipe"),
    errno.EROFS: mark("Read-only file system"),
    errno.ETIMEDOUT: mark("Connection timed out"),
    errno.EXDEV: mark("Invalid cross-device link"),
}
"""What Linux says of the failures that users meet."""

_PLACE: Final = re.compile(
    r"(?P<problem>.*?) \(?at (?:line (?P<line>\d+),? col(?:umn)? (?P<column>\d+)|end of document)\)?",
    re.DOTALL,
)
"""How readers of TOML end what they say."""


def failure_reason(error: Exception) -> str:
    """Why something failed; what has no translation keeps its author's words."""
    match error:
        case OSError():
            return _system_words(error)
        case UnicodeDecodeError():
            return _("it is not UTF-8 text")
        case _:
            return _readers_words(str(error) or type(error).__name__)


def system_words(said: str) -> str:
    """Translate the system's words that a library hands on; its own stay as they are."""
    return _(said) if said in _SYSTEM.values() else said


def connection_reason(error: BaseException) -> str:
    """Why something cannot be reached: what the system said, below the libraries' errors.

    Empty where none of them says anything.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, gaierror) or (isinstance(cause, OSError) and _is_systems(cause)):
            return _system_words(cause)
        cause = cause.__cause__ or cause.__context__
    return str(error)


def _system_words(error: OSError) -> str:
    if isinstance(error, gaierror):
        return _("the name is not known")
    if _is_systems(error):
        return _(_SYSTEM[error.errno or 0])
    return error.strerror or str(error) or type(error).__name__


def _is_systems(error: OSError) -> bool:
    """Whether `errno` is a known one of the system's: those of TLS mean other things."""
    return type(error).__module__ == "builtins" and error.errno in _SYSTEM


def _readers_words(text: str) -> str:
    found = _PLACE.fullmatch(text)
    if found is None:
        return text
    if found["line"] is None:
        return _("there is a mistake at the end ({problem})").format(problem=found["problem"])
    return _("there is a mistake in line {line}, column {column} ({problem})").format(
        **found.groupdict()
    )
