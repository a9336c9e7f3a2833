"""Questions answered in a real browser, with the mouse and with keys alone."""

import time
from collections.abc import Sequence

import pytest
from fastapi import APIRouter
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Markers,
    Method,
    NoneFit,
    Option,
    Question,
    QuestionKind,
    QuestionSet,
    TextFormat,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.builders import choice, chose, question_set
from tests.helpers.web.browser import WAIT_S, FailingHost, PageStage, PutQuestion, Tab
from tests.helpers.web.page_forms import NAME, SURE, TOPPINGS, form


def answers(put: PutQuestion) -> tuple[Answer, ...]:
    response = put.answer()
    assert isinstance(response, Answered)
    assert response.provenance.channel is Channel.WEB
    return response.answers


def opened(stage: PageStage, tab: Tab, questions: QuestionSet) -> PutQuestion:
    """Put questions and open their page."""
    put = stage.put(questions)
    tab.open(put.address)
    return put


def method(put: PutQuestion) -> Method:
    response = put.answer()
    assert isinstance(response, Answered)
    return response.provenance.method


# One question.


@pytest.mark.requirement("Q-PRES-23", "Q-PRES-24", "Q-WEB-07")
def test_a_choice_is_made_with_the_mouse(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.named("user_choice_2").click()
    tab.until('label.chosen [data-name="user_choice_2"]')
    tab.named("confirm").click()
    assert answers(put)[0].option_ids == ("2",)
    assert method(put) is Method.CLICK
    assert "✔ Database: SQLite" in tab.outcome


@pytest.mark.requirement(
    "Q-PRES-26",
    "Q-PRES-27",
    "Q-PRES-28",
    "Q-PRES-29",
    "Q-PRES-30",
    "Q-PRES-31",
    "Q-PRES-32",
    "Q-WEB-13",
)
def test_a_choice_is_made_with_keys(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.until_focused("user_choice_1")
    tab.press(Keys.ARROW_UP)
    assert tab.focused() == "user_choice_1"
    tab.press(*[Keys.ARROW_DOWN] * 9)
    assert tab.focused() == "custom_input_single"
    tab.press(Keys.ARROW_UP, Keys.SPACE)
    assert tab.focused() == "user_choice_4"
    assert not tab.all("label.chosen")
    tab.press(Keys.ENTER)
    assert answers(put)[0].option_ids == ("4",)
    assert method(put) is Method.KEY


@pytest.mark.requirement(
    "Q-PRES-27", "Q-PRES-28", "Q-PRES-29", "Q-PRES-30", "Q-PRES-31", "Q-PRES-32"
)
def test_a_digit_chooses_at_once(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.press("3")
    assert answers(put)[0].option_ids == ("3",)


@pytest.mark.parametrize(
    ("keys", "option_id"),
    [("12", "12"), ("1", "1"), ("2", "2"), (f"1{Keys.ENTER}", "1"), (f"1{Keys.ESCAPE}3", "3")],
)
def test_a_number_that_may_go_on_is_collected(
    stage: PageStage, tab: Tab, keys: str, option_id: str
) -> None:
    months = choice(*(f"Month {chr(97 + n)}" for n in range(12)))
    put = opened(stage, tab, question_set(months))
    tab.press(keys)
    assert answers(put)[0].option_ids == (option_id,)
    assert method(put) is Method.KEY


def test_a_number_that_is_no_option_chooses_nothing(stage: PageStage, tab: Tab) -> None:
    months = choice(*(f"Month {chr(97 + n)}" for n in range(12)))
    put = opened(stage, tab, question_set(months))
    tab.press(f"02{Keys.ENTER}")
    tab.until_says('[data-name="message"]', "There are only the options 1 to 12.")
    tab.press("2")
    assert answers(put)[0].option_ids == ("2",)


@pytest.mark.requirement("Q-PRES-32")
@pytest.mark.parametrize("key", ["b", "3"])
def test_a_letter_and_the_digit_of_a_label_choose_at_once(
    stage: PageStage, tab: Tab, key: str
) -> None:
    players = choice("Two players", "Three players").model_copy(update={"markers": Markers.LETTERS})
    put = opened(stage, tab, question_set(players))
    tab.press(key)
    assert answers(put)[0].option_ids == ("2",)


@pytest.mark.requirement(
    "Q-PRES-27", "Q-PRES-28", "Q-PRES-29", "Q-PRES-30", "Q-PRES-31", "Q-PRES-32", "Q-WEB-13"
)
def test_several_are_ticked_with_keys(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set(TOPPINGS))
    tab.press(Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SPACE)
    tab.until('label.chosen [data-name="user_choice_basil"]')
    tab.press(Keys.ENTER)
    assert answers(put)[0].option_ids == ("cheese", "basil")


@pytest.mark.requirement(
    "Q-PRES-27", "Q-PRES-28", "Q-PRES-29", "Q-PRES-30", "Q-PRES-31", "Q-PRES-32"
)
def test_enter_with_nothing_ticked_answers_with_the_option_under_the_focus(
    stage: PageStage, tab: Tab
) -> None:
    put = opened(stage, tab, question_set(TOPPINGS))
    tab.press(Keys.ARROW_DOWN, Keys.ENTER)
    assert answers(put)[0].option_ids == ("olives",)


@pytest.mark.requirement("Q-PRES-33", "Q-PRES-34", "Q-WEB-13")
def test_words_of_ones_own_are_written_and_sent_with_enter(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.named("custom_input_single").click()
    tab.until_focused("custom_input_text")
    tab.press("DuckDB", Keys.ENTER)
    assert answers(put)[0].other == "DuckDB"
    assert method(put) is Method.TYPED


@pytest.mark.requirement(
    "Q-PRES-27", "Q-PRES-28", "Q-PRES-29", "Q-PRES-30", "Q-PRES-31", "Q-PRES-32"
)
def test_escape_leaves_the_field_first_and_cancels_then(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.press("5")
    tab.until_focused("custom_input_text")
    tab.press("Duck", Keys.ESCAPE)
    tab.until_focused("custom_input_single")
    assert not tab.all('[data-name="custom_input_text"]')
    tab.press(Keys.ESCAPE)
    assert isinstance(put.answer(), Cancelled)
    assert "Cancelled." in tab.outcome


@pytest.mark.requirement("Q-WEB-13")
def test_a_text_is_typed(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set(NAME))
    tab.until_focused("text_input")
    tab.press("Pat 김", Keys.ENTER)
    assert answers(put)[0].text == "Pat 김"


def test_a_field_takes_as_many_characters_as_an_answer_may_have_whatever_they_are(
    stage: PageStage, tab: Tab
) -> None:
    short = NAME.model_copy(update={"max_length": 4, "text_format": TextFormat.PLAIN})
    put = opened(stage, tab, question_set(short))
    tab.until_focused("text_input")
    tab.insert("👍🏽é")
    tab.until_says(".room", "One character left")
    tab.press(Keys.HOME)
    tab.insert("한글")  # the second is one too many
    tab.until_holds("text_input", "한👍🏽é")
    tab.until_says(".room", "0 characters left")
    tab.until_says("#status", "0 characters left")
    tab.named("confirm").click()
    assert answers(put)[0].text == "한👍🏽é"


def test_what_an_input_method_composes_is_cut_when_it_is_done(stage: PageStage, tab: Tab) -> None:
    short = NAME.model_copy(update={"max_length": 4})
    put = opened(stage, tab, question_set(short))
    tab.until_focused("text_input")
    tab.insert("abc")
    tab.compose("하나")
    tab.until_holds("text_input", "abc하나")
    tab.insert("하나")
    tab.until_holds("text_input", "abc하")
    tab.press(Keys.ENTER)
    assert answers(put)[0].text == "abc하"


@pytest.mark.parametrize(
    "opener", ["custom_input_single", "add_note", "none_fit", "cancel_with_reason"]
)
def test_every_field_says_when_it_is_full(stage: PageStage, tab: Tab, opener: str) -> None:
    names = {
        "add_note": "note_text",
        "none_fit": "none_fit_text",
        "cancel_with_reason": "reason_text",
    }
    name = names.get(opener, "custom_input_text")
    put = stage.put(question_set())
    tab.open(put.address)
    tab.named(opener).click()
    tab.until_focused(name)
    tab.insert("🙂" * 1200)
    tab.until_says(".room", "0 characters left")
    tab.until_holds(name, "🙂" * (256 if name == "custom_input_text" else 1000))
    tab.press(Keys.BACKSPACE)
    tab.until_says(".room", "One character left")


@pytest.mark.requirement("Q-PRES-21")
def test_a_text_that_breaks_its_rule_is_told_and_can_be_mended(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set(NAME.model_copy(update={"min_length": 5})))
    tab.press("Pat", Keys.ENTER)
    tab.until(".card.wrong")
    assert tab.named("message").text
    tab.press("ricia", Keys.ENTER)
    assert answers(put)[0].text == "Patricia"


def test_a_remark_goes_along(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.named("add_note").click()
    tab.until_focused("note_text")
    tab.press("for now", Keys.ENTER)
    tab.until_focused("user_choice_1")
    tab.press("1")
    assert answers(put) == (Answer(question_id="q1", option_ids=("1",), note="for now"),)


def test_a_long_context_leaves_its_answers_in_sight(stage: PageStage, tab: Tab) -> None:
    """A command of 200 KB must not push away what allows it."""
    opened(stage, tab, question_set(choice().model_copy(update={"context": "x" * 200_000})))
    option = tab.named("user_choice_1")
    context = tab.until(".context")
    assert 0 < option.rect["y"] < tab.browser.execute_script("return innerHeight")
    assert tab.browser.execute_script("return scrollY") == 0
    context.send_keys(Keys.END)
    assert context.text == "x" * 200_000
    is_at_end = "const [c] = arguments; return c.scrollTop + c.clientHeight > c.scrollHeight - 2"
    WebDriverWait(tab.browser, WAIT_S).until(lambda at: at.execute_script(is_at_end, context))


def test_the_preview_is_that_of_the_option_under_the_focus(stage: PageStage, tab: Tab) -> None:
    options = (
        Option(id="a", label="A", preview="**Fast** and `small`"),
        Option(id="b", label="B", preview="- Slow\n- <b>Big</b>"),
    )
    put = opened(stage, tab, question_set(choice().model_copy(update={"options": options})))
    tab.until_says(".preview", "Fast and small")
    tab.press(Keys.ARROW_DOWN)
    tab.until_says(".preview", "<b>Big</b>")
    assert not tab.all(".preview b")
    tab.named("cancel").click()
    put.answer()


def test_what_is_pressed_before_the_person_can_have_read_it_is_ignored(tab: Tab) -> None:
    with PageStage(arm_ms=1500) as stage:
        put = stage.put(question_set())
        tab.browser.get(put.address)
        tab.until_focused("user_choice_1")
        tab.press("1")
        tab.named("cancel").click()
        assert not tab.all("main[data-armed]")
        tab.until("main[data-armed]")
        # The tab comes to the front.
        tab.browser.execute_script("document.dispatchEvent(new Event('visibilitychange'));")
        tab.press("1")
        assert not tab.all("main[data-armed]")
        tab.until("main[data-armed]")
        tab.press("2")
        assert answers(put)[0].option_ids == ("2",)


@pytest.mark.requirement(
    "Q-PRES-04",
    "Q-PRES-05",
    "Q-PRES-06",
    "Q-PRES-07",
    "Q-PRES-08",
    "Q-PRES-09",
    "Q-PRES-10",
    "Q-PRES-11",
    "Q-PRES-12",
    "Q-PRES-13",
    "Q-PRES-14",
    "Q-PRES-15",
    "Q-PRES-16",
    "Q-PRES-17",
    "Q-PRES-18",
    "Q-PRES-19",
    "Q-PRES-20",
)
def test_each_part_of_a_question_shows_in_its_colour(stage: PageStage, tab: Tab) -> None:
    options = (
        Option(id="a", label="A", description="The first", recommended=True),
        Option(id="b", label="B"),
    )
    question = choice().model_copy(update={"options": options, "context": "It matters."})
    tab.show_at(1200, is_dark=True)
    put = opened(
        stage, tab, question_set(question).model_copy(update={"description": "For the notes."})
    )
    shown = tab.until("main").text
    for words in ("Database", question.text, "It matters.", "For the notes.", "The first"):
        assert words in shown
    rows = [" ".join(element.text.split()) for element in tab.all(".row .words")]
    assert rows == [
        "A (Recommended) - The first",
        "B",
        "✏️ Type your own - Provide custom input",
    ]
    assert _colour(tab, ".chip") == "rgb(129, 140, 248)"
    assert _colour(tab, ".chip", "background-color") == "rgb(30, 41, 59)"
    assert tab.until(".chip").value_of_css_property("font-weight") == "600"
    assert _colour(tab, ".row:has(:focus) .label") == "rgb(241, 245, 249)"
    assert _colour(tab, ".row:not(:has(:focus)) .label") == "rgb(148, 163, 184)"
    assert _colour(tab, ".row input", "border-top-color") == "rgb(129, 140, 248)"
    assert tab.until(".row input").value_of_css_property("border-radius") == "50%"
    assert _colour(tab, ".badge") == "rgb(52, 211, 153)"
    tab.press("3")
    tab.until_focused("custom_input_text")
    assert _colour(tab, "#q-own", "caret-color") == "rgb(129, 140, 248)"
    assert _colour(tab, ".row.chosen", "border-top-color") == "rgb(129, 140, 248)"
    assert _colour(tab, ".row", "transition-duration") == "0s"
    tab.press("C", Keys.ENTER)
    assert answers(put)[0].other == "C"
    tab.until(".outcome.success")
    assert _colour(tab, ".outcome", "animation-name") == "taken"
    assert "rgb(52, 211, 153)" in _flash(tab)


def _flash(tab: Tab) -> str:
    """Return the colours that an answer that was taken flashes in."""
    return tab.browser.execute_script(
        "return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])"
        ".find((rule) => rule.name === 'taken').cssText;"
    )


def _colour(tab: Tab, selector: str, of: str = "color") -> str:
    script = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]];"
    return tab.browser.execute_script(script, selector, of)


# Ways not to answer.


@pytest.mark.requirement("Q-WEB-07")
def test_the_ways_not_to_answer(stage: PageStage, tab: Tab) -> None:
    for name, expected in (("you_decide", YouDecide), ("later", Later), ("cancel", Cancelled)):
        put = stage.put(question_set(id=name))
        tab.open(put.address)
        tab.named(name).click()
        assert isinstance(put.answer(), expected)
        assert tab.outcome


def test_none_of_these_asks_what_would_fit(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.named("none_fit").click()
    tab.until_focused("none_fit_text")
    tab.press("a paper list", Keys.ENTER)
    response = put.answer()
    assert isinstance(response, NoneFit)
    assert response.words == "a paper list"


def test_a_cancel_may_say_why(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.named("cancel_with_reason").click()
    tab.until_focused("reason_text")
    tab.press("too dear", Keys.ENTER)
    response = put.answer()
    assert isinstance(response, Cancelled)
    assert response.text == "too dear"
    assert "Cancelled: too dear" in tab.outcome


@pytest.mark.requirement("Q-WEB-14")
def test_what_may_not_be_cancelled_shows_no_way_to(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set().model_copy(update={"allow_cancel": False}))
    assert not tab.all('[data-name="cancel"]')
    tab.press(Keys.ESCAPE, "1")
    assert answers(put)[0].option_ids == ("1",)


# Forms.


@pytest.mark.requirement(
    "Q-FORM-01",
    "Q-FORM-02",
    "Q-FORM-03",
    "Q-FORM-06",
    "Q-PRES-23",
    "Q-PRES-24",
    "Q-PRES-36",
    "Q-WEB-09",
    "Q-WEB-13",
)
def test_a_form_with_follow_ups_is_filled_in_changed_and_sent(stage: PageStage, tab: Tab) -> None:
    port = Question(id="port", kind=QuestionKind.TEXT, text="Which port?", header="Port")
    put = opened(stage, tab, form(choice(follow_ups={"1": (port,)}), TOPPINGS, SURE))
    tab.named("multi_choice_form_q1_1").click()
    tab.until_focused("text_input")
    tab.until_says('[data-name="form_progress"]', "1/4")
    tab.press("5432", Keys.ENTER)
    tab.until_focused("multi_choice_form_toppings_cheese")
    tab.press(Keys.SPACE, Keys.ENTER)
    tab.until_focused("multi_choice_form_sure_true")
    tab.press("1")
    tab.until_focused("submit_form_form")
    tab.named("edit_choice_form_q1").click()
    tab.until_focused("multi_choice_form_q1_1")
    tab.press("2")
    tab.until_focused("submit_form_form")
    assert "Which port?" not in tab.until("main").text
    tab.press(Keys.ENTER)
    assert [(one.question_id, one.option_ids) for one in answers(put)] == [
        ("q1", ("2",)),
        ("toppings", ("cheese",)),
        ("sure", ()),
    ]
    assert "✔ Toppings: Cheese" in tab.outcome


@pytest.mark.requirement("Q-FORM-04", "Q-FORM-05")
def test_a_form_begins_again(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, form(SURE, SURE.model_copy(update={"id": "sure2"})))
    tab.press("1")
    tab.until_focused("multi_choice_form_sure2_true")
    tab.press("1")
    tab.named("reset_form_form").click()
    tab.until_says('[data-name="form_progress"]', "0/2")
    assert not tab.all("label.chosen")
    tab.named("cancel").click()
    put.answer()


@pytest.mark.requirement("Q-WEB-08", "Q-WEB-10")
def test_earlier_rounds_can_be_looked_at(stage: PageStage, tab: Tab) -> None:
    first = stage.put(question_set())
    tab.open(first.address)
    tab.press("2")
    first.answer()
    put = opened(stage, tab, question_set(SURE, id="set2").model_copy(update={"round": 2}))
    tab.named("earlier_rounds").click()
    tab.until_says('[data-name="earlier_rounds"]', "● 2. SQLite")
    tab.named("user_choice_true").click()
    tab.until("label.chosen")
    assert tab.all('[data-name="earlier_rounds"][open]')
    tab.named("stop_asking").click()
    assert isinstance(put.answer(), Cancelled)


@pytest.mark.requirement("Q-WEB-11")
def test_several_alike_are_answered_in_one(stage: PageStage, tab: Tab) -> None:
    one = stage.put(question_set(choice(id="a"), id="set1"))
    two = stage.put(question_set(choice(id="b", header="Cache"), id="set2"))
    tab.open(one.address)
    tab.named("apply_to_all").click()
    tab.named("user_choice_3").click()
    tab.until("label.chosen")
    tab.named("confirm").click()
    assert [answers(put)[0].question_id for put in (one, two)] == ["a", "b"]


# Once and for all.


@pytest.mark.requirement("Q-WEB-06")
def test_it_is_answered_once_and_the_port_is_closed(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    tab.press("1")
    put.answer()
    assert "Done. You can close this page." in tab.outcome
    end, refused = time.monotonic() + WAIT_S, ""
    while time.monotonic() < end:
        try:
            tab.browser.get(put.address)
        except WebDriverException as error:
            refused = str(error)
            break
        assert "already answered" in tab.until("body").text
    assert "ERR_CONNECTION_REFUSED" in refused


@pytest.mark.requirement("Q-WEB-12")
def test_a_second_tab_shows_what_was_answered_in_the_first(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set())
    first = tab.browser.current_window_handle
    tab.browser.switch_to.new_window("tab")
    try:
        tab.open(put.address)
        tab.named("user_choice_2").click()
        tab.until("label.chosen")
        tab.named("confirm").click()
        assert answers(put)[0].option_ids == ("2",)
        second = tab.browser.current_window_handle
        tab.browser.switch_to.window(first)
        assert "✔ Database: SQLite" in tab.outcome
        assert not tab.all("button")
        tab.browser.switch_to.window(second)
    finally:
        tab.browser.close()
        tab.browser.switch_to.window(first)


@pytest.mark.requirement("Q-PRES-03")
def test_an_answer_from_elsewhere_shows_by_itself(stage: PageStage, tab: Tab) -> None:
    opened(stage, tab, question_set())
    stage.call(stage.desk.respond("set1", chose("1"), Channel.TERMINAL))
    assert "Answered in the terminal:" in tab.outcome


@pytest.mark.requirement("Q-PRES-01", "Q-PRES-03")
def test_words_from_elsewhere_show_in_the_field_that_has_the_focus(
    stage: PageStage, tab: Tab
) -> None:
    put = opened(stage, tab, question_set(NAME))
    for words in ("Pat", "Patricia"):
        draft = Draft(answers={"name": Answer(question_id="name", text=words)})
        stage.call(stage.desk.save_draft("set1", draft))
        tab.until_focused("text_input")
        tab.until_holds("text_input", words)
    tab.press(" 김", Keys.ENTER)
    assert answers(put)[0].text == "Patricia 김"


@pytest.mark.requirement("Q-PRES-22")
def test_a_time_out_counts_down_and_says_what_it_means(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set().model_copy(update={"timeout_s": 4}))
    assert "0:0" in tab.named("countdown").text
    assert isinstance(put.answer(), TimedOut)
    assert "Nobody answered in time. Nothing was chosen." in tab.outcome
    assert tab.all(".dimmed")


@pytest.mark.requirement("Q-PRES-22")
def test_what_timed_out_can_be_asked_again_where_the_program_goes_on(tab: Tab) -> None:
    late = question_set(TOPPINGS).model_copy(update={"timeout_s": 5})
    with PageStage(can_reopen=True) as stage:
        put = stage.put(late)
        tab.open(put.address)
        assert isinstance(put.answer(), TimedOut)
        assert "Nothing was chosen." in tab.outcome
        assert tab.browser.title == "⚠ Toppings"
        tab.named("reopen_question").click()
        tab.until("main.open[data-armed]")
        assert tab.focused() == "user_choice_cheese"
        tab.press(Keys.ENTER)
        assert answers(stage.reopened("set1"))[0].option_ids == ("cheese",)
        assert "✔ Toppings: Cheese" in tab.outcome
        left = stage.put(late.model_copy(update={"id": "set2", "timeout_s": 0.5}))
        tab.open(left.address)
        left.answer()
        tab.named("end_question").click()
        tab.until_says("main.over", "You can close this page.")
        assert not tab.all("button[data-name$=_question]")


@pytest.mark.requirement("Q-WEB-05")
def test_what_is_written_while_the_connection_is_lost_arrives_when_it_is_back(tab: Tab) -> None:
    hosts: list[FailingHost] = []

    def make(routes: Sequence[APIRouter]) -> FailingHost:
        hosts.append(FailingHost(routes))
        return hosts[0]

    with PageStage(make_host=make) as stage:
        put = stage.put(question_set(NAME))
        tab.open(put.address)
        stage.call(hosts[0].go())
        tab.named("lost")
        assert "The connection to Parley is lost" in tab.until("#alert").text
        tab.press("Pat", Keys.ENTER)
        stage.call(hosts[0].come_back())
        assert answers(put)[0].text == "Pat"
        assert "✔ Name: Pat" in tab.outcome


def test_two_questions_that_wait_know_of_each_other(stage: PageStage, tab: Tab) -> None:
    one = stage.put(question_set())
    two = stage.put(question_set(SURE, id="set2"))
    other = stage.put(question_set(NAME, id="set3"), conversation_id="c2")
    tab.open(one.address)
    assert tab.named("waiting").text == "Also waiting for you\nStart"
    assert tab.all('#icon[href="/page/waiting.svg"]')
    tab.press("1")
    assert answers(one)[0].option_ids == ("1",)
    assert "✔ Database: PostgreSQL" in tab.outcome
    assert tab.browser.title == "✔ Database"
    assert tab.all('#icon[href="/page/icon.svg"]')
    tab.until('[data-name="waiting"] a').click()
    tab.until('main[data-armed] [data-name="user_choice_true"]')
    assert not tab.all('[data-name="waiting"]')
    tab.press("1")
    assert answers(two)[0].boolean is True
    other.response.cancel()


def test_without_scripts_it_says_so(stage: PageStage, tab: Tab) -> None:
    put = stage.put(question_set())
    tab.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        tab.browser.get(put.address)
        assert tab.until("body").text == (
            "This page needs JavaScript. You can answer in Parley's window instead."
        )
    finally:
        tab.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    put.response.cancel()


@pytest.mark.requirement("Q-PRES-21")
def test_nothing_moves_where_that_is_not_wanted(stage: PageStage, tab: Tab) -> None:
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    tab.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    put = opened(stage, tab, question_set(NAME))
    tab.press(Keys.ENTER)
    tab.until(".card.wrong")
    moving = "return getComputedStyle(document.querySelector('.card.wrong')).animationName;"
    assert tab.browser.execute_script(moving) == "none"
    tab.show_at(1200)
    assert tab.browser.execute_script(moving) == "wrong"
    put.response.cancel()


@pytest.mark.requirement("Q-PRES-01")
def test_what_was_chosen_and_written_is_there_after_a_reload(stage: PageStage, tab: Tab) -> None:
    put = opened(stage, tab, question_set(TOPPINGS))
    tab.press(Keys.SPACE)
    tab.until("label.chosen")
    tab.named("add_note").click()
    tab.press("thin crust")
    tab.open(put.address)
    assert tab.named("note_text").get_property("value") == "thin crust"
    assert tab.all('label.chosen [data-name="user_choice_cheese"]')
    tab.named("confirm").click()
    expected = Answer(question_id="toppings", option_ids=("cheese",), note="thin crust")
    assert answers(put) == (expected,)


@pytest.mark.requirement("Q-WEB-05")
def test_without_a_socket_it_works_by_requests(stage: PageStage, tab: Tab) -> None:
    script_id = tab.inject("delete window.WebSocket;")
    try:
        put = stage.put(form(choice(), NAME))
        tab.open(put.address)
        tab.press("2")
        tab.until_focused("text_input")
        tab.press("Pat", Keys.ENTER)
        assert [one.question_id for one in answers(put)] == ["q1", "name"]
        assert "✔ Name: Pat" in tab.outcome
        elsewhere = stage.put(question_set())
        tab.open(elsewhere.address)
        again = chose("1", question_id="q1#2")  # the form before had the first
        stage.call(stage.desk.respond("set1", again, Channel.TERMINAL))
        assert "Answered in the terminal:" in tab.outcome
    finally:
        tab.take_back(script_id)


@pytest.mark.requirement("Q-PRES-41")
def test_nothing_written_in_a_question_becomes_part_of_the_page(stage: PageStage, tab: Tab) -> None:
    evil = "<img src=x onerror=\"document.title='broken'\"><script>alert(1)</script>"
    question = choice(evil, "B", text=evil, header="<b>x</b>")
    put = opened(stage, tab, question_set(question).model_copy(update={"source": evil}))
    tab.until_says(".question", evil)
    assert not tab.all("main img, main script, main b")
    assert tab.browser.title != "broken"
    tab.named("user_choice_1").click()
    tab.until("label.chosen")
    tab.named("confirm").click()
    assert answers(put)[0].option_ids == ("1",)


def test_the_browser_finds_nothing_to_complain_about(stage: PageStage, tab: Tab) -> None:
    tab.browser.get_log("browser")
    put = opened(stage, tab, form())
    tab.press("1")
    tab.until_focused("multi_choice_form_toppings_cheese")
    tab.named("cancel").click()
    put.answer()
    assert tab.outcome
    assert tab.browser.get_log("browser") == []
