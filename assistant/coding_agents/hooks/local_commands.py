"""Which shell commands neither delete, send, spend nor leave this machine.

The list says what is known to stay; everything else does not count as staying, also what nobody
thought of.
"""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Final

_READERS: Final = frozenset(
    "basename cat cd column comm cut df diff dirname du echo expr false file fold free grep"
    " head id jq ls md5sum nl nproc od paste printf ps pwd readlink realpath rg seq"
    " sha256sum sort stat strings tail test tr tree true uname uniq uptime wc which whoami".split()
)
"""Programs that read, whatever their arguments: none of them writes a file by an option, except as
`_WRITING` says."""
_WRITING: Final[Mapping[str, frozenset[str]]] = {
    "sort": frozenset({"-o", "--output", "--compress-program"}),
    "tree": frozenset({"-o"}),
    "file": frozenset({"-C", "--compile"}),
    "rg": frozenset({"--pre", "--search-zip", "-z", "--hostname-bin"}),
}
"""Options with which a reader writes, or runs another program."""
_CHECKERS: Final = frozenset(
    {
        ("cargo", "build"), ("cargo", "check"), ("cargo", "clippy"), ("cargo", "fmt"),
        ("cargo", "test"), ("git", "blame"), ("git", "diff"), ("git", "log"), ("git", "ls-files"),
        ("git", "rev-parse"), ("git", "show"), ("git", "status"), ("go", "build"), ("go", "test"),
        ("go", "vet"), ("npm", "test"), ("pytest",), ("mypy",), ("pyright",),
        ("ruff", "check"), ("ruff", "format"), ("tsc",),
    }
)  # fmt: skip
"""What builds, tests and looks through a project in its folder, by the first words; its tests are
its own code."""
_SPECIAL: Final = re.compile(r"[`$<>()&;|\n\r\\!*?{}~#^\[\]]")
"""Characters with which a shell does more than run one program with some words."""
_CHAIN: Final = re.compile(r"&&|\|\||[|;\n]")


def stays_here(command: str) -> bool:
    """Whether a command line is known to read, or to build and test the project it stands in.

    A chain of programs counts if every one of them does. Redirections, expansions, background jobs
    and words in quotes that hold such signs do not.
    """
    parts = [part.strip() for part in _CHAIN.split(command)]
    return bool(command.strip()) and all(part and _is_local(part) for part in parts)


def _is_local(part: str) -> bool:
    if _SPECIAL.search(part) or not part.isprintable() or not part.isascii():
        return False
    try:
        words = shlex.split(part)
    except ValueError:
        return False
    if not words:
        return False
    program, *arguments = words
    if any(map(_leads_away, arguments)):
        return False
    if program in _READERS:
        return not _writes(program, arguments)
    is_checker = any(tuple(words[: len(known)]) == known for known in _CHECKERS)
    return is_checker and not _takes_a_program(arguments)


def _leads_away(word: str) -> bool:
    """Whether a word may name what is outside the project, or hidden in it, such as keys."""
    parts = re.split(r"[/=:]", word)
    return (
        word.startswith("/")
        or "=/" in word
        or any(part.startswith(".") and part not in {".", "..."} for part in parts)
    )


def _writes(program: str, arguments: Sequence[str]) -> bool:
    if program == "uniq":  # a second file is written
        return sum(not word.startswith("-") for word in arguments) > 1
    options = _WRITING.get(program, frozenset())
    return any(
        word.split("=")[0] in options
        or any(word.startswith(short) for short in options if len(short) == 2)
        for word in arguments
    )


def _takes_a_program(arguments: Sequence[str]) -> bool:
    """Whether an option names a program, a file to write or other settings."""
    risky = ("--output", "-o", "--exec", "--ext-diff", "--config", "-c", "-C", "--textconv", "-p")
    return any(word == one or word.startswith(f"{one}=") for word in arguments for one in risky)
