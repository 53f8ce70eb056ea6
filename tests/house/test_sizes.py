"""Modules and functions stay small enough to be read at one go."""

import ast

from paths import REPOSITORY

PACKAGES = ("companion", "hardware", "vision", "web")
LONGEST_FUNCTION = 50
"""Lines, its docstring included."""
LONGEST_MODULE = 300
LONG_FOR_A_REASON = {
    "companion/engine/rules.py": "the round as one recipe: whoever looks for a rule reads it from top to bottom",
    "companion/service/service.py": "the front door: a method for each order and each view, hardly a decision in it",
}
"""Modules that are longer than that, and why that is better than two."""
MODULES = sorted(path for package in PACKAGES for path in (REPOSITORY / package).rglob("*.py"))


def shown(path):
    return str(path.relative_to(REPOSITORY))


def functions():
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{shown(path)} {node.name}", node.end_lineno - node.lineno + 1


def test_no_function_is_longer_than_a_page():
    assert {name: lines for name, lines in functions() if lines > LONGEST_FUNCTION} == {}


def test_no_module_is_long_but_for_a_reason():
    lengths = {shown(path): len(path.read_bytes().splitlines()) for path in MODULES}
    long = {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE}
    assert {name: lines for name, lines in long.items() if name not in LONG_FOR_A_REASON} == {}


def test_the_exceptions_are_few_and_there_is_something_to_except():
    assert len(LONG_FOR_A_REASON) <= 5
    assert {*LONG_FOR_A_REASON} <= {*map(shown, MODULES)}
