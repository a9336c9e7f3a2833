"""Sending a table of requests through the rules and a model."""

from assistant.bench.assistant.benchmark import measure_assistant
from assistant.bench.assistant.request_set import COLUMNS, load_requests
from tests.helpers.llm.scripted_model import ScriptedModel, says

TABLE = "\n".join(
    (
        "\t".join(COLUMNS),
        'a\ten\tspoken\tset a timer for ten minutes\taction\tset_timer\t{"duration_s": 600}\t',
        "b\ten\ttyped\twhat is the capital of Italy?\tanswer\t\t\trome",
        "c\ten\ttyped\twhat does the moon weigh?\tdecline\t\t\t",
    )
)


async def test_the_model_is_asked_only_what_no_rule_understands() -> None:
    model = ScriptedModel(script=[says("It is Rome."), says("No.")])
    done: list[int] = []
    figures = await measure_assistant(
        load_requests(TABLE),
        tier="good",
        model=model,
        is_asked=True,
        tools={"set_timer"},
        is_refusal=lambda text: text == "No.",
        elapsed=lambda: 0.0,
        tell=done.append,
    )
    asked = [request.messages[0].text for request in model.requests]
    assert asked == ["what is the capital of Italy?", "what does the moon weigh?"]
    assert (figures.total.right, figures.not_right, done) == (1.0, (), [1, 2, 3])
    assert model.is_warm


async def test_without_a_model_nothing_is_done_where_no_rule_understands() -> None:
    figures = await measure_assistant(
        load_requests(TABLE),
        tier="none",
        model=ScriptedModel(),
        is_asked=False,
        tools={"set_timer"},
        is_refusal=lambda _text: False,
        elapsed=lambda: 0.0,
        tell=lambda _done: None,
    )
    assert (figures.total.action_right, figures.total.answer_or_ask_right) == (1.0, 0.0)
    assert figures.confusions == {
        "action > action": 1,
        "answer > nothing": 1,
        "decline > nothing": 1,
    }
