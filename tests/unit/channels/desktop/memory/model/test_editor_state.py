from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.memory.model.editor_state import (
    EditorWork,
    FillLevel,
    MemoryEditorState,
    mine,
    read,
    reverted,
    saving,
    settled,
    shortening,
    theirs,
    typed,
)
from assistant.memory.model.outcomes import StoredMemory
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.memory import MemorySaved

SCOPE = MemoryScope.PERSONAL


def file(text: str, *, limit: int = 100) -> StoredMemory:
    return StoredMemory(
        scope=SCOPE,
        path=Path("/home/memory/me.md"),
        text=text,
        digest=f"digest of {text}",
        limit=limit,
    )


def saved(problem: str = "", conflict: str | None = None) -> MemorySaved:
    there = None if conflict is None else file(conflict)
    return MemorySaved(scope=SCOPE, problem=problem, conflict=there)


def page(text: str = "- tea", edited: str | None = None) -> MemoryEditorState:
    first = read(None, file(text))
    return first if edited is None else typed(first, edited)


def test_a_file_is_shown_as_it_is() -> None:
    shown = page("- tea\n")

    assert shown.text == "- tea\n"
    assert not (shown.is_unsaved)
    assert not (shown.can_save)
    assert not (shown.can_revert)
    assert shown.can_shorten
    assert shown.conflict is None


def test_an_empty_file_cannot_be_made_shorter() -> None:
    assert not page(" \n").can_shorten


def test_typed_words_can_be_saved_and_taken_back() -> None:
    edited = page(edited="- tea and cake")

    assert edited.is_unsaved
    assert edited.can_save
    assert edited.can_revert
    assert not edited.can_shorten
    assert reverted(edited) == page()


def test_a_change_elsewhere_is_taken_up_while_nothing_is_unsaved() -> None:
    later = read(page(), file("- coffee"))

    assert later == page("- coffee")


def test_a_file_read_again_unchanged_leaves_typed_words_alone() -> None:
    edited = page(edited="- cake")

    assert read(edited, file("- tea")) == edited


def test_a_change_elsewhere_is_put_beside_typed_words() -> None:
    both = read(page(edited="- cake"), file("- coffee"))

    assert both.text == "- cake"
    assert both.conflict == file("- coffee")
    assert not both.can_save


def test_a_change_elsewhere_to_what_was_typed_is_no_conflict() -> None:
    same = read(page(edited="- cake\n"), file("- cake"))

    assert same == page("- cake")


def test_white_space_alone_is_no_conflict() -> None:
    later = read(page(edited="- cake"), file("- tea\n"))

    assert later.text == "- cake"
    assert later.conflict is None
    assert later.base.digest == file("- tea\n").digest


def test_a_conflict_is_over_when_the_file_is_as_before_again() -> None:
    both = read(page(edited="- cake"), file("- coffee"))

    assert read(both, file("- tea")) == page(edited="- cake")


def test_one_keeps_ones_own_words_over_what_the_file_says() -> None:
    kept = mine(read(page(edited="- cake"), file("- coffee")))

    assert kept.text == "- cake"
    assert kept.can_save
    assert kept.base == file("- coffee")


def test_one_takes_what_the_file_says() -> None:
    taken = theirs(read(page(edited="- cake"), file("- coffee")))

    assert taken == page("- coffee")


def test_taking_back_in_a_conflict_is_taking_what_the_file_says() -> None:
    assert reverted(read(page(edited="- cake"), file("- coffee"))) == page("- coffee")


def test_choosing_without_a_conflict_changes_nothing() -> None:
    edited = page(edited="- cake")

    assert mine(edited) == edited
    assert theirs(edited) == edited


def test_saved_words_are_what_the_file_says() -> None:
    done = settled(saving(page(edited="- cake")), saved())

    assert not done.is_unsaved
    assert done.text == "- cake"
    assert read(done, file("- cake\n")) == page("- cake\n")


def test_the_file_may_be_read_before_it_is_known_how_saving_went() -> None:
    under_way = read(saving(page(edited="- cake")), file("- cake"))
    assert under_way.conflict is None

    assert settled(under_way, saved()) == page("- cake")


def test_words_typed_while_saving_stay_unsaved() -> None:
    typing = typed(saving(page(edited="- cake")), "- cake and tea")
    done = settled(typing, saved())

    assert done.is_unsaved
    later = read(done, file("- cake\n"))
    assert later.text == "- cake and tea"
    assert later.conflict is None
    assert later.can_save


def test_words_that_were_not_saved_stay_and_the_reason_is_told_until_the_next_try() -> None:
    failed = settled(saving(page(edited="- cake")), saved(problem="The disk is full."))

    assert failed.text == "- cake"
    assert failed.is_unsaved
    assert failed.problem == "The disk is full."
    assert failed.can_save
    assert saving(failed).problem == ""


def test_what_was_wrong_with_other_words_is_not_said_of_these() -> None:
    failed = settled(saving(page(edited="- too long")), saved(problem="It is too long."))
    assert typed(failed, "- too long").problem == "It is too long."
    assert typed(failed, "- short").problem == ""
    found = read(failed, file("- of another program"))
    assert typed(found, "- short").problem == ""


def test_a_file_that_changed_before_it_was_saved_is_put_beside_the_words() -> None:
    both = settled(saving(page(edited="- cake")), saved(conflict="- coffee"))

    assert both.text == "- cake"
    assert both.conflict == file("- coffee")


def test_ones_own_earlier_words_are_no_conflict() -> None:
    first = settled(saving(page(edited="- cake")), saved())
    again = settled(saving(typed(first, "- cake and tea")), saved(conflict="- cake\n"))

    assert again.conflict is None
    assert again.can_save
    assert again.base == file("- cake\n")


def test_what_was_made_shorter_is_taken_up() -> None:
    working = shortening(page())
    assert working.work is EditorWork.SHORTENING
    assert not working.can_shorten

    assert settled(read(working, file("- t")), saved()) == page("- t")


def test_words_typed_while_it_is_made_shorter_stay() -> None:
    working = typed(shortening(page()), "- tea!")
    assert not working.can_save

    both = read(settled(working, saved()), file("- t"))
    assert both.text == "- tea!"
    assert both.conflict == file("- t")


def test_what_could_not_be_made_shorter_stays_and_says_why() -> None:
    failed = settled(shortening(page()), saved(problem="The model lost a number."))

    assert failed.text == "- tea"
    assert failed.problem == "The model lost a number."
    assert failed.can_shorten


def test_there_is_a_warning_near_the_limit_and_over_it() -> None:
    def fill(length: int) -> FillLevel:
        return typed(read(None, file("", limit=100)), "x" * length).fill

    assert [fill(0), fill(89), fill(90), fill(100), fill(101)] == [
        FillLevel.ROOMY,
        FillLevel.ROOMY,
        FillLevel.NEAR,
        FillLevel.NEAR,
        FillLevel.OVER,
    ]
    assert typed(page(), "  four \n").used == 4


TEXTS = st.sampled_from(["", "- tea", "- tea\n", "- coffee", "- cake", "- cake\n- tea"])
EVENTS = st.one_of(
    TEXTS.map(lambda text: ("type", text)),
    TEXTS.map(lambda text: ("read", text)),
    st.sampled_from([("save", ""), ("done", ""), ("fail", ""), ("shorten", "")]),
    TEXTS.map(lambda text: ("clash", text)),
)


@given(st.lists(EVENTS, max_size=30))
def test_nothing_but_the_person_changes_typed_words(events: list[tuple[str, str]]) -> None:
    now = page()
    for what, text in events:
        before = now
        match what:
            case "type":
                now = typed(now, text)
                continue
            case "read":
                now = read(now, file(text))
            case "save" if now.can_save:
                now = saving(now)
            case "shorten" if now.can_shorten:
                now = shortening(now)
            case "done" if now.work is not None:
                now = settled(now, saved())
            case "fail" if now.work is not None:
                now = settled(now, saved(problem="why"))
            case "clash" if now.work is EditorWork.SAVING:
                now = settled(now, saved(conflict=text))
            case _:
                continue
        was_in_the_file = before.text.strip() in {
            before.base.text.strip(),
            before.sent.strip() if before.work is EditorWork.SAVING else before.base.text.strip(),
        }
        assert now.text.strip() == before.text.strip() or was_in_the_file
