"""The context of a real conversation: files, store and desk as the program has them."""

import pytest

from assistant.conversation.context.model.layers import SUMMARY_HEAD
from assistant.conversation.context.summary_updater import SUMMARY_KEY
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.conversation import Say
from assistant.protocol.notices import Notice
from assistant.protocol.questions import AnswerQuestion
from assistant.protocol.sent_context import ContextSent, Layer
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Channel, Later, YouDecide
from assistant.settings import save
from tests.helpers.engine.running_core import RunningCore, opened, provenance
from tests.helpers.llm.scripted_model import ScriptedModel, Step, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.unit.engine.questions.test_text_path import WORDS

ASK = "ask_user_question"
FILES = {
    "system_prompt.md": "BASE PROMPT",
    "agents/default/persona.md": "A PIRATE",
    "workspaces/default/memory.md": "- ABOUT THE WORKSPACE",
    "workspaces/default/agents/default/memory.md": "- ABOUT THE AGENT",
    "memory/me.md": "- ABOUT THE PERSON",
}


def write(home: Home, files: dict[str, str]) -> None:
    """Put files into a home."""
    for name, text in files.items():
        path = home.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def system(request: ModelRequest) -> str:
    """Return the system text of a request."""
    return "\n\n".join(part.text for part in request.system)


def replies(count: int) -> list[list[Step]]:
    """Return so many plain replies."""
    return [says(f"a{number}") for number in range(count)]


async def talk(running: RunningCore, count: int) -> None:
    """Say things and have them answered."""
    for number in range(count):
        await running.turn(f"q{number}")


@pytest.mark.requirement("CTX-01", "CTX-02", "CTX-03", "CTX-05", "CTX-06", "CTX-07", "TF-01")
async def test_layers_come_from_their_files_in_their_order(home: Home) -> None:
    write(home, FILES)
    async with opened(home, ScriptedModel(replies(1))) as running:
        await talk(running, 1)
        text = system(running.model.requests[0])
        words = [
            "BASE PROMPT",
            "A PIRATE",
            "It is ",
            "ABOUT THE WORKSPACE",
            "ABOUT THE AGENT",
            "ABOUT THE PERSON",
        ]
        places = [text.index(word) for word in words]
        assert places == sorted(places)
        sent = await running.until(ContextSent)
        assert [part.layer for part in sent.parts] == [
            layer for layer in Layer if layer is not Layer.SUMMARY
        ]


@pytest.mark.requirement("CTX-15")
@pytest.mark.parametrize("missing", sorted(FILES)[1:])
async def test_a_file_that_is_missing_is_an_empty_layer_and_no_failure(
    home: Home, missing: str
) -> None:
    write(home, {name: text for name, text in FILES.items() if name != missing})
    async with opened(home, ScriptedModel(replies(1))) as running:
        await talk(running, 1)
        text = system(running.model.requests[0])
        there = [name for name, words in FILES.items() if words in text]
        assert there == [name for name in FILES if name != missing]
        assert all(part.text.rpartition("\n\n")[2] for part in running.model.requests[0].system)
        assert not running.of(Notice)


async def test_without_any_file_base_prompt_and_date_are_sent(home: Home) -> None:
    async with opened(home, ScriptedModel(replies(1))) as running:
        await talk(running, 1)
        text = system(running.model.requests[0])
        assert "# Now\n\nIt is " in text
        assert "# What you remember" not in text


async def test_what_falls_out_of_the_window_is_summed_up_and_kept(home: Home) -> None:
    save(home, "context", "recent_messages", 8)
    script = [*replies(4), says("- It rained."), *replies(1)]
    async with opened(home, ScriptedModel(script)) as running:
        await talk(running, 4)
        await running.settle()
        name = SUMMARY_KEY + running.core.conversations.current.conversation_id
        assert "It rained" in (await running.core.store.state.get(name) or "")
        await talk(running, 1)
        head = running.model.requests[-1].messages[0].text
        assert head.startswith(SUMMARY_HEAD + "- It rained.")
    async with opened(home, ScriptedModel(replies(1))) as running:
        await talk(running, 1)
        assert "- It rained." in running.model.requests[0].messages[0].text


async def test_a_deleted_conversation_leaves_no_summary(home: Home) -> None:
    save(home, "context", "recent_messages", 8)
    script = [*replies(4), says("- It rained.")]
    async with opened(home, ScriptedModel(script)) as running:
        await talk(running, 4)
        await running.settle()
        held = running.core.conversations.current.conversation_id
        await running.core.conversations.open(None)
        await running.core.store.conversations.delete(held)
        assert await running.core.store.state.get(SUMMARY_KEY + held) is None


def asks(request: ModelRequest) -> bool:
    """Whether the call of the question tool is in a request."""
    return any(
        isinstance(block, ToolUseBlock) and block.name == ASK
        for message in request.messages
        for block in message.content
    )


@pytest.mark.requirement("CTX-14", "CTX-16")
async def test_a_question_that_was_put_off_is_sent_until_it_is_settled(home: Home) -> None:
    save(home, "context", "recent_messages", 5)
    save(home, "context", "summary", value=False)
    script = [uses_tool(ASK, QUESTION), says("Later, then."), *replies(11)]
    async with opened(home, ScriptedModel(script)) as running:
        await running.do(Say(text="Help me"))
        asked = await running.until_asked()
        later = Later(provenance=provenance())
        await running.do(
            AnswerQuestion(questions_id=asked.questions.id, response=later, channel=Channel.DESKTOP)
        )
        await running.until(TurnFinished)
        await talk(running, 8)
        assert asks(running.model.requests[-1])
        await running.answer_b()
        await running.until(TurnFinished, 10)
        assert asks(running.model.requests[-1])  # the answer arrives with its question
        await talk(running, 2)
        assert not asks(running.model.requests[-1])


@pytest.mark.requirement("CTX-14", "CTX-16")
async def test_a_choice_in_words_is_sent_while_it_waits_and_with_its_answer(home: Home) -> None:
    save(home, "context", "recent_messages", 5)
    save(home, "context", "summary", value=False)
    async with opened(home, ScriptedModel([says(WORDS), *replies(1)])) as running:
        await running.do(Say(text="Help me"))
        asked = await running.until_asked()
        await running.until(TurnFinished)
        you_decide = YouDecide(provenance=provenance())
        await running.do(
            AnswerQuestion(
                questions_id=asked.questions.id, response=you_decide, channel=Channel.DESKTOP
            )
        )
        await running.until(TurnFinished, 2)
        assert running.model.requests[-1].messages[0].text.endswith("Help me")
