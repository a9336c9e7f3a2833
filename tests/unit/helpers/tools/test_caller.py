from assistant.tools.permission import CallRefused
from assistant.tools.tool import Permission, ToolOutcome
from tests.helpers.tools.caller import Caller
from tests.helpers.tools.fakes import ScriptedTool


async def test_a_call_goes_through_permission_and_is_written_down() -> None:
    tool = ScriptedTool(permission=Permission.SENSITIVE)
    call = Caller(tool)
    call.confirmer.verdict = CallRefused(reason="No.")

    result = await call(x=1)

    assert result.outcome is ToolOutcome.REFUSED
    assert tool.runs == []
    assert call.confirmer.was_asked.is_set()
    assert [record.outcome for record in call.audit.records] == ["refused"]


async def test_a_safe_tool_runs_unasked_and_a_restricted_one_may_be_off() -> None:
    safe, off = Caller(ScriptedTool()), ScriptedTool(permission=Permission.RESTRICTED)

    assert (await safe(x=1)).content == "toolu_1: {'x': 1}"
    assert not safe.confirmer.was_asked.is_set()
    assert (await Caller(off, enabled=False)()).outcome is ToolOutcome.REFUSED
    assert (await Caller(off).begin()).outcome is ToolOutcome.OK
