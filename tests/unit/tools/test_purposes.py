"""What each tool is for is said where it is declared, in words that the catalogues have."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import assistant.tools
from assistant.locale import text_in
from assistant.tools.toolset import ToolMethod, Toolset


def _own() -> Iterator[ToolMethod[Any]]:
    for module in pkgutil.walk_packages(assistant.tools.__path__, "assistant.tools."):
        importlib.import_module(module.name)
    for toolset in Toolset.__subclasses__():
        if toolset.__module__.startswith("assistant."):
            yield from toolset.declared()


@pytest.mark.parametrize("tool", list(_own()), ids=lambda tool: tool.name)
def test_a_tool_says_what_it_is_for_in_every_language(tool: ToolMethod[Any]) -> None:
    assert tool.purpose
    assert all(text_in(language, tool.purpose) != tool.purpose for language in ("ko", "zh"))
