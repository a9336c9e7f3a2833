from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.questions.model.file_references import (
    FileLink,
    TextSpan,
    split_file_references,
)
from assistant.channels.desktop.questions.workspace_files import files_inside

KNOWN = {"orders.md", "src/app.py", "문서/계획.md", "a b.md"}


def known(reference: str) -> Path | None:
    return Path("/w") / reference if reference in KNOWN else None


def links(text: str) -> list[str]:
    return [part.text for part in split_file_references(text, known) if isinstance(part, FileLink)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See @orders.md.", ["@orders.md"]),
        ("@src/app.py, @orders.md!", ["@src/app.py", "@orders.md"]),
        ("(@src/app.py)", ["@src/app.py"]),
        ("@src/app.py를 볼까요?", ["@src/app.py"]),
        ("@문서/계획.md에 있어요", ["@문서/계획.md"]),
        ("请看@orders.md。", ["@orders.md"]),
        ("me@orders.md", []),
        ("@missing.md", []),
        ("@orders.mdx", []),
        ("@@orders.md", []),
        ("@", []),
    ],
)
@pytest.mark.requirement("Q-MODEL-58")
def test_a_reference_is_a_link_only_if_the_file_is_there(text: str, found: list[str]) -> None:
    assert links(text) == found


@given(st.text("@ ab./orders.md를\n", max_size=60))
def test_no_character_of_the_words_is_lost(text: str) -> None:
    assert "".join(part.text for part in split_file_references(text, known)) == text


def test_words_without_a_file_are_one_piece() -> None:
    assert split_file_references("Which one?", known) == (TextSpan(text="Which one?"),)
    assert split_file_references("", known) == ()


def test_only_files_inside_the_workspace_resolve(tmp_path: Path) -> None:
    root = tmp_path / "work"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "plan.md").write_text("plan", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (root / "out").symlink_to(tmp_path / "secret.txt")
    (root / "in.md").symlink_to(root / "docs" / "plan.md")
    resolve = files_inside(root)
    assert resolve("docs/plan.md") == root / "docs" / "plan.md"
    assert resolve("in.md") == root / "docs" / "plan.md"
    for outside in (
        "../secret.txt",
        str(tmp_path / "secret.txt"),
        "out",
        "docs",
        "none.md",
        "x" * 5000,
        "a\0b",
    ):
        assert resolve(outside) is None, outside
