"""Text of a model or a server is shown as it is, never as HTML that could load a picture."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assistant.channels import desktop
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_label, plain_tip

PACKAGE = Path(desktop.__file__).parent
LABELS = PACKAGE / "widgets" / "labels.py"
IMAGE = '<b>Update</b> now <img src="file:///home/me/secret.png"> & <a href="x">go</a>\n2 < 3'


def html_places(source: str) -> Iterator[str]:
    """Find where a text could be taken for HTML."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="setToolTip"), args=[text]):
                if not _is_plain(text):
                    yield f"{node.lineno}: setToolTip({ast.unparse(text)})"
            case ast.Call(func=ast.Name(id="QLabel")):
                yield f"{node.lineno}: QLabel"
            case ast.Call(func=ast.Attribute(attr="showText", value=ast.Name(id="QToolTip"))):
                yield f"{node.lineno}: QToolTip"
            case ast.Name(id="QMessageBox"):
                yield f"{node.lineno}: QMessageBox"
            case ast.ClassDef(bases=[ast.Name(id="QLabel")]) if "setTextFormat" not in ast.unparse(
                node
            ):
                yield f"{node.lineno}: {node.name}"
            case ast.match_case(pattern=pattern) if "ToolTipRole" in ast.unparse(pattern):
                for each in node.body:
                    for part in ast.walk(each):
                        if isinstance(part, ast.Return) and not _is_plain(part.value):
                            yield f"{part.lineno}: ToolTipRole"
            case _:
                pass


def _is_plain(text: ast.expr | None) -> bool:
    """Whether a text is our own, or goes through the helper."""
    match text:
        case ast.Constant() | None:
            return True
        case ast.Call(func=ast.Name(id="plain_tip")):
            return True
        case ast.Call(func=ast.Name(id="_"), args=[ast.Constant()]):
            return True
        case _:
            return False


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("self.setToolTip(text)", 1),
        ("self.setToolTip(_('{x}').format(x=x))", 1),
        ("self.setToolTip(_('Copy'))", 0),
        ("self.setToolTip(plain_tip(text))", 0),
        ("label = QLabel(text)", 1),
        ("class Title(QLabel):\n    pass", 1),
        ("match role:\n    case Role.ToolTipRole:\n        return text", 1),
        ("match role:\n    case Role.ToolTipRole:\n        return plain_tip(text)", 0),
    ],
)
def test_the_search_finds_what_could_be_html(source: str, count: int) -> None:
    assert len(list(html_places(source))) == count


@pytest.mark.requirement("SEC-04")
def test_no_text_is_shown_as_html_outside_the_helpers() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{place}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != LABELS
        for place in html_places(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.requirement("SEC-04")
@pytest.mark.parametrize("text", [IMAGE, "plain", "2 < 3", "<img src=x>", "a & b", ""])
def test_a_tool_tip_shows_the_text_as_it_is(qtbot: QtBot, text: str) -> None:
    tip = plain_tip(text)
    document = QTextDocument()
    if GuiQt.mightBeRichText(tip):
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    assert document.toPlainText() == text
    assert "\ufffc" not in document.toPlainText()  # what stands for a picture


@pytest.mark.requirement("SEC-04")
def test_labels_show_the_text_as_it_is(qtbot: QtBot) -> None:
    elided = ElidedLabel()
    elided.set_text(IMAGE)
    labels: list[QLabel] = [plain_label(IMAGE, wraps=False), plain_label(IMAGE), elided]
    for label in labels:
        qtbot.addWidget(label)
        assert label.textFormat() is Qt.TextFormat.PlainText
    assert "<img" not in elided.toolTip()
