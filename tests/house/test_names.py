"""One name, one class: who searches for a class finds it, and no other."""

import ast
from collections import defaultdict

from paths import REPOSITORY

ROOMS = ("companion", "vision", "hardware", "web")


def test_no_two_classes_of_the_house_have_one_name():
    places = defaultdict(list)
    for room in ROOMS:
        for file in sorted((REPOSITORY / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(str(file.relative_to(REPOSITORY)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
