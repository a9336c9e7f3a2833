"""The summary of what is not sent any more: what goes into it and where it holds."""

from assistant.conversation.context.model.rolling_summary import (
    MAX_INPUT,
    MOST_KEPT,
    RollingSummary,
    covering_summary,
    dropped_text,
    read_kept,
    summary_prompt,
    write_kept,
)
from tests.helpers.engine.history_entries import PLAIN, Entries, history


def summary(upto: str, text: str = "- x") -> RollingSummary:
    """Return a summary that reaches to a message."""
    return RollingSummary(upto=upto, text=text)


def test_the_summary_that_covers_most_of_what_was_dropped_is_used() -> None:
    entries = history(*PLAIN * 5)
    early, late, newer = summary("t1.1"), summary("t2.3"), summary("t4.7")
    found = covering_summary([late, newer, early], entries, begins=6)
    assert found is not None
    assert (found.summary, found.index) == (late, 3)


def test_a_summary_of_another_branch_or_of_what_is_sent_does_not_hold() -> None:
    entries = history(*PLAIN * 3)
    assert covering_summary([summary("gone"), summary("t3.5")], entries, begins=4) is None
    assert covering_summary([], entries, begins=4) is None
    assert covering_summary([summary("t1.1")], entries, begins=0) is None


def test_what_was_said_is_told_with_who_said_it() -> None:
    entries = Entries()
    turn = entries.ask("What time is it?")
    entries.call(turn, result="n" * 1_000, thinks=True)
    entries.reply(turn, "Noon.")
    assert dropped_text(entries.all) == (
        "Person: What time is it?\n"
        "Assistant used clock: {'zone': 'UTC'}\n"
        f"Result: {'n' * 400}\n"
        "Assistant: Noon."
    )


def test_of_too_much_the_newest_is_summed_up() -> None:
    entries = Entries()
    for _ in range(30):
        entries.turn("long")
    words = dropped_text(entries.all)
    assert len(words) <= MAX_INPUT
    assert words.endswith("x" * 3_000)
    assert "q30" in words
    assert "q2\n" not in words


def test_the_model_is_given_the_notes_so_far() -> None:
    assert summary_prompt("", "Person: hi") == "<said>\nPerson: hi\n</said>"
    assert summary_prompt("- Tea.", "Person: hi").startswith("<notes>\n- Tea.\n</notes>")


def test_the_latest_few_are_stored_and_read_again() -> None:
    many = [summary(str(number)) for number in range(MOST_KEPT + 2)]
    assert read_kept(write_kept(many)) == tuple(many[2:])


def test_what_cannot_be_read_is_no_summary() -> None:
    assert read_kept(None) == ()
    assert read_kept("{") == ()
    assert read_kept('[{"upto": 3}]') == ()
