"""Any command or event at all, with values in every field."""

import dataclasses
import types
from collections.abc import Callable, Mapping
from datetime import UTC
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from assistant.protocol.commands import Command
from assistant.questions.model.asker import MARKS, Asker
from assistant.questions.model.question import QuestionSet
from tests.helpers.questions.strategies import question_sets

TEXTS: Final = st.sampled_from(
    ["", "words", "가나 讲 🙂\n\x1b[2J", "half \ud800", '{"class": "Say"}']
)
_NAMED_FOR_TYPES: Final = {"Command": Command}
"""What modules of the protocol name in annotations, and import for type checkers alone."""
_LEAVES: Final[Mapping[Any, st.SearchStrategy[Any]]] = {
    str: TEXTS,
    int: st.integers(-(2**40), 2**40),
    bool: st.booleans(),
    float: st.floats(allow_nan=False),
    type(None): st.none(),
    Path: st.sampled_from([Path("/home/me/notes.md"), Path("relative")]),
    QuestionSet: question_sets(most=2),
    Asker: st.builds(
        Asker,
        agent=TEXTS,
        project=TEXTS,
        session=TEXTS,
        number=st.integers(1, 100),
        given_mark=st.none() | st.integers(0, MARKS - 1),
    ),
}


def member_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Return values of a dataclass, or of a model of pydantic's."""
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    else:
        names = list(kind.model_fields)
    hints = get_type_hints(kind, localns=_NAMED_FOR_TYPES, include_extras=True)
    return st.builds(kind, **{name: _values(hints[name]) for name in names})


def _values(hint: Any) -> st.SearchStrategy[Any]:
    if hint in _LEAVES:
        return _LEAVES[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _values(arguments[0])
    if origin in {Union, types.UnionType}:
        return st.one_of([st.deferred(_later(one)) for one in arguments])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(_values(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*(_values(one) for one in arguments))
    if origin in {dict, Mapping}:
        ids = TEXTS.filter(str.isprintable)
        return st.dictionaries(ids, _values(arguments[1]), max_size=2)
    return _of_class(hint)


def _of_class(hint: Any) -> st.SearchStrategy[Any]:
    if hint.__name__ == "datetime":
        return st.datetimes(timezones=st.just(UTC))
    if hint.__name__ == "time":
        return st.times()
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    return member_of(hint)


def _later(hint: Any) -> Callable[[], st.SearchStrategy[Any]]:
    return lambda: _values(hint)
