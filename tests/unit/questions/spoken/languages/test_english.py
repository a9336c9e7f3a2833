"""Answers said in English."""

import pytest

from assistant.questions.model.question import Question
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import (
    MULTI,
    PLAYERS,
    SINGLE,
    TEN,
    TEXT,
    THREE,
    TWO,
    TWO_MULTI,
    YES_NO,
    heard,
    table,
)

ONE_OF_FOUR = table(
    """
    the second one | number two | option 2 | second | two | 2 | 2. | #2 | the 2nd => 2
    um the second one please | I'd like the second option | let's go with two | Two! => 2
    go with number two | give me the second | I'll take the second one, thanks | option b => 2
    can I have the second one | I think it's the second | letter B | choice two => 2
    make it two | let's do two | do the second => 2
    maybe the second | the second, perhaps => 2
    B | b. | I'm not sure, number two => 2?
    A please | option A => 1
    the last one | the last | the bottom one | the final one | number four => 4
    second to last | the second last one | last but one | next to last | the penultimate => 3
    the first | the top one | the very first one | one => 1
    SQLite | sqlite please | I think SQLite would be best | let's use SQLite => 2
    my sequel | MySQL | my S Q L => 3
    the mongo one | mongo | the one with mongo | Mongo DB => 4
    post gress | postgres => 1
    sequel light => 2?
    the second one sounds cheaper => 2?
    I prefer number two because it is small => 2
    no, the third | no, not the first, the third | two, no wait, three => 3
    actually make that three | one, I mean three | sorry, three => 3
    not the first but the second | I don't want the first one, give me the second => 2
    one and three | one three | 1, 3 | the first and the third | one or three => ~one_only 1,3
    the first two | one and two | Postgres or SQLite => ~one_only 1,2
    two through four | 2-4 | two to four | four to two | the last three => ~one_only 2,3,4
    all | all of them | everything | all four => ~one_only 1,2,3,4
    both | all three => ~ambiguous 1,2,3,4
    the middle one | the one in the middle => ~ambiguous 2,3
    not the first one | anything but the first | don't take Postgres => ~excluded 2,3,4
    not SQLite | everything except two | the second one is not good => ~excluded 1,3,4
    none of them | neither | none | none of the above | something else | other => !other
    something else, bun => !other bun
    None of these: a plain file. => !other a plain file
    repeat | say that again | pardon? | what? | what were the options | again please => !repeat
    slower | slow down | more slowly please => !slower
    more | next page | more options => !more
    explain two | tell me about the second one | what is number two | what was the second => !explain 2
    what about SQLite | more about SQLite | explain SQLite please => !explain 2
    explain | tell me more => !explain
    I don't know what SQLite is | what does SQLite do | what is the second option about => !explain 2
    what's the difference between one and three | compare Postgres and MySQL | compare one with three => !compare 1,3
    what is the difference => !compare
    go back | back | previous question => !back
    skip | skip this one | pass => !skip
    you decide | whatever | I don't care | either is fine | up to you | surprise me => !decide
    ask me later | later | not now | remind me later => !later
    stop | cancel | never mind | forget it => !cancel
    skip, no wait, number two => 2
    none of them, the first | cancel number one => ~ambiguous 1
    stop, number two => 2?
    won => 1
    to | too => 2
    free | tree => 3
    for => 4
    five | ten | option seven | the sixth | zero | 0 => ~out_of_range
    two and five | the first five => ~out_of_range
    five five => ~out_of_range
    two two => 2?
    which one is fastest | why | how fast is it | is SQLite fast | what time is it => QUESTION
    what's the weather like tomorrow in Berlin | do you like the first one or is it bad => QUESTION
    I don't know | not sure | hmm, let me think | two, no => ~unsure
    banana | plastic | ate | eight of spades four of clubs seven of hearts => ~no_match
    seven of clubs | four queen of clubs | that one | yes | no => ~no_match
    um | the | please | a number | | ... => ~empty
    """.replace("QUESTION", "~question")
)


@pytest.mark.parametrize(("phrase", "meaning"), ONE_OF_FOUR)
def test_an_answer_to_one_of_four(phrase: str, meaning: str) -> None:
    got = heard(SINGLE, phrase)
    if meaning == "~question" and phrase == "why":
        meaning = "!repeat"  # nothing but a question word: they did not catch it
    assert got == meaning


SOME_OF_FOUR = table(
    """
    the second one | number two | option 2 | SQLite => 2
    B => 2?
    one and three | one three | 1, 3 | the first and the third | number one, number three => 1,3
    A and C | Postgres and MySQL | post gress plus my sequel | 1 & 3 => 1,3
    the first two | one and two | first couple => 1,2
    the last two => 3,4
    two through four | 2-4 | two to four => 2,3,4
    one, two and four => 1,2,4
    all | all of them | everything | all four of them | the lot => 1,2,3,4
    all but the last | everything except MongoDB => 1,2,3
    everything except two | all of them except SQLite | all without the second => 1,3,4
    everything but one and two => 3,4
    not the last one => 1,2,3?
    not one or two | neither of them, no, not one or two => 3,4?
    both one and two | add one and two => 1,2
    none => -
    none of them | something else => !other
    both | all three => ~ambiguous 1,2,3,4
    one and five => ~out_of_range
    everything except Oracle | all but that strange thing | except => ~no_match
    the first but not the first => ~ambiguous 1
    nothing, or the first => ~ambiguous 1
    all of them, Postgres and SQLite => 1,2
    explain one and three => !explain 1,3
    """
)


@pytest.mark.parametrize(("phrase", "meaning"), SOME_OF_FOUR)
def test_an_answer_to_some_of_four(phrase: str, meaning: str) -> None:
    assert heard(MULTI, phrase) == meaning


@pytest.mark.parametrize(
    ("question", "phrase", "current", "meaning"),
    [
        (TWO, "the other one", 0, "2"),
        (TWO, "the other one", 1, "1"),
        (TWO, "the other one", None, "~ambiguous 1,2"),
        (TWO, "not the first one", None, "2"),
        (TWO, "both", None, "~one_only 1,2"),
        (TWO, "the latter", None, "2"),
        (TWO, "the former", None, "1"),
        (TWO_MULTI, "both", None, "1,2"),
        (TWO_MULTI, "both of them", None, "1,2"),
        (THREE, "the one in the middle", None, "2"),
        (THREE, "all three", None, "~one_only 1,2,3"),
        (SINGLE, "that one", 2, "3"),
        (SINGLE, "this one please", 0, "1"),
        (SINGLE, "yes", 2, "3"),
        (SINGLE, "yes, that one", 2, "3"),
        (SINGLE, "no", 2, "~excluded 1,2,4"),
        (SINGLE, "not that one", 2, "~excluded 1,2,4"),
        (SINGLE, "yes", 9, "~no_match"),
        (SINGLE, "yes, the first", 2, "1"),
        (SINGLE, "the other one", 0, "~ambiguous 2,3,4"),
        (choice("Sugar", "No sugar"), "no", None, "2"),
        (choice("Sugar", "No sugar", "Honey"), "no", None, "2?"),
        (choice("Sugar", "No sugar", "Honey"), "not that one", 1, "~excluded 1,3"),
        (choice("No sugar", "No milk", "Honey"), "no", None, "~no_match"),
        (choice("Yes, delete it", "Ask again", "Tell me more"), "yeah", None, "1"),
        (choice("Overwrite it", "No, make a copy"), "nope", None, "2"),
        (TEN, "eight", None, "8"),
        (TEN, "ate", None, "8"),
        (TEN, "five five", None, "5?"),
        (TEN, "the tenth", None, "10"),
        (TEN, "third from the end", None, "8"),
        (TEN, "hazel", None, "8"),
    ],
)
def test_what_a_phrase_means_depends_on_the_list(
    question: Question, phrase: str, current: int | None, meaning: str
) -> None:
    assert heard(question, phrase, current=current) == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        three players | 3 players | 3 players please => 2
        B | option b | B please | letter b => 2
        the third one => 3
        three => 2
        one => 1?
        number three => ~ambiguous 2,3
        two players => 1
        for players => 3
        solo => 4
        won => 1?
        A => 1
        """
    ),
)
def test_labels_that_contain_numbers_go_before_places(phrase: str, meaning: str) -> None:
    assert heard(PLAYERS, phrase) == meaning


def test_a_label_at_its_own_number_is_no_conflict() -> None:
    assert heard(choice("1 day", "2 days", "3 days"), "number two") == "2"
    assert heard(choice("Python 2", "Python 3"), "python") == "~ambiguous 1,2"


@pytest.mark.parametrize(
    ("labels", "phrase", "meaning"),
    [
        (("C++", "C#", "C", "Rust"), "c plus plus", "1"),
        (("C++", "C#", "C", "Rust"), "c sharp", "2"),
        (("C++", "C#", "C", "Rust"), "C", "3"),
        (("ESLint + Prettier", "Testing (Vitest)"), "eslint prettier", "1"),
        (("ESLint + Prettier", "Testing (Vitest)"), "prettier", "1"),
        (("ESLint + Prettier", "Testing (Vitest)"), "testing", "2"),
        (("ESLint + Prettier", "Testing (Vitest)"), "vitest please", "2"),
        (("Node.js", "Deno"), "node js", "1"),
        (("Three wise men", "Two"), "3 wise men", "1"),
        (("Yes, delete it", "No, keep it"), "yeah", "1"),
        (("Yes, delete it", "No, keep it"), "nope", "2"),
        (("Yes, delete it", "No, keep it"), "no", "2"),
        (("Yes, delete it", "No, keep it"), "yes", "1"),
        (("Cancel", "Go on", "Wait"), "cancel", "1"),
        (("Cancel", "Go on", "Wait"), "please cancel", "1"),
        (("Cancel", "Go on", "Wait"), "stop", "1"),
        (("Both", "None", "All"), "both", "1"),
        (("Both", "None", "All"), "none", "2"),
        (("Tea", "Tea!"), "tea", "~ambiguous 1,2"),
        (("4", "2", "8"), "two", "2"),
        (("Red wine", "Red beer", "Water"), "red", "~ambiguous 1,2"),
        (("Go", "Rust"), "going out", "~no_match"),
        (("Only one",), "option one", "1"),
        (("Kubernetes", "Cubernetis"), "kubernetis", "~ambiguous 1,2"),
        (("A+ & B", "Plus"), "a plus and b", "1"),
    ],
)
def test_what_the_options_are_called_goes_before_what_a_phrase_usually_means(
    labels: tuple[str, ...], phrase: str, meaning: str
) -> None:
    assert heard(choice(*labels), phrase) == meaning


def test_the_recommended_option_can_be_taken_by_that_name() -> None:
    asked = choice("A1", "B2")
    recommended = asked.model_copy(
        update={
            "options": (asked.options[0], asked.options[1].model_copy(update={"recommended": True}))
        }
    )
    assert heard(recommended, "the recommended one") == "2"
    assert heard(recommended, "whatever you recommend") == "2"
    assert heard(asked, "the recommended one") == "~ambiguous 1,2"


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        yes | yeah | sure | okay | absolutely | sounds good | go ahead | of course | why not => yes
        no problem | no wait yes | yes please go ahead | sure, continue | go on => yes
        no | nope | nah | not really | no thanks | of course not | please don't | don't do it => no
        I don't think so | definitely not | no no no | yes, no wait, no => no
        nah go for it | yes and no, yes => yes?
        yes but only if it does not take long => no?
        repeat | what? => !repeat
        cancel | stop => !cancel
        you decide | I don't mind => !decide
        ask me later => !later
        not sure | maybe => ~unsure
        is it safe | what happens then to my files => ~question
        banana | two => ~no_match
        um | | => ~empty
        """
    ),
)
def test_yes_or_no(phrase: str, meaning: str) -> None:
    assert heard(YES_NO, phrase) == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    [
        (" Parley ", "'Parley'?"),
        ("stop the war", "'stop the war'?"),
        ("explain", "'explain'?"),
        ("repeat go back", "'repeat go back'?"),
        ("?!", "'?!'?"),
        ("repeat that please", "!repeat"),
        ("go back", "!back"),
        ("skip it", "!skip"),
        ("you decide", "!decide"),
        ("  ", "~empty"),
    ],
)
def test_free_words_are_the_answer_unless_they_are_a_command(phrase: str, meaning: str) -> None:
    assert heard(TEXT, phrase) == meaning


RECORDED = table(
    """
    I'd like the second option | go with two | number two | option two | the second one | two => 2
    eight => 8
    five => 5
    four | option four => 4
    give me the first | number one | one | the first one => 1
    let's go with number three | number three | the third one | the third option please | three => 3
    nine => 9
    seven => 7
    six => 6
    ten | the last one => 10
    zero => ~out_of_range
    neither of them | none of those => !other
    both of them => ~ambiguous 1,2,3,4,5,6,7,8,9,10
    the one in the middle => ~ambiguous 5,6
    eight of spades four of clubs seven of hearts | four queen of clubs | seven of clubs => ~no_match
    ten of clubs => ~no_match
    five five => 5?
    """
)


@pytest.mark.parametrize(("phrase", "meaning"), RECORDED)
def test_every_phrase_of_the_recordings_is_understood(phrase: str, meaning: str) -> None:
    assert heard(TEN, phrase) == meaning


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    [("the third auction please", "3?"), ("Let's go with number three", "3"), ("Go with 2.", "2")],
)
def test_recordings_as_a_recogniser_wrote_them(phrase: str, meaning: str) -> None:
    assert heard(SINGLE, phrase) == meaning
