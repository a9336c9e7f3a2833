"""Prompt files made of prompt files."""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ConfigError
from assistant.prompting.model.includes import MAX_PROMPT_CHARACTERS, PromptSegment, expand, joined


def text_of(files: dict[str, str], root: str = "prompts/default.prompt") -> str:
    return joined(expand(root, files.get))


def problem_of(files: dict[str, str], root: str = "prompts/default.prompt") -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        expand(root, files.get)
    return caught.value


def test_a_file_without_includes_is_itself() -> None:
    assert text_of({"prompts/default.prompt": "\n  Be kind.\n\n"}) == "Be kind."


@pytest.mark.requirement("PR-01")
def test_an_include_stands_where_it_is_written() -> None:
    files = {
        "prompts/default.prompt": "Before.\n\n{{include:./common.prompt}}\n\nAfter.",
        "prompts/common.prompt": "\nAsk.\n",
    }

    assert text_of(files) == "Before.\n\nAsk.\n\nAfter."
    assert expand("prompts/default.prompt", files.get) == (
        PromptSegment(name="prompts/default.prompt", text="Before.\n\n"),
        PromptSegment(name="prompts/common.prompt", text="Ask."),
        PromptSegment(name="prompts/default.prompt", text="\n\nAfter."),
    )


def test_paths_are_relative_to_the_file_that_includes() -> None:
    files = {
        "prompts/default.prompt": "{{include:./deep/one.prompt}}",
        "prompts/deep/one.prompt": "1 {{include:two.prompt}} {{include:../three.prompt}}",
        "prompts/deep/two.prompt": "2",
        "prompts/three.prompt": "3 {{include:../system_prompt.md}}",
        "system_prompt.md": "S",
    }

    assert text_of(files) == "1 2 3 S"


def test_the_same_file_may_be_included_twice() -> None:
    files = {
        "prompts/default.prompt": "{{include:./a.prompt}} {{include:./a.prompt}}",
        "prompts/a.prompt": "a",
    }

    assert text_of(files) == "a a"


def test_what_a_file_says_is_not_read_as_part_of_the_one_that_includes_it() -> None:
    files = {
        "prompts/default.prompt": "{{include:./a.prompt}}{{include:./b.prompt}}",
        "prompts/a.prompt": "{{incl",
        "prompts/b.prompt": "ude:./c.prompt}}",
    }

    assert text_of(files) == "{{include:./c.prompt}}"


def test_other_braces_are_left_alone() -> None:
    assert text_of({"prompts/default.prompt": "{{date}} {include:x}"}) == "{{date}} {include:x}"


def test_a_missing_file_names_the_chain_that_led_to_it() -> None:
    files = {
        "prompts/default.prompt": "{{include:./a.prompt}}",
        "prompts/a.prompt": "{{include:./gone.prompt}}",
    }

    problem = problem_of(files)

    chain = "prompts/default.prompt → prompts/a.prompt → prompts/gone.prompt"
    assert chain in problem.message
    assert problem.hint


def test_a_missing_root_is_named() -> None:
    assert "prompts/default.prompt" in problem_of({}).message


@pytest.mark.parametrize(
    ("files", "chain"),
    [
        pytest.param(
            {"prompts/a": "{{include:./a}}"},
            "prompts/a → prompts/a",
            id="itself",
        ),
        pytest.param(
            {"prompts/a": "{{include:b}}", "prompts/b": "x {{include:../prompts/./a}}"},
            "prompts/a → prompts/b → prompts/a",
            id="by way of another, spelt otherwise",
        ),
    ],
)
def test_a_circle_is_an_error_that_names_it(files: dict[str, str], chain: str) -> None:
    message = problem_of(files, "prompts/a").message

    assert "includes itself" in message
    assert chain in message


@pytest.mark.parametrize(
    "target",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "~/secret",
        "..\\secret",
        "../memory.md",
        "../workspaces/default/memory.md",
        "../prompts",
        "",
        "  ",
        "../../prompts/a.prompt",
    ],
)
def test_nothing_outside_the_prompt_tree_is_included(target: str) -> None:
    asked: list[str] = []

    def read(name: str) -> str:
        asked.append(name)
        return f"{{{{include:{target}}}}}" if name == "prompts/default.prompt" else "secret"

    with pytest.raises(ConfigError, match="no file of the prompt folders"):
        expand("prompts/default.prompt", read)
    assert asked == ["prompts/default.prompt"]


@given(st.text(alphabet="./\\~ab:", max_size=30))
def test_no_spelling_of_a_path_leaves_the_prompt_tree(target: str) -> None:
    asked: list[str] = []

    def read(name: str) -> str | None:
        asked.append(name)
        return f"{{{{include:{target}}}}}" if len(asked) == 1 else None

    with pytest.raises(ConfigError):
        expand("prompts/default.prompt", read)
    for name in asked:
        assert name == "system_prompt.md" or name.startswith("prompts/")
        assert name == posixpath.normpath(name)


def test_files_that_multiply_are_stopped() -> None:
    files = {f"prompts/{n}": f"{{{{include:./{n + 1}}}}}" * 10 for n in range(10)}
    files["prompts/10"] = "x" * 1000

    assert "too long" in problem_of(files, "prompts/0").message


def test_a_prompt_may_be_as_long_as_the_limit() -> None:
    assert (
        len(text_of({"prompts/default.prompt": "x" * MAX_PROMPT_CHARACTERS}))
        == MAX_PROMPT_CHARACTERS
    )
    assert (
        "too long"
        in problem_of({"prompts/default.prompt": "x" * (MAX_PROMPT_CHARACTERS + 1)}).message
    )
