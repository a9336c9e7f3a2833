import re

import pytest

from assistant.catalog.manifest import Catalog
from assistant.software_licences import licences_text, model_line, required_packages


@pytest.fixture(scope="module")
def names() -> set[str]:
    return {one.name.lower() for one in required_packages()}


def test_what_parley_needs_is_found_with_what_that_needs(names: set[str]) -> None:
    assert {"parley-assistant", "pydantic", "pydantic_core", "pyside6_essentials"} <= names
    assert names & {"pytest", "ruff", "hypothesis"} == set(), "only developers need them"


def test_a_package_that_is_not_here_is_none() -> None:
    assert required_packages("no-such-package") == []


def test_licences_name_packages_and_models() -> None:
    models = [model_line(one.name, one.licence, one.about) for one in Catalog.load()]
    text = licences_text(required_packages(), models)

    assert re.search(r"^PyYAML \S+: MIT", text, re.MULTILINE)
    assert re.search(r"^piper-tts \S+: GPL-3.0", text, re.MULTILINE)
    assert "whisper-base: MIT" in text
    assert ": not told" not in text
    assert "In Parley itself: assistant/channels/typeface/OFL.txt" in text
