"""What each tool is for is said by its class, in words that the catalogues have."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import assistant.tools
from assistant.locale import text_in
from assistant.tools.questions.ask_user import AskUserQuestion
from assistant.tools.tool import ModelTool


def _own() -> list[type[Any]]:
    for module in pkgutil.walk_packages(assistant.tools.__path__, "assistant.tools."):
        importlib.import_module(module.name)
    mine = [each for each in _below(ModelTool) if each.__module__.startswith("assistant.")]
    return [AskUserQuestion, *sorted(mine, key=lambda each: each.__name__)]


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield from _below(each)
        if not inspect.isabstract(each):
            yield each


@pytest.mark.parametrize("tool", _own(), ids=lambda tool: tool.__name__)
def test_a_tool_says_what_it_is_for_in_every_language(tool: type[Any]) -> None:
    purpose: str = vars(tool)["purpose"]
    assert purpose
    assert all(text_in(language, purpose) != purpose for language in ("ko", "zh"))
