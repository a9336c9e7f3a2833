"""The key store and the language model, without a network and without a paid request."""

import socket
import ssl
from collections.abc import Iterator

import pytest

from assistant.doctor.checks.language_model import check_keys, check_model, reason, route
from assistant.errors import ModelFileError
from assistant.finding import CheckStatus
from assistant.home import Home
from tests.helpers.web.ports import reserved_port
from tests.unit.doctor.conftest import Admit


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def closed() -> Iterator[str]:
    """An address where nobody listens."""
    with reserved_port() as port:
        yield f"http://127.0.0.1:{port}"


def test_a_key_in_the_environment_is_told_by_its_place_alone(admit: Admit) -> None:
    verdict = check_keys(admit(ANTHROPIC_API_KEY="sk-secret"))
    assert verdict.status is CheckStatus.OK
    assert "ANTHROPIC_API_KEY" in verdict.text
    assert "secret" not in verdict.text + verdict.hint


def test_a_key_in_the_file_says_where(admit: Admit) -> None:
    context = admit()
    context.home.root.mkdir()
    context.home.keys_file.write_text('anthropic = "sk-secret"\n', encoding="utf-8")
    context.home.keys_file.chmod(0o600)
    verdict = check_keys(context)
    assert verdict.status is CheckStatus.OK
    assert str(context.home.keys_file) in verdict.text
    assert "secret" not in verdict.text + verdict.hint


def test_no_key_is_fine(admit: Admit) -> None:
    assert check_keys(admit()).status is CheckStatus.OK


def test_the_paid_service_needs_a_key(admit: Admit) -> None:
    verdict = check_model(admit(PARLEY_LLM__PROFILE="anthropic"))
    assert verdict.status is CheckStatus.FAILED
    assert "ANTHROPIC_API_KEY" in verdict.hint


def test_the_paid_service_is_connected_to_and_asked_nothing(admit: Admit) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        verdict = check_model(admit(ANTHROPIC_API_KEY="sk-x", PARLEY_LLM__BASE_URL=address))
        accepted, _peer = server.accept()
        with accepted:
            assert accepted.recv(100) == b""
    assert verdict.status is CheckStatus.OK


def test_a_service_that_cannot_be_reached_fails_with_a_way_to_go_on(
    admit: Admit, closed: str
) -> None:
    verdict = check_model(admit(ANTHROPIC_API_KEY="sk-x", PARLEY_LLM__BASE_URL=closed))
    assert verdict.status is CheckStatus.FAILED
    assert "127.0.0.1" in verdict.text
    assert "llm.profile starter" in verdict.hint


def test_what_is_no_address_is_told(admit: Admit) -> None:
    verdict = check_model(admit(ANTHROPIC_API_KEY="sk-x", PARLEY_LLM__BASE_URL="api.example"))
    assert verdict.status is CheckStatus.FAILED
    assert "'api.example'" in verdict.text


def test_a_proxy_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    assert route("https://api.anthropic.com") == "https://api.anthropic.com"
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    assert route("https://api.anthropic.com") == "http://proxy.example:3128"
    assert route("http://127.0.0.1:9") == "http://127.0.0.1:9"
    assert route("http://localhost:9") == "http://localhost:9"
    monkeypatch.setenv("NO_PROXY", "api.anthropic.com")
    assert route("https://api.anthropic.com") == "https://api.anthropic.com"
    monkeypatch.setenv("HTTPS_PROXY", "proxy.example:3128")
    assert route("https://other.example") == "http://proxy.example:3128"


def test_connections_fail_for_reasons_a_person_can_read() -> None:
    assert reason(TimeoutError()) == "no answer"
    assert reason(socket.gaierror(-2, "Name or service not known")) == "the name is not known"
    untrusted = ssl.SSLCertVerificationError(1, "x")
    untrusted.verify_message = "self-signed certificate"
    assert reason(untrusted) == "self-signed certificate"
    assert reason(ConnectionRefusedError(111, "Connection refused")) == "Connection refused"


def test_a_local_server_that_does_not_answer_fails(admit: Admit, closed: str) -> None:
    verdict = check_model(admit(PARLEY_LLM__PROFILE="local", PARLEY_LLM__LOCAL_URL=closed))
    assert verdict.status is CheckStatus.FAILED
    assert closed in verdict.text


def test_the_built_in_model_without_its_file_says_how_to_get_it(admit: Admit) -> None:
    with pytest.raises(ModelFileError) as missing:
        check_model(admit(PARLEY_LLM__PROFILE="starter"))
    assert "parley models get" in missing.value.hint


@pytest.mark.models
def test_the_built_in_model_says_a_word(admit: Admit) -> None:
    models = Home.locate().models
    verdict = check_model(admit(models=models, PARLEY_LLM__PROFILE="starter"))
    assert verdict.status is CheckStatus.OK
    assert verdict.hint
