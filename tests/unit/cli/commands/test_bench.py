"""`parley bench` finds the benchmarks in a checkout, and says so elsewhere."""

from pathlib import Path

import pytest
from typer.main import get_command

import assistant
from assistant.cli.commands.bench import find_benchmarks
from assistant.errors import ConfigError
from assistant.locale import InterfaceLanguage, use_language


def test_the_commands_of_a_checkout_are_found() -> None:
    group = get_command(find_benchmarks(Path(assistant.__file__).parents[1]))
    assert {"voice", "startup", "answers"} <= getattr(group, "commands", {}).keys()


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "The benchmarks come with Parley's source code, not with an installation."),
        ("ko", "벤치마크는 Parley의 소스 코드에 들어 있고, 설치본에는 없어요."),
        ("zh", "基准测试随 Parley 的源代码提供，安装版中没有。"),
    ],
)
def test_an_installation_says_where_they_are(
    language: InterfaceLanguage, message: str, tmp_path: Path
) -> None:
    use_language(language)
    with pytest.raises(ConfigError, match=message):
        find_benchmarks(tmp_path)


@pytest.mark.parametrize("command", [["answers"], ["assistant", "--tier", "none"]])
@pytest.mark.parametrize(
    ("name", "reason"), [("other.tsv", r"the columns are \['a'\]"), ("none.tsv", "No such file")]
)
def test_a_table_of_another_form_is_refused(
    command: list[str], name: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "other.tsv").write_text("a\nb\n", encoding="utf-8")
    bench = find_benchmarks(Path(assistant.__file__).parents[1])
    with pytest.raises(ConfigError, match=f"{name} cannot be used .*{reason}"):
        get_command(bench).main([*command, "--table", str(tmp_path / name)], standalone_mode=False)
