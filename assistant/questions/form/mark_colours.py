"""How marks (`Asker.mark`) look, and what they are called; colours as `#RRGGBB`."""

from typing import Final

from assistant.locale import _, mark

ON_DARK: Final = (
    *("#60A5FA", "#4ADE80", "#FB923C", "#C084FC"),
    *("#FDE047", "#F87171", "#B98463", "#CBD5E1"),
)
ON_LIGHT: Final = (
    *("#2563EB", "#16A34A", "#EA580C", "#9333EA"),
    *("#B58900", "#DC2626", "#7C4A21", "#64748B"),
)
_NAMES: Final = (
    mark("blue circle"),
    mark("green circle"),
    mark("orange circle"),
    mark("purple circle"),
    mark("yellow circle"),
    mark("red circle"),
    mark("brown circle"),
    mark("grey circle"),
    mark("blue square"),
    mark("green square"),
    mark("orange square"),
    mark("purple square"),
    mark("yellow square"),
    mark("red square"),
    mark("brown square"),
    mark("grey square"),
)


def mark_name(number: int) -> str:
    """Return what a mark is called in the user's language: `green square`."""
    return _(_NAMES[number])
