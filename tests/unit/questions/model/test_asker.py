"""Who asks, as it is shown."""

import pytest

from assistant.questions.model.asker import MARKS, Asker


@pytest.mark.parametrize(
    ("asker", "title"),
    [
        (Asker(agent="Claude Code"), "Claude Code"),
        (Asker(agent="Claude Code", project="webshop"), "Claude Code · webshop"),
        (Asker(agent="Codex", project="api", session="x", number=2), "Codex · api · 2"),
        (Asker(agent="Codex", number=3), "Codex · 3"),
    ],
)
def test_the_title_names_agent_project_and_number(asker: Asker, title: str) -> None:
    assert asker.title == title


def test_a_mark_stays_and_tells_most_askers_apart() -> None:
    askers = [Asker(agent="Claude Code", project=f"project {n}") for n in range(200)]
    assert [one.mark for one in askers] == [one.mark for one in askers]
    assert {one.mark for one in askers} == set(range(MARKS))
    assert askers[0].mark == askers[0].model_copy(update={"session": "another id"}).mark


@pytest.mark.parametrize("name", ["web\x1b[31mshop", "web\u202eshop", "web\nshop", "x" * 5000])
def test_a_hostile_name_is_one_harmless_line(name: str) -> None:
    project = Asker(agent="Codex", project=name).project
    assert len(project) <= 60
    assert project.isprintable()
