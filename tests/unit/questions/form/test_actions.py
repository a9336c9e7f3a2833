import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.form.actions import (
    ActionNames,
    ButtonValue,
    ChooseOption,
    JumpToQuestion,
    QuestionAction,
    ResetForm,
    ReviseAnswer,
    SubmitForm,
    SubmitOther,
    WriteOther,
)

IDS = st.text("ab_1", min_size=1, max_size=4)


@pytest.mark.requirement("Q-DLG-21")
@pytest.mark.parametrize(
    ("action", "is_form", "name"),
    [
        (ChooseOption(question_id="q", option_id="2"), False, "user_choice_2"),
        (ChooseOption(question_id="q", option_id="2"), True, "multi_choice_f_q_2"),
        (WriteOther(question_id="q"), False, "custom_input_single"),
        (WriteOther(question_id="q"), True, "custom_input_multi_f_q"),
        (SubmitOther(), True, "custom_input_submit"),
        (ReviseAnswer(question_id="q"), True, "edit_choice_f_q"),
        (SubmitForm(), True, "submit_form_f"),
        (ResetForm(), True, "reset_form_f"),
    ],
)
def test_controls_keep_the_names_that_programs_know(
    action: QuestionAction, is_form: bool, name: str
) -> None:
    names = ActionNames(set_id="f", is_form=is_form)
    assert names.name(action) == name
    assert names.action(name) == action


@pytest.mark.requirement("Q-DLG-22")
@given(set_id=IDS, pairs=st.lists(st.tuples(IDS, IDS), max_size=8, unique=True))
def test_names_lead_back_to_their_action_whatever_the_ids_contain(
    set_id: str, pairs: list[tuple[str, str]]
) -> None:
    names = ActionNames(set_id=set_id, is_form=True)
    actions: list[QuestionAction] = [
        ChooseOption(question_id=question, option_id=option) for question, option in pairs
    ]
    for question in {question for question, _option in pairs}:
        actions += [WriteOther(question_id=question), ReviseAnswer(question_id=question)]
        actions.append(JumpToQuestion(question_id=question))
    given_names = [names.name(action) for action in actions]
    assert len(set(given_names)) == len(actions)
    assert [names.action(name) for name in given_names] == actions
    assert [names.name(action) for action in actions] == given_names


def test_two_pairs_of_ids_that_spell_the_same_name_get_two() -> None:
    names = ActionNames(set_id="f", is_form=True)
    pairs = [("a", "b_c"), ("a_b", "c")]
    first, second = (
        names.name(ChooseOption(question_id=question, option_id=option))
        for question, option in pairs
    )
    assert (first, second) == ("multi_choice_f_a_b_c", "multi_choice_f_a_b_c#2")


def test_a_name_that_was_never_given_stands_for_nothing() -> None:
    names = ActionNames(set_id="f", is_form=True)
    for name, _n in itertools.product(["multi_choice_f_a_b", "submit_form_f"], range(2)):
        with pytest.raises(KeyError):
            names.action(name)


@pytest.mark.requirement("Q-DLG-04")
def test_a_button_carries_session_choice_label_and_question() -> None:
    value = ButtonValue(session_key="c1", choice_id="2", label="Red", question="Which?")
    assert value.as_mapping() == {
        "sessionKey": "c1",
        "choiceId": "2",
        "label": "Red",
        "question": "Which?",
    }
