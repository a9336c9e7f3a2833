"""Where bars stand that come and go at an edge without moving each other. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPlace:
    """A place, counted from the edge."""

    bar: str
    """Which bar stands here, or stood here last."""
    height: int
    """In pixels; never less than its bar wants."""
    is_empty: bool = False


def rearrange(places: Sequence[BarPlace], wanted: Mapping[str, int]) -> tuple[BarPlace, ...]:
    """Return the places of other bars, or of bars of other heights; none that stays is moved.

    A bar that leaves, or outgrows its place, leaves the place empty as long as another stands
    beyond it. A bar that comes takes the first empty place that holds it, else the end.

    Args:
        places: Those up to now.
        wanted: How high each bar wants to be, in the order in which newcomers come.
    """
    shown = [place for place in places if place.bar in wanted and not place.is_empty]
    kept = [_kept(place, wanted, is_last=place is shown[-1]) for place in places] if shown else []
    while kept and kept[-1].is_empty:
        kept.pop()
    standing = {place.bar for place in kept if not place.is_empty}
    for bar, height in wanted.items():
        if bar in standing:
            continue
        room = (i for i, place in enumerate(kept) if place.is_empty and place.height >= height)
        if (index := next(room, None)) is None:
            kept.append(BarPlace(bar=bar, height=height))
        else:
            kept[index] = BarPlace(bar=bar, height=kept[index].height)
    return tuple(kept)


def _kept(place: BarPlace, wanted: Mapping[str, int], *, is_last: bool) -> BarPlace:
    if is_last:
        return BarPlace(bar=place.bar, height=wanted[place.bar])
    stays = not place.is_empty and place.bar in wanted and wanted[place.bar] <= place.height
    return place if stays else replace(place, is_empty=True)
