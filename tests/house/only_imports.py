"""An import-linter contract that says what a package may import, where `forbidden` says what it may not.

What nobody thought of is refused instead of let through.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from grimp import ImportGraph

STANDARD_LIBRARY = "stdlib"
"""The word by which a contract allows Python's own modules."""


class OnlyImportsContract(Contract):
    """``importers`` (packages) import themselves and ``allowed`` (packages, or ``stdlib``), and nothing else.

    ``but`` names modules among the importers that this contract leaves to another one.
    """

    importers = fields.ListField(subfield=fields.StringField())
    allowed = fields.ListField(subfield=fields.StringField())
    but = fields.ListField(subfield=fields.StringField(), required=False, default=())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Every direct import of every module of the importers."""
        del verbose
        importers = sorted(
            module
            for module in graph.modules
            if _within(module, self.importers) and not _within(module, self.but)
        )
        if not importers:
            raise ValueError(f"{self.name}: there is no module in {', '.join(self.importers)}")
        wrong = [
            (importer, imported)
            for importer in importers
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if not _within(imported, self.importers) and not self._allows(imported)
        ]
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Each import that nothing allows."""
        for importer, imported in check.metadata["wrong"]:
            output.print_error(f"{importer} imports {imported}; allowed: {', '.join(self.allowed)}")

    def _allows(self, module: str) -> bool:
        if module.split(".", maxsplit=1)[0] in sys.stdlib_module_names:
            return STANDARD_LIBRARY in self.allowed
        return _within(module, self.allowed)


def _within(module: str, packages: list[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)
