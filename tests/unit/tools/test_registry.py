import pytest

from assistant.llm.messages_api.model_client import ToolSpec
from assistant.tools.permission import CONFIRMATION_NEEDED, CallApproved, CallRefused, GuardedTool
from assistant.tools.registry import ToolRegistry
from assistant.tools.tool import InvalidInputError, Permission, ToolOutcome
from tests.helpers.tools.fakes import ScriptedConfirmer, ScriptedTool, context


@pytest.fixture
def confirmer() -> ScriptedConfirmer:
    return ScriptedConfirmer()


@pytest.fixture
def registry(confirmer: ScriptedConfirmer) -> ToolRegistry:
    return ToolRegistry(confirmer=confirmer, enabled=frozenset({"wipe"}))


def test_a_tool_is_found_by_name_and_alias_in_any_case(registry: ToolRegistry) -> None:
    tool = ScriptedTool("ask", aliases=("AskUser", "local:AskUser"))
    registry.add(tool)

    for name in ("ask", "ASK", "askuser", "LOCAL:askuser"):
        assert registry.find(name) is tool
    assert registry.find("nothing") is None


def test_tools_are_advertised_in_the_order_they_were_added(registry: ToolRegistry) -> None:
    registry.add(ScriptedTool("b", aliases=("c",)))
    registry.add(ScriptedTool("a"))

    assert registry.specs() == (
        ToolSpec(name="b", description="Does b.", input_schema={"type": "object"}),
        ToolSpec(name="a", description="Does a.", input_schema={"type": "object"}),
    )


def test_a_tool_that_is_unavailable_for_the_moment_stays_advertised(registry: ToolRegistry) -> None:
    registry.add(ScriptedTool("a", unavailable="away"))

    assert [spec.name for spec in registry.specs()] == ["a"]


def test_a_removed_tool_is_gone_with_its_aliases(registry: ToolRegistry) -> None:
    registry.add(ScriptedTool("a", aliases=("b",)))

    registry.remove("a")
    registry.remove("a")

    assert registry.find("a") is None
    assert registry.find("b") is None
    assert registry.specs() == ()
    registry.add(ScriptedTool("b"))


@pytest.mark.parametrize("name", ["", "with space", "local:ask", "x" * 65, "é"])
def test_a_name_that_services_do_not_accept_is_refused(registry: ToolRegistry, name: str) -> None:
    with pytest.raises(ValueError, match="called"):
        registry.add(ScriptedTool(name))


@pytest.mark.parametrize("second", [ScriptedTool("A"), ScriptedTool("c", aliases=("B",))])
def test_a_name_is_given_once(registry: ToolRegistry, second: ScriptedTool) -> None:
    registry.add(ScriptedTool("a", aliases=("b",)))

    with pytest.raises(ValueError, match="Another tool"):
        registry.add(second)


@pytest.mark.requirement("TOOL-15")
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(Permission.SAFE, Permission.SAFE, id="a class"),
        pytest.param("Sensitive", Permission.SENSITIVE, id="its name"),
        pytest.param(" safe ", Permission.SAFE, id="its name with spaces"),
        pytest.param("harmless", Permission.RESTRICTED, id="a name that is not known"),
        pytest.param("", Permission.RESTRICTED, id="nothing"),
        pytest.param(None, Permission.RESTRICTED, id="none"),
        pytest.param(0, Permission.RESTRICTED, id="a number"),
    ],
)
def test_an_unknown_class_is_restricted(value: object, expected: Permission) -> None:
    assert Permission.of(value) is expected


def test_a_safe_tool_stands_as_it_is(registry: ToolRegistry) -> None:
    tool = ScriptedTool("a")
    registry.add(tool)

    assert registry.find("a") is tool


@pytest.mark.parametrize("permission", [Permission.SENSITIVE, Permission.RESTRICTED])
def test_every_other_tool_is_guarded(registry: ToolRegistry, permission: Permission) -> None:
    registry.add(ScriptedTool("a", permission=permission, aliases=("b",), interactive=True))

    guarded = registry.find("b")

    assert isinstance(guarded, GuardedTool)
    assert guarded.permission is permission
    assert guarded.interactive


def test_a_restricted_tool_is_advertised_only_when_enabled(registry: ToolRegistry) -> None:
    registry.add(ScriptedTool("shell", permission=Permission.RESTRICTED))
    registry.add(ScriptedTool("wipe", permission=Permission.RESTRICTED))

    assert [spec.name for spec in registry.specs()] == ["wipe"]


@pytest.mark.requirement("TOOL-11")
async def test_a_restricted_tool_that_is_off_does_not_run_and_nobody_is_asked(
    registry: ToolRegistry, confirmer: ScriptedConfirmer
) -> None:
    tool = ScriptedTool("shell", permission=Permission.RESTRICTED)
    registry.add(tool)
    guarded = registry.find("shell")
    assert guarded is not None

    result = await guarded.run(guarded.validate({}), context())

    assert result.outcome is ToolOutcome.REFUSED
    assert result.is_error
    assert result.content.splitlines()[0] == "이 작업은 확인이 필요합니다"
    assert "settings" in result.content
    assert confirmer.asked == []
    assert tool.runs == []


@pytest.mark.parametrize("name", ["wipe", "write"])
async def test_an_approved_tool_runs_with_its_real_arguments(
    registry: ToolRegistry, confirmer: ScriptedConfirmer, name: str
) -> None:
    permission = Permission.RESTRICTED if name == "wipe" else Permission.SENSITIVE
    tool = ScriptedTool(name, permission=permission)
    registry.add(tool)
    guarded = registry.find(name)
    assert guarded is not None
    confirmer.verdict = CallApproved()

    result = await guarded.run(guarded.validate({"path": "a"}), context())

    assert result.content == "toolu_1: {'path': 'a'}"
    assert confirmer.asked == [(name, {"path": "a"})]


@pytest.mark.requirement("TF-06", "TOOL-11")
async def test_a_refused_tool_does_not_run(
    registry: ToolRegistry, confirmer: ScriptedConfirmer
) -> None:
    tool = ScriptedTool("write", permission=Permission.SENSITIVE)
    registry.add(tool)
    guarded = registry.find("write")
    assert guarded is not None
    confirmer.verdict = CallRefused(reason="The person refused.")

    result = await guarded.run(guarded.validate({}), context())

    assert result.content == f"{CONFIRMATION_NEEDED}\nThe person refused."
    assert tool.runs == []


@pytest.mark.requirement("TOOL-01")
async def test_permission_comes_before_the_input_is_checked(
    registry: ToolRegistry, confirmer: ScriptedConfirmer
) -> None:
    tool = ScriptedTool("write", permission=Permission.SENSITIVE)
    registry.add(tool)
    guarded = registry.find("write")
    assert guarded is not None
    arguments = guarded.validate({"wrong": 1})

    with pytest.raises(InvalidInputError):
        await guarded.run(arguments, context())

    assert confirmer.asked == [("write", {"wrong": 1})]
    assert tool.runs == []


def test_a_guarded_tool_is_unavailable_when_the_tool_is(registry: ToolRegistry) -> None:
    tool = ScriptedTool("write", permission=Permission.SENSITIVE)
    registry.add(tool)
    guarded = registry.find("write")
    assert guarded is not None
    assert guarded.unavailable is None

    tool.unavailable = "The server is away."

    assert guarded.unavailable == "The server is away."


async def test_what_the_person_makes_safe_is_passed_to_the_confirmer_as_such(
    confirmer: ScriptedConfirmer,
) -> None:
    registry = ToolRegistry(confirmer=confirmer, classes={"write": Permission.SAFE})
    registry.add(ScriptedTool("write", permission=Permission.SENSITIVE))
    tool = registry.find("write")
    assert tool is not None
    assert tool.permission is Permission.SAFE  # which the audit writes down

    result = await tool.run(tool.validate({}), context())

    assert not result.is_error
    assert confirmer.asked == [("write", {})]


def test_what_the_person_restricts_is_off_until_it_is_enabled(confirmer: ScriptedConfirmer) -> None:
    registry = ToolRegistry(confirmer=confirmer, classes={"clock": Permission.RESTRICTED})
    registry.add(ScriptedTool("clock"))
    assert registry.specs() == ()

    registry.allow(enabled=frozenset({"clock"}), classes={"clock": Permission.RESTRICTED})

    assert [spec.name for spec in registry.specs()] == ["clock"]
    assert isinstance(registry.find("clock"), GuardedTool)


@pytest.mark.requirement("TOOL-25")
def test_a_tool_that_can_do_great_harm_cannot_be_made_safe(confirmer: ScriptedConfirmer) -> None:
    registry = ToolRegistry(confirmer=confirmer, classes={"wipe": Permission.SAFE})
    registry.add(ScriptedTool("wipe", permission=Permission.RESTRICTED))

    assert [entry.permission for entry in registry] == [Permission.RESTRICTED]
    assert registry.specs() == ()


def test_who_wants_to_know_hears_of_every_change(registry: ToolRegistry) -> None:
    changes: list[int] = []
    registry.on_change = lambda: changes.append(len(tuple(registry)))

    registry.add(ScriptedTool("a"))
    registry.remove("a")
    registry.remove("a")
    registry.allow(enabled=frozenset(), classes={})

    assert changes == [1, 0, 0]
