"""A patient whose home and settings the test chooses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.doctor.check_context import CheckContext
from assistant.home import Home
from assistant.settings import load
from tests.helpers.clock import ManualClock

Admit = Callable[..., CheckContext]


@pytest.fixture
def admit(tmp_path: Path) -> Admit:
    """Return a patient with a home of the test's own.

    Settings are given as the environment would, `PARLEY_VOICE__SPEED="2"`; other variables are the
    patient's environment.
    """

    def build(*, models: Path | None = None, **environment: str) -> CheckContext:
        home = Home(root=tmp_path / "home", models=models or tmp_path / "models")
        loaded = load(home, environment)
        return CheckContext(
            home=home,
            settings=loaded.settings,
            problems=loaded.problems,
            environment=environment,
            clock=ManualClock(),
        )

    return build
