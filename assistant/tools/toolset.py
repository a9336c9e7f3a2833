"""The tools of a subject: methods that the model may call, declared with `@tool`.

    class Notes(Toolset):
        def __init__(self, notes: NoteFiles) -> None: ...

        @tool(Permission.SENSITIVE, mark("Deletes a note"))
        async def delete_note(self, wanted: NoteName, context: ToolContext) -> ToolResult: ...

        @delete_note.explain
        async def note_to_go(self, arguments: Mapping[str, Any], context: ToolContext) -> str: ...

The name of the method is the tool's, the annotation of its first argument is the input model, and
`prompts/tools/delete-note.txt` describes it to the model. `Notes(…).delete_note` is the `Tool`.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, Generic, Self, TypeVar, cast, overload

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import override

from assistant.tools.descriptions import read_description
from assistant.tools.tool import (
    CallQuestion,
    InvalidInputError,
    IsSensitive,
    Permission,
    ToolContext,
    ToolResult,
)

InputT = TypeVar("InputT")
Arguments = Mapping[str, Any]
"""The input of a call as the model gave it."""
ReturnT = TypeVar("ReturnT")
Method = Callable[[Any, InputT, ToolContext], Awaitable[ReturnT]]
"""A method of a toolset that is given the input of a call."""
UnavailableT = TypeVar("UnavailableT", bound=Callable[[Any], str | None])


@dataclass(slots=True, kw_only=True)
class ToolMethod(Generic[InputT]):
    """A method that the model may call, as declared; taken of a toolset it is a `FunctionTool`."""

    run: Method[InputT, ToolResult]
    permission: Permission
    purpose: str
    aliases: tuple[str, ...]
    interactive: bool
    is_question: bool
    schema: Mapping[str, Any] | None
    """What is advertised of its input where that is no model."""
    explained_by: Method[Arguments, str] | None = None
    asked_by: Method[Arguments, CallQuestion | None] | None = None
    judged_by: Method[Arguments, bool] | None = None
    kept_off_by: Callable[[Any], str | None] | None = None

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def model(self) -> type[BaseModel] | None:
        return None if self.schema is not None else _input_model(self.run)

    def validate(self, arguments: Arguments) -> InputT:
        """Raises InvalidInputError if the input does not fit the model."""
        if self.model is None:
            return cast("InputT", arguments)
        try:
            return cast("InputT", self.model.model_validate(arguments))
        except ValidationError as error:
            raise InvalidInputError(
                tuple(
                    f"{'.'.join(str(part) for part in detail['loc']) or 'input'}: {detail['msg']}"
                    for detail in error.errors(include_url=False, include_input=False)
                )
            ) from error

    def explain(self, method: Method[Arguments, str]) -> Method[Arguments, str]:
        """Attach `Tool.explain`."""
        self.explained_by = method
        return method

    def question(
        self, method: Method[Arguments, CallQuestion | None]
    ) -> Method[Arguments, CallQuestion | None]:
        """Attach `Tool.question`."""
        self.asked_by = method
        return method

    def is_sensitive(self, method: Method[Arguments, bool]) -> Method[Arguments, bool]:
        """Attach `Tool.is_sensitive`."""
        self.judged_by = method
        return method

    def unavailable(self, method: UnavailableT) -> UnavailableT:
        """Attach `Tool.unavailable`."""
        self.kept_off_by = method
        return method

    @overload
    def __get__(self, toolset: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, toolset: "Toolset", owner: type[Any]) -> "FunctionTool[InputT]": ...
    def __get__(self, toolset: "Toolset | None", owner: type[Any]) -> "Self | FunctionTool[InputT]":
        return self if toolset is None else FunctionTool(self, toolset)


def tool(
    permission: Permission,
    purpose: str,
    *,
    aliases: tuple[str, ...] = (),
    interactive: bool = False,
    is_question: bool = False,
    schema: Mapping[str, Any] | None = None,
) -> Callable[[Method[InputT, ToolResult]], ToolMethod[InputT]]:
    """Declare a method of a toolset as a tool.

    Args:
        permission: Its class.
        purpose: What it is for in the user's words; marked for the catalogues.
        aliases: See `Tool`.
        interactive: See `Tool`.
        is_question: See `Tool`.
        schema: What is advertised of its input, if that is no model: it is then given as it comes.
    """

    def declare(run: Method[InputT, ToolResult]) -> ToolMethod[InputT]:
        return ToolMethod(
            run=run,
            permission=permission,
            purpose=purpose,
            aliases=aliases,
            interactive=interactive,
            is_question=is_question,
            schema=schema,
        )

    return declare


class Toolset:
    """Tools that belong together, with what they need."""

    @classmethod
    def declared(cls) -> "Iterator[ToolMethod[Any]]":
        """In the order of their declaration."""
        for each in vars(cls).values():
            if isinstance(each, ToolMethod):
                yield cast("ToolMethod[Any]", each)

    @property
    def tools(self) -> "Iterator[FunctionTool[Any]]":
        """In the order of their declaration.

        Raises:
            ConfigError: If a description is missing.
        """
        return (FunctionTool(each, self) for each in self.declared())


class FunctionTool(Generic[InputT]):
    """Implements `Tool` with a method of a toolset.

    Raises:
        ConfigError: If its description is missing.
    """

    def __init__(self, method: ToolMethod[InputT], toolset: Toolset) -> None:
        self.name: Final = method.name
        self.aliases: Final = method.aliases
        self.description: Final = read_description(method.name)
        self.purpose: Final = method.purpose
        self.permission: Final = method.permission
        self.interactive: Final = method.interactive
        self.is_question: Final = method.is_question
        model = method.model
        self.input_schema: Final = dict(method.schema or {}) if model is None else _schema(model)
        self._method = method
        self._toolset = toolset

    @property
    def unavailable(self) -> str | None:
        kept_off_by = self._method.kept_off_by
        return None if kept_off_by is None else kept_off_by(self._toolset)

    @property
    def is_sensitive(self) -> IsSensitive | None:
        judged_by = self._method.judged_by
        return None if judged_by is None else partial(judged_by, self._toolset)

    def validate(self, arguments: Arguments) -> InputT:
        return self._method.validate(arguments)

    async def explain(self, arguments: Arguments, context: ToolContext) -> str:
        explained_by = self._method.explained_by
        return "" if explained_by is None else await explained_by(self._toolset, arguments, context)

    async def question(self, arguments: Arguments, context: ToolContext) -> CallQuestion | None:
        asked_by = self._method.asked_by
        return None if asked_by is None else await asked_by(self._toolset, arguments, context)

    async def run(self, arguments: InputT, context: ToolContext) -> ToolResult:
        return await self._method.run(self._toolset, arguments, context)


@cache
def _input_model(run: Callable[..., Any]) -> type[BaseModel]:
    """The annotation of the first argument after `self`."""
    _self, wanted, *_rest = inspect.signature(run, eval_str=True).parameters.values()
    model = wanted.annotation
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(f"The input of {run.__name__} is no pydantic model.")
    return model


class _Untitled(GenerateJsonSchema):
    """Leaves out titles that only repeat the names of the fields."""

    @override
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema(schema_generator=_Untitled)
    schema.pop("title", None)
    schema.pop("description", None)  # the docstring is for us
    return schema
