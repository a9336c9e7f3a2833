"""What of a reply is on the screen while requests break off and are sent again."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.conversation.model.visible_reply import VisiblePieces, VisibleReply


class Screen:
    """Shows pieces as a transcript does."""

    def __init__(self) -> None:
        self.reply = VisibleReply()
        self.done: list[str] = []
        self.thinking = ""
        self.words = ""

    def show(self, pieces: VisiblePieces) -> None:
        if pieces.begins_again:
            self.thinking = self.words = ""
        self.thinking += pieces.thinking
        self.words += pieces.words

    def play(self, *steps: str) -> None:
        """Play `t:thinking`, `w:words`, `restart` and `end`."""
        for step in steps:
            match step.partition(":"):
                case ("t", ":", text):
                    self.show(self.reply.thinking(text))
                case ("w", ":", text):
                    self.show(self.reply.words(text))
                case ("restart", _, _):
                    self.reply.restart()
                case _:
                    self.show(self.reply.end())
                    self.done.append(self.thinking + self.words)
                    self.thinking = self.words = ""


@pytest.mark.requirement("TF-10")
@pytest.mark.parametrize(
    ("steps", "thinking", "words"),
    [
        (["w:Hel", "w:lo"], "", "Hello"),
        (["w:Hel", "restart"], "", "Hel"),
        (["w:Hel", "restart", "w:He"], "", "He"),
        (["t:Hm", "w:Hel", "restart", "t:Hm"], "Hm", "Hel"),
        (["t:Hm", "w:Hel", "restart", "t:Hm", "w:He"], "Hm", "He"),
        (["t:Hm", "restart", "t:H"], "H", ""),
        (["w:\n\n", "restart", "t:H"], "H", ""),
        (["t:Hm", "w:Hel", "restart", "t:A", "restart", "t:B", "w:He"], "B", "He"),
    ],
)
def test_the_words_stay_until_new_ones_come(steps: list[str], thinking: str, words: str) -> None:
    screen = Screen()
    screen.play(*steps)
    assert (screen.thinking, screen.words) == (thinking, words)


def test_a_try_without_words_takes_those_of_the_broken_one_away_at_its_end() -> None:
    screen = Screen()
    screen.play("w:Let me loo", "restart", "t:Hm", "end")
    assert screen.done == ["Hm"]


def test_what_is_complete_is_not_taken_away() -> None:
    screen = Screen()
    screen.play("w:One", "end", "w:Tw", "restart", "w:Two", "end")
    assert screen.done == ["One", "Two"]


TRIES = st.lists(
    st.lists(st.sampled_from(["t:a", "t:b", "w:c", "w:d\n"]), max_size=5), min_size=1, max_size=4
)


@given(tries=TRIES)
def test_whatever_broke_off_the_last_try_is_what_is_shown(tries: Sequence[list[str]]) -> None:
    screen = Screen()
    for broken in tries[:-1]:
        screen.play(*broken, "restart")
    screen.play(*tries[-1], "end")
    last = [step.partition(":") for step in tries[-1]]
    thinking = "".join(text for kind, _, text in last if kind == "t")
    words = "".join(text for kind, _, text in last if kind == "w")
    assert screen.done == [thinking + words]
