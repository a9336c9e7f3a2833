"""Finds English in what is said in Korean or Chinese."""

import re

_QUOTED = re.compile(r"""(["'`]).*?\1|“.*?”|‘.*?’|\{\{.*?\}\}""")
_NAMED = re.compile(r"\S*[A-Za-z]\S*[/\[\]_.=]\S*|\S*[/\[\]_.=]\S*[A-Za-z]\S*")
_WORD = re.compile(r"(?<![A-Za-z-])[a-z]{3,}(?![A-Za-z-])")


def english_words(text: str) -> set[str]:
    """Return the English words of a text; what is quoted, a name or a path counts as none."""
    return set(_WORD.findall(_NAMED.sub(" ", _QUOTED.sub(" ", text))))
