"""Skill files for tests."""

from pathlib import Path
from textwrap import dedent

TEMPLATE = """\
description: Prepare a release.
questions:
  - question_text: Which notes go into the release of {{date}}?
    header: Notes
    type: checkbox
    description: "The version is {{file:VERSION}}."
    options: "{{files:notes/*.md}}"
"""
"""A head with one prepared question that has every placeholder."""


def write_skill(
    folder: Path, name: str, head: str = "description: Does it.", body: str = "Do it."
) -> Path:
    """Write a skill file and return its path.

    Args:
        folder: The folder of skills.
        name: Of the skill's folder.
        head: YAML without the lines of dashes.
        body: What stands below.
    """
    path = folder / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\n{dedent(head).strip()}\n---\n\n{body}\n", encoding="utf-8")
    return path


def workspace_skills(workspace: Path) -> Path:
    """Return the folder of a workspace's skills."""
    return workspace / ".claude" / "skills"


def write_release(workspace: Path) -> Path:
    """Write a skill with a prepared question, and the files it names; return the skill's path."""
    (workspace / "notes").mkdir(parents=True)
    for name in ("fixes", "news"):
        (workspace / "notes" / f"{name}.md").write_text(name, encoding="utf-8")
    (workspace / "VERSION").write_text("1.2\n", encoding="utf-8")
    return write_skill(workspace_skills(workspace), "release", TEMPLATE, "Tag, then push.")
