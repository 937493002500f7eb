"""A grounded query in, the program that answers it out, in the paper's functions (figures 6, 7).

A program shall read as the paper's figure 6 does: what is asked of which document stands in the
text. So a compound metric becomes a function with one line for each part, under the part's name,
and the formula as its last line. `find` returns None where nothing is printed, `value` refuses to
go on: parts that a company need not have are found, the others valued.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from secqa.errors import CannotAnswer
from secqa.language.atomic import period_phrase
from secqa.language.companies import Companies as Known
from secqa.language.evaluate import PAYMENTS, option_name, years_between
from secqa.language.ground import company_named
from secqa.language.industry import is_foreign_part
from secqa.language.query import (
    EACH,
    Absolute,
    Arithmetic,
    Cagr,
    Choice,
    Companies,
    Compare,
    Count,
    Defined,
    Filter,
    Fold,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Parts,
    Period,
    Query,
    Years,
    nodes,
)
from secqa.metrics.catalogue import Catalogue, Metric, all_parts
from secqa.metrics.formula import Part, parse, parts, render, without

_IMPORTS = "from functions import select_documents, retrieve_relevant_pages, extract_value\n"
_FIND = '''

def find{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The metric as the company's report of that time prints it, or None."""
    symbol = symbols[company]
    question = f"What is the {{metric}} of {{company}}{symbol} in {phrase}{{unit}}{where}?"
    documents = select_documents({who}, form_types=["{form}"], fiscal_years=[year]){later}
    if not documents:
        raise ValueError(f"no {form} of {{company}} for fiscal year {{year}} in the corpus")
    pages = retrieve_relevant_pages(question, documents)
    return extract_value(question, pages)
'''
_REST = '''

def find{kind}(metric, company, year, unit=" in US dollars"):
    """The {what}'s, which no report prints: the year's less that of the {months} months before."""
    whole = find(metric, company, year, unit)
    before = find{before}(metric, company, year, unit)
    return None if whole is None or before is None else whole - before
'''
_TRAILING = '''

def find{kind}(metric, company, year, unit=" in US dollars"):
    """The last twelve months': a year's, and what came since less as much of that year."""
    whole = find(metric, company, year - 1, unit)
    since = find{to_date}(metric, company, year, unit)
    before = find{to_date}(metric, company, year - 1, unit)
    return None if None in (whole, since, before) else whole + since - before
'''
_VALUE = '''

def value{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The metric, which must be there."""
    found = find{kind}(metric, company, year, unit{passed})
    if found is None:
        raise ValueError(f"found no {{metric}} of {{company}} in {phrase}")
    return found
'''
_EITHER = '''

def either{kind}(label, shorter, company, year):
    """The line of that label, else of the shorter one."""
    found = find{kind}(label, company, year, unit="")
    return value{kind}(shorter, company, year, unit="") if found is None else found
'''
_LATER = """
    if not documents:
        # Later reports show earlier years beside their own.
        later = [year + 1, year + 2]
        documents = select_documents({who}, form_types=["{form}"], fiscal_years=later)"""
_WRITE = ['with open("answer.txt", "w") as f:', "    f.write(str(answer))", ""]


@dataclass(frozen=True, slots=True)
class Program:
    """The text of a program and what each line of its answer is about."""

    text: str
    labels: tuple[str, ...] = ()


def compile_query(
    query: Query,
    question: str,
    known: Known,
    catalogue: Catalogue,
    industries: frozenset[str] = frozenset(),
) -> Program:
    """The program for a grounded query; CannotAnswer where no report tells what it needs.

    `industries` are those of all companies asked about, if known: parts of a formula that none of
    them has are not looked for.
    """
    writer = _Writer(catalogue, known, industries)
    written = [writer.output(output) for output in query.outputs]
    lines = [line for before, _ in written for line in before]
    answers = [answer for _, answer in written]
    if len(answers) == 1:
        lines.append(f"answer = {answers[0]}")
    else:
        lines += ["answers = [", *(f"    {answer}," for answer in answers), "]"]
        lines.append('answer = "\\n".join([str(one) for one in answers])')
    text = writer.text(question, "\n".join([*lines, "", *_WRITE]))
    labels = tuple(_label(one, catalogue) for one in query.outputs) if len(answers) > 1 else ()
    return Program(text, labels)


def _label(output: object, catalogue: Catalogue) -> str:
    """What one of several answers is about."""
    if isinstance(output, Choice):
        return {Companies: "company", Years: "year", Options: "metric"}.get(
            type(output.over), "part"
        )
    if not isinstance(output, Lookup):
        return str(output)
    name = catalogue[output.metric].name if output.metric else output.line
    told = [output.company, f"{output.part} {name}" if output.part else name, output.period]
    return ", ".join(str(one) for one in told if not isinstance(one, Choice))


def quoted(text: str) -> str:
    """A Python string literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)


@dataclass
class _Writer:
    """Collects the functions that a program needs, each once, what is used before what uses it."""

    catalogue: Catalogue
    known: Known
    industries: frozenset[str]
    functions: dict[str, str] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    count: int = 0
    variables: dict[Choice, str] = field(default_factory=dict)

    def output(self, node: object) -> tuple[list[str], str]:
        """Lines to run before, and the expression of one output."""
        lines: list[str] = []
        match node:
            case Choice() if node.top != 1:
                name = self._ranked(node, lines)
                end = "" if node.top == 0 else str(node.rank - 1 + node.top)
                return lines, f'"\\n".join([str(one) for one in {name}[{node.rank - 1}:{end}]])'
            case Choice():
                return lines, self._chosen(node, lines)
            case Filter():
                items, item = self._items(node.over, lines)
                test = self._condition(node.where, lines, item)
                return lines, (
                    f'"\\n".join([str({item}) for {item} in {items} if {test}]) or "none"'
                )
            case Compare() | Logic() | Holds():
                return lines, f'"Yes" if {self._condition(node, lines, "")} else "No"'
        return lines, self._value(node, lines, "")

    def _name(self, base: str) -> str:
        self.count += 1
        return base if self.count == 1 else f"{base}_{self.count}"

    def _items(self, over: object, lines: list[str]) -> tuple[str, str]:
        match over:
            case Companies():
                for name in over.names:
                    self._symbol(name)
                return repr(list(over.names)).replace("'", '"') if not any(
                    "'" in name or '"' in name for name in over.names
                ) else "[" + ", ".join(map(quoted, over.names)) + "]", "company"
            case Years():
                return repr([period.year for period in over.periods]), "year"
            case Parts():
                return "[" + ", ".join(map(quoted, over.names)) + "]", "part"
        raise CannotAnswer(f"{over} cannot be gone through")

    def _ranked(self, node: Choice, lines: list[str]) -> str:
        ranking, ranked = self._name("ranking"), self._name("ranked")
        if isinstance(node.over, Options):
            pairs = [
                f"    {quoted(self._option(one))}: {self._value(one, lines, '')},"
                for one in node.over.values
            ]
            lines += [f"{ranking} = {{", *pairs, "}"]
            item = "option"
        else:
            items, item = self._items(node.over, lines)
            value = self._value(node.by, lines, item)
            lines.append(f"{ranking} = {{{item}: {value} for {item} in {items}}}")
        reverse = ", reverse=True" if node.highest else ""
        lines.append(f"{ranked} = sorted({ranking}, key=lambda {item}: {ranking}[{item}]{reverse})")
        return ranked

    def _option(self, option: object) -> str:
        if isinstance(option, Lookup) and option.metric:
            return self.catalogue[option.metric].name
        return option_name(option)

    def _chosen(self, node: Choice, lines: list[str]) -> str:
        if node not in self.variables:
            others = [c for c in self.variables if c.over == node.over and c.by == node.by
                      and c.highest == node.highest]  # fmt: skip
            if others:
                ranked = self.variables[others[0]].rpartition("[")[0]
            else:
                ranked = self._ranked(node, lines)
            self.variables[node] = f"{ranked}[{node.rank - 1}]"
        return self.variables[node]

    def _value(self, node: object, lines: list[str], item: str) -> str:
        match node:
            case Lookup():
                return self._lookup(node, lines, paid=False)
            case Number():
                return f"{node.value:.15g}"
            case Arithmetic():
                left, right = (self._value(one, lines, item) for one in (node.left, node.right))
                if isinstance(node.right, Arithmetic | Growth | Cagr):
                    right = f"({right})"
                if isinstance(node.left, Arithmetic | Growth | Cagr) and node.sign in "*/":
                    left = f"({left})"
                return f"{left} {node.sign} {right}"
            case Growth():
                of, base = self._value(node.of, lines, item), self._value(node.base, lines, item)
                if isinstance(node.of, Arithmetic):
                    of = f"({of})"
                if isinstance(node.base, Arithmetic):
                    base = f"({base})"
                return f"({of} - {base}) / {base}"
            case Cagr():
                of, base = self._value(node.of, lines, item), self._value(node.base, lines, item)
                return f"(({of}) / ({base})) ** (1 / {years_between(node)}) - 1"
            case Absolute():
                return f"abs({self._value(node.of, lines, item)})"
            case Defined():
                return f"({self._value(node.of, lines, item)})"
            case Fold():
                return self._folded(node, lines)
            case Count():
                items, inner = self._items(node.over, lines)
                test = self._condition(node.where, lines, inner)
                return f"len([{inner} for {inner} in {items} if {test}])"
        raise CannotAnswer(f"{node} has no figure")

    def _folded(self, node: Fold, lines: list[str]) -> str:
        if isinstance(node.over, Options):
            listed = ", ".join(self._value(one, lines, "") for one in node.over.values)
            values = f"[{listed}]"
        else:
            items, item = self._items(node.over, lines)
            values = f"[{self._value(node.of, lines, item)} for {item} in {items}]"
        if node.how in ("sum", "maximum", "minimum"):
            return f"{ {'sum': 'sum', 'maximum': 'max', 'minimum': 'min'}[node.how] }({values})"
        name = self._name("values")
        lines.append(
            f"{name} = {values}" if node.how == "average" else f"{name} = sorted({values})"
        )
        if node.how == "average":
            return f"sum({name}) / len({name})"
        return f"({name}[(len({name}) - 1) // 2] + {name}[len({name}) // 2]) / 2"

    def _condition(self, node: object, lines: list[str], item: str) -> str:
        match node:
            case Compare():
                bare = isinstance(node.right, Number)
                payment = isinstance(node.left, Lookup) and node.left.metric in PAYMENTS
                left = (
                    self._lookup(node.left, lines, paid=True)  # type: ignore[arg-type]
                    if bare and payment
                    else self._value(node.left, lines, item)
                )
                sign = "==" if node.sign == "=" else node.sign
                return f"{left} {sign} {self._value(node.right, lines, item)}"
            case Logic():
                tests = [f"({self._condition(one, lines, item)})" for one in node.conditions]
                if node.how == "not":
                    return f"not ({' or '.join(tests)})"
                return f" {node.how} ".join(tests)
            case Holds():
                items, inner = self._items(node.over, lines)
                test = self._condition(node.where, lines, inner)
                tests_of_all = f"[{test} for {inner} in {items}]"
                if node.how == "none":
                    return f"not any({tests_of_all})"
                return f"{node.how}({tests_of_all})"
        raise CannotAnswer(f"{node} is no condition")

    def _lookup(self, node: Lookup, lines: list[str], paid: bool) -> str:
        company = self._company(node, lines)
        kind, year = self._time(node, lines)
        self._finder(kind, node.place.form)
        if node.line:
            where = f", where={quoted(f' according to {node.place}')}" if str(node.place) else ""
            line = quoted(f'"{node.line}"')
            return f'value{kind}({line}, {company}, {year}, unit=""{where})'
        metric = self.catalogue[node.metric]
        if node.part:
            if not isinstance(node.part, str):
                raise CannotAnswer("a part that is chosen cannot be looked up yet")
            self.functions.setdefault(f"either{kind}", _EITHER.format(kind=kind))
            label = quoted(f'"{node.part} {_figure(metric)}"')
            return (
                f"either{kind}({label}, {quoted(chr(34) + node.part + chr(34))}, {company}, {year})"
            )
        if str(node.place) and not metric.formula:
            unit = "" if metric.unit.startswith("USD") else ', unit=""'
            where = quoted(f" according to {node.place}")
            return f"value{kind}({quoted(metric.name)}, {company}, {year}{unit}, where={where})"
        if paid and not metric.formula:
            return f"({_asked('find', kind, metric, company, year)} or 0)"
        return self._metric(metric, company, year, kind)

    def _company(self, node: Lookup, lines: list[str]) -> str:
        if isinstance(node.company, Choice):
            return self._chosen(node.company, lines)
        if node.company == EACH:
            return "company"
        self._symbol(node.company)
        return quoted(node.company)

    def _symbol(self, name: str) -> None:
        self.symbols.setdefault(name, company_named(name, self.known).ticker)

    def _time(self, node: Lookup, lines: list[str]) -> tuple[str, str]:
        """Which kind of function finds it, and the year as an expression."""
        period = node.period
        if isinstance(period, Choice):
            return "", self._chosen(period, lines)
        year = "year" if period.each else str(period.year)
        if period.each and period.back:
            year = f"year - {period.back}"
        return _kind(period), year

    def _finder(self, kind: str, form: str = "") -> None:
        """The functions that find figures of a kind of period, and those that they need."""
        if f"find{kind}" in self.functions:
            return
        if kind.startswith("_trailing"):
            to_date = kind.replace("_trailing", "_to")
            self._finder("")
            self._finder(to_date)
            text = _TRAILING.format(kind=kind, to_date=to_date)
        elif kind in ("_q4", "_half"):
            before = "_to_q3" if kind == "_q4" else "_to_q2"
            what, months = ("fourth quarter", "nine") if kind == "_q4" else ("second half", "six")
            self._finder("")
            self._finder(before)
            text = _REST.format(kind=kind, before=before, what=what, months=months)
        else:
            text = ""
        self.functions[f"find{kind}"] = text or kind
        self.functions[f"value{kind}"] = ""

    def _metric(self, metric: Metric, company: str, year: str, kind: str) -> str:
        if not (metric.formula or metric.fallback):
            return _asked("value", kind, metric, company, year)
        name = f"{metric.id}{kind}"
        if name not in self.functions:
            text = "\n".join(self._function(metric, kind)) + "\n"
            self.functions[name] = f"\n\n{text}"
        return f"{name}({company}, {year})"

    def _function(self, metric: Metric, kind: str) -> Iterator[str]:
        yield f"def {metric.id}{kind}(company, year):"
        if metric.fallback or metric.printed:
            yield f'    """{metric.name.capitalize()} as printed, else worked out."""'
            yield f"    printed = {_asked('find', kind, metric, 'company', 'year')}"
            yield "    if printed is not None:"
            yield "        return printed"
        else:
            yield f'    """{metric.definition[:1].upper()}{metric.definition[1:]}."""'
        formula = without(parse(metric.formula or metric.fallback), self._is_foreign)
        needed = parts(formula)
        for part in needed:
            yield f"    {_variable(part)} = {self._part(part, kind)}"
        if metric.formula and all(part.optional for part in needed):
            # Each may be absent; but all of them absent means that none was read.
            yield f"    if not ({' or '.join(_variable(part) for part in needed)}):"
            yield f'        raise ValueError(f"found no part of the {metric.name} of {{company}}")'
        yield f"    return {render(formula, _variable)}"

    def _is_foreign(self, part: Part) -> bool:
        """Whether a part applies to none of the companies."""
        if not self.industries:
            return False
        return all(is_foreign_part(part, one, self.catalogue) for one in self.industries)

    def _part(self, part: Part, kind: str) -> str:
        metric = self.catalogue[part.metric]
        year = f"year - {part.back}" if part.back else "year"
        if part.optional and not (metric.formula or metric.fallback):
            return f"{_asked('find', kind, metric, 'company', year)} or 0"
        return self._metric(metric, "company", year, kind)

    def text(self, question: str, body: str) -> str:
        """The whole program, which ends with `body`."""
        by_symbol = all(self.symbols.values())
        placed = ", where=" in body
        finders = []
        for name, text in self.functions.items():
            kind = name.removeprefix("find").removeprefix("value")
            if name.startswith("find") and text == kind:
                finders.append(_find_text(kind, by_symbol, placed))
            elif name.startswith("value") and not text:
                finders.append(_value_text(kind, placed))
            else:
                finders.append(text)
        symbols = ", ".join(f"{quoted(n)}: {quoted(s)}" for n, s in self.symbols.items())
        comment = "# " + " ".join(question.split())
        functions = "".join(finders)
        return f"{comment}\n\n{_IMPORTS}{functions}\n\nsymbols = {{{symbols}}}\n{body}"


def _kind(period: Period) -> str:
    """Ends the names of the functions that find figures of such periods."""
    match period.span:
        case "quarter":
            return f"_q{period.quarter}"
        case "to_date":
            return (
                f"_to_q{period.quarter}"
                if 1 < period.quarter < 4
                else ("_q1" if period.quarter == 1 else "")
            )
        case "trailing":
            return "" if period.quarter in (0, 4) else f"_trailing_q{period.quarter}"
        case "half":
            return "_half"
    return ""


def _phrase(kind: str) -> str:
    """How an atomic question says such a period, with `{year}` where the year goes."""
    quarter = int(kind[-1]) if kind and kind[-1].isdigit() else 0
    span = "to_date" if kind.startswith("_to") else "quarter" if quarter else "year"
    return period_phrase(span, quarter)


def _find_text(kind: str, by_symbol: bool, placed: bool) -> str:
    who = "stock_symbols=[symbol]" if by_symbol else "companies=[company]"
    form = "10-Q" if kind else "10-K"
    return _FIND.format(
        kind=kind,
        more=', where=""' if placed else "",
        where="{where}" if placed else "",
        phrase=_phrase(kind),
        who=who,
        form=form,
        symbol=" ({symbol})" if by_symbol else "",
        later="" if kind else _LATER.format(who=who, form=form),
    )


def _value_text(kind: str, placed: bool) -> str:
    phrase = _phrase(kind) if not kind.startswith(("_q4", "_half", "_trailing")) else "{year}"
    return _VALUE.format(
        kind=kind,
        phrase=phrase,
        more=', where=""' if placed else "",
        passed=", where" if placed else "",
    )


def _figure(metric: Metric) -> str:
    """What the figure of a part is called: taxes and interest are the whole company's."""
    return "profit" if metric.name == "net income" else metric.name.removeprefix("total ")


def _variable(part: Part) -> str:
    return f"{part.metric}_before" if part.back else f"its_{part.metric}"


def _asked(function: str, kind: str, metric: Metric, company: str, year: str) -> str:
    """A call of `find` or `value`."""
    unit = "" if metric.unit.startswith("USD") else ', unit=""'
    return f"{function}{kind}({quoted(metric.name)}, {company}, {year}{unit})"


def needed_metrics(query: Query, catalogue: Catalogue) -> tuple[Metric, ...]:
    """All metrics whose values a query reads, parts of formulas among them."""
    found: dict[str, Metric] = {}
    for node in nodes(query):
        if isinstance(node, Lookup) and node.metric:
            metric = catalogue[node.metric]
            for name in (metric.id, *sorted(all_parts(metric, catalogue))):
                found[name] = catalogue[name]
    return tuple(found.values())
