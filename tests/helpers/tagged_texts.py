"""Texts that say which language they were asked for in."""

import gettext

import pytest
from typing_extensions import override

from assistant import locale


class TaggedTexts(gettext.NullTranslations):
    """A catalogue in which every text begins with its language: `ko:NoMatch found.`"""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    @override
    def gettext(self, message: str) -> str:
        """Return the text, tagged."""
        return f"{self._language}:{message}"


def tag_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every text that is translated say in which language."""
    monkeypatch.setattr(locale, "_catalogue", TaggedTexts)
