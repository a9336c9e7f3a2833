"""The colours of marks (`Asker.mark`), in the order that `MARKS` names, as `#RRGGBB`. Values only."""

from typing import Final

ON_DARK: Final = (
    *("#60A5FA", "#4ADE80", "#FB923C", "#C084FC"),
    *("#FDE047", "#F87171", "#B98463", "#CBD5E1"),
)
ON_LIGHT: Final = (
    *("#2563EB", "#16A34A", "#EA580C", "#9333EA"),
    *("#B58900", "#DC2626", "#7C4A21", "#64748B"),
)
