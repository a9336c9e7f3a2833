import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.markdown_filter import MarkdownSpeechFilter
from tests.helpers.effort import calls_of

MARKDOWN = st.lists(
    st.sampled_from(
        "a B 1 \n \n\n # ## * ** _ ` ``` ~~~ ~~ - + > | [ ] ( ) ![ ]( < > <br> & &amp; \\ ! . "
        "http:// https://a.io/b www. h w 😀 → 한 中 [x] [1] --- === | - 1. $ $$ $5 $x$ \\( \\) \\[ \\] \\begin{".split(
            " "
        )
    )
    | st.sampled_from([" ", "\n", "\t", "\r\n"])
    | st.characters(),
    max_size=80,
).map("".join)


def spoken(text: str, language: str = "en") -> str:
    speakable = MarkdownSpeechFilter(language=lambda: language)
    return speakable.feed(text) + speakable.finish()


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        pytest.param("Plain words.", "Plain words.\n", id="plain"),
        pytest.param("# Title\nText", "Title\nText\n", id="heading"),
        pytest.param("###### Six", "Six\n", id="deep-heading"),
        pytest.param("#5 is it", "#5 is it\n", id="no-heading"),
        pytest.param("**bold** and *it*", "bold and it\n", id="emphasis"),
        pytest.param("***both***, __b__, _i_", "both, b, i\n", id="more-emphasis"),
        pytest.param("~~gone~~ left", "gone left\n", id="struck"),
        pytest.param("3 * 4 and 3*4", "3 × 4 and 3×4\n", id="product"),
        pytest.param("snake_case_name", "snake case name\n", id="snake-case"),
        pytest.param("~5 or 3~5 ~", "~5 or 3~5\n", id="tilde"),
        pytest.param("Use `get_name()` now", "Use get name() now\n", id="code-span"),
        pytest.param("Use ``a`b`` now", "Use ab now\n", id="double-ticks"),
        pytest.param("`a[0]` now", "a 0 now\n", id="brackets-in-code"),
        pytest.param("`*x*` and *x*", "*x* and x\n", id="marks-in-code-stay"),
        pytest.param("`open\n*next*", "open\nnext\n", id="unclosed-code-ends-with-its-line"),
        pytest.param("- one\n* two\n+ three\n• four", "one\ntwo\nthree\nfour\n", id="bullets"),
        pytest.param("- - **nested**", "nested\n", id="nested-bullets"),
        pytest.param("- [ ] do\n- [x] done", "do\ndone\n", id="tasks"),
        pytest.param("1. [ ] do\n2. [x] done", "1. do\n2. done\n", id="numbered-tasks"),
        pytest.param("1. # One\n2. ---", "1. One\n2.\n", id="marks-behind-numbers"),
        pytest.param("-5 degrees", "-5 degrees\n", id="negative"),
        pytest.param("1. First\n2) Second", "1. First\n2) Second\n", id="numbers"),
        pytest.param("> said\n> > twice", "said\ntwice\n", id="quotes"),
        pytest.param("a\n---\n***\n- - -\n===\nb", "a\nb\n", id="rules"),
        pytest.param("-\n*\n+", "", id="empty-items"),
        pytest.param("[the docs](https://x.io/a_(b)) say", "the docs say\n", id="link"),
        pytest.param("[a *b*][ref] c", "a b c\n", id="reference-link"),
        pytest.param("![a cat](cat.png)!", "a cat!\n", id="image"),
        pytest.param("true[1], so[^2].", "true, so.\n", id="citations"),
        pytest.param("a [b] c", "a b c\n", id="brackets"),
        pytest.param("[[hello]]", "hello\n", id="double-brackets"),
        pytest.param("[12 a] b", "12 a b\n", id="number-in-brackets"),
        pytest.param("See https://www.a.io:80/b?c=d.", "See link to a.io.\n", id="url"),
        pytest.param("(http://b.org/x)", "(link to b.org)\n", id="url-in-parentheses"),
        pytest.param("**https://b.org**", "link to b.org\n", id="url-in-emphasis"),
        pytest.param("www.c.com, yes", "link to c.com, yes\n", id="www"),
        pytest.param("<https://u:p@d.net/>", "link to d.net\n", id="autolink"),
        pytest.param("[https://e.io](https://e.io)", "link to e.io\n", id="url-as-link-text"),
        pytest.param("https://한국.com/a", "한국.com/a\n", id="url-beyond-ascii"),
        pytest.param("见https://a.cn/b。", "见link to a.cn。\n", id="url-after-a-letter"),
        pytest.param("xhttps://a.cn", "xhttps://a.cn\n", id="url-within-a-word"),
        pytest.param("http://localhost:80/x", "localhost\n", id="url-without-dot"),
        pytest.param("www. ww http:", "www. ww http:\n", id="no-url"),
        pytest.param("<me@x.io> a", "me@x.io a\n", id="mail"),
        pytest.param("a<br>b<b>c</b>", "a, bc\n", id="tags"),
        pytest.param("<p>a</p><ul><li>b</li></ul><br>", "a, b\n", id="blocks"),
        pytest.param("m<sup>2</sup>, 1<sup>st</sup>", "m^2, 1st\n", id="raised"),
        pytest.param("a【3†source】, b【4:0†x.pdf】 【c】", "a, b 【c】\n", id="sources"),
        pytest.param("True[^1].\n\n[^1]: A note.", "True.\nA note.\n", id="footnote"),
        pytest.param("4★ and ★★☆ ✔", "4★ and ★★☆\n", id="stars"),
        pytest.param('<a href="x y">t</a>', "t\n", id="tag-with-attribute"),
        pytest.param("a < b and b <c d> e", "a < b and b <c d> e\n", id="no-tags"),
        pytest.param("<!-- hidden -->shown", "shown\n", id="comment"),
        pytest.param("R&amp;D &lt; A&B &x", "R&D < A&B &x\n", id="entities"),
        pytest.param(r"\*not\* \[x\] C:\dir", "*not* x C: dir\n", id="escapes"),
        pytest.param("Yes! 😀👍🏽 1️⃣ ok", "Yes! 1 ok\n", id="emoji"),
        pytest.param("Menu → File | Open", "Menu, File, Open\n", id="arrows"),
        pytest.param("a  b\t c \n\n\n d", "a b c\nd\n", id="white-space"),
        pytest.param("a\r\nb", "a\nb\n", id="carriage-return"),
        pytest.param("!", "!\n", id="lone-mark"),
        pytest.param("A [b](c", "A b\n", id="unclosed-link"),
        pytest.param("a &amp", "a &amp\n", id="unclosed-entity"),
        pytest.param("a <b", "a <b\n", id="unclosed-tag"),
        pytest.param("a https://f.io", "a link to f.io\n", id="url-at-the-end"),
        pytest.param("**강조**는 中文", "강조는 中文\n", id="korean-and-chinese"),
        pytest.param("It costs $5 and $10 more.", "It costs $5 and $10 more.\n", id="money"),
        pytest.param("$5M, US$ 5, $5/month.", "$5M, US$ 5, $5/month.\n", id="more-money"),
        pytest.param("costs $5 - a bargain, $6", "costs $5 - a bargain, $6\n", id="money-and-dash"),
        pytest.param("echo $HOME and $PATH", "echo $HOME and $PATH\n", id="variables"),
        pytest.param("So $E=mc^2$ holds.", "So E=mc² holds.\n", id="formula"),
        pytest.param("a $2 + 2 = 4$ b", "a 2 + 2 = 4 b\n", id="formula-of-numbers"),
        pytest.param("a $$x$$ and \\(y\\).", "a x and y.\n", id="other-formula-marks"),
        pytest.param("Let $\\sum_i x_i$ be.", "Let a formula be.\n", id="hard-formula"),
        pytest.param("a \\(b", "a (b\n", id="unclosed-formula"),
        pytest.param("$100,$200,$300.", "$100,$200,$300.\n", id="amounts"),
        pytest.param("$5,US$6, -$7, -$8", "$5,US$6, -$7, -$8\n", id="more-amounts"),
        pytest.param("`$x$`", "$x$\n", id="dollars-in-code"),
        pytest.param("See src/my_app/a_b.py or a_b", "See src/my_app/a_b.py or a b\n", id="path"),
        pytest.param("http://[::1]/ x", "::1/ x\n", id="no-domain"),
        pytest.param("", "", id="nothing"),
    ],
)
@pytest.mark.requirement("VF-18")
def test_marks_are_taken_out_and_words_stay(markdown: str, expected: str) -> None:
    assert spoken(markdown) == expected


@pytest.mark.parametrize(
    "block",
    [
        pytest.param("```python\nx = 1\n```", id="ticks"),
        pytest.param("~~~\nx\n```\n~~~~", id="tildes"),
        pytest.param("````\n```\n````", id="longer-fence"),
        pytest.param("```\nnever closed", id="unclosed"),
        pytest.param("```", id="only-opened"),
        pytest.param("```py", id="only-info"),
        pytest.param("  ```\n  x\n  ```", id="indented"),
    ],
)
@pytest.mark.requirement("VF-18")
def test_a_code_block_is_said_to_be_on_the_screen(block: str) -> None:
    assert spoken(f"Here:\n{block}") == "Here:\nThe code is on the screen.\n"


@pytest.mark.parametrize(
    "block",
    [
        pytest.param("$$\nx = \\frac{a}{b}\n$$", id="dollars"),
        pytest.param("$$x$$", id="on-one-line"),
        pytest.param("\\[\nx\n\\]", id="brackets"),
        pytest.param("\\begin{align}\na &= b\n\\end{align}", id="environment"),
    ],
)
def test_a_displayed_formula_is_said_to_be_on_the_screen(block: str) -> None:
    assert spoken(f"So:\n{block}\nDone.") == "So:\nThe formula is on the screen.\nDone.\n"


def test_a_formula_that_is_never_closed_ends_with_its_paragraph() -> None:
    assert spoken("$$ x\nmore\n\nText.") == "The formula is on the screen.\nText.\n"


def test_what_stands_for_code_is_in_the_language_that_it_is_told() -> None:
    assert spoken("```\nx\n```", "de") == "Der Code ist auf dem Bildschirm.\n"


def test_text_goes_on_after_a_code_block() -> None:
    assert spoken("```\nx\n```\nDone.") == "The code is on the screen.\nDone.\n"


def test_a_code_block_in_a_list_is_left_out() -> None:
    assert spoken("- a\n- ```\n  b\n  ```\nc") == "a\nThe code is on the screen.\nc\n"


def test_a_code_block_behind_a_number_is_left_out() -> None:
    assert spoken("1. ```\n   b\n   ```\nc") == "1.\nThe code is on the screen.\nc\n"


def test_code_and_tables_are_announced_once_in_a_reply() -> None:
    code, table = "```\nx\n```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    assert spoken(f"{code}a\n{code}{table}b\n{table}") == (
        "The code is on the screen.\na\nThe table is on the screen.\nb\n"
    )


def test_a_table_without_leading_bars_is_read_without_its_rule() -> None:
    assert spoken("a | b\n---|---\n1 | 2") == "a, b\n1, 2\n"


def test_ticks_closed_on_their_line_are_no_block() -> None:
    assert spoken("```word``` here") == "word here\n"


def test_text_is_given_as_soon_as_it_is_sure() -> None:
    speakable = MarkdownSpeechFilter(language=lambda: "en")
    assert speakable.feed("Hello") == "Hello"
    assert speakable.feed(" world") == " world"
    assert speakable.feed(".\n") == ".\n"


def test_text_can_follow_after_the_end() -> None:
    speakable = MarkdownSpeechFilter(language=lambda: "en")
    assert speakable.feed("One **") + speakable.finish() == "One\n"
    assert speakable.feed("# Two") + speakable.finish() == "Two\n"


def test_a_block_left_open_does_not_swallow_what_follows_the_end() -> None:
    speakable = MarkdownSpeechFilter(language=lambda: "en")
    speakable.feed("```\nx")
    speakable.finish()
    assert speakable.feed("Two") == "Two"


@given(MARKDOWN, st.lists(st.integers(0, 400), max_size=12))
def test_any_chunking_gives_the_same_text(text: str, cuts: list[int]) -> None:
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    speakable = MarkdownSpeechFilter(language=lambda: "en")
    fed = "".join(
        speakable.feed(text[a:b]) for a, b in zip([0, *places], [*places, len(text)], strict=True)
    )
    assert fed + speakable.finish() == spoken(text)


@pytest.mark.parametrize("text", ["`a|b`", "`a|b", r"a\|b", "a&#124;b"])
def test_a_bar_in_code_or_escaped_is_not_spoken(text: str) -> None:
    assert spoken(text).strip() == "a b"


@given(MARKDOWN)
def test_no_brackets_bars_or_empty_lines_are_spoken(text: str) -> None:
    result = spoken(text)
    assert "\n\n" not in result
    assert "  " not in result
    assert "|" not in result


@given(st.text(st.sampled_from("abc defg. , é 한国"), max_size=100))
def test_plain_text_is_only_freed_of_white_space(text: str) -> None:
    assert spoken(text).split() == text.split()


@pytest.mark.parametrize(
    "piece",
    [
        "- ",
        "<a",
        "*",
        "[",
        "&",
        "`",
        "#",
        "![](",
        "> ",
        "_a",
        "https://x.io/()(",
        "\\",
        "a&b<c*[",
        " $a",
        "$a b",
        "\\(",
        "$$\n",
    ],
)
def test_work_is_linear_in_the_text(piece: str) -> None:
    short, long = (piece * (length // len(piece)) for length in (1_000, 10_000))
    once = calls_of(lambda: spoken(short))
    assert calls_of(lambda: spoken(long)) <= 11 * once
    # A quadratic step inside a regular expression, which is not counted, would take minutes here.
    spoken(piece * (30_000 // len(piece)))
