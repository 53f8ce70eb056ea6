"""What can be changed in a module: its thresholds, and the decisions it takes.

Changes are made in the text, not in the tree: line numbers stay, and what is shown is what was run.
"""

from __future__ import annotations

import ast
import copy
import math
import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FACTORS = (0.5, 1.5)
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
NO_THRESHOLD = re.compile(r"(.*_)?VERSION")
"""Names of numbers that are no thresholds: a version says which, not how much."""
KERNEL = re.compile(r"kernel|window|blur|box|size|neighbourhood", re.IGNORECASE)
"""Names of sizes that OpenCV wants odd."""
DECIDES = re.compile(r"_?(decide|judge)")
"""Modules named `decide…`, and functions named `decide…` or `judge…`, take decisions."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one module's text."""

    path: str
    """The module's file, from the repository's root."""
    line: int
    name: str
    """The constant (`SHARES[2]`), the record's field (`DiscThresholds.least_votes`) or the deciding function."""
    old: str
    new: str
    span: tuple[int, int]
    """From which byte to which the module's text is replaced by ``new``."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name}: {self.old} -> {self.new}"

    def applied(self, text: bytes) -> bytes:
        """The module's text with this change."""
        first, last = self.span
        return text[:first] + self.new.encode() + text[last:]


Threshold = tuple[Mutant, ...]
"""The mutants of one threshold or one decision: each of them is tried alone."""


def thresholds(path: Path, shown: str) -> Iterator[Threshold]:
    """The numbers of a module that are thresholds, each with half and one and a half of it.

    They are the literals in constants (`LEAST_VOTES = 3.0`, also in tuples, dictionaries and calls), at the top of a
    module or of a class, and in the defaults of a frozen dataclass. Zero has no half and is left alone.
    """
    text = path.read_bytes()
    at = _Offsets(text)
    for name, value in _assigned(ast.parse(text)):
        for part, node, number in _numbers(value, name):
            moved = {_moved(number, factor, odd=_odd(node, number, part)) for factor in FACTORS} - {number}
            yield tuple(
                Mutant(shown, node.lineno, part, ast.unparse(node), _as(node, new), at.span(node))
                for new in sorted(moved)
            )


def decisions(path: Path, shown: str) -> Iterator[Threshold]:
    """The comparisons, `and`, `or` and conditions of a module that decides, each turned round."""
    text = path.read_bytes()
    tree = ast.parse(text)
    at = _Offsets(text)
    done = set()
    for name, function in _deciding(tree, everywhere=DECIDES.match(path.stem) is not None):
        for place, changed in _turned(function):
            if changed and (span := at.span(place)) not in done:
                done.add(span)
                old, new = ast.unparse(place), [f"({ast.unparse(each)})" for each in changed]
                yield tuple(Mutant(shown, place.lineno, name, old, each, span) for each in new)


class _Offsets:
    """Where a node stands in a text, in bytes."""

    def __init__(self, text: bytes) -> None:
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def span(self, node: ast.expr) -> tuple[int, int]:
        first = self._lines[node.lineno - 1] + node.col_offset
        return first, self._lines[node.end_lineno - 1] + node.end_col_offset


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Every constant and every default of a frozen record: what it is called and the expression it is given."""
    yield from _constants(tree.body, "")
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not _is_enum(node):
            yield from _constants(node.body, f"{node.name}.")
            if _is_record(node):
                for field in node.body:
                    match field:
                        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                            if not CONSTANT.fullmatch(name):
                                yield f"{node.name}.{name}", value


def _constants(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.expr]]:
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(
                names
            ) == len(values):
                pairs = list(zip(names, values, strict=True))
            case ast.Assign(targets=[ast.Tuple(elts=[first, *_])], value=value):
                pairs = [(first, value)]
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            match target:
                case ast.Name(id=name) if CONSTANT.fullmatch(name) and not NO_THRESHOLD.fullmatch(name):
                    yield prefix + name, value


def _is_record(node: ast.ClassDef) -> bool:
    """Whether a class is a frozen dataclass."""
    return any(
        isinstance(decorator, ast.Call)
        and ast.unparse(decorator.func).split(".")[-1] == "dataclass"
        and any(keyword.arg == "frozen" for keyword in decorator.keywords)
        for decorator in node.decorator_list
    )


def _is_enum(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith(("Enum", "Flag")) for base in node.bases)


def _numbers(node: ast.expr, name: str) -> Iterator[tuple[str, ast.expr, float]]:
    """Every number in an expression, but for exponents, keys and indices; arithmetic of numbers is one number."""
    number = _number(node)
    if number is not None:
        yield name, node, number
        return
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            inner = [(f"{name}[{at}]", part) for at, part in enumerate(parts)]
        case ast.Dict(keys=keys, values=values):
            inner = [
                (f"{name}[{ast.unparse(key)}]", value) for key, value in zip(keys, values, strict=True) if key
            ]
        case ast.BinOp(left=left, op=ast.Pow()):
            inner = [(name, left)]
        case ast.Subscript(value=value):
            inner = [(name, value)]
        case ast.Call(args=arguments, keywords=keywords):
            inner = [(name, argument) for argument in arguments]
            inner += [(f"{name}.{keyword.arg}", keyword.value) for keyword in keywords]
        case _:
            inner = [(name, child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    for part, child in inner:
        yield from _numbers(child, part)


_ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}


def _number(node: ast.expr) -> float | None:
    """What an expression of numbers alone comes to; a size such as (5, 5) is one number. None for everything else."""
    match node:
        case ast.Constant(value=value) if type(value) in (int, float):
            return value if value and math.isfinite(value) else None
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _number(operand)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            sides = _number(left), _number(right)
            return None if None in sides else _ARITHMETIC[type(op)](*sides) or None
        case ast.Tuple(elts=[first, second]):
            sizes = _number(first), _number(second)
            return sizes[0] if sizes[0] == sizes[1] and type(sizes[0]) is int and sizes[0] > 0 else None
    return None


def _odd(node: ast.expr, number: float, name: str) -> bool:
    """Whether a number is a kernel's size, which stays odd."""
    kernel = isinstance(node, ast.Tuple) or KERNEL.search(name)
    return type(number) is int and number % 2 == 1 and bool(kernel)


def _moved(number: float, factor: float, *, odd: bool) -> float:
    """A number moved by half: whole ones away from where they were, odd sizes to the next odd size."""
    moved = number * factor
    if type(number) is float:
        return float(f"{moved:.12g}")
    if odd:
        nearest = 2 * math.floor(moved / 2) + 1
        return nearest if nearest != number else number + math.copysign(2, moved - number)
    return math.floor(moved) if moved < number else math.ceil(moved)


def _as(node: ast.expr, number: float) -> str:
    """A number as the text that replaces this node."""
    text = repr(int(number) if float(number).is_integer() and _whole(node) else number)
    return f"({text}, {text})" if isinstance(node, ast.Tuple) else text


def _whole(node: ast.expr) -> bool:
    return type(_number(node)) is int


def _deciding(tree: ast.Module, *, everywhere: bool) -> Iterator[tuple[str, ast.AST]]:
    """The functions whose decisions are turned round."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
            everywhere or DECIDES.match(node.name)
        ):
            yield node.name, node


_BESIDE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
"""The comparison that differs where both sides are equal."""
_AGAINST = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
"""The comparison that says the opposite."""


def _turned(function: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Each decision in a function, and what it may be turned into."""
    for node in ast.walk(function):
        match node:
            case ast.Compare():
                yield node, list(_compared_otherwise(node))
            case ast.BoolOp(op=ast.And(), values=values):
                yield node, [ast.BoolOp(ast.Or(), values)]
            case ast.BoolOp(op=ast.Or(), values=values):
                yield node, [ast.BoolOp(ast.And(), values)]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node, [operand]
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                if isinstance(test, ast.Name | ast.Attribute | ast.Call):
                    yield test, [ast.UnaryOp(ast.Not(), test)]


def _compared_otherwise(node: ast.Compare) -> Iterator[ast.expr]:
    for at, op in enumerate(node.ops):
        for others in (_BESIDE, _AGAINST):
            if type(op) in others:
                changed = copy.deepcopy(node)
                changed.ops[at] = others[type(op)]()
                yield changed
