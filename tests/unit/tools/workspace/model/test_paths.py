import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.workspace.model.paths import WorkspaceError, key, parts_of


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("a.txt", ("a.txt",)),
        ("plans/garden.md", ("plans", "garden.md")),
        ("plans\\garden.md", ("plans", "garden.md")),
        ("./plans//garden.md/", ("plans", "garden.md")),
        ("", ()),
        (".", ()),
        ("./", ()),
        ("장보기/우유.md", ("장보기", "우유.md")),
        ("购物 清单.md", ("购物 清单.md",)),
        ("my agents/prompts", ("my agents", "prompts")),
        ("notes/memory.md", ("notes", "memory.md")),
        ("console.log", ("console.log",)),
    ],
)
def test_a_path_goes_through_its_names(path: str, parts: tuple[str, ...]) -> None:
    assert parts_of(path) == parts


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param("../x", id="above"),
        pytest.param("a/../../x", id="above, later"),
        pytest.param("a/..", id="above, at the end"),
        pytest.param("a\\..\\x", id="above, backslashes"),
        pytest.param(".. /x", id="above, with a space as Windows drops it"),
        pytest.param("a/.../x", id="three dots"),
        pytest.param("/etc/passwd", id="absolute"),
        pytest.param("\\\\server\\share", id="a share"),
        pytest.param("C:\\x", id="a drive"),
        pytest.param("c:x", id="a drive's own folder"),
        pytest.param("~/x", id="home"),
        pytest.param("~root/x", id="another's home"),
        pytest.param("a\0b", id="NUL"),
        pytest.param("a\nb", id="line feed"),
        pytest.param("a\x1b[2Jb", id="control sequence"),
        pytest.param("a\u202etxt.exe", id="reordered"),
        pytest.param("a\u2028b", id="line separator"),
        pytest.param("a\ud800b", id="half a character"),
        pytest.param("a:stream", id="a stream of Windows"),
        pytest.param("a?.txt", id="a pattern"),
        pytest.param("aux", id="a device"),
        pytest.param("x/Com1.txt", id="a device with an ending"),
        pytest.param("NUL .md", id="a device with a space"),
        pytest.param("a.txt.", id="dot at the end"),
        pytest.param("a /b", id="space at the end"),
        pytest.param("MEMORY~1.MD", id="short name"),
        pytest.param(".git/config", id="hidden"),
        pytest.param("a/.env", id="hidden below"),
        pytest.param("\u200b.env", id="hidden behind what does not show"),
        pytest.param("memory.md", id="memory"),
        pytest.param("Memory.MD", id="memory in great letters"),
        pytest.param("mem\u200dory.md", id="memory with what does not show"),
        pytest.param("ｍemory.md", id="memory in wide letters"),
        pytest.param("agents/default/persona.md", id="persona"),
        pytest.param("AGENT\u017f/x", id="persona with a long s"),
        pytest.param("memory-archive/x.md", id="archive"),
        pytest.param("prompts/tools/read-file.txt", id="prompts"),
        pytest.param("system_prompt.md", id="system prompt"),
        pytest.param("x" * 256, id="long name"),
        pytest.param("가" * 90, id="long name in bytes"),
        pytest.param("x/" * 600, id="long path"),
        pytest.param("x/" * 33, id="deep path"),
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(path: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        parts_of(path)

    assert not set(caught.value.message) & set("\0\n\x1b\u202e\u2028\ud800")
    assert len(caught.value.message) < 1500


@given(st.text())
def test_whatever_is_let_through_stays_in_the_workspace(path: str) -> None:
    try:
        parts = parts_of(path)
    except WorkspaceError:
        return
    for part in parts:
        assert part not in {"", ".", ".."}
        assert not set(part) & set("/\\\0:")
        assert not key(part).startswith(".")
    assert not parts or key(parts[0]) not in {"memory.md", "agents", "prompts"}
    assert parts_of("/".join(parts)) == parts
