"""Random question sets for property tests: whatever the forms can carry."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from assistant.questions.formats.preselection import split_recommended
from assistant.questions.model.question import (
    Dependency,
    Markers,
    OnTimeout,
    Option,
    Question,
    QuestionKind,
    QuestionSet,
    TextFormat,
)
from assistant.questions.model.sanitizer import clean_text, label_key, one_line

_LETTERS = st.sampled_from("aBcDz 019 가나讲笑é🙂ß`<>&\"'{}[](),.;:-_/#%\\")

_SOME_TEXT = st.sampled_from(["", "About <it> & “that”", "설명", "说明"])


def lines(max_size: int = 12) -> st.SearchStrategy[str]:
    """Return texts of one line that are kept as they are: composed and trimmed."""
    return (
        st.text(_LETTERS, min_size=1, max_size=max_size)
        .map(lambda text: one_line(clean_text(text)))
        .filter(lambda text: bool(text) and one_line(clean_text(text)) == text)
    )


def labels() -> st.SearchStrategy[str]:
    """Return texts that stay labels: no mark of a recommendation, no `Other`."""
    others = {"other", "기타", "직접 입력", "其他"}
    return lines().filter(
        lambda text: split_recommended(text) == (text, False) and label_key(text) not in others
    )


def option_lists(kind: QuestionKind) -> st.SearchStrategy[tuple[Option, ...]]:
    """Return one to four options with unique ids and labels; at most one default of a single."""
    option = st.builds(
        Option,
        id=lines(4),
        label=labels(),
        description=_SOME_TEXT,
        default=st.booleans(),
        recommended=st.booleans(),
        preview=st.sampled_from([None, "`code`\n\n- a"]),
        spoken=_SOME_TEXT,
    )

    def one_default(options: Sequence[Option]) -> tuple[Option, ...]:
        chosen = [o.id for o in options if o.default][: None if kind is QuestionKind.MULTI else 1]
        return tuple(o.model_copy(update={"default": o.id in chosen}) for o in options)

    return st.lists(
        option, min_size=1, max_size=3, unique_by=(lambda o: o.id, lambda o: label_key(o.label))
    ).map(one_default)


_NUMBERS = st.integers(-1000, 1000) | st.floats(-1000, 1000).map(lambda x: round(x, 3))


def _text_rules() -> st.SearchStrategy[dict[str, Any]]:
    plain = st.fixed_dictionaries(
        {"text_format": st.just(TextFormat.PLAIN), "default_text": st.just("") | lines(8)},
        optional={"min_length": st.just(1), "max_length": st.integers(40, 1000)},
    )
    numeric = st.fixed_dictionaries(
        {
            "text_format": st.sampled_from([TextFormat.NUMBER, TextFormat.INTEGER]),
            "default_text": st.sampled_from(["", "0", "7"]),
        },
        optional={
            "minimum": _NUMBERS.filter(lambda n: n <= 0).map(float),
            "maximum": _NUMBERS.filter(lambda n: n >= 7).map(float),
        },
    )
    return st.one_of(
        plain,
        numeric,
        st.just({"text_format": TextFormat.EMAIL, "default_text": "me@example.com"}),
        st.just({"text_format": TextFormat.DATE}),
        st.just({"text_format": TextFormat.URI, "default_text": "https://example.com"}),
        st.just({"text_format": TextFormat.DATE_TIME}),
    )


@st.composite
def questions(
    draw: st.DrawFn, *, id: str, kinds: Sequence[QuestionKind] = tuple(QuestionKind)
) -> Question:
    """Return a question without follow-ups."""
    kind = draw(st.sampled_from(kinds))
    fields: dict[str, Any] = {}
    if kind is QuestionKind.TEXT:
        fields = draw(_text_rules())
    elif kind is QuestionKind.BOOLEAN:
        fields = {"default_boolean": draw(st.none() | st.booleans())}
    else:
        fields = {"options": draw(option_lists(kind)), "allow_other": draw(st.booleans())}
    if kind is QuestionKind.MULTI:
        most = len(fields["options"]) + fields["allow_other"]
        fields["min_choices"] = draw(st.none() | st.integers(0, most))
        fields["max_choices"] = draw(st.none() | st.integers(most, 9))
    return Question(
        id=id,
        kind=kind,
        text=draw(lines(16)),
        header=draw(st.none() | _SOME_TEXT.filter(bool)),
        context=draw(_SOME_TEXT),
        required=draw(st.booleans()),
        markers=draw(st.sampled_from(Markers)),
        **fields,
    )


def _keys(question: Question) -> list[str]:
    if question.kind is QuestionKind.BOOLEAN:
        return ["true", "false"]
    return [option.id for option in question.options]


@st.composite
def question_sets(draw: st.DrawFn, *, most: int = 3) -> QuestionSet:
    """Return a set with follow-ups over several levels and conditions between questions."""
    made: list[Question] = []
    count = 0

    def make(level: int) -> Question:
        nonlocal count
        count += 1
        question = draw(questions(id=f"q{count}"))
        earlier = [other for other in made if _keys(other)]
        if earlier and level == 1 and draw(st.booleans()):
            other = draw(st.sampled_from(earlier))
            wanted = draw(st.lists(st.sampled_from(_keys(other)), min_size=1, unique=True))
            condition = Dependency(question_id=other.id, option_ids=tuple(wanted))
            question = question.model_copy(update={"depends_on": condition})
        if level < 4 and _keys(question) and draw(st.integers(0, 3)) == 0:
            key = draw(st.sampled_from(_keys(question)))
            question = question.model_copy(update={"follow_ups": {key: (make(level + 1),)}})
        return question

    for _n in range(draw(st.integers(1, most))):
        made += [make(1)]
    return QuestionSet(
        id="set",
        questions=tuple(made),
        title=draw(_SOME_TEXT),
        description=draw(_SOME_TEXT),
        metadata_source=draw(_SOME_TEXT),
        allow_cancel=draw(st.booleans()),
        timeout_s=draw(st.none() | st.integers(1, 3600).map(float)),
        on_timeout=draw(st.sampled_from(OnTimeout)),
        total_rounds=draw(st.none() | st.integers(1, 9)),
    )
