"""What a person meets who has just installed Parley: no key, no microphone, the starter model."""

from collections.abc import Callable

import pytest

from assistant.home import Home
from assistant.settings import save
from tests.e2e.conftest import Desktop


@pytest.mark.models
def test_a_typed_question_is_answered_by_the_starter_model(
    home: Home, desktop: Callable[[Home], Desktop]
) -> None:
    save(home, "llm", "profile", "starter")
    window = desktop(home)
    window.say("What is the capital of France?")
    window.wait_until(lambda: window.shows("Paris"), limit_s=120)
