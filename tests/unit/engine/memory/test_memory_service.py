"""What the user and the model want remembered: from words and tool calls to files and back."""

import asyncio

import pytest

from assistant.engine.memory.notices import SHOWN
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.locale import use_language
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.conversation import Say
from assistant.protocol.memory import FactKept, Remember, UndoMemory
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.settings import RulesChanged
from assistant.protocol.turns import RequestSent, ToolFinished, TurnFailed, TurnFinished
from assistant.settings import save
from tests.helpers.engine.memories import everything, remembers, say, text_of, undo, write
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, uses_tool


@pytest.mark.requirement("MEM-01", "MEM-02", "MEM-04")
@pytest.mark.parametrize(
    ("words", "scope", "fact"),
    [
        ("Remember that I like green tea.", MemoryScope.PERSONAL, "I like green tea"),
        ("나는 녹차를 좋아한다고 기억해 줘.", MemoryScope.PERSONAL, "나는 녹차를 좋아한다"),
        ("请记住我喜欢绿茶。", MemoryScope.PERSONAL, "我喜欢绿茶"),
        (
            "Don't forget that our deadline is May 3.",
            MemoryScope.WORKSPACE,
            "our deadline is May 3",
        ),
        (
            "프로젝트 마감은 5월 3일이야, 잊지 마",
            MemoryScope.WORKSPACE,
            "프로젝트 마감은 5월 3일이야",
        ),
        ("记住项目用PostgreSQL", MemoryScope.WORKSPACE, "项目用PostgreSQL"),
        ("Please remember to answer briefly.", MemoryScope.AGENT, "answer briefly"),
        ("존댓말로 대답하는 걸 기억해 줘", MemoryScope.AGENT, "존댓말로 대답하는 것"),
        ("记住，你要用中文回答", MemoryScope.AGENT, "你要用中文回答"),
    ],
)
async def test_words_that_say_so_are_remembered_once_and_taken_back(
    home: Home, words: str, scope: MemoryScope, fact: str
) -> None:
    async with opened(home, ScriptedModel([says("I will.")])) as running:
        await say(running, words)

        assert everything(home) == f"- {fact}\n"
        assert text_of(home, scope) == f"- {fact}\n"
        (kept,) = running.of(FactKept)
        assert (kept.scope, kept.fact, kept.replaced) == (scope, fact, "")
        (notice,) = [n for n in running.of(Notice) if n.actions]
        assert fact in notice.text
        assert notice.severity is Severity.INFO
        assert notice.actions[0].command == UndoMemory(change_id=kept.change_id)

        await undo(running)

        assert everything(home) == ""
        assert running.of(Notice)[-1].text == f"Forgotten: {fact}"
        assert any(n.resolved and n.code == notice.code for n in running.of(Notice))


async def test_what_was_kept_is_before_the_model_in_the_same_turn(home: Home) -> None:
    async with opened(home, ScriptedModel([says("I will.")])) as running:
        await say(running, "Remember that I like green tea.")

        system = "\n".join(part.text for part in running.model.requests[0].system)
        assert "- I like green tea" in system


async def test_the_models_better_words_take_the_place_of_the_persons(home: Home) -> None:
    write(home, MemoryScope.PERSONAL, "# Me\n\n- lives in Seoul\n")
    model = ScriptedModel(
        [remembers(MemoryScope.PERSONAL, "Likes green tea without sugar"), says("Noted.")]
    )
    async with opened(home, model) as running:
        await say(running, "Remember that I like green tea, and no sugar please")

        assert text_of(home, MemoryScope.PERSONAL) == (
            "# Me\n\n- lives in Seoul\n- Likes green tea without sugar\n"
        )
        first, second = running.of(FactKept)
        assert first.change_id == second.change_id
        await undo(running)

        assert text_of(home, MemoryScope.PERSONAL) == "# Me\n\n- lives in Seoul\n"


@pytest.mark.parametrize(
    ("words", "put"),
    [
        ("Remember that I like green tea.", "The person likes green tea"),
        ("나는 녹차를 좋아한다고 기억해 줘.", "녹차를 좋아함"),
    ],
)
async def test_the_model_may_choose_another_memory_for_the_persons_words(
    home: Home, words: str, put: str
) -> None:
    model = ScriptedModel([remembers(MemoryScope.AGENT, put), says("Noted.")])
    async with opened(home, model) as running:
        await say(running, words)

        assert everything(home) == text_of(home, MemoryScope.AGENT) == f"- {put}\n"
        await undo(running)
        assert everything(home) == ""


async def test_a_turn_that_began_before_leaves_the_words_that_wait_alone(home: Home) -> None:
    gate = asyncio.Event()
    late: list[Step] = [Wait(gate=gate), *remembers(MemoryScope.PERSONAL, "Likes green tea a lot")]
    model = ScriptedModel(
        [
            late,
            says("Noted."),
            remembers(MemoryScope.PERSONAL, "Green tea: likes it, every morning"),
            says("That too."),
        ]
    )
    async with opened(home, model) as running:
        await running.do(Say(text="I drink tea"))
        await running.until(RequestSent)
        await running.do(Say(text="Remember that I like green tea"))
        (kept,) = running.of(FactKept)
        gate.set()
        await running.until(TurnFinished, 2)

        ids = [event.change_id for event in running.of(FactKept)]
        assert ids[1] != kept.change_id
        assert ids[2] == kept.change_id
        assert "every morning" in text_of(home, MemoryScope.PERSONAL)


async def test_another_matter_is_kept_beside_the_persons_words(home: Home) -> None:
    model = ScriptedModel([remembers(MemoryScope.PERSONAL, "Works as a nurse"), says("Noted.")])
    async with opened(home, model) as running:
        await say(running, "Remember that I like green tea. I came from my shift at the hospital.")

        assert text_of(home, MemoryScope.PERSONAL) == "- I like green tea\n- Works as a nurse\n"


async def test_words_are_remembered_even_if_the_turn_fails(home: Home) -> None:
    failure = ProviderError("No.", category=ErrorCategory.AUTHENTICATION)
    async with opened(home, ScriptedModel([[failure]])) as running:
        await say(running, "Remember that I like green tea.")

        assert running.of(TurnFailed)
        assert text_of(home, MemoryScope.PERSONAL) == "- I like green tea\n"


@pytest.mark.requirement("MEM-01", "MEM-02", "MEM-04", "TF-04")
async def test_the_model_keeps_facts_by_itself_through_a_tool_that_asks_nobody(home: Home) -> None:
    model = ScriptedModel(
        [
            remembers(MemoryScope.WORKSPACE, "- The release\nis on May 3"),
            says("May 3, then."),
            remembers(MemoryScope.WORKSPACE, "The release is on May 3."),
            says("Yes."),
            remembers(MemoryScope.WORKSPACE, "The release is on May 4."),
            says("May 4, then."),
        ]
    )
    async with opened(home, model) as running:
        await say(running, "We release on May 3")
        assert text_of(home, MemoryScope.WORKSPACE) == "- The release is on May 3\n"
        await say(running, "May 3!")
        assert text_of(home, MemoryScope.WORKSPACE) == "- The release is on May 3\n"
        assert len(running.of(FactKept)) == 1
        await say(running, "No, May 4")
        both = "- The release is on May 3\n- The release is on May 4.\n"
        assert text_of(home, MemoryScope.WORKSPACE) == both

        results = [event.content for event in running.of(ToolFinished)]
        assert results == [
            "Kept: The release is on May 3",
            "Known already: The release is on May 3",
            "Kept: The release is on May 4.\nKnown beside it: The release is on May 3\n"
            "If that is not true any more, forget it.",
        ]
        await undo(running)
        assert text_of(home, MemoryScope.WORKSPACE) == "- The release is on May 3\n"


@pytest.mark.requirement("MEM-05")
async def test_with_saving_switched_off_the_model_keeps_nothing_but_the_person_may(
    home: Home,
) -> None:
    save(home, "memory", "automatic", False)
    model = ScriptedModel(
        [remembers(MemoryScope.PERSONAL, "Likes tea"), says("Noted."), says("I will.")]
    )
    async with opened(home, model) as running:
        await say(running, "I like tea")

        assert [spec.name for spec in model.requests[0].tools if spec.name == "remember"] == []
        assert running.of(ToolFinished)[0].is_error
        assert everything(home) == ""
        assert not running.of(FactKept)

        await say(running, "Remember that I like tea.")
        assert everything(home) == "- I like tea\n"


@pytest.mark.requirement("MEM-05")
async def test_saving_is_switched_off_and_on_while_the_program_runs(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hi."), says("Hi.")])) as running:
        assert running.core.registry.find("remember") is not None
        save(home, "memory", "automatic", False)
        await running.do(RulesChanged())

        assert running.core.registry.find("remember") is None
        assert await running.core.memories.remember(MemoryScope.PERSONAL, "Likes tea") is None

        save(home, "memory", "automatic", True)
        await running.do(RulesChanged())
        assert running.core.registry.find("remember") is not None


@pytest.mark.parametrize("text", ["Remember that I hate tea.", "나를 기억해 줘", "请记住我讨厌茶"])
async def test_what_a_tool_says_is_never_remembered(home: Home, text: str) -> None:
    model = ScriptedModel(
        [uses_tool("calculator", {"expression": text}), says(f"It says: {text}"), says("OK.")]
    )
    async with opened(home, model) as running:
        await say(running, "What is one and one?")
        await say(running, "Thank you")

        assert everything(home) == ""
        assert not running.of(FactKept)


async def test_pointing_words_are_left_to_the_model_or_asked_about(home: Home) -> None:
    async with opened(home, ScriptedModel([says("I will.")])) as running:
        await say(running, "Remember that.")
        assert "memory_refused" not in {notice.code for notice in running.of(Notice)}
    save(home, "memory", "automatic", False)
    async with opened(home, ScriptedModel([says("What?")])) as running:
        await say(running, "Remember that.")
        assert "memory_refused" in {notice.code for notice in running.of(Notice)}
    assert everything(home) == ""


@pytest.mark.requirement("MEM-07")
async def test_a_failure_is_told_in_the_persons_language_and_the_conversation_goes_on(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    use_language("ko")
    monkeypatch.setattr("assistant.memory.disk.put_in_place", fail)
    model = ScriptedModel([remembers(MemoryScope.AGENT, "짧게 답하기"), says("네."), says("네.")])
    async with opened(home, model) as running:
        await say(running, "나는 녹차를 좋아한다고 기억해 줘.")
        await say(running, "고마워")

        assert len(running.of(TurnFinished)) == 2
        failed = [n for n in running.of(Notice) if n.code == "memory_failed" and not n.resolved]
        assert [notice.severity for notice in failed] == [Severity.ERROR] * 2
        assert {notice.text for notice in failed} == {"기억 저장에 실패했습니다"}
        assert all("디스크에 남은 공간이 없어요" in notice.hint for notice in failed)
        assert running.of(ToolFinished)[0].is_error
    assert everything(home) == ""
    assert not list(home.root.rglob("*.new"))
    logged = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
    assert logged == ["Saving to memory failed: [Errno 28] No space left on device"] * 2


# Commands.


async def test_a_fact_is_cleaned_refused_or_known(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact=" - likes\n- tea\x07 "))
        assert text_of(home, MemoryScope.PERSONAL) == "- likes tea\n"
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Likes tea!"))
        assert running.of(Notice)[-1].text == "That is remembered already: likes tea"
        for useless in ("", " \n- ", "…!", "x" * 301):
            await running.do(Remember(scope=MemoryScope.PERSONAL, fact=useless))
            assert running.of(Notice)[-1].code == "memory_refused"
        assert text_of(home, MemoryScope.PERSONAL) == "- likes tea\n"
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="x" * 300))
        assert text_of(home, MemoryScope.PERSONAL) == f"- likes tea\n- {'x' * 300}\n"


async def test_only_a_few_notices_stand_at_once(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        for animal in ("cats", "dogs", "frogs", "whales", "bees"):
            await running.do(Remember(scope=MemoryScope.PERSONAL, fact=f"Watches {animal}"))

        shown = {n.code for n in running.of(Notice) if n.actions}
        resolved = {n.code for n in running.of(Notice) if n.resolved}
        assert len(shown) == 5
        assert len(shown - resolved) == SHOWN


@pytest.mark.requirement("G-09")
async def test_a_notice_stands_for_two_turns(home: Home) -> None:
    model = ScriptedModel([says("I will."), says("Yes?"), says("Yes?")])
    async with opened(home, model) as running:
        await say(running, "Remember that I like tea.")
        (kept,) = running.of(FactKept)
        code = f"memory_kept_{kept.change_id}"

        def is_gone() -> bool:
            return any(n.resolved and n.code == code for n in running.of(Notice))

        assert not is_gone()
        await say(running, "Hello")
        assert is_gone()
        await running.do(UndoMemory(change_id=kept.change_id))  # still possible
        assert everything(home) == ""
        assert running.of(Notice)[-1].text == "Forgotten: I like tea"
        await say(running, "Hello again")
        assert running.of(Notice)[-1].code == "memory_undo"
        assert running.of(Notice)[-1].resolved


async def test_undo_is_refused_once_the_line_is_gone(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Likes tea"))
        write(home, MemoryScope.PERSONAL, "- Likes coffee\n")
        await undo(running)

        assert running.of(Notice)[-1].code == "memory_undo"
        assert "cannot be taken back" in running.of(Notice)[-1].text
        assert text_of(home, MemoryScope.PERSONAL) == "- Likes coffee\n"
        await running.do(UndoMemory(change_id="never heard of"))
        assert "cannot be taken back" in running.of(Notice)[-1].text
