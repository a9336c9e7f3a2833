"""What an error tells a person can be translated."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant
from assistant import errors
from assistant.errors import AssistantError, ProtocolError, QuestionError, ToolError

PACKAGE = Path(assistant.__file__).parent
FOR_OTHERS = {ProtocolError, QuestionError, ToolError}
"""The first is for the log, the others for the model."""
TOLD = {
    name
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, AssistantError) and value not in FOR_OTHERS
}


def fixed_texts(source: str) -> Iterator[str]:
    """Find the messages and hints of errors in `source` that do not go through `_`."""
    if not any(f"{name}(" in source for name in TOLD):  # parsing the whole package takes seconds
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in TOLD:
            hints = [keyword.value for keyword in node.keywords if keyword.arg == "hint"]
            for text in (*node.args, *hints):
                if _is_written_out(text) and not _is_translated(text):
                    yield f"{node.lineno}: {ast.unparse(text)}"


def _is_written_out(text: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.strip()
        for part in ast.walk(text)
    )


def _is_translated(text: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Call)
        and isinstance(part.func, ast.Name)
        and part.func.id in {"_", "text_in"}
        and isinstance(part.args[-1], ast.Constant | ast.Name)
        for part in ast.walk(text)
    )


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("DeviceError('No microphone.')", 1),
        ("DeviceError(f'No {name}.', hint='Buy one.')", 2),
        ("DeviceError(_(f'No {name}.'))", 1),
        ("DeviceError(_('No {name}.').format(name=name), hint=str(error))", 0),
        ("ProtocolError('not now')", 0),
    ],
)
def test_a_text_outside_the_catalogue_is_found(source: str, count: int) -> None:
    assert len(list(fixed_texts(source))) == count


def test_every_error_a_person_sees_can_be_translated() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{text}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for text in fixed_texts(path.read_text(encoding="utf-8"))
    ]
    assert found == []
