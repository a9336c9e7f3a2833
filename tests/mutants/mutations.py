"""Small faults in a module: where one can be made, what it changes, and the module with it.

Texts, types, decorators, assertions and log messages are left as they are: no test has to hold them.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Final, TypeVar, cast

from typing_extensions import override

STEP: Final = "__step__"
"""What mutated code calls in each function and each turn of a loop; whoever runs it provides it."""
NO_FAULT: Final = -1

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_OPPOSITES: Final = {
    **{"min": "max", "any": "all", "startswith": "endswith", "removeprefix": "removesuffix"},
    **{"lstrip": "rstrip", "find": "rfind", "partition": "rpartition", "lower": "upper"},
    **{"append": "clear", "issubset": "issuperset"},
}
_OPPOSITES.update({value: key for key, value in _OPPOSITES.items() if key != "append"})
_READING_TEXT: Final = {"split", "strip", "lstrip", "rstrip", "join", "count", "find", *_OPPOSITES}
_ORDER_IS_HELD_OR_FREE: Final = {
    *("isinstance", "issubclass", "cast", "getattr", "hasattr", "field", "TypeVar", "zip"),
    *("min", "max"),
}
"""Functions whose arguments are not swapped: the types hold their order, or it says nothing."""
_LOGGERS: Final = {"logger", "log", "_logger", "_log", "logging"}
_NOT_RUN: Final = {"overload", "abstractmethod"}

_Node = TypeVar("_Node", bound=ast.AST)


@dataclass(frozen=True)
class Mutation:
    """One fault. `number` counts those of the module."""

    path: Path
    number: int
    line: int
    place: str
    """The qualified name of the function or class, or nothing."""
    kind: str
    before: str
    after: str
    at_import: bool
    """Whether the changed code runs when the module is imported, and in no function of it."""
    repeated: int
    """How many faults before it in this place look the same."""

    @property
    def identity(self) -> str:
        """The same as long as this place is, wherever the lines have moved."""
        parts = (self.path.as_posix(), self.place, self.kind, self.before, self.after)
        return "\n".join((*parts, str(self.repeated)))

    @override
    def __str__(self) -> str:
        changed = f"    - {self.before}\n    + {self.after}"
        return f"{self.path}:{self.line} {self.place or 'module'}: {self.kind}\n{changed}"


@dataclass(frozen=True)
class _Change:
    kind: str
    old: ast.AST
    new: ast.AST
    place: str
    at_import: bool


def mutations_of(path: Path) -> list[Mutation]:
    """Return every fault that can be made in a module, in the order of its lines."""
    seen = Counter[tuple[str, ...]]()
    found: list[Mutation] = []
    for number, change in enumerate(_changes(ast.parse(path.read_text("utf-8")))):
        before, after = _line_of(change.old), _line_of(change.new)
        look = (change.place, change.kind, before, after)
        line = next(
            node.lineno for node in ast.walk(change.old) if isinstance(node, ast.expr | ast.stmt)
        )
        found.append(
            Mutation(path, number, line, *look, at_import=change.at_import, repeated=seen[look])
        )
        seen[look] += 1
    return found


def mutated_code(path: Path, number: int) -> CodeType:
    """Compile a module with one of its faults, or with none, so that it counts its steps."""
    tree = ast.parse(path.read_text("utf-8"))
    if number != NO_FAULT:
        change = list(_changes(tree))[number]
        _replace(tree, change.old, change.new)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.For | ast.While):
            step = ast.Expr(ast.Call(ast.Name(STEP, ast.Load()), [], []))
            node.body.insert(int(_is_text(node.body[0])), ast.copy_location(step, node.body[0]))
    ast.fix_missing_locations(tree)
    return compile(tree, str(path.resolve()), "exec", dont_inherit=True)


def _line_of(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value, children in _fields(parent):
            if value is old:
                setattr(parent, name, new)
            else:
                children[:] = [new if child is old else child for child in children]
    where = next(node for node in ast.walk(old) if isinstance(node, ast.expr | ast.stmt))
    ast.copy_location(new, where)
    ast.fix_missing_locations(tree)


def _changes(tree: ast.Module) -> Iterator[_Change]:
    yield from _within(tree, tree, "", at_import=True)


def _within(node: ast.AST, parent: ast.AST, place: str, *, at_import: bool) -> Iterator[_Change]:
    """Yield the changes of a node and of what is below it."""
    if _is_left_alone(node):
        return
    for kind, old, new in _variants(node, parent):
        yield _Change(kind, old, new, place, at_import)
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    if is_function or isinstance(node, ast.ClassDef):
        place = f"{place}.{node.name}".lstrip(".")
    left_out = {"annotation", "returns", "decorator_list", "format_spec"}
    if isinstance(node, ast.ClassDef):
        left_out |= {"bases", "keywords"}
    for name, value, children in _fields(node):
        later = is_function and name == "body"
        for child in (value, *children):
            if isinstance(child, ast.AST) and name not in left_out:
                yield from _within(child, node, place, at_import=at_import and not later)


def _fields(node: ast.AST) -> Iterator[tuple[str, object, list[object]]]:
    """Yield the name of each field, its value, and what is in that if it is a list."""
    for name, value in ast.iter_fields(node):
        yield name, value, cast("list[object]", value) if isinstance(value, list) else []


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.keyword(arg="strict"):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in _LOGGERS:
            return True
        case ast.Call(func=ast.Name(id="_" | "mark" | "assert_never" | "NewType")):
            return True
        case ast.ClassDef(bases=[ast.Name(id="Protocol" | "TypedDict"), *_]):
            return True
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return any(_name_of(decorator) in _NOT_RUN for decorator in node.decorator_list)
        case _:
            return False


def _is_text(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=value):
            return _is_text(value)
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(left=left, right=right):
            return _is_text(left) or _is_text(right)
        case _:
            return False


def _name_of(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=called):
            return _name_of(called)
        case _:
            return ""


def _with(node: _Node, **fields: object) -> _Node:
    new = deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _without(values: list[_Node], index: int) -> list[_Node]:
    return [value for place, value in enumerate(values) if place != index]


_Variants = Iterator[tuple[str, ast.AST, ast.AST]]


def _variants(node: ast.AST, parent: ast.AST) -> _Variants:
    """Yield what a node may be changed into: the kind of change, what goes, what comes."""
    match node:
        case ast.stmt():
            yield from _of_statement(node)
        case ast.Constant():
            yield from _of_constant(node, parent)
        case ast.Call():
            yield from _of_call(node)
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp() | ast.BinOp():
            yield from _of_operation(node)
        case ast.comprehension(ifs=conditions):
            for index in range(len(conditions)):
                yield "filter", node, _with(node, ifs=_without(conditions, index))
        case ast.match_case(guard=ast.expr() as guard):
            yield "guard", guard, ast.Constant(True)
        case ast.IfExp(test=test):
            yield from _of_condition(test)
        case ast.Slice():
            for name in ("lower", "upper"):
                if getattr(node, name) is not None:
                    yield "slice", node, _with(node, **{name: None})
        case _:
            pass


def _of_operation(node: ast.Compare | ast.BoolOp | ast.UnaryOp | ast.BinOp) -> _Variants:
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                for other in _COMPARISONS[type(operator)]:
                    changed = [other() if place == index else op for place, op in enumerate(ops)]
                    yield "comparison", node, _with(node, ops=changed)
        case ast.BoolOp(op=operator, values=values):
            yield (
                "and, or",
                node,
                _with(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And()),
            )
            for index in range(len(values)):
                left = _without(values, index)
                yield "part", node, left[0] if len(left) == 1 else _with(node, values=left)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign", node, deepcopy(operand)
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS and not _is_text(node):
            yield "operator", node, _with(node, op=_OPERATORS[type(operator)]())
        case _:
            pass


def _of_condition(test: ast.expr) -> _Variants:
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
        yield "condition", test, ast.UnaryOp(ast.Not(), deepcopy(test))


def _of_statement(node: ast.stmt) -> _Variants:
    gone = ast.Pass()
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield from _of_condition(test)
        case ast.Return(value=None):
            yield "statement", node, gone
        case ast.Return(value=value) if not isinstance(value, ast.Constant):
            yield "value", node, ast.Return(ast.Constant(None))
        case ast.Continue():
            yield "statement", node, ast.Break()
        case ast.Break():
            yield "statement", node, ast.Continue()
        case ast.Raise() if _name_of(node.exc or node) != "NotImplementedError":
            yield "statement", node, gone
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()):
            if not _is_left_alone(node.value):
                yield "statement", node, gone
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Delete():
            yield "statement", node, gone
        case ast.AugAssign(op=operator, value=value):
            yield "statement", node, gone
            if type(operator) in _OPERATORS and not _is_text(value):
                yield "operator", node, _with(node, op=_OPERATORS[type(operator)]())
        case _:
            pass


def _of_constant(node: ast.Constant, parent: ast.AST) -> _Variants:
    match node.value:
        case bool(value):
            yield "constant", node, ast.Constant(not value)
        case int(value) | float(value):
            yield "constant", node, ast.Constant(value + 1)
        case str(value) if isinstance(parent, ast.Compare | ast.Return) or (
            isinstance(parent, ast.Call) and _name_of(parent.func) in _READING_TEXT
        ):
            yield "constant", node, ast.Constant(f"{value}XX")
        case _:
            pass


def _of_call(node: ast.Call) -> _Variants:
    name = _name_of(node.func)
    if name in _OPPOSITES and not isinstance(node.func, ast.Call):
        field = "id" if isinstance(node.func, ast.Name) else "attr"
        yield "call", node, _with(node, func=_with(node.func, **{field: _OPPOSITES[name]}))
    match node.args:
        case [first, second, *rest] if name not in _ORDER_IS_HELD_OR_FREE and not (
            isinstance(first, ast.Starred)
            or isinstance(second, ast.Starred)
            or ast.dump(first) == ast.dump(second)
        ):
            yield "arguments", node, _with(node, args=[second, first, *rest])
        case _:
            pass
