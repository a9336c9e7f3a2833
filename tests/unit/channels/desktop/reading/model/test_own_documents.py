import pytest

from assistant.channels.desktop.reading.help_window import documentation
from assistant.channels.desktop.reading.model.own_documents import without_links_to_files


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("See [voice](voice.md#when) and [x](../a/b.md).", "See voice and x."),
        ("See [a page](https://example.org) or [write](mailto:a@b.c).", None),
        ("One\n\n![The window](screenshots/idle.png)\n\nTwo", "One\n\n\nTwo"),
        ("[`parley serve`](serve.md)", "`parley serve`"),
        ("`[a](b)` and\n```\n[a](b.md)\n```", None),
        ("- [ ] a task, a[0](x)", "- [ ] a task, a0"),
    ],
)
def test_links_to_files_are_their_words(written: str, read: str | None) -> None:
    assert without_links_to_files(written) == (written if read is None else read)


def test_no_page_of_the_documentation_keeps_one() -> None:
    for file in documentation().values():
        assert ".md)" not in without_links_to_files(file.read_text(encoding="utf-8")), file
