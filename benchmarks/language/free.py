"""Questions that people composed themselves, each with its formula over reported figures.

A formula is an expression over `C("TICKER", year, "figure")`; `data/free/BRIEF.md` describes it.
Understanding is judged without filings: the formula and the parsed `Query` are evaluated over
random figures, and agree only if they ask for the same.
"""

import ast
import json
import operator
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Gap, parse, parts
from secqa.metrics.formula import evaluate as formula_value
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.ground import find_company, ground
from secqa.query.answer_rules import AnswerValue
from secqa.query.evaluate import Evaluator
from secqa.query.period import Period
from secqa.query.query import Choose, Lookup, Query
from secqa.query.tree import nodes

FREE = Path(__file__).parent / "data/free"
FIGURES: Mapping[str, str] = json.loads((FREE / "figures.json").read_text(encoding="utf-8"))
"""What writers call a figure -> id of the metric."""
LONG_TERM_DEBT = ("current_long_term_debt", "long_term_debt")
"""What `long_term_debt_total` is made of."""
DRAWS, _FEWEST = 40, 10
"""Random tables on which a formula and a query must agree, and on how many they must have a value.
Four tables of positive figures do not tell many conditions apart."""
_USUAL, _MAGNITUDES = 1e9, (-1.5, 0.5)
"""How large figures are where a formula has no number, and by what powers of ten tables differ."""
_YEARS = range(1990, 2100)
EXACT = 1e-6
_UNSIGNED = re.compile(
    r"\b(?:gap|apart|differen|separat|regardless|f[ae]ll|drop|declin|decreas|shr[iau]nk|down|cut"
    r"|lower|gone|slip|narrow|trail|lost|disappear|shed|swing)"
)
_SIGNED = re.compile(r"\b(?:minus|less|negative|positive|sign)\b")
"""Words of a question that leave the sign of its answer open, unless others tell it."""


@dataclass(frozen=True, slots=True)
class FreeQuestion:
    """A question and the formula of its answer; "" where nothing answers it."""

    id: str
    text: str
    formula: str
    unit: str
    kind: str
    hop: str = ""
    """The expression that chooses whose figure the formula takes."""

    @property
    def writer(self) -> str:
        return self.id.partition("-")[0]


def load_free(paths: Iterable[Path]) -> list[FreeQuestion]:
    """The questions of files of JSON lines."""
    rows = []
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            rows.append(
                FreeQuestion(
                    row["id"],
                    row["question"],
                    row["formula"] or "",
                    row["unit"],
                    row["kind"],
                    row.get("hop") or "",
                )
            )
    return rows


Cell = Callable[[str, int, str], float]
_CALLS: Mapping[str, Callable[..., Any]] = {
    "abs": abs, "min": min, "max": max, "sum": sum, "all": all, "any": any,
}  # fmt: skip
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.Pow: operator.pow,
}  # fmt: skip
_ORDER: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip


def tree_of(formula: str) -> ast.expr:
    """The expression of a formula; SyntaxError where it is none."""
    return ast.parse(formula.strip(), mode="eval").body


def value_of(node: ast.expr, cell: Cell) -> Any:
    """The value of a formula: a number, "Yes", "No", a ticker or year, or a list of these."""

    def value(one: ast.expr) -> Any:
        return value_of(one, cell)

    match node:
        case ast.Constant(constant):
            return constant
        case ast.BinOp(left, sign, right):
            return _BINARY[type(sign)](value(left), value(right))
        case ast.UnaryOp(ast.USub(), operand):
            return -value(operand)
        case ast.UnaryOp(ast.Not(), operand):
            return not value(operand)
        case ast.Compare(left, signs, rights):
            sides = [value(left), *map(value, rights)]
            pairs = zip(signs, sides, sides[1:], strict=False)
            return all(_ORDER[type(sign)](a, b) for sign, a, b in pairs)
        case ast.BoolOp(join, operands):
            return (all if isinstance(join, ast.And) else any)(map(value, operands))
        case ast.IfExp(test, body, otherwise):
            return value(body if value(test) else otherwise)
        case ast.List(items) | ast.Tuple(items):
            return [value(one) for one in items]
        case ast.Call(ast.Name(name), arguments):
            return _call(name, arguments, cell)
    raise ValueError(f"no formula: {ast.dump(node)[:80]}")


def _call(name: str, arguments: list[ast.expr], cell: Cell) -> Any:
    if name in ("best", "worst", "names", "ranked"):
        table = arguments[0]
        assert isinstance(table, ast.Dict)
        pairs = [
            (item_name(key, one), value_of(one, cell))
            for key, one in zip(table.keys, table.values, strict=True)
        ]
        if name == "names":
            return [key for key, holds in pairs if holds]
        ordered = sorted(pairs, key=lambda pair: pair[1], reverse=name != "worst")
        if name == "ranked":
            return [key for key, _ in ordered]
        place = int(value_of(arguments[1], cell)) if len(arguments) > 1 else 1
        return ordered[place - 1][0]
    values = [value_of(one, cell) for one in arguments]
    if name == "C":
        return cell(values[0], int(values[1]), values[2])
    return _CALLS[name](*values)


def item_name(key: ast.expr | None, of: ast.expr) -> str:
    """What an item of a choice is: a year, or the ticker of its figures."""
    text = str(key.value) if isinstance(key, ast.Constant) else ""
    if text.isdigit():
        return text
    owners = {ticker for ticker, _, _ in cells_of(of)}
    return owners.pop() if len(owners) == 1 else text


def cells_of(node: ast.AST) -> list[tuple[str, int, str]]:
    """All figures that a formula takes."""
    found: list[tuple[str, int, str]] = []
    for one in ast.walk(node):
        match one:
            case ast.Call(
                ast.Name("C"),
                [ast.Constant(str(ticker)), ast.Constant(int(year)), ast.Constant(str(figure))],
            ):
                found.append((ticker, year, figure))
    return found


def companies_of(questions: Iterable[FreeQuestion], known: CompanyIndex) -> CompanyIndex:
    """The companies whose figures formulas take, with reports on the years that they take.

    What a writer asks about other companies or years is refused before anything is read.
    """
    years: defaultdict[Company, set[int]] = defaultdict(set)
    for one in questions:
        for ticker, year, _ in cells_of(tree_of(one.formula)) if one.formula else ():
            years[find_company(ticker, known)].add(year)
    return CompanyIndex(
        replace(company, fiscal_years=tuple(sorted({*company.fiscal_years, *years[company]})))
        for company in known
        if company in years
    )


def random_cell(seed: int, catalogue: Catalogue, sizes: Sequence[float] = (_USUAL,)) -> Cell:
    """A table of random figures: the same cell has the same figure.

    Its figures are about as large as one of `sizes`, so that thresholds lie among them. In every
    second table some of those that may be negative are.
    """
    about = sizes[seed % len(sizes)] * 10 ** random.Random(seed).uniform(*_MAGNITUDES)

    def base(owner: str, year: int, metric: str) -> float:
        draw = random.Random(f"{seed}|{owner}|{year}|{metric}")
        figure = draw.uniform(1.0, 10.0) * about
        is_positive = metric not in catalogue.metrics or catalogue[metric].positive
        return figure if is_positive or seed % 2 == 0 or draw.getrandbits(1) else -figure

    def cell(owner: str, year: int, metric: str) -> float:
        known = catalogue.metrics.get(metric)
        formula = known.formula or known.fallback if known else ""
        if not formula:
            return base(owner, year, metric)
        tree = parse(formula)
        own: dict[tuple[str, int], float | Gap] = {
            (part.metric, part.back): cell(owner, year - part.back, part.metric)
            for part in parts(tree)
        }
        found = formula_value(tree, own)
        if isinstance(found, Gap):
            raise CannotAnswer(f"no {metric}")
        return found

    return cell


def agrees(question: FreeQuestion, query: Query, known: CompanyIndex, catalogue: Catalogue) -> bool:
    """Whether a query has the value of the formula on every random table that gives it one.

    The formula of a choice is written for one item: it is moved to the one chosen there.
    """
    tree = tree_of(question.formula)
    try:
        grounded = ground(query, known)
    except CannotAnswer:
        return False
    is_choice = bool(question.hop) or question.kind == "multi-hop"
    if is_choice and not any(isinstance(node, Choose) for node in nodes(grounded.outputs)):
        return False
    cells = cells_of(tree)
    bases = {str(name) for ticker, year, _ in cells for name in (ticker, year)}
    sizes = (_USUAL, *_constants_of(tree))
    draws = [random_cell(seed, catalogue, sizes) for seed in range(DRAWS)]
    return any(
        _agrees_on(draws, question, grounded, (tree, base), known)
        for base in (sorted(bases) if is_choice else [""])
    )


def _agrees_on(
    draws: Sequence[Cell],
    question: FreeQuestion,
    grounded: Query,
    formula: tuple[ast.expr, str],
    known: CompanyIndex,
) -> bool:
    """Whether a query and a formula agree on all tables, if the formula is that of an item."""
    text, (tree, base) = question.text.lower(), formula
    is_signed = _SIGNED.search(text) is not None or _UNSIGNED.search(text) is None
    count = 0
    for cell in draws:
        try:
            answers = Evaluator(partial(_look, cell=cell, known=known)).answers(grounded)
            wanted = [
                value_of(tree, _moved(partial(_figure, cell), base, pick))
                for pick in _picks(question, base, partial(_figure, cell), known)
            ]
        except (CannotAnswer, ZeroDivisionError, KeyError):
            continue
        count += 1
        if not any(_alike(one, answers, known, is_signed) for one in wanted):
            return False
    return count >= _FEWEST


def _picks(question: FreeQuestion, base: str, cell: Cell, known: CompanyIndex) -> Sequence[str]:
    """The items that a formula may be about on a table: the one chosen, or any of its kind where
    the writer did not say how to choose."""
    if not base:
        return [""]
    picks = [str(value_of(tree_of(question.hop), cell))] if question.hop else [
        *(company.ticker for company in known),
        *{str(year) for company in known for year in company.fiscal_years},
    ]  # fmt: skip
    return [pick for pick in picks if pick.isdigit() == base.isdigit()]


def _moved(cell: Cell, base: str, pick: str) -> Cell:
    """The figures of the item picked in place of those of another."""
    if base.isdigit():
        return lambda ticker, year, figure: cell(ticker, year + int(pick) - int(base), figure)
    return lambda ticker, year, figure: cell(pick if ticker == base else ticker, year, figure)


def _constants_of(tree: ast.expr) -> Iterator[float]:
    """The numbers of a formula that are no years."""
    for one in ast.walk(tree):
        match one:
            case ast.Constant(int() | float() as number) if number and number not in _YEARS:
                yield abs(float(number))


def _figure(cell: Cell, ticker: str, year: int, figure: str) -> float:
    if figure == "long_term_debt_total":
        return sum(cell(ticker, year, metric) for metric in LONG_TERM_DEBT)
    return cell(ticker, year, FIGURES[figure])


def _look(look: Lookup, *, cell: Cell, known: CompanyIndex) -> float | None:
    if look.line or look.part or not isinstance(look.company, str):
        return None
    period = look.period
    if not isinstance(period, Period) or period.span not in ("year", "trailing") or not period.year:
        return None
    return cell(find_company(look.company, known).ticker, period.year, look.metric)


def _alike(
    wanted: Any, answers: tuple[AnswerValue, ...], known: CompanyIndex, is_signed: bool
) -> bool:
    items = wanted if isinstance(wanted, list) else [wanted]
    # A ranking may be one of several outputs.
    expected = [one for item in items for one in (item if isinstance(item, list) else [item])]
    if not expected:
        return answers == ("none",)
    if len(expected) != len(answers):
        return False
    return all(_one_alike(a, b, known, is_signed) for a, b in zip(expected, answers, strict=True))


def _one_alike(wanted: Any, answer: AnswerValue, known: CompanyIndex, is_signed: bool) -> bool:
    if isinstance(wanted, str):
        if wanted in ("Yes", "No"):
            return answer == wanted
        if wanted.isdigit():
            return str(answer).removesuffix(".0") == wanted
        try:
            return find_company(str(answer), known).ticker == wanted
        except CannotAnswer:
            return str(answer).lower()[:4] == wanted.lower()[:4]
    if isinstance(answer, str):
        return False
    gap = wanted - answer if is_signed else abs(wanted) - abs(answer)
    return bool(abs(gap) <= EXACT * max(abs(wanted), 1e-12))
