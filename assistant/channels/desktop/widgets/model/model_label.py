"""What models are called in the window. Pure, but for the interface's language."""

from collections.abc import Iterable
from functools import cache

from assistant.locale import _
from assistant.settings.schema import controls


@cache
def _built_in() -> frozenset[str]:
    return frozenset(map(str, controls("llm")["starter_model"].choices))


def is_built_in(model: str) -> bool:
    """Whether a model is a file of the built-in one."""
    return model in _built_in()


def model_label(model: str) -> str:
    """Return the name of a model for the user; files of the built-in one are all called that."""
    return _("Built-in model") if is_built_in(model) else model


def answers_text(model: str) -> str:
    """Return the sentence that says which model answers."""
    label = _("The built-in model") if is_built_in(model) else model
    return _("{model} answers.").format(model=label)


def with_present_built_in(models: Iterable[str], present: str) -> tuple[str, ...]:
    """Return the models with the file that the built-in one runs from now in place of others.

    Args:
        models: Those a conversation may be held with, in their order.
        present: The model that answers.
    """
    if not is_built_in(present):
        return tuple(models)
    return tuple(dict.fromkeys(present if is_built_in(model) else model for model in models))
