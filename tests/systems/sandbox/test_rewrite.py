"""Programs keep their meaning when they are put into the interpreter's Python."""

import pytest

from secqa.systems.sandbox.rewrite import rewritten
from secqa.systems.sandbox.run import run_program

CASES = {
    "the best by a method": ("max({'a': 1, 'b': 2}, key={'a': 1, 'b': 2}.get)", "b"),
    "a method kept": ("(add := xs.append, add(4), xs)[-1]", "[3, 1, 2, 4]"),
    "methods of a type": ("sorted(['b', 'A'], key=str.lower)", "['A', 'b']"),
    "called on a type": ("str.join('-', ['a', 'b'])", "a-b"),
    "items by place": ("max(range(3), key=xs.__getitem__)", "0"),
    "the first of a generator": ("next((x for x in xs if x < 3), None)", "1"),
    "the first of equals": ("max('abc', key=lambda c: 1)", "a"),
    "order of equals, reversed": (
        "sorted('abc', key=lambda c: 1, reverse=True)",
        "['a', 'b', 'c']",
    ),
    "nothing to choose from": ("max([], key=len, default=7)", "7"),
    "lists side by side": ("list(map(lambda a, b: a + b, xs, xs))", "[6, 2, 4]"),
    "sorting in place": ("(xs.sort(key=lambda x: -x), xs)", "(None, [3, 2, 1])"),
    "middle": ("statistics.median(xs)", "2"),
    "spread": ("statistics.stdev(xs)", "1.0"),
}


@pytest.mark.parametrize("name", CASES)
def test_expressions(name: str) -> None:
    expression, expected = CASES[name]
    program = f"import statistics\nxs = [3, 1, 2]\nopen('answer.txt', 'w').write({expression})"
    outcome = run_program(program, {})
    assert (outcome.error, outcome.answer_text) == ("", expected)


STATEMENTS = {
    "an attribute named like a method": (
        "class Row:\n    def __init__(self):\n        self.values = {'a': 1}\n"
        "r = Row().values['a']",
        "1",
    ),
    "a variable named like a type": ("list = [1]\nlist.append(2)\nr = list", "[1, 2]"),
    "printing into the file": ("print(1, 2, sep='-', file=open('answer.txt', 'w'))\nr = 0", "0"),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements(name: str) -> None:
    program, expected = STATEMENTS[name]
    outcome = run_program(f"{program}\nopen('answer.txt', 'w').write(r)", {})
    assert (outcome.error, outcome.answer_text) == ("", expected)


@pytest.mark.parametrize(
    "source", ["x = (1 +", "x = '\\0'", "# said\nx = sum([1,2])", "a.b().c = 1"]
)
def test_what_needs_no_change_stays_as_it_is(source: str) -> None:
    assert rewritten(source) == source
