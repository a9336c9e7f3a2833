"""`parley ask`: put one question by hand and print what comes back; or see how it is understood.

With `--heard-file` nothing is put: what was heard is read from a file, see `utterance_file.py`.
"""

import asyncio
import json
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TextIO

import typer

from assistant.channels.terminal.text.printable import printable
from assistant.cli.display import has_display
from assistant.cli.options import HomeOption, JsonOption
from assistant.cli.terminal_question import ask_in_terminal, show
from assistant.cli.utterance_file import as_json as one_line
from assistant.cli.utterance_file import as_row, results
from assistant.clock import Clock, SystemClock
from assistant.errors import ConfigError, QuestionError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.llm.messages_api.written_call import without_calls
from assistant.llm.messages_api.written_thought import without_thoughts
from assistant.locale import _
from assistant.questions.desk.model.lint import lint
from assistant.questions.formats.detection import parse_any
from assistant.questions.formats.elicitation import elicitation_result
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.formats.input_reader import ParsedQuestions
from assistant.questions.formats.provide_choice import provide_choice_payload
from assistant.questions.inline_choices import without_choices
from assistant.questions.model.inline_choice_response import render_text_answer
from assistant.questions.model.limits import MAX_QUESTIONS_IN_SET
from assistant.questions.model.question import QuestionRoute, QuestionSet, Response
from assistant.questions.model.response_text import (
    ResultStyle,
    render_tool_result,
    structured_result,
)
from assistant.settings import Settings, load

STDIN: Final = "-"
UNANSWERED: Final = 1
"""Exit code where there is no answer: nothing to ask, the dialog closed, the input ended."""
UNUSABLE: Final = 2
"""Exit code where an input, or a line of it, cannot be used."""
EXAMPLE: Final = '{"question": "Tea or coffee?", "options": ["Tea", "Coffee"]}'
TERMINAL: Final = "CONIN$" if sys.platform == "win32" else "/dev/tty"
"""The terminal of the program, whatever its standard input is."""
_SET_ID: Final = "ask"
Where = Literal["desktop", "terminal", "web", "running"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskInput:
    """What an input says."""

    text: str
    """What is shown of a reply; empty for a question alone."""
    questions: QuestionSet | None
    notes: tuple[str, ...]


def command(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE.json",
            help="A question in any accepted form; - reads standard input.",
            show_default=False,
        ),
    ] = None,
    reply: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Take a model's reply instead and ask the choice in it; - reads standard input.",
        ),
    ] = None,
    heard_file: Annotated[
        str | None,
        typer.Option(
            "--heard-file",
            metavar="FILE.jsonl",
            help='Ask nothing; say what spoken answers mean, one {"question", "heard", "lang"} a'
            ' line, "question" in any accepted form; - reads standard input. "question_id" names'
            ' one of several questions (else the first), "current" the option being read. Prints'
            ' an answer, a command or "unclear" for each, with its score; exits with 2 if a line'
            " cannot be used.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask nothing; print how the input is understood.")
    ] = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Ask in this terminal, though there is a display.")
    ] = False,
    web: Annotated[
        bool, typer.Option("--web", help="Ask on a page in the browser; its address is printed.")
    ] = False,
    running: Annotated[
        bool,
        typer.Option(
            "--running",
            help="Ask in the Parley that runs with this home, wherever that asks; any of its"
            " surfaces may answer.",
        ),
    ] = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
) -> None:
    """Put one question or form, and print what the model would read.

    Without an option it is asked in a dialog where there is a display,
    else in the terminal. What is asked is written to standard error:
    standard output holds the answer alone. Nothing of it is kept.

    Exits with 0 after any answer, also a cancel; 1 without one; 2 if the
    input cannot be used; 130 after Ctrl-C.

    The least it takes, in a file or with - on standard input:
    {"question": "Tea or coffee?", "options": ["Tea", "Coffee"]}
    """
    sources = [given for given in (file, reply, heard_file) if given is not None]
    if len(sources) != 1:
        raise ConfigError(
            _("Give one of FILE.json, --reply FILE and --heard-file FILE.jsonl."),
            hint=_("parley ask --help says more."),
        )
    if heard_file is not None:
        _say_what_was_heard(heard_file, as_json=as_json)
        return
    if terminal + web + running > 1:
        raise ConfigError(
            _("Give one of --terminal, --web and --running."),
            hint=_("parley ask --help says more."),
        )
    (source,) = sources
    text = _read(source)
    try:
        understood = _understand_reply(text) if reply is not None else _understand(text)
    except QuestionError as error:
        name = _("Standard input") if source == STDIN else repr(source)
        problem = f"{name}: {error.localized}"
        raise ConfigError(
            problem,
            hint=_("The least it takes: {example}").format(example=EXAMPLE),
        ) from error
    if dry_run:
        _print_understood(understood, as_json=as_json)
        return
    if reply is not None and not as_json and understood.text.strip():
        _print(understood.text.strip() + "\n")
    if understood.questions is None:
        typer.echo(_("The reply asks nothing."), err=True)
        raise typer.Exit(UNANSWERED)
    where: Where = "running" if running else "web" if web else "desktop"
    if where == "desktop" and (terminal or not has_display()):
        where = "terminal"
    with _keys(source) if where == "terminal" else nullcontext(sys.stdin) as keys:
        _ask(understood.questions, home=home, where=where, as_json=as_json, keys=keys)


def _say_what_was_heard(source: str, *, as_json: bool) -> None:
    is_unusable = False
    with _lines(source) as lines:
        for result in results(lines):
            if result.record is None:
                is_unusable = True
                problem = _("Line {line}: {problem}.").format(
                    line=result.line, problem=result.problem
                )
                typer.echo(problem, err=True)
            else:
                typer.echo(one_line(result.record) if as_json else as_row(result))
    if is_unusable:
        raise typer.Exit(UNUSABLE)


@contextmanager
def _keys(source: str) -> Generator[TextIO]:
    """Open the stream for answers: the terminal where standard input was the question."""
    if source != STDIN:
        yield sys.stdin
        return
    try:
        terminal = Path(TERMINAL).open(encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            _("Standard input cannot hold both the question and the answer."),
            hint=_("Put the question into a file, or run it where there is a display."),
        ) from error
    with terminal:
        yield terminal


def _ask(
    questions: QuestionSet, *, home: Path | None, where: Where, as_json: bool, keys: TextIO
) -> None:
    from assistant.assembly.single_question import (
        question,  # not needed to say how an input is understood
    )

    settings = load(Home.locate(root=home)).settings
    clock = SystemClock()
    url: str | None = None
    if where == "terminal":
        response = asyncio.run(
            ask_in_terminal(questions, clock=clock, settings=settings, keys=keys)
        )
    elif where == "running":
        response = _ask_running(questions, home=Home.locate(root=home))
    elif where == "web":
        response, url = _ask_on_page(questions, clock=clock, settings=settings)
    else:
        response = question.ask_on_screen(questions, clock=clock, settings=settings)
    if response is None:
        typer.echo(_("There is no answer."), err=True)
        raise typer.Exit(UNANSWERED)
    if as_json:
        typer.echo(json.dumps(structured_result(questions, response), ensure_ascii=False))
    else:
        style = settings.questions.result_format
        _print(rendered(questions, response, style=style, transport=where, url=url))


def _ask_running(questions: QuestionSet, *, home: Home) -> Response:
    """Ask in the running program; Ctrl-C withdraws the question."""
    from assistant.assembly.running_program import ask_running  # only here HTTP is needed

    try:
        return asyncio.run(ask_running(questions, home))
    except QuestionError as error:
        raise ConfigError(error.message, hint=error.hint) from error


def _ask_on_page(
    questions: QuestionSet, *, clock: Clock, settings: Settings
) -> tuple[Response, str]:
    """The response, and the page's address."""
    from assistant.assembly.single_question.page import ask_on_page  # only here a page is served
    from assistant.tools.system.opener import SystemOpener

    addresses: list[str] = []

    def opened(address: str) -> None:
        addresses.append(address)
        show(_("Answer here: {address}").format(address=address) + "\n")

    open_page = SystemOpener().open if has_display() else None
    asking = ask_on_page(
        questions,
        clock=clock,
        opened=opened,
        open_page=open_page,
        arm_delay_s=settings.questions.arm_delay_ms / 1000,
    )
    response = asyncio.run(asking)
    return response, addresses[-1]


def rendered(
    questions: QuestionSet,
    response: Response,
    *,
    style: ResultStyle,
    transport: str,
    url: str | None = None,
) -> str:
    """What the asker reads, in the form in which the question came."""
    match questions.route:
        case QuestionRoute.TEXT:
            return render_text_answer(questions, response)
        case QuestionRoute.PROVIDE_CHOICE:
            payload = provide_choice_payload(questions, response, transport=transport, url=url)
            return json.dumps(payload, ensure_ascii=False)
        case QuestionRoute.ELICITATION:
            return json.dumps(elicitation_result(questions, response), ensure_ascii=False)
        case _:
            return render_tool_result(questions, response, style=style)


def _understand(text: str) -> AskInput:
    parsed = parse_any(text, set_id=_SET_ID)
    return _linted("", parsed)


def _understand_reply(text: str) -> AskInput:
    shown = without_choices(without_thoughts(text))
    words = without_calls(shown.text)
    if shown.choice is None:
        return AskInput(text=words, questions=None, notes=shown.notes)
    parsed = parse_text_choice(shown.choice, form_id=_SET_ID, is_list=True)
    notes = list(shown.notes)
    if len(parsed.questions.questions) > MAX_QUESTIONS_IN_SET:
        notes.append(f"more than {MAX_QUESTIONS_IN_SET} questions are shown as a text list")
    return _linted(words, parsed, *notes)


def _linted(text: str, parsed: ParsedQuestions, *notes: str) -> AskInput:
    linted = lint(parsed.questions)
    return AskInput(
        text=text, questions=linted.questions, notes=(*notes, *parsed.notes, *linted.notes)
    )


def _print_understood(understood: AskInput, *, as_json: bool) -> None:
    question: Any = None
    if understood.questions is not None:
        question = understood.questions.model_dump(mode="json")
    if as_json:
        record = {"text": understood.text, "question": question, "notes": understood.notes}
        typer.echo(json.dumps(record, ensure_ascii=False))
        return
    if understood.text:
        _print(understood.text)
    if question is None:
        typer.echo(_("There is no question in it."))
    else:
        typer.echo(json.dumps(question, ensure_ascii=False, indent=2))
    for note in understood.notes:
        _print(_("Note: {note}").format(note=note))


@contextmanager
def _lines(source: str) -> Generator[Iterator[bytes]]:
    """Lines of a file or of standard input, as they come."""
    if source == STDIN:
        yield iter(sys.stdin.buffer)
        return
    try:
        file = Path(source).open("rb")
    except OSError as error:
        raise _unreadable(source, error) from error
    with file:
        yield iter(file)


def _unreadable(source: str, error: OSError) -> ConfigError:
    return ConfigError(
        _("{file} cannot be read: {reason}.").format(
            file=repr(source), reason=failure_reason(error)
        ),
        hint=_("Name a file that exists."),
    )


def _read(source: str) -> str:
    try:
        if source == STDIN:
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(source).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise _unreadable(source, error) from error
    except UnicodeDecodeError as error:
        raise ConfigError(
            _("{file} is not UTF-8.").format(file=repr(source)),
            hint=_("Save it as UTF-8 and try again."),
        ) from error


def _print(text: str) -> None:
    """Print foreign text: raw for a program, without control characters for a terminal."""
    typer.echo(printable(text) if sys.stdout.isatty() else text)
