"""A surface loads what it uses."""

import re
import subprocess
import sys

import pytest

SPEECH = ("ctranslate2", "faster_whisper", "onnxruntime", "piper", "sounddevice", "soxr", "av")
WINDOW = ("PySide6",)
MODEL = ("anthropic", "httpx2", "keyring", "xllamacpp", "acp")


LATER = (
    "anthropic",
    "anyascii",
    "fastapi",
    "filelock",
    "markdown_it",
    "pygments",
    "pydantic_settings",
    "rapidfuzz",
    "tomlkit",
    "uvicorn",
    "websockets",
    "assistant.assembly.core",
    "assistant.engine.core",
    "assistant.catalog",
    "assistant.channels.desktop.coding_agents.session_row",
    "assistant.channels.desktop.conversation.context_panel",
    "assistant.channels.desktop.memory.window",
    "assistant.channels.desktop.personas.window",
    "assistant.channels.desktop.questions.dialog.question_dialog",
    "assistant.channels.desktop.settings.window",
    "assistant.coding_agents",
    "assistant.conversation.intents.alarm_command",
    "assistant.languages",
    "assistant.llm.messages_api",
    "assistant.protocol.commands",
    "assistant.protocol.events",
    "assistant.protocol.wire",
    "assistant.questions.card",
    "assistant.questions.formats",
    "assistant.storage",
    "assistant.tools",
    "assistant.voice.listening.listener",
)
"""What the window needs only when something is done with it, or the engine behind it."""


AFTER_A_MESSAGE = (
    "anthropic.resources.beta",
    "babel.dates",
    "fastapi",
    "numpy",
    "assistant.assembly.voice.voice_loop",
    "assistant.catalog",
    "assistant.conversation.history.files",
    "assistant.conversation.intents.alarm_command",
    "assistant.questions.spoken",
    "assistant.tools.mcp.sdk_peer",
    "assistant.voice.listening.listener",
    "assistant.voice.stt",
)
"""What a message that was typed at launch does not wait for."""


def modules_of(module: str) -> set[str]:
    """Return the modules that importing `module` loads, in a process of its own."""
    code = f"import sys, {module}\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(ran.stdout.split())


def loaded_by(module: str) -> set[str]:
    """Return the top-level packages that importing `module` loads."""
    return {name.partition(".")[0] for name in modules_of(module)}


@pytest.mark.requirement("APP-01", "APP-07")
@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        pytest.param("assistant.cli", (*SPEECH, *WINDOW, *MODEL, "numpy"), id="help"),
        pytest.param("assistant.cli.own_chat", (*SPEECH, *WINDOW, *MODEL, "numpy"), id="chat"),
        pytest.param(
            "assistant.cli.commands.chat, assistant.cli.attached_chat",
            (*SPEECH, *WINDOW, *MODEL, "numpy", "fastapi", "sqlite3"),
            id="chat, joining",
        ),
        pytest.param(
            "assistant.cli.commands.serve", (*SPEECH, *WINDOW, *MODEL, "numpy"), id="serve"
        ),
        pytest.param("assistant.cli.commands.ask", (*SPEECH, *WINDOW, *MODEL, "numpy"), id="ask"),
        pytest.param(
            "assistant.assembly.single_question.question",
            (*SPEECH, *WINDOW, *MODEL),
            id="ask, asking",
        ),
        pytest.param("assistant.entry", ("assistant.cli", "json", "typing_extensions"), id="entry"),
        pytest.param(
            "assistant.cli.commands.mcp", (*SPEECH, *WINDOW, *MODEL, "mcp", "pydantic"), id="mcp"
        ),
        pytest.param(
            "assistant.cli.commands.mcp, assistant.assembly.mcp.stdio",
            (*SPEECH, *WINDOW, *MODEL, "mcp", "fastapi"),
            id="mcp, relaying",
        ),
        pytest.param(
            "assistant.assembly.single_question.page, assistant.channels.web.client.running_program",
            (*SPEECH, *WINDOW, "xllamacpp"),
            id="mcp, asking",
        ),
        pytest.param(
            "assistant.cli.commands.window_key",
            (*SPEECH, *WINDOW, *MODEL, "asyncio", "numpy", "pydantic"),
            id="toggle",
        ),
        pytest.param(
            "assistant.cli.commands.config", (*SPEECH, *WINDOW, *MODEL, "numpy"), id="config"
        ),
        pytest.param("assistant.cli.commands.models", (*SPEECH, *WINDOW, "numpy"), id="models"),
        pytest.param("assistant.cli.commands.listen", WINDOW, id="listen"),
        # Imported before the window is painted; the rest waits until it was.
        pytest.param(
            "assistant.assembly.desktop", (*SPEECH, *MODEL, "numpy", "sqlite3"), id="window"
        ),
    ],
)
def test_a_surface_loads_only_what_it_uses(module: str, unwanted: tuple[str, ...]) -> None:
    assert loaded_by(module) & set(unwanted) == set()


def test_the_window_waits_for_nothing_that_it_does_not_show() -> None:
    assert (
        modules_of("assistant.cli.commands.run, assistant.assembly.desktop") & set(LATER) == set()
    )


def test_a_first_message_waits_for_nothing_that_its_request_does_not_need() -> None:
    loaded = modules_of(
        "assistant.assembly.desktop, assistant.assembly.core, assistant.assembly.web.api_switch,"
        " assistant.assembly.voice.voice_switch, assistant.llm.messages_client;"
        " assistant.llm.messages_client.load_sdk()"
    )
    assert "assistant.llm.sdk_connection" in loaded
    assert loaded & set(AFTER_A_MESSAGE) == set()


def test_half_of_the_sdk_is_never_imported() -> None:
    loaded = modules_of(
        "assistant.llm.messages_client; assistant.llm.messages_client.load_sdk()(base_url=None,"
        " api_key='k', max_output_tokens=1, keeps_alive=True, clock=None)"
    )
    assert len([name for name in loaded if name.startswith("anthropic")]) < 1500


def test_what_is_said_aloud_waits_for_a_question() -> None:
    loaded = modules_of("assistant.cli.commands.chat, assistant.cli.own_chat")
    assert not [name for name in loaded if name.startswith("assistant.questions.spoken")]


def test_the_replies_to_requests_wait_for_the_first_request() -> None:
    loaded = modules_of("assistant.cli.commands.chat, assistant.cli.own_chat")
    assert "assistant.intents.replies" not in loaded


def test_sentences_and_answers_are_read_with_the_first_request_and_question() -> None:
    code = (
        "import sys; opened = []; "
        "sys.addaudithook(lambda name, args: opened.append(args[0]) if name == 'open' else None); "
        "import assistant.cli.commands.chat, assistant.cli.own_chat, assistant.languages; "
        "print(*opened)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    read = set(
        re.findall(r"languages/[a-z]+/(?:__pycache__/)?(language|answers|sentences)\b", ran.stdout)
    )
    assert read == {"language"}


def test_a_hook_of_an_agent_imports_next_to_nothing() -> None:
    """Agents wait for it at every step; each of these takes about as long as an empty Python."""
    loaded = modules_of("assistant.entry, assistant.coding_agents.hook_process")
    heavy = {"assistant.home", "assistant.locale", "asyncio", "dataclasses", "pathlib", "pydantic"}
    assert not heavy & (loaded - modules_of("os"))
