"""Strategies for JSON as people write it: with comments, any white space, and trailing commas."""

import json

from hypothesis import strategies as st

_SPACE = st.sampled_from(["", " ", "\t", "\n", "\r\n", "\n\n    "])
_COMMENTS = st.sampled_from(["/* c */", "/**/", '/* , " } */', "// x , } ]\n", "//\r\n"])
TRIVIA = st.lists(_SPACE | _COMMENTS, max_size=3).map("".join)
"""What may stand between tokens."""
_KEYS = st.sampled_from(["a", "b", "c/*", "mcpServers", "é"]).map(
    lambda key: json.dumps(key, ensure_ascii=False)
)
_SCALARS = (st.integers(-9, 9) | st.booleans() | st.none() | st.text('ab"/*,}é\\', max_size=4)).map(
    lambda value: json.dumps(value, ensure_ascii=False)
)


@st.composite
def _containers(draw: st.DrawFn, inner: st.SearchStrategy[str], *, is_object: bool) -> str:
    """Write an object, whose keys differ, or a list."""
    count = draw(st.integers(0, 3))
    keys = draw(st.lists(_KEYS, min_size=count, max_size=count, unique=True))
    text = draw(TRIVIA)
    for place, key in enumerate(keys):
        if is_object:
            text += f"{key}{draw(TRIVIA)}:{draw(TRIVIA)}"
        text += draw(inner) + draw(TRIVIA)
        if place < count - 1 or draw(st.booleans()):
            text += "," + draw(TRIVIA)
    return f"{{{text}}}" if is_object else f"[{text}]"


_VALUES = st.recursive(
    _SCALARS,
    lambda inner: _containers(inner, is_object=True) | _containers(inner, is_object=False),
    max_leaves=6,
)
DOCUMENTS = st.tuples(TRIVIA, _containers(_VALUES, is_object=True), TRIVIA).map("".join)
"""Whole texts whose outermost value is an object."""
