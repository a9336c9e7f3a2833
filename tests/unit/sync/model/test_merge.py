import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sync.model.merge import merge
from assistant.sync.model.records import Body, RecordKey, RecordKind

CONVERSATION = RecordKey(RecordKind.CONVERSATION, "c1")
MESSAGE = RecordKey(RecordKind.MESSAGE, "m1")
QUESTION = RecordKey(RecordKind.QUESTION, "q1")
SETTING = RecordKey(RecordKind.SETTING, "language")
ACCOUNT = RecordKey(RecordKind.REMOTE_ACCOUNT, "7")
REQUEST = RecordKey(RecordKind.REMOTE_REQUEST, "100")


def conversation(**changes: object) -> dict[str, object]:
    return {
        "title": "",
        "title_at": 0,
        "workspace": "default",
        "agent": "default",
        "profile": "anthropic",
        "model": "some-model",
        "created_at": "2026-02-19T10:00:00.000Z",
        "updated_at": "2026-02-19T10:00:00.000Z",
        "channel": "",
        "leaf": None,
        "leaf_at": None,
        **changes,
    }


def message(content: str = '["hello"]', *, partial: bool = False, **meta: object) -> Body:
    return {
        "parent_uuid": None,
        "conversation_id": "c1",
        "turn_id": "t1",
        "role": "assistant",
        "content": content,
        "status": "partial" if partial else "complete",
        "created_at": "2026-02-19T10:00:00.000Z",
        "meta": json.dumps(meta),
        "stamp": 5,
    }


def question(
    status: str = "pending", *, version: object = 1, draft: str = "{}", **more: object
) -> Body:
    return {
        "conversation_id": "c1",
        "questions_json": json.dumps({"id": "q1", "version": version}),
        "draft_json": draft,
        "status": status,
        "response_json": None,
        **more,
    }


def setting(value: object, at: str = "2026-02-19T10:00:00.000Z") -> Body:
    return {"value": value, "changed_at": at}


def account(*, linked: bool = True, **more: object) -> Body:
    return {"is_linked": linked, **({"workspace": "a", "agent": "a", **more} if linked else {})}


def request(handled_at: str | None = None) -> Body:
    return {"chat_id": 7, "content": "" if handled_at else "{}", "handled_at": handled_at}


@pytest.mark.parametrize(
    ("key", "body"),
    [
        (CONVERSATION, conversation()),
        (MESSAGE, message()),
        (QUESTION, question("answered")),
        (SETTING, setting(1)),
        (ACCOUNT, account()),
        (REQUEST, request()),
    ],
)
def test_a_deletion_wins_over_all_else(key: RecordKey, body: Body) -> None:
    assert merge(key, body, None, body).body is None
    assert merge(key, body, body, None).body is None


class TestConversation:
    def test_each_field_is_that_of_who_changed_it(self) -> None:
        base = conversation(title="Old", title_at=1)
        ours = {**base, "title": "New", "title_at": 2}
        theirs = {**base, "model": "other", "profile": "p", "updated_at": "2026-02-20"}

        merged = merge(CONVERSATION, base, ours, theirs)

        assert merged.body == {**theirs, "title": "New", "title_at": 2}
        assert merged.conflict is None

    def test_a_later_use_of_this_device_stays(self) -> None:
        ours = conversation(updated_at="2026-02-21", model="mine")
        theirs = conversation(updated_at="2026-02-20")

        merged = merge(CONVERSATION, conversation(), ours, theirs)

        assert merged.body == ours

    @pytest.mark.requirement("SYNC-08")
    def test_two_names_are_a_conflict_and_the_newest_stands_meanwhile(self) -> None:
        ours = conversation(title="Berlin", title_at=20)
        theirs = conversation(title="Bonn", title_at=30)

        merged = merge(CONVERSATION, conversation(title="Trip", title_at=10), ours, theirs)
        other = merge(CONVERSATION, conversation(title="Trip", title_at=10), theirs, ours)

        assert merged.body == other.body == theirs
        assert merged.conflict is not None
        assert other.conflict is not None
        assert (merged.conflict.ours, merged.conflict.theirs) == ("Berlin", "Bonn")
        assert (other.conflict.ours, other.conflict.theirs) == ("Bonn", "Berlin")
        assert merged.conflict.conflict_id == other.conflict.conflict_id

    def test_the_same_new_name_is_no_conflict(self) -> None:
        ours = conversation(title="Berlin", title_at=20)
        theirs = conversation(title="Berlin", title_at=30)

        merged = merge(CONVERSATION, conversation(), ours, theirs)

        assert merged.body == theirs
        assert merged.conflict is None

    def test_a_title_of_the_first_words_gives_way_to_a_name(self) -> None:
        ours = conversation(title="hello there")
        theirs = conversation(title="Greetings", title_at=5)

        for sides in ((ours, theirs), (theirs, ours)):
            merged = merge(CONVERSATION, conversation(), *sides)
            assert merged.body is not None
            assert merged.body["title"] == "Greetings"
            assert merged.conflict is None

    def test_the_branch_of_the_later_message_is_the_present_one(self) -> None:
        ours = conversation(leaf="m9", leaf_at=9)
        theirs = conversation(leaf="m5", leaf_at=8)

        assert merge(CONVERSATION, conversation(), ours, theirs).body == ours
        assert merge(CONVERSATION, conversation(), theirs, ours).body == ours


class TestMessage:
    def test_what_is_complete_wins(self) -> None:
        partial = message('["a long one, but not the whole"]', partial=True, ended=True)
        whole = message('["a"]')

        assert merge(MESSAGE, None, partial, whole).body == whole
        assert merge(MESSAGE, None, whole, partial).body == whole

    def test_the_longer_of_two_partial_ones_wins(self) -> None:
        short, long = message('["a"]', partial=True), message('["a b"]', partial=True)

        assert merge(MESSAGE, None, short, long).body == long
        assert merge(MESSAGE, None, long, short).body == long

    def test_the_words_of_a_complete_message_do_not_change(self) -> None:
        theirs = message('["a"]')

        assert merge(MESSAGE, None, message('["another, longer"]'), theirs).body == theirs

    def test_what_both_noted_is_kept(self) -> None:
        merged = merge(
            MESSAGE, None, message(heard="he", model="x"), message(ended=True, model="y")
        )

        assert merged.body is not None
        meta: dict[str, Any] = json.loads(str(merged.body["meta"]))
        assert meta == {"heard": "he", "ended": True, "model": "y"}


class TestQuestion:
    def test_the_first_settlement_of_the_server_wins(self) -> None:
        theirs = question("answered", response_json="theirs")

        assert merge(QUESTION, question(), question("answered"), theirs).body == theirs
        assert merge(QUESTION, question(), question("cancelled"), theirs).body == theirs

    def test_the_user_is_told_of_an_answer_that_does_not_count(self) -> None:
        ours = question("answered", response_json="ours")
        theirs = question("answered", response_json="theirs")

        lost = merge(QUESTION, question(), ours, theirs).conflict
        assert lost is not None
        assert (lost.field, lost.ours, lost.theirs) == ("response", "ours", "theirs")
        ended = question("timeout", response_json="ours")
        assert merge(QUESTION, question(), ended, theirs).conflict is None

    def test_what_is_settled_wins_over_a_draft(self) -> None:
        settled, draft = question("answered"), question(draft='{"a":1}')

        assert merge(QUESTION, question(), settled, draft).body == settled
        assert merge(QUESTION, question(), draft, settled).body == settled

    def test_what_was_opened_again_wins_over_how_it_ended_before(self) -> None:
        ended, again = question("timeout"), question(version=2)

        assert merge(QUESTION, ended, again, question("cancelled")).body == again
        assert merge(QUESTION, ended, question("cancelled"), again).body == again

    def test_a_version_that_is_no_number_counts_as_the_first(self) -> None:
        """Whatever another device stored: the merge does not fail of it."""
        odd_versions: list[object] = ["2", None, [2], {}, 1.5]
        for odd in odd_versions:
            ended = question("timeout", version=odd)
            for sides in ((ended, question(version=2)), (question(version=2), ended)):
                assert merge(QUESTION, ended, *sides).body == question(version=2)

    def test_the_selections_are_of_who_changed_them(self) -> None:
        ours, theirs = question(draft='{"a":1}'), question(deadline="later")

        merged = merge(QUESTION, question(deadline="soon"), ours, theirs)

        assert merged.body == question(draft='{"a":1}', deadline="later")


class TestDocument:
    def test_the_first_stays(self) -> None:
        """A document and its updates never change: who comes second has made another by its name."""
        for kind in (RecordKind.DOCUMENT, RecordKind.DOCUMENT_UPDATE):
            key = RecordKey(kind, "d1")
            for base in (None, {"content": "theirs"}, {"content": "older"}):
                merged = merge(key, base, {"content": "ours"}, {"content": "theirs"})
                assert merged.body == {"content": "theirs"}
                assert merged.conflict is None


class TestSetting:
    @pytest.mark.requirement("SYNC-08")
    def test_both_changed_it_so_the_newest_stands_and_the_user_is_asked(self) -> None:
        old, new = setting("ko", "2026-02-19"), setting("zh", "2026-02-20")

        for sides in ((old, new), (new, old)):
            merged = merge(SETTING, setting("en"), *sides)
            assert merged.body == new
            assert merged.conflict is not None
            assert {merged.conflict.ours, merged.conflict.theirs} == {'"ko"', '"zh"'}

    def test_a_device_that_joins_takes_the_newest_without_a_question(self) -> None:
        merged = merge(SETTING, None, setting("en", "2026-02-20"), setting("ko", "2026-02-19"))

        assert merged.body == setting("en", "2026-02-20")
        assert merged.conflict is None

    def test_who_changed_it_alone_wins_whatever_the_clocks_say(self) -> None:
        base, changed = setting("en", "2026-02-19"), setting("ko", "2020-01-01")

        assert merge(SETTING, base, changed, base).body == changed
        assert merge(SETTING, base, base, changed).body == changed


class TestRemote:
    def test_who_was_unlinked_stays_so(self) -> None:
        gone, moved = account(linked=False), account(workspace="b")

        assert merge(ACCOUNT, account(), gone, moved).body == gone
        assert merge(ACCOUNT, account(), moved, gone).body == gone

    def test_who_is_linked_again_is_linked(self) -> None:
        gone = account(linked=False)

        assert merge(ACCOUNT, gone, account(), gone).body == account()

    def test_what_was_done_stays_done(self) -> None:
        done = request("2026-02-19")

        assert merge(REQUEST, None, done, request()).body == done
        assert merge(REQUEST, None, request(), done).body == done
        assert merge(REQUEST, None, done, request("2026-02-20")).body == request("2026-02-20")


_Steps = Sequence[tuple[int, Body | str | None]]
_numbers = st.integers(0, 3)
_versions = {
    CONVERSATION: st.builds(
        conversation,
        title=st.sampled_from(("", "x", "y")),
        title_at=_numbers,
        model=st.sampled_from(("", "x", "y")),
        leaf=st.sampled_from((None, "m1", "m2")),
        leaf_at=st.none() | _numbers,
        updated_at=st.sampled_from("abc"),
    ),
    MESSAGE: st.builds(
        message,
        st.sampled_from(('["a"]', '["b"]', '["a b"]')),
        partial=st.booleans(),
        heard=st.sampled_from("ab"),
    ),
    QUESTION: st.builds(
        question,
        st.sampled_from(("pending", "answered", "timeout")),
        version=st.integers(1, 2),
        draft=st.sampled_from(("{}", "[]")),
    ),
    SETTING: st.builds(setting, _numbers, st.sampled_from("ab")),
    ACCOUNT: st.builds(account, linked=st.booleans(), workspace=st.sampled_from("abc")),
    REQUEST: st.builds(request, st.sampled_from((None, "a", "b"))),
}


@st.composite
def _sides(draw: st.DrawFn) -> tuple[RecordKey, Body | None, Body | None, Body | None]:
    key = draw(st.sampled_from(list(_versions)))
    side = st.none() | _versions[key]
    return key, draw(side), draw(side), draw(side)


@given(_sides())
def test_a_merge_is_final(sides: tuple[RecordKey, Body | None, Body | None, Body | None]) -> None:
    """Who made it and who is told of it have nothing more to say to each other."""
    key, base, ours, theirs = sides

    merged = merge(key, base, ours, theirs).body

    assert merge(key, base, merged, merged).body == merged
    assert merge(key, merged, merged, merged).conflict is None
    if ours is None or theirs is None:
        assert merged is None


@given(_sides())
def test_a_version_that_only_one_side_changed_is_taken(
    sides: tuple[RecordKey, Body | None, Body | None, Body | None],
) -> None:
    key, base, changed, _other = sides
    if base is None or key.kind in {RecordKind.MESSAGE, RecordKind.QUESTION}:
        return  # these only go forward

    merged = merge(key, base, base, changed)

    assert merged.conflict is None
    if key is not CONVERSATION and key is not REQUEST:
        assert merged.body == changed


@st.composite
def _histories(draw: st.DrawFn) -> tuple[RecordKey, int, _Steps]:
    """A record, a number of devices, and what each does: an edit, or a push or pull."""
    key = draw(st.sampled_from(list(_versions)))
    devices = draw(st.integers(2, 4))
    doing = st.sampled_from(("push", "pull")) | _versions[key] | st.none()
    steps = st.lists(st.tuples(st.integers(0, devices - 1), doing), max_size=25)
    return key, devices, draw(steps)


class _ModelReplica:
    def __init__(self) -> None:
        self.version, self.base, self.body = 0, None, None
        self.base: Body | None
        self.body: Body | None
        self.waits = False


@given(_histories())
def test_replicas_end_equal_whatever_they_do_and_when_they_meet(
    history: tuple[RecordKey, int, _Steps],
) -> None:
    key, devices, steps = history
    replicas = [_ModelReplica() for _ in range(devices)]
    version = 0
    stored: Body | None = None

    def pull(one: _ModelReplica) -> None:
        if one.version == version:
            return
        one.body = merge(key, one.base, one.body, stored).body if one.waits else stored
        one.waits = one.waits and one.body != stored
        one.version, one.base = version, stored

    def push(one: _ModelReplica) -> None:
        nonlocal version, stored
        if one.waits and one.version == version:
            version, stored = version + 1, one.body
            one.version, one.base, one.waits = version, stored, False
        pull(one)

    for device, doing in steps:
        one = replicas[device]
        if doing == "push":
            push(one)
        elif doing == "pull":
            pull(one)
        elif one.body is not None or one.version == 0:
            assert not isinstance(doing, str)
            one.body, one.waits = doing, True
    for _round in range(2):
        for one in replicas:
            pull(one)
            push(one)

    assert all(one.body == stored and not one.waits for one in replicas)
