import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.sync.documents.model.line_document import (
    DamagedDocumentError,
    LineDocument,
    LineResolution,
)

ABOUT = "# Me\n- lives in Berlin\n- likes tea\n"
DAMAGES = 2_000


def replicas(text: str, n: int = 2) -> list[LineDocument]:
    """Return replicas of one document, on devices A, B, …."""
    first = LineDocument.from_text(text, device="A")
    return [
        first,
        *(LineDocument.load(first.snapshot(), device=chr(65 + k)) for k in range(1, n)),
    ]


def merged(documents: list[LineDocument]) -> str:
    """Exchange everything and return what all say."""
    snapshots = [document.snapshot() for document in documents]
    for document in documents:
        for snapshot in snapshots:
            document.merge(snapshot)
    texts = {document.text() for document in documents}
    assert len(texts) == 1
    return texts.pop()


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "result"),
    [
        pytest.param("- a\n", "- a\n- b\n", "- a\n", "- a\n- b\n", id="one adds"),
        pytest.param("- a\n- b\n", "- a\n", "- b\n", "", id="each deletes another"),
        pytest.param("- a\n- b\n", "- b\n", "- a\n- b\n- c\n", "- b\n- c\n", id="delete, add"),
        pytest.param("- a\n", "", "- a\n", "", id="all deleted"),
        pytest.param("- a\n", "", "- A!\n", "- A!\n", id="deleted here, changed there"),
        pytest.param("- a\n", "- a\n- b\n", "- a\n- b\n", "- a\n- b\n", id="the same told to both"),
        pytest.param("- a\n", "- c\n", "- c\n", "- c\n", id="changed alike"),
        pytest.param("a\n", "c\n", "c\n", "c\n", id="prose changed alike"),
        pytest.param("- a\n- b\n- c\n", "- b\n- c\n- a\n", "- a!\n- b\n- c\n", "- a!\n- b\n- c\n", id="moved and changed"),
        pytest.param("- a\n- b\n", "- b\n- a\n", "- b\n- a\n", "- b\n- a\n", id="moved alike"),
        pytest.param("a\n", "a\r\n", "a\nb\n", "a\r\nb\r\n", id="other line ends"),
        pytest.param("a", "a\nb", "a", "a\nb", id="no line end at the end"),
        pytest.param("a", "a\n- b\n", "a\n- b\n", "a\n- b\n", id="a line end added by both"),
    ],
)  # fmt: skip
@pytest.mark.requirement("SYNC-07")
def test_what_two_devices_wrote_apart_becomes_one_text(
    base: str, mine: str, theirs: str, result: str
) -> None:
    here, there = replicas(base)
    here.edit(mine)
    there.edit(theirs)
    assert merged([here, there]) == result
    assert not here.conflicts("d")


def test_items_put_there_twice_on_purpose_stand_twice() -> None:
    here, there = replicas("# Shop\n- milk\n")
    here.edit("# Shop\n- milk\n- milk\n")
    there.edit("# Shop\n- milk\n- eggs\n")
    assert merged([here, there]).count("- milk") == 2


def test_equal_items_of_two_sections_are_two() -> None:
    here, there = replicas("# Lidl\n\n# Aldi\n")
    here.edit("# Lidl\n- milk\n\n# Aldi\n")
    there.edit("# Lidl\n\n# Aldi\n- milk\n")
    assert merged([here, there]) == "# Lidl\n- milk\n\n# Aldi\n- milk\n"


def test_lines_added_at_one_place_do_not_interleave() -> None:
    documents = replicas("top\nend\n", 3)
    for name, document in zip("xyz", documents, strict=True):
        for n in range(4):
            lines = document.text().splitlines()
            document.edit("\n".join([*lines[: n + 1], f"{name}{n}", *lines[n + 1 :]]) + "\n")
    order = [line[0] for line in merged(documents).splitlines()[1:-1]]
    assert "".join(order) in {"".join(c * 4 for c in p) for p in ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")}  # fmt: skip


@pytest.mark.requirement("SYNC-07")
def test_a_line_changed_twice_differently_stands_twice_and_is_a_conflict() -> None:
    here, there = replicas(ABOUT)
    here.edit(ABOUT.replace("Berlin", "Bonn"))
    there.edit(ABOUT.replace("Berlin", "Paris"))
    text = merged([here, there])
    assert sorted(text.splitlines()) == ["# Me", "- likes tea", "- lives in Bonn", "- lives in Paris"]  # fmt: skip
    (conflict,) = here.conflicts("memory/a.md")
    assert there.conflicts("memory/a.md") == (conflict,)
    assert {(v.device, v.text) for v in conflict.versions} == {
        ("A", "- lives in Bonn"),
        ("B", "- lives in Paris"),
    }


def test_a_conflict_is_found_behind_several_changes() -> None:
    here, there = replicas(ABOUT)
    for town in ("Bonn", "Rom", "Kiel"):
        here.edit(ABOUT.replace("Berlin", town))
    there.edit(ABOUT.replace("Berlin", "Paris"))
    merged([here, there])
    (conflict,) = there.conflicts("d")
    assert {v.text for v in conflict.versions} == {"- lives in Kiel", "- lives in Paris"}


@pytest.mark.parametrize("change", ["- lives in Bonn, near the river\n", ""])
def test_a_conflict_ends_when_one_of_its_lines_is_changed_or_gone(change: str) -> None:
    here, there = replicas(ABOUT)
    here.edit(ABOUT.replace("Berlin", "Bonn"))
    there.edit(ABOUT.replace("Berlin", "Paris"))
    text = merged([here, there])
    here.edit(text.replace("- lives in Bonn\n", change))
    merged([here, there])
    assert not here.conflicts("d")
    assert not there.conflicts("d")


def test_a_line_changed_and_then_moved_still_conflicts_with_another_change() -> None:
    here, there = replicas(ABOUT)
    here.edit(ABOUT.replace("Berlin", "Bonn"))
    here.edit("# Me\n- likes tea\n- lives in Bonn\n")
    there.edit(ABOUT.replace("Berlin", "Paris"))
    text = merged([here, there])
    assert "Bonn" in text
    assert "Paris" in text
    assert len(here.conflicts("d")) == 1


def test_a_conflict_has_another_id_when_a_third_device_joins_it() -> None:
    documents = replicas(ABOUT, 3)
    for document, town in zip(documents, ("Bonn", "Paris", "Rom"), strict=True):
        document.edit(ABOUT.replace("Berlin", town))
    merged(documents[:2])
    (two,) = documents[0].conflicts("d")
    merged(documents)
    (three,) = documents[0].conflicts("d")
    assert len(three.versions) == 3
    assert three.id != two.id
    assert documents[0].resolve(two, LineResolution()) is None


def _in_conflict() -> list[LineDocument]:
    documents = replicas(ABOUT)
    documents[0].edit(ABOUT.replace("Berlin", "Bonn"))
    documents[1].edit(ABOUT.replace("Berlin", "Paris"))
    merged(documents)
    return documents


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("first", ["A"]),
        ("second", ["B"]),
        ("both", ["A", "B"]),
        ("own", ["- lives in Bonn and Paris"]),
    ],
)
def test_an_answer_ends_a_conflict(choice: str, left: list[str]) -> None:
    here, there = _in_conflict()
    (conflict,) = here.conflicts("d")
    of = {version.device: version for version in conflict.versions}
    resolution = {
        "first": LineResolution(kept=(of["A"].line_id,)),
        "second": LineResolution(kept=(of["B"].line_id,)),
        "both": LineResolution(kept=(of["A"].line_id, of["B"].line_id)),
        "own": LineResolution(text="- lives in Bonn and Paris"),
    }[choice]
    update = here.resolve(conflict, resolution)
    assert update is not None
    there.merge(update)
    expected = sorted(of[one].text if one in of else one for one in left)
    for document in (here, there):
        assert not document.conflicts("d")
        assert sorted(document.text().splitlines()) == sorted(["# Me", "- likes tea", *expected])
    assert here.resolve(conflict, resolution) is None


def test_two_different_answers_are_a_conflict_again_and_lose_nothing() -> None:
    here, there = _in_conflict()
    (conflict,) = here.conflicts("d")
    of = {version.device: version.line_id for version in conflict.versions}
    here.resolve(conflict, LineResolution(kept=(of["A"],)))
    there.resolve(conflict, LineResolution(kept=(of["B"],)))
    text = merged([here, there])
    assert "Bonn" in text
    assert "Paris" in text
    assert len(here.conflicts("d")) == 1


def test_a_line_is_its_writers_whoever_chose_it() -> None:
    here, there = _in_conflict()
    (conflict,) = here.conflicts("d")
    of = {version.device: version for version in conflict.versions}
    here.resolve(conflict, LineResolution(kept=(of["B"].line_id,)))
    there.resolve(conflict, LineResolution(kept=(of["A"].line_id,)))
    merged([here, there])
    (again,) = here.conflicts("d")
    assert {(v.device, v.text) for v in again.versions} == {
        (device, version.text) for device, version in of.items()
    }


def test_two_equal_answers_are_one() -> None:
    here, there = _in_conflict()
    (conflict,) = here.conflicts("d")
    of = {version.device: version.line_id for version in conflict.versions}
    for document in (here, there):
        document.resolve(conflict, LineResolution(kept=(of["A"],)))
    assert merged([here, there]).count("Bonn") == 1
    assert not here.conflicts("d")


FACTS = "".join(f"- fact {n}\n" for n in range(6))


def test_two_rewritings_of_the_same_lines_say_nothing_twice() -> None:
    here, there = replicas("# Me\n" + FACTS)
    there.edit("# Me\n" + FACTS + "- only there\n")
    here.rewrite("# Me\n- facts 0 to 5\n")
    there.rewrite("# Me\n- facts nought to five, and there\n")
    there.edit("# Me\n- facts nought to five, and there\n- after it\n")
    assert merged([here, there]) == "# Me\n- facts nought to five, and there\n- after it\n"


def test_a_line_that_only_the_other_rewriting_covered_is_seen_again() -> None:
    here, there = replicas("# Me\n" + FACTS)
    here.edit("# Me\n" + FACTS + "- only here\n- and this\n")
    there.edit("# Me\n" + FACTS + "- only there\n")
    here.rewrite("# Me\n- facts 0 to 5 and here\n")
    there.rewrite("# Me\n- facts 0 to 5 and there\n")
    assert merged([here, there]) == "# Me\n- facts 0 to 5 and here\n- only there\n"
    here.edit("# Me\n- facts 0 to 5 and here\n- only there, changed\n")
    assert merged([here, there]) == "# Me\n- facts 0 to 5 and here\n- only there, changed\n"


def test_a_second_rewriting_stands_for_the_first() -> None:
    here, there = replicas(FACTS)
    here.rewrite("- facts, shorter\n- and more\n")
    here.rewrite("- facts\n")
    there.rewrite("- all facts\n")
    assert merged([here, there]) == "- facts\n"


def test_a_change_made_while_another_device_rewrites_is_kept() -> None:
    here, there = replicas(FACTS)
    here.rewrite("- facts 0 to 5\n")
    there.edit(FACTS.replace("fact 3", "fact 3, changed") + "- new there\n")
    text = merged([here, there])
    assert sorted(text.splitlines()) == ["- fact 3, changed", "- facts 0 to 5", "- new there"]
    assert not here.conflicts("d")


def test_a_rewriting_of_nothing_is_an_edit() -> None:
    (here,) = replicas("- a\n", 1)
    assert here.rewrite("- a\n") is None
    assert here.rewrite("- a\n- b\n") is not None
    assert here.text() == "- a\n- b\n"


def test_what_a_file_said_before_can_be_edited_apart() -> None:
    here, there = replicas(ABOUT)
    shown = here.version
    there.edit(ABOUT + "- has a dog\n")
    here.merge(there.snapshot())
    old = here.at(shown)
    assert old is not None
    update = old.edit(ABOUT.replace("tea", "coffee"))
    assert update is not None
    here.merge(update)
    assert here.text() == "# Me\n- lives in Berlin\n- likes coffee\n- has a dog\n"
    assert LineDocument().at(shown) is None


def test_a_text_written_apart_is_added_without_its_known_lines() -> None:
    (here,) = replicas(ABOUT, 1)
    here.adopt("# Me\n- has a dog\n- likes tea\n")
    assert here.text() == "# Me\n- lives in Berlin\n- has a dog\n- likes tea\n" or (
        here.text() == "# Me\n- has a dog\n- lives in Berlin\n- likes tea\n"
    )
    assert here.adopt("# Me\n- has a dog\n- likes tea\n") is None


def test_a_snapshot_stands_for_all_updates_and_meets_older_ones() -> None:
    first = LineDocument.from_text(ABOUT, device="A")
    born = first.snapshot()
    updates = [first.edit(f"{ABOUT}- fact {n}\n") for n in range(50)]
    late = LineDocument.load(born, device="B")
    theirs = late.edit(ABOUT + "- from before\n")
    assert theirs is not None
    whole = LineDocument.load(first.snapshot())
    for update in [*updates, born, theirs]:
        assert update is not None
        assert whole.includes(update) == (update is not theirs)
        whole.merge(update)
    assert whole.text().splitlines().count("- from before") == 1
    assert "- fact 49" in whole.text()
    assert whole.includes(theirs)


def test_damaged_updates_are_refused_and_change_nothing() -> None:
    chance = random.Random(20)
    (here,) = replicas(ABOUT, 1)
    update = here.edit(ABOUT + "- has a dog\n")
    assert update is not None
    good = [update, here.snapshot()]
    text = here.text()
    for _n in range(DAMAGES):
        whole = chance.choice(good)
        damaged = bytearray(whole)
        match chance.randrange(4):
            case 0:
                damaged[chance.randrange(16, len(damaged))] ^= chance.randrange(1, 256)
            case 1:
                del damaged[chance.randrange(len(damaged)) :]
            case 2:
                damaged += chance.randbytes(chance.randrange(1, 9))
            case _:
                damaged = bytearray(chance.randbytes(chance.randrange(200)))
        with pytest.raises(DamagedDocumentError):
            here.merge(bytes(damaged))
        assert here.text() == text


WORDS = ["- tea", "- dog", "- a long fact on Berlin", "- a long fact on Bonn", "", "# h", "prose"]
ACTIONS = ["add", "change", "delete", "move", "replace", "receive", "resolve", "shorten"]
EDITS = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(ACTIONS), st.integers(0, 50), st.integers(0, 50)),
    max_size=30,
)


@dataclass
class Devices:
    """Replicas, what they sent, and which lines somebody wrote or deleted."""

    documents: list[LineDocument]
    sent: list[bytes] = field(default_factory=list[bytes])
    written: Counter[str] = field(default_factory=Counter[str])
    deleted: set[str] = field(default_factory=set[str])
    n_edits: int = 0

    def __post_init__(self) -> None:
        self.sent.append(self.documents[0].snapshot())
        self.written.update(self.documents[0].file_text().lines)

    def act(self, which: int, action: str, a: int, b: int, chance: random.Random) -> None:
        """Have one device do something."""
        document = self.documents[which % len(self.documents)]
        if action == "receive":
            for update in chance.sample(self.sent, k=min(len(self.sent), 1 + a % 5)):
                document.merge(update)
            return
        before = Counter(document.file_text().lines)
        if action == "resolve":
            update = self._resolve(document, a, b)
        else:
            lines = [*document.file_text().lines]
            self._change(lines, action, a, b)
            text = "\n".join(lines) + "\n" if lines else ""
            is_rewriting = action == "shorten"
            update = document.rewrite(text) if is_rewriting else document.edit(text)
            assert document.text() == text
            if is_rewriting:  # may be hidden if others rewrote the same
                self.deleted.update(lines)
        after = Counter(document.file_text().lines)
        self.written += after - before
        self.deleted |= set(before - after)
        if action in {"move", "resolve"}:  # some lines were put in anew
            self.written += Counter(set(after))
        if update is not None:
            self.sent.append(update)

    def _resolve(self, document: LineDocument, a: int, b: int) -> bytes | None:
        conflicts = document.conflicts("d")
        if not conflicts:
            return None
        conflict = conflicts[a % len(conflicts)]
        ids = [version.line_id for version in conflict.versions]
        return document.resolve(conflict, LineResolution(kept=tuple(ids[: 1 + b % len(ids)])))

    def _change(self, lines: list[str], action: str, a: int, b: int) -> None:
        self.n_edits += 1
        if action == "add" or not lines:
            new = WORDS[b % len(WORDS)] if b % 3 else f"- fact {self.n_edits}"
            lines.insert(a % (len(lines) + 1), new)
        elif action == "change":
            lines[a % len(lines)] += f" {self.n_edits}"
        elif action == "delete":
            del lines[a % len(lines)]
        elif action == "move":
            lines.insert(b % len(lines), lines.pop(a % len(lines)))
        elif action == "shorten":
            lines[a % len(lines) :] = [f"- short {self.n_edits} {n}" for n in range(b % 3)]
        else:
            lines[:] = [f"- new {self.n_edits} {n}" for n in range(b % 5)]

    def exchange(self, chance: random.Random) -> None:
        """Deliver everything to everybody, in any order, some of it twice."""
        for document in self.documents:
            updates = [*self.sent, *chance.sample(self.sent, k=len(self.sent) // 2)]
            chance.shuffle(updates)
            for update in updates:
                document.merge(update)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 4), EDITS, st.randoms(use_true_random=False))
@pytest.mark.requirement("SYNC-07")
def test_replicas_converge_without_loss_blend_or_doubling(
    n: int, edits: list[tuple[int, str, int, int]], chance: random.Random
) -> None:
    devices = Devices(replicas("# Me\n- tea\n\nprose\n", n))
    for edit in edits:
        devices.act(*edit, chance)
    devices.exchange(chance)
    first = devices.documents[0]
    assert {document.text() for document in devices.documents} == {first.text()}
    assert {document.conflicts("d") for document in devices.documents} == {first.conflicts("d")}
    lines = Counter(first.file_text().lines)
    assert set(lines) <= set(devices.written), "two edits blended"
    lost = set(devices.written) - devices.deleted - set(lines)
    assert not any(line.strip() for line in lost)
    assert all(lines[line] <= devices.written[line] for line in lines if line.strip())
    assert LineDocument.load(first.snapshot()).text() == first.text()
