"""Combine the phrases of an utterance into what is chosen and what is ruled out. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from assistant.languages.lexicon import PhraseTag, Scale
from assistant.questions.spoken.labels.weekdays import SATURDAY
from assistant.questions.spoken.phrase_segmenter import PhraseSegment

ITEMS: Final = frozenset(
    {
        PhraseTag.ORDINAL,
        PhraseTag.MARKED,
        PhraseTag.NUMBER,
        PhraseTag.LETTER,
        PhraseTag.FROM_END,
        PhraseTag.FIRST_OF,
        PhraseTag.LAST_OF,
        PhraseTag.MIDDLE,
        PhraseTag.RECOMMENDED,
        PhraseTag.OPTION,
        PhraseTag.OTHER_ONE,
        PhraseTag.LEAST,
        PhraseTag.GREATEST,
        PhraseTag.WORKDAYS,
        PhraseTag.WEEKEND,
    }
)
"""Phrases that point at options."""
_PARTING: Final = {PhraseTag.AND, PhraseTag.BUT, PhraseTag.AFFIRM}
"""What begins another thing that is said."""
_SILENT: Final = {
    PhraseTag.FILLER,
    PhraseTag.SUFFIX,
    PhraseTag.LINK,
    PhraseTag.YES,
    PhraseTag.THAT,
    PhraseTag.UNKNOWN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionTargets:
    """What the phrases can point at."""

    count: int
    recommended: tuple[int, ...]
    current: int | None
    """The option being read, zero-based."""
    numbers: Sequence[frozenset[int]]
    """The numbers in each label."""
    sizes: Sequence[int]
    """The options by the number in their label, smallest first; empty if they have none."""
    versions: Sequence[int]
    """The options by their number, oldest first, where that is all that tells them apart."""
    prices: Sequence[int]
    """The options by what they cost, cheapest first; empty if one says no price."""
    moments: Sequence[int]
    """The options by when they are, earliest first; empty if one is at no time."""
    weekdays: Sequence[int]
    """The day of each option, Monday is 0; empty if they are no days."""
    are_lettered: bool
    """Whether places have letters, so that a bare number is no place."""


@dataclass(slots=True, kw_only=True)
class SpokenSelection:
    """What an utterance chooses, zero-based."""

    included: list[int] = field(default_factory=list[int])
    excluded: list[int] = field(default_factory=list[int])
    is_all: bool = False
    """Everything but the excluded."""
    has_exception: bool = False
    """Something was said to be left out; it is in `excluded` if it was understood."""
    is_none: bool = False
    is_out_of_range: bool = False
    is_unknown: bool = False
    """Days were named where the options are none."""
    candidates: list[int] = field(default_factory=list[int])
    """Options between which a phrase leaves open which is meant."""
    has_contrast: bool = False
    """"But" stands between what is chosen; the last of it is meant where one is wanted."""
    is_opposed: bool = False
    """The contrast is that of "not this but that"."""
    both: int = 0
    """How many were meant where the list has more: "both" of four; 0 if that was not said."""
    is_open: bool = False
    """"Or" stands between what is chosen."""
    is_doubtful: bool = False
    """To be confirmed."""
    score: float = 1.0

    @property
    def says_something(self) -> bool:
        """Whether any phrase pointed at options."""
        return bool(
            self.included
            or self.excluded
            or self.is_all
            or self.is_none
            or self.is_out_of_range
            or self.candidates
        )


@dataclass(slots=True, kw_only=True)
class _Group:
    """Items that stand or fall together."""

    items: list[int] = field(default_factory=list[int])
    is_negative: bool = False
    loose_at: int = 0
    """Where the last name begins that nothing joins to those before it; 0 if there is none."""


def select(segments: Iterable[PhraseSegment], choices: SelectionTargets) -> SpokenSelection:
    """Read phrases from left to right.

    Args:
        segments: The utterance, after its last correction, without commands.
        choices: What there is to choose from.
    """
    spoken = [s for s in segments if s.tag not in {PhraseTag.FILLER, PhraseTag.SUFFIX}]
    # "downloads no, the rest yes"
    affirms_rest = bool(spoken) and spoken[-1].tag in {PhraseTag.YES, PhraseTag.AFFIRM}
    count = sum(s.tag in ITEMS for s in spoken)
    is_single = count == 1 and not any(s.tag is PhraseTag.UNKNOWN for s in spoken)
    reader = _Reader(choices, affirms_rest=affirms_rest, is_single=is_single, has_others=count > 1)
    heard = [segment for segment in spoken if segment.tag not in _SILENT]
    for n, segment in enumerate(heard):
        following = heard[n + 1] if n + 1 < len(heard) else None
        after = spoken.index(segment) + 1
        if (
            segment.tag is PhraseTag.NOT
            and after < len(spoken)
            and spoken[after].tag is PhraseTag.UNKNOWN
        ):
            # What is denied is no option, unless it is a verb before one: "no puedo el jueves".
            reader.doubt(is_doubtful=following is not None and following.tag in ITEMS)
            continue
        if (
            segment.tag in {PhraseTag.NOT_BEFORE, PhraseTag.EXCEPT_BEFORE}
            and spoken.index(segment) > 0
            and spoken[spoken.index(segment) - 1].tag is PhraseTag.UNKNOWN
        ):
            continue
        reader.read(segment, following)
    return reader.finish()


def is_ordered(segment: PhraseSegment, choices: SelectionTargets) -> bool:
    """Whether the options have more or less of what the least or most is said of."""
    return bool(_order(segment, choices))


def _order(segment: PhraseSegment, choices: SelectionTargets) -> Sequence[int]:
    match Scale(segment.value):
        case Scale.SIZE:
            return choices.sizes
        case Scale.AGE:
            return choices.versions or choices.moments
        case Scale.PRICE:
            return choices.prices or (() if choices.moments else choices.sizes)
        case Scale.TIME:
            return choices.moments or choices.sizes or choices.versions


class _Reader:
    def __init__(
        self, choices: SelectionTargets, *, affirms_rest: bool, is_single: bool, has_others: bool
    ) -> None:
        self._choices = choices
        self._selection = SpokenSelection()
        self._groups: list[_Group] = []
        self._open_range = False
        self._after_join = False
        self._contrast_at = 0
        """Where the groups behind the last "but" begin."""
        self._both = 0
        """How many are meant, where "both" was said of more than two."""
        self._denies_all = False
        """"No to" the rest."""
        self._after_all = False
        """Whether everything, or all that is left, was named last."""
        self._says_all = False
        """Whether everything, or all that is left, was named at all."""
        self._is_loose = False
        """Whether what is ruled out is so by its degree alone: "not too hot"."""
        self._affirms_rest = affirms_rest
        self._is_single = is_single
        """Whether one name is all that is said, so that one character of it is enough."""
        self._has_others = has_others
        """Whether several phrases point at options."""

    def read(self, segment: PhraseSegment, following: PhraseSegment | None) -> None:
        is_denial = segment.tag in {PhraseTag.NOT_BEFORE, PhraseTag.EXCEPT_BEFORE} or (
            segment.tag is PhraseTag.NOT and following is None
        )
        is_denied_rest = self._after_all and is_denial and self._wants_something
        if is_denied_rest:  # "science and travel, the rest can go"
            self._selection.is_all = False
        elif segment.tag in ITEMS:
            self._read_item(segment)
        else:
            self._read_operator(segment, following)
        if segment.tag in ITEMS or segment.tag in _PARTING:
            self._after_all = False
        elif segment.tag is PhraseTag.ALL:
            self._after_all = not segment.value

    def doubt(self, *, is_doubtful: bool) -> None:
        """Let what is chosen be confirmed."""
        self._selection.is_doubtful |= is_doubtful

    def finish(self) -> SpokenSelection:
        selection = self._selection
        self._part_loose()
        for group in self._groups:
            target = selection.excluded if group.is_negative else selection.included
            target += [item for item in group.items if item not in target]
        selection.is_doubtful |= self._is_loose and not selection.included
        selection.both = self._both
        if self._both and not selection.included:
            selection.candidates += range(self._choices.count)
        elif self._both and len(selection.included) != self._both:
            selection.is_doubtful = True  # "both teas", where one was understood
        if selection.has_contrast and len(selection.included) > 1:
            selection.is_doubtful |= self._is_contrasted
        if selection.is_open and len(selection.included) < 2:
            selection.is_doubtful = True
        if selection.is_all and selection.included:
            # "the first and the third, all of them": the named ones are what is meant.
            selection.is_all = False
            selection.is_doubtful |= len(selection.included) == 1 and not selection.has_exception
        return selection

    # Operators.

    def _read_operator(self, segment: PhraseSegment, following: PhraseSegment | None) -> None:
        match segment.tag:
            case PhraseTag.AND | PhraseTag.OR:
                self._after_join = True
                self._selection.is_open |= segment.tag is PhraseTag.OR and self._wants_something
            case PhraseTag.TO:
                self._open_range = bool(self._groups and self._groups[-1].items)
            case PhraseTag.BUT if self._selection.is_all and not self._groups:
                self._begin(is_negative=True)
                self._except()
            case PhraseTag.BUT | PhraseTag.AFFIRM:
                self._selection.has_contrast |= (
                    segment.tag is PhraseTag.BUT and self._wants_something
                )
                self._selection.is_opposed |= segment.meaning.is_weak
                self._begin(is_negative=False)
                if segment.tag is PhraseTag.BUT:
                    self._contrast_at = len(self._groups) - 1
            case PhraseTag.ALL:
                self._read_all(segment)
            case PhraseTag.NONE:
                self._selection.is_none = True
            case PhraseTag.MODIFIER:
                self._is_loose |= segment.meaning.is_weak
                self._selection.is_doubtful |= not segment.meaning.is_weak
            case _:
                self._read_negation(segment, following)

    def _read_negation(self, segment: PhraseSegment, following: PhraseSegment | None) -> None:
        match segment.tag:
            case PhraseTag.NOT if following is not None and following.tag is PhraseTag.ALL:
                self._denies_all = not self._affirms_rest
                if self._affirms_rest:
                    self._negate_last()
            case PhraseTag.NOT if following is None or following.tag not in ITEMS:
                self._negate_last()
            case PhraseTag.NOT:
                self._selection.is_doubtful |= segment.meaning.is_doubtful and self._wants_something
                self._begin(is_negative=True)
            case PhraseTag.NOT_BEFORE | PhraseTag.EXCESS:
                self._negate_last()
            case PhraseTag.EXCEPT:
                self._begin(is_negative=True)
                self._except()
            case PhraseTag.EXCEPT_BEFORE:
                self._says_all |= bool(segment.value)
                self._negate_last()
                self._except()
            case _:
                pass

    @property
    def _is_contrasted(self) -> bool:
        """Whether anything is wanted behind "but": not in "ham, but no onions"."""
        behind = self._groups[self._contrast_at :]
        return any(group.items and not group.is_negative for group in behind)

    @property
    def _wants_something(self) -> bool:
        """Whether options were named last that are wanted."""
        return bool(self._groups and self._groups[-1].items and not self._groups[-1].is_negative)

    def _begin(self, *, is_negative: bool) -> None:
        self._groups.append(_Group(is_negative=is_negative))

    def _except(self) -> None:
        self._selection.is_all = True
        self._selection.has_exception = True

    def _part_loose(self) -> None:
        """Doubt how far a denial behind several names reaches: "커피, 설탕 빼고".

        It may deny the last of them or all. Where it would leave nothing, it denies the last.
        """
        denied = [group for group in self._groups if group.is_negative and group.loose_at]
        if not denied or self._says_all:
            return
        self._selection.is_doubtful = True
        named = {item for group in self._groups for item in group.items}
        if len(denied) == 1 and len(named) == self._choices.count:
            group, at = denied[0], denied[0].loose_at
            self._groups.insert(self._groups.index(group), _Group(items=group.items[:at]))
            group.items = group.items[at:]

    def _negate_last(self) -> None:
        if self._groups:
            self._groups[-1].is_negative = True
            self._groups.append(_Group())

    def _read_all(self, segment: PhraseSegment) -> None:
        self._says_all = True
        if self._denies_all:
            self._denies_all = False
        elif segment.value in {0, self._choices.count}:
            self._selection.is_all = True
        else:
            self._both = segment.value

    # Items.

    def _read_item(self, segment: PhraseSegment) -> None:
        found = self._resolved(segment)
        self._selection.score = min(self._selection.score, segment.score)
        is_all = segment.tag is PhraseTag.OPTION and segment.score == 1 and self._is_single
        self._selection.is_doubtful |= segment.meaning.is_doubtful and not is_all
        if not self._groups:
            self._groups.append(_Group())
        group = self._groups[-1]
        if self._open_range and found and group.items:
            low, high = sorted((group.items[-1], found[-1]))
            found = list(range(low, high + 1))
        elif group.is_negative and group.items and not self._after_join:
            # "not the first, the second": what follows without "or" is wanted again.
            group = _Group()
            self._groups.append(group)
        elif segment.tag is PhraseTag.OPTION and group.items and not self._after_join:
            group.loose_at = len(group.items)
        self._open_range = False
        self._after_join = False
        group.items += [item for item in found if item not in group.items]
        if segment.tag in {PhraseTag.WORKDAYS, PhraseTag.WEEKEND}:
            self._groups.append(_Group())

    def _resolved(self, segment: PhraseSegment) -> list[int]:
        count, value = self._choices.count, segment.value
        match segment.tag:
            case PhraseTag.OPTION:
                return [value]
            case PhraseTag.NUMBER | PhraseTag.MARKED:
                return self._numbered(segment)
            case PhraseTag.ORDINAL | PhraseTag.LETTER:
                return self._within([value - 1])
            case PhraseTag.FROM_END:
                return self._within([count - value])
            case PhraseTag.FIRST_OF:
                return self._within(range(value))
            case PhraseTag.LAST_OF:
                return self._within(range(count - value, count))
            case PhraseTag.MIDDLE:
                return self._middle(value)
            case PhraseTag.WORKDAYS | PhraseTag.WEEKEND:
                return self._days(is_weekend=segment.tag is PhraseTag.WEEKEND)
            case PhraseTag.LEAST | PhraseTag.GREATEST:
                return self._extreme(segment)
            case PhraseTag.RECOMMENDED:
                return self._only(self._choices.recommended)
            case _:
                return self._other_one()

    def _extreme(self, segment: PhraseSegment) -> list[int]:
        """Resolve the least or most by what it is said of: "cheapest", "latest"."""
        ordered = _order(segment, self._choices)
        if not ordered and self._has_others:  # "the second one sounds cheaper"
            self._selection.is_doubtful = True
            return []
        if segment.tag is PhraseTag.GREATEST:
            ordered = ordered[::-1]
        return self._only(ordered[segment.meaning.rank - 1 : segment.meaning.rank])

    def _numbered(self, segment: PhraseSegment) -> list[int]:
        """Resolve a number: a label that contains it goes before the place it counts to."""
        place = segment.value - 1
        named = [i for i, found in enumerate(self._choices.numbers) if segment.value in found]
        if not named or len(named) == self._choices.count > 1:  # it tells no label from another
            are_amounts = segment.tag is PhraseTag.NUMBER and all(self._choices.numbers)
            self._selection.is_doubtful |= self._choices.are_lettered or bool(named) or are_amounts
            return self._within([place])
        if named == [place]:
            return named
        if len(named) == 1 and segment.tag is PhraseTag.NUMBER and self._choices.are_lettered:
            return named
        if 0 <= place < self._choices.count and place not in named:
            named.append(place)
        return self._only(sorted(named))

    def _days(self, *, is_weekend: bool) -> list[int]:
        days = enumerate(self._choices.weekdays)
        found = [place for place, day in days if (day >= SATURDAY) == is_weekend]
        self._selection.is_unknown |= not found
        return found

    def _within(self, places: Iterable[int]) -> list[int]:
        wanted = list(places)
        if all(0 <= place < self._choices.count for place in wanted):
            return wanted
        self._selection.is_out_of_range = True
        return []

    def _middle(self, wanted: int) -> list[int]:
        half, is_odd = divmod(self._choices.count, 2)
        if wanted == 1:
            ordered = self._choices.sizes if is_odd else ()
            return self._only(ordered[half : half + 1])
        middle = self._within([half] if is_odd else [half - 1, half])
        return middle if wanted == 2 and not is_odd else self._only(middle)

    def _other_one(self) -> list[int]:
        rest = [i for i in range(self._choices.count) if i != self._choices.current]
        return self._only(rest)

    def _only(self, places: Sequence[int]) -> list[int]:
        """Return the place if there is exactly one, else note between which it stays open."""
        if len(places) == 1:
            return list(places)
        self._selection.candidates += places or range(self._choices.count)
        return []
