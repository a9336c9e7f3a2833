"""Documents of our own, as they read by themselves: without links to files beside them. Pure."""

import re
from typing import Final

_PART: Final = re.compile(
    r"(?P<code>```.*?```|`[^`\n]+`)"
    r"|!\[[^\]]*\]\((?!https?:)[^)]*\)[ \t]*\n?"
    r"|\[(?P<words>[^\]]+)\]\((?!https?:|mailto:)[^)\s]*\)",
    re.DOTALL,
)
"""Code, in which nothing is a link; a picture that is a file; a link to a file."""


def without_links_to_files(markdown: str) -> str:
    """Return a text without pictures that are files, and with the words alone of links to files."""
    return _PART.sub(lambda part: part["code"] or part["words"] or "", markdown)
