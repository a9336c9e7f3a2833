"""How a memory is rewritten by the model: in parts where it must, and out of the way of a turn."""

import asyncio
from dataclasses import replace

import pytest
from typing_extensions import override

from assistant.engine.memory.rewriter import BackgroundModel, rewrite_facts
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.single_request import LIMIT_S, SingleReply
from assistant.memory.model.compaction import RewriteAccepted, RewriteRejected
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Wait, says

LOCAL = replace(SCRIPTED_PROFILE, name="starter")
"""A model on this machine, which answers one request at a time."""


class ShortWriter:
    """Implements `Asked`: repeats a list unless that is longer than it can write at once."""

    def __init__(self, lines: int) -> None:
        self._lines = lines
        self.asked: list[int] = []

    async def __call__(self, instruction: str, message: str) -> SingleReply:
        """Repeat the first lines of the message."""
        lines = message.split("\n")
        self.asked.append(len(lines))
        return SingleReply(text="\n".join(lines[: self._lines]), is_cut=len(lines) > self._lines)


async def settled() -> None:
    """Let every task come to where it waits."""
    for _turn in range(20):
        await asyncio.sleep(0)


FACTS = tuple(f"fact {n}" for n in range(8))


@pytest.mark.parametrize(("lines", "asked"), [(8, [8]), (4, [8, 4, 4]), (2, [8, 4, 2, 2, 4, 2, 2])])
async def test_a_list_that_is_too_long_to_write_at_once_is_cut_in_two(
    lines: int, asked: list[int]
) -> None:
    writer = ShortWriter(lines)

    assert await rewrite_facts(writer, FACTS, target=100) == RewriteAccepted(facts=FACTS)
    assert writer.asked == asked


async def test_a_list_that_cannot_be_written_in_four_parts_is_not_taken() -> None:
    writer = ShortWriter(1)

    assert isinstance(await rewrite_facts(writer, FACTS, target=100), RewriteRejected)
    assert writer.asked == [8, 4, 2, 2, 4, 2, 2]


async def test_half_a_list_is_never_taken() -> None:
    class HalfWriter(ShortWriter):
        @override
        async def __call__(self, instruction: str, message: str) -> SingleReply:
            if "fact 0" in message and message.count("\n") == 3:
                return SingleReply(text="", is_cut=False)
            return await super().__call__(instruction, message)

    assert isinstance(await rewrite_facts(HalfWriter(4), FACTS, target=100), RewriteRejected)


@pytest.mark.looptime
async def test_a_model_that_is_too_slow_is_given_up() -> None:
    model = ScriptedModel([[Wait(seconds=LIMIT_S + 1), *says("- late")]])

    with pytest.raises(ProviderError) as caught:
        await BackgroundModel(client=lambda: model)("Rewrite.", "- a")

    assert caught.value.category is ErrorCategory.TIMEOUT
    assert model.n_open == 0


async def test_a_service_is_asked_once_no_turn_is_under_way_and_then_goes_on() -> None:
    gate = asyncio.Event()
    model = ScriptedModel([[Wait(gate=gate), *says("- short")]])
    quiet = BackgroundModel(client=lambda: model)
    quiet.turn_began()
    asking = asyncio.create_task(quiet("Rewrite.", "- long"))
    await settled()
    assert model.requests == []

    quiet.turn_ended()
    await settled()
    assert len(model.requests) == 1
    quiet.turn_began()
    gate.set()

    assert await asking == SingleReply(text="- short")
    assert len(model.requests) == 1
    assert (model.requests[0].system[0].text, model.requests[0].tools) == ("Rewrite.", ())


async def test_a_model_of_this_machine_makes_way_for_a_turn() -> None:
    model = ScriptedModel(
        [[Wait(gate=asyncio.Event()), *says("- never")], says("- short", stop_reason="max_tokens")],
        profile=LOCAL,
    )
    quiet = BackgroundModel(client=lambda: model)
    asking = asyncio.create_task(quiet("Rewrite.", "- long"))
    await settled()
    assert model.n_open == 1

    quiet.turn_began()
    await settled()
    assert model.n_open == 0
    assert not asking.done()
    quiet.turn_ended()

    assert await asking == SingleReply(text="- short", is_cut=True)
    assert model.n_closed_early == 1
