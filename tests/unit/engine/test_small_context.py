"""A model that reads little gets tools, instructions and conversation that fit into it."""

from dataclasses import replace

import pytest

from assistant.conversation.context.model.layers import size_of_tools
from assistant.home import Home
from assistant.llm.model_choice.choice import LocalModel, local_profile
from assistant.protocol.conversation import Say
from assistant.protocol.turns import TurnFinished
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says


@pytest.mark.parametrize("context_tokens", [4096, 8192])
@pytest.mark.requirement("CTX-11")
async def test_all_that_is_sent_fits(home: Home, context_tokens: int) -> None:
    profile = local_profile(
        LocalModel(name="small", context_tokens=context_tokens), max_output_tokens=4096
    )
    model = ScriptedModel([says("Yes. " * 200)] * 80, profile=replace(profile, model="scripted"))
    async with opened(home, model) as running:
        for n in range(12):
            await running.do(Say(text=f"Tell me about number {n}. " * 20))
            await running.until(TurnFinished, n + 1)
    turns = [request for request in model.requests if request.tools]
    assert len(turns) >= 12
    n_tools = {len(request.tools) for request in turns}
    assert len(n_tools) == 1, "what the service may keep begins with the tools"
    assert 0 < n_tools.pop() < 40
    for request in turns:
        said = sum(len(part.text) for part in request.system)
        said += sum(len(message.text) for message in request.messages)
        assert profile.context_characters is not None
        assert said + size_of_tools(request.tools) <= profile.context_characters
