"""Which commands a spoken yes may allow."""

import pytest

from assistant.coding_agents.hooks.local_commands import stays_here


@pytest.mark.parametrize(
    "command",
    [
        "ls",
        "ls -la src",
        "git status",
        "git diff HEAD",
        "git log --oneline -5",
        "pytest -q tests/unit",
        "npm test",
        "cargo test --all",
        "go vet ./...",
        "grep -rn needle src | head -20",
        "cat a.txt && wc -l a.txt",
        "sort names.txt",
        "uniq names.txt",
        "cat ./src/a.py",
        "go test ./...",
        "git show HEAD:a.py",
    ],
)
def test_what_reads_builds_or_tests_stays(command: str) -> None:
    assert stays_here(command)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "   ",
        "rm -rf build",
        "git push",
        "git push origin main",
        "git commit -m x",
        "git diff --output=/etc/passwd",
        "git diff --ext-diff",
        "git log -c core.pager=sh",
        "git -C /elsewhere status",
        "npm publish",
        "npm install left-pad",
        "curl https://example.com",
        "ls; rm -rf ~",
        "ls && rm -rf ~",
        "ls || rm -rf ~",
        "ls | sh",
        "ls | xargs rm",
        "ls\nrm -rf ~",
        "ls & rm -rf ~",
        "ls > ~/.bashrc",
        "cat < /etc/shadow",
        "echo $(rm -rf ~)",
        "echo `rm -rf ~`",
        "echo $HOME",
        "ls ~/.ssh",
        "cat 'a;b'",
        "sort -o /etc/passwd names",
        "sort -onames names",
        "sort --output=x names",
        "uniq names.txt other.txt",
        "tree -o out.txt",
        "rg --pre sh needle",
        "find . -delete",
        "sed -i s/a/b/ x",
        "awk 'BEGIN{system(1)}'",
        "python -c 1",
        "./ls",
        "/bin/ls",
        "sudo ls",
        "env ls",
        "LS=1 ls",
        "ls 'unclosed",
        "ls \u202e",
        "lѕ",
        "make",
        "npx something",
        "npx tsc",
        "cat /etc/passwd",
        "cat ../other/keys",
        "cat src/../../keys",
        "cat .env",
        "cat config/.secret",
        "grep -f=/etc/passwd x",
        "git show HEAD:.env",
        "ls ..",
        "cargo publish",
        "date 010203042026",
        "ls |",
        "&& ls",
    ],
)
def test_everything_else_does_not(command: str) -> None:
    assert not stays_here(command)
