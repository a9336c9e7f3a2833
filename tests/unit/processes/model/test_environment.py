"""What programs see of Parley's environment."""

import os
import sys
from collections.abc import Sequence

import pytest

from assistant.processes.child_process import PIPE, start
from assistant.processes.model.environment import for_programs, for_servers
from assistant.processes.python_command import python_code

SECRETS: Sequence[str] = """
ANTHROPIC_API_KEY ANTHROPIC_BASE_URL PARLEY_HOME PARLEY_LLM__MODEL PARLEY_SYNC_PASSPHRASE
OPENAI_API_KEY OPENAI_KEY AZURE_OPENAI_KEY GEMINI_KEY HF_TOKEN HUGGING_FACE_HUB_TOKEN GROQ_APIKEY
GITHUB_TOKEN GITHUB_PAT GH_TOKEN GITLAB_PAT GL_TOKEN CI_JOB_JWT NPM_AUTH NPM_CONFIG__AUTH
NODE_AUTH_TOKEN PIP_INDEX_URL UV_INDEX_URL TWINE_PASSWORD CARGO_REGISTRY_TOKEN
TELEGRAM_BOT_TOKEN SLACK_WEBHOOK_URL DISCORD_WEBHOOK SENTRY_DSN
AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN AZURE_CLIENT_SECRET
GOOGLE_APPLICATION_CREDENTIALS CLOUDFLARE_KEY DO_PAT
DB_PASSWORD db_password PGPASSWORD PGPASSFILE MYSQL_PWD REDISCLI_AUTH DATABASE_URL REDIS_URL
MONGO_URI AMQP_URL SQLALCHEMY_DATABASE_URI
SSHPASS SSH_ASKPASS_SECRET SUDO_ASKPASS GPG_PASSPHRASE BORG_PASSPHRASE RESTIC_PASSWORD ANSIBLE_VAULT_PASS
DOCKER_AUTH_CONFIG KUBE_AUTH VAULT_ADDR VAULT_TOKEN KRB5CCNAME BW_SESSION OP_SESSION_my
MY_CREDENTIALS_FILE STRIPE_SK JWT COOKIE LC_PASSWORD XDG_SECRET GIT_ASKPASS QT_KEY
BASH_ENV ENV LD_PRELOAD DYLD_INSERT_LIBRARIES PYTHONSTARTUP PROMPT_COMMAND NODE_OPTIONS
""".split()
NEEDED: Sequence[str] = """
PATH HOME USER LOGNAME SHELL TERM TZ LANG LANGUAGE LC_ALL LC_MESSAGES TMPDIR
XDG_CONFIG_HOME XDG_RUNTIME_DIR http_proxy HTTPS_PROXY no_proxy SSL_CERT_FILE SSL_CERT_DIR
SYSTEMROOT APPDATA PATHEXT
""".split()
OF_THE_SESSION: Sequence[str] = """
DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_CURRENT_DESKTOP XDG_SESSION_TYPE
SSH_AUTH_SOCK PULSE_SERVER EDITOR VIRTUAL_ENV CARGO_HOME JAVA_HOME LD_LIBRARY_PATH GIT_AUTHOR_NAME
""".split()

pytestmark = pytest.mark.requirement("SEC-11")


def test_what_nobody_named_is_not_passed_on() -> None:
    given = dict.fromkeys(SECRETS, "x")
    assert for_programs(given) == for_servers(given) == {}


def test_what_programs_need_is_passed_on() -> None:
    needed = dict.fromkeys(NEEDED, "x")
    session = dict.fromkeys(OF_THE_SESSION, "x")
    assert for_programs({**needed, **session}) == {**needed, **session}
    assert for_servers({**needed, **session}) == needed


def test_a_function_of_a_shell_is_not_passed_on() -> None:
    assert for_programs({"SHELL": "() { :; }"}) == {}


async def test_a_child_without_a_given_environment_reads_no_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in SECRETS:
        monkeypatch.setenv(name, "hunter2")
    monkeypatch.setenv("TZ", "Asia/Seoul")
    code = "import os; print(sorted(os.environ.items()))"
    async with await start((sys.executable, *python_code(code)[1:]), stdout=PIPE) as child:
        out, _errors = await child.communicate()
    assert b"hunter2" not in out
    assert b"Asia/Seoul" in out
    assert os.environ["PGPASSWORD"] == "hunter2"
