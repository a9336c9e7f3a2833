import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.card.control_names import ButtonValue, ControlNames

IDS = st.text("ab_1", min_size=1, max_size=4)


@pytest.mark.requirement("Q-DLG-21")
def test_controls_keep_the_names_that_programs_know() -> None:
    single = ControlNames(set_id="s", is_form=False)
    assert single.option("q", "2") == "user_choice_2"
    assert single.other("q") == "custom_input_single"
    form = ControlNames(set_id="f", is_form=True)
    assert form.option("q", "2") == "multi_choice_f_q_2"
    assert form.other("q") == "custom_input_multi_f_q"
    assert form.other_submit == "custom_input_submit"
    assert form.revise("q", is_settled=True) == "edit_choice_f_q"
    assert form.revise("q", is_settled=False) == "take_choice_f_q"
    assert (form.review, form.submit, form.reset) == (
        "review_form_f",
        "submit_form_f",
        "reset_form_f",
    )


@pytest.mark.requirement("Q-DLG-22")
@given(set_id=IDS, pairs=st.lists(st.tuples(IDS, IDS), max_size=8, unique=True))
def test_no_two_controls_have_one_name_whatever_the_ids_contain(
    set_id: str, pairs: list[tuple[str, str]]
) -> None:
    names = ControlNames(set_id=set_id, is_form=True)
    questions = sorted({question for question, _option in pairs})

    def all_names() -> list[str]:
        return [
            *(names.option(question, option) for question, option in pairs),
            *(names.other(question) for question in questions),
            *(names.revise(question, is_settled=True) for question in questions),
            *(names.revise(question, is_settled=False) for question in questions),
        ]

    given_names = all_names()
    assert len(set(given_names)) == len(given_names)
    assert all_names() == given_names


def test_two_pairs_of_ids_that_spell_the_same_name_get_two() -> None:
    names = ControlNames(set_id="f", is_form=True)
    assert names.option("a", "b_c") == "multi_choice_f_a_b_c"
    assert names.option("a_b", "c") == "multi_choice_f_a_b_c#2"


@pytest.mark.requirement("Q-DLG-04")
def test_a_button_carries_session_choice_label_and_question() -> None:
    value = ButtonValue(session_key="c1", choice_id="2", label="Red", question="Which?")
    assert value.as_mapping() == {
        "sessionKey": "c1",
        "choiceId": "2",
        "label": "Red",
        "question": "Which?",
    }
