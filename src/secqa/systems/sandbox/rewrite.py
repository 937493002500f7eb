"""Rewrite Python from models for the sandbox's interpreter.

The interpreter lacks bound methods (one program in four has `max(shares, key=shares.get)`) and most
modules. Common uses are rewritten with the functions of `prelude.txt`. The result is an ordinary
program in the same interpreter, so this grants no rights. Rarer gaps, such as `yield`, cause an
error, which the model gets.
"""

import ast
from collections.abc import Collection
from threading import Lock
from typing import Any

MODULES = frozenset({"heapq", "operator", "statistics"})
"""Modules whose common functions are in the prelude."""
_METHODS = frozenset({
    "add", "append", "capitalize", "casefold", "count", "discard", "endswith", "extend", "format",
    "get", "index", "insert", "isdigit", "items", "join", "keys", "lower", "lstrip", "pop",
    "remove", "replace", "rstrip", "setdefault", "split", "startswith", "strip", "title", "update",
    "upper", "values",
})  # fmt: skip
"""Methods of plain values that may be used as values."""
_TYPES = frozenset({"dict", "float", "int", "list", "set", "str"})
_OF = "_of"
_PARSING = Lock()
"""CPython 3.11 shares its parser's depth counter between threads, so parallel parsing fails."""


def rewritten(source: str, functions: Collection[str] = ()) -> str:
    """Rewrite a program if needed.

    `functions` are the names for `from functions import *`. Invalid programs stay unchanged, and
    the interpreter reports the error.
    """
    try:
        with _PARSING:
            return _rewritten(source, functions)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source


def _rewritten(source: str, functions: Collection[str]) -> str:
    tree = ast.parse(source)
    rewriter = _Rewriter(tree, functions)
    tree = rewriter.visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree)) if rewriter.changed else source


class _Rewriter(ast.NodeTransformer):
    def __init__(self, tree: ast.AST, functions: Collection[str]) -> None:
        self.changed = False
        self._functions = functions
        named = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                named.add(node.id)
        self._types = _TYPES - named

    def visit_Import(self, node: ast.Import) -> Any:
        """`import statistics as st` → `st = _statistics`."""
        ours = [alias for alias in node.names if alias.name in MODULES]
        if not ours:
            return node
        self.changed = True
        others = [alias for alias in node.names if alias not in ours]
        given = [_assign(alias.asname or alias.name, _load(f"_{alias.name}")) for alias in ours]
        return [ast.Import(others), *given] if others else given

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        """`from statistics import mean` → `mean = _statistics.mean`; expand * of functions."""
        if node.module == "functions" and node.names[0].name == "*":
            self.changed = True
            return ast.ImportFrom("functions", [ast.alias(name) for name in self._functions], 0)
        if node.module not in MODULES or node.names[0].name == "*":
            return node
        self.changed = True
        return [
            _assign(alias.asname or alias.name, _attribute(_load(f"_{node.module}"), alias.name))
            for alias in node.names
        ]

    def visit_Call(self, node: ast.Call) -> Any:
        """Keep calls of methods, and rewrite their objects and arguments."""
        function = node.func
        if isinstance(function, ast.Attribute):
            if self._is_type(function.value) and function.attr in _METHODS and _has_first(node):
                # str.join(", ", names)
                self.changed = True
                function.value = node.args.pop(0)
            if function.attr == "__getitem__" and len(node.args) == 1:
                self.changed = True
                return self.visit(ast.Subscript(function.value, node.args[0], ast.Load()))
            function.value = self.visit(function.value)
        else:
            node.func = self.visit(function)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(word) for word in node.keywords]
        if _is_name(function, {"next"}) and _has_first(node, ast.GeneratorExp):
            # The interpreter's generators are lists.
            self.changed = True
            node.args[0] = ast.Call(_load("iter"), [node.args[0]], [])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """A method as a value → a lambda that calls it, unless it is an attribute."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or node.attr not in _METHODS | {"__getitem__"}:
            return node
        self.changed = True
        call = f"lambda *args, **named: {_OF}.{node.attr}(*args, **named)"
        if self._is_type(node.value):
            return _expression(f"lambda {_OF}, *args, **named: {_OF}.{node.attr}(*args, **named)")
        bound = f"_method(lambda: {_OF}.{node.attr}, {call})"
        if node.attr == "__getitem__":
            bound = f"lambda key: {_OF}[key]"
        return ast.Call(_expression(f"lambda {_OF}: {bound}"), [node.value], [])

    def _is_type(self, node: ast.AST) -> bool:
        return _is_name(node, self._types)


def _has_first(call: ast.Call, kind: type[ast.expr] = ast.expr) -> bool:
    """Whether a call has a first positional argument of this kind."""
    first = call.args[0] if call.args else None
    return isinstance(first, kind) and not isinstance(first, ast.Starred)


def _is_name(node: ast.AST, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _attribute(of: ast.expr, name: str) -> ast.Attribute:
    return ast.Attribute(of, name, ast.Load())


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
