"""What programs see of Parley's environment."""

import pytest

from assistant.processes.model.environment import without_secrets


@pytest.mark.requirement("SEC-11")
@pytest.mark.parametrize(
    "name",
    [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_BASE_URL",
        "PARLEY_HOME",
        "PARLEY_LLM__MODEL",
        "OPENAI_API_KEY",
        "GITHUB_TOKEN",
        "TELEGRAM_BOT_TOKEN",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_ACCESS_KEY_ID",
        "DB_PASSWORD",
        "db_password",
        "MY_CREDENTIALS_FILE",
        "BASH_ENV",
        "ENV",
    ],
)
def test_a_secret_is_not_passed_on(name: str) -> None:
    assert without_secrets({name: "x"}) == {}


@pytest.mark.parametrize(
    "name", ["PATH", "HOME", "LANG", "DISPLAY", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR", "MONKEY"]
)
def test_what_programs_need_is_passed_on(name: str) -> None:
    assert without_secrets({name: "x"}) == {name: "x"}
