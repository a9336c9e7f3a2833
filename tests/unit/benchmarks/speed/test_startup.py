"""What a rehearsed start tells."""

from benchmarks.speed.startup_marks import StartupMoment, read_moment


def test_a_line_of_another_is_no_moment() -> None:
    assert read_moment('{"moment": "built", "at": 1.5, "used": 1}\n') == StartupMoment(
        moment="built", at=1.5, used=1
    )
    for line in ("", "Listening", "[1]", '{"moment": "built"}', '{"at": 1, "moment": "x", "y": 2}'):
        assert read_moment(line) is None
