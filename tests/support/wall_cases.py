"""Builders that `tests.test_wall` and other tests share."""

import ast
from functools import cache
from pathlib import Path

import secqa

SOURCE = Path(secqa.__file__).parent


def modules() -> dict[str, Path]:
    """Every module of the package by name."""
    named = {}
    for path in SOURCE.rglob("*.py"):
        parts = ("secqa", *path.relative_to(SOURCE).with_suffix("").parts)
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


MODULES = modules()


@cache
def nodes(module: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))))


@cache
def imports(module: str) -> frozenset[str]:
    """Modules of the package that a module imports anywhere, also inside functions."""
    named: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            source = node.module or ""
            named |= {source, *(f"{source}.{alias.name}" for alias in node.names)}
    return frozenset(named & MODULES.keys())
