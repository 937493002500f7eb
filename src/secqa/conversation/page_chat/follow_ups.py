"""Follow-up questions by rule, before the fitted generator is asked.

"And the year before?" and "how much did it grow in percent?" keep the rows of the answer before
them and change its year; the generator may take another row. What asks for nothing ("thanks") gets
no number, and what a page cannot tell (reasons, years that it does not print) is left to Ask.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from secqa.conversation.offline.question_traits import years_in
from secqa.conversation.page_chat.page_queries import NOT_HERE, NOT_NAMED, query_program
from secqa.conversation.page_chat.question_rows import (
    ASKING,
    FOLLOWING,
    WORDS,
    dated_cells,
    figure_of,
    inner_phrase,
    matching_rows,
    metric_of_phrase,
    name_phrase,
)
from secqa.conversation.programs.generator import (
    AlternativeProgram,
    Exchange,
    Generated,
    Generator,
    in_words,
    operand_places,
    operands_of,
    unit_of,
)
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Record, RecordSpot

_WORD = re.compile(r"[a-z]+|%")
_CHANGE, _BEFORE, _PERCENT = WORDS["change"], WORDS["before"], WORDS["percent"]
_TO_BEFORE = _CHANGE | _BEFORE
_ARITHMETIC = _CHANGE | _BEFORE | _PERCENT | WORDS["arithmetic"]
_SHARE, _IT = _PERCENT | {"share", "portion"}, {"it", "that", "this", "those"}
_NUMBER = re.compile(r"(?<![\w.#])-?\d[\d.]*%?(?![\w.])")
"""A number of a program, not of a constant or a step."""
_SHORTEST = 3
WELCOME = "You’re welcome. Ask for another figure, or save this chat."
NO_QUESTION = "Ask for a figure of this page by the name of its row, with a year."
NOTHING_BEFORE = "Choose a figure first, or ask for one by the name of its row, with a year."
WHY = "A page of figures does not say why; Ask looks for reasons in all filings."


@dataclass(frozen=True, slots=True)
class FollowUps:
    """A generator that answers follow-up questions by rule, and leaves all others to another."""

    generator: Generator

    @property
    def name(self) -> str:
        """As the generator behind it."""
        return self.generator.name

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """A program, or why there is none."""
        words = frozenset(_WORD.findall(question.lower()))
        has_year = bool(years_in(question))
        metric, printed = metric_of_phrase(name_phrase(question)), _printed_words(record)
        if not (has_year or metric or words & (ASKING | printed)):
            return Generated("", 0.0, words=WELCOME if words & WORDS["thanks"] else NO_QUESTION)
        if "why" in words:
            return Generated("", 0.0, words=WHY)
        answered = [one for one in history if one.program]
        if history and history[-1].choices and not history[-1].program:
            answered = []  # What follows is about the readings, of which none was chosen yet.
        refers = words & _IT if words & _SHARE else words <= FOLLOWING and words & _TO_BEFORE
        units = words & WORDS["units"]
        if answered and units and words <= FOLLOWING | units:
            last = answered[-1]
            if units & set(unit_of(last.program, last.operands, record).split()):
                return Generated(last.program, last.confidence, last.operands, last.words)
            return Generated("", 0.0, words=NO_QUESTION)
        if not answered and refers:
            return Generated("", 0.0, words=NOTHING_BEFORE)
        in_percent = words & _PERCENT and answered and is_difference(answered[-1])
        if answered and words <= FOLLOWING and (words & _TO_BEFORE or has_year or in_percent):
            followed = _followed(record, answered, words, years_in(question))
            if followed is not None:
                return followed
        if answered and words & _SHARE and "of" in words and not has_year and not words & _CHANGE:
            share = _share_of_row(record, answered[-1], inner_phrase(question))
            if share is not None:
                return share
        named = row_figure(record, answered, question)
        if named is not None and named.program:
            return named
        if not words & WORDS["referring"]:
            named = query_program(record, question) or named
        if named is not None:
            return named
        generated = _plain(self.generator.generate(record, history, question), words)
        is_plain = len(years_in(question)) < 2 and not words & _ARITHMETIC
        return single_figure(generated) if is_plain else generated


def _printed_words(record: Record) -> frozenset[str]:
    """The words that a page prints."""
    cells = (cell for grid in record.tables for row in (grid.header, *grid.rows) for cell in row)
    words = (word for text in (*cells, *record.sentences) for word in _WORD.findall(text.lower()))
    return frozenset(word for word in words if len(word) >= _SHORTEST)


def _followed(
    record: Record, history: Sequence[Exchange], words: frozenset[str], years: tuple[int, ...]
) -> Generated | None:
    """The answer that keeps the rows of the last one; None where its cells have no years."""
    last = history[-1]
    spots = _spots(last)
    own = {text: _year_of(record, spot) for text, spot in spots.items()}
    if not spots or None in own.values():
        return None
    if words & (_CHANGE | _PERCENT):
        earlier = _spots(history[-2]) if len(history) > 1 else {}
        return _change(record, last, (*spots.values(), *earlier.values()), years, words)
    if len(years) > 1 or (years and len(set(own.values())) > 1):
        return None
    cells, texts = {}, {}
    for text, spot in spots.items():
        moved = _moved(record, spot, years[0] if years else (own[text] or 0) - 1)
        if moved is None:
            return Generated("", 0.0, words=NOT_HERE)
        texts[text] = figure_of(record, moved, as_printed=text != figure_of(record, spot))
        cells[texts[text]] = moved
    program = _NUMBER.sub(lambda match: texts.get(match[0], match[0]), last.program)
    return _generated(record, program, cells, last)


def is_difference(reply: Exchange) -> bool:
    """Whether an answer is the difference of two figures."""
    return [one.operation for one in parse(reply.program).steps] == ["subtract"]


def _spots(exchange: Exchange) -> dict[str, RecordSpot]:
    """The cells of a program's numbers; empty where one stands in none."""
    places = operand_places([exchange])
    numbers = [one.text for one in parse(exchange.program).numbers if not one.constant]
    return {text: places[text] for text in numbers} if set(numbers) <= places.keys() else {}


def _change(
    record: Record,
    last: Exchange,
    spots: Sequence[RecordSpot],
    years: tuple[int, ...],
    words: frozenset[str],
) -> Generated | None:
    """How the row of the last answer changed: between the years named, or those that were spoken
    of, or on the year before."""
    spot = spots[0]
    row = [one for one in spots if (one.table, one.row) == (spot.table, spot.row)]
    if len(row) < len(_spots(last)):
        return None
    known = sorted({year for one in row if (year := _year_of(record, one))})
    final = years[-1] if len(years) > 1 else known[-1]
    first = years[0] if years else known[0] if len(known) > 1 else final - 1
    before, after = (_moved(record, spot, year) for year in sorted((first, final)))
    if before is None or after is None or before == after:
        return Generated("", 0.0, words=NOT_HERE)
    as_printed = figure_of(record, spot) not in _spots(last)
    old, new = (figure_of(record, one, as_printed=as_printed) for one in (before, after))
    program = f"subtract({new}, {old})"
    program += f", divide(#0, {old})" if words & (_PERCENT | {"growth"}) else ""
    return _generated(record, program, {new: after, old: before}, last)


def row_figure(record: Record, answered: Sequence[Exchange], question: str) -> Generated | None:
    """The figure of the row that a question names, or its change: in its year, else that of the
    last answer, else the newest; None where it asks for more, or names no row."""
    words = frozenset(_WORD.findall(question.lower()))
    years = years_in(question)
    # "Change in inventories" is a row of its own.
    is_change = bool(words & _CHANGE) and not matching_rows(record, name_phrase(question))
    phrase = inner_phrase(question) if is_change else name_phrase(question)
    is_metric = metric_of_phrase(phrase) is not None
    others = _ARITHMETIC - (_TO_BEFORE | _PERCENT if is_change else frozenset())
    rows = matching_rows(record, phrase)
    # "Net income per share" names a row, where one has all of its words.
    is_arithmetic = words & others and not (is_metric or rows)
    if not phrase or len(years) > 1 + is_change or is_arithmetic:
        return None
    if not rows:
        is_printed = frozenset(_WORD.findall(phrase.lower())) & _printed_words(record)
        return None if is_printed and not is_metric else Generated("", 0.0, words=NOT_NAMED)
    since = "since" in words
    last = {_year_of(record, one) for one in _spots(answered[-1]).values()} if answered else set()
    figures = []
    for table, at, likely in rows:
        columns = dict(dated_cells(record.tables[table], at))
        in_focus = [year for year in columns if {year} == last]
        year = years[-1] if years and not since else max(in_focus or columns, default=0)
        if year in columns:
            cell = RecordSpot(table, at, columns[year])
            text = figure_of(record, cell, as_printed=not is_metric)
            row = _generated(record, text, {text: cell}, Exchange("", text, None, likely))
            if is_change:
                figure = Exchange("", text, None, likely, row.operands)
                between = years if since or len(years) > 1 else ()
                return _change(record, figure, (cell,), between, words)
            figures.append(row)
    if not figures:
        return Generated("", 0.0, words=NOT_HERE) if years else None
    best, *less_likely = figures
    in_words = (AlternativeProgram(one.program, one.words, one.confidence) for one in less_likely)
    return replace(best, alternatives=tuple(in_words))


def _share_of_row(record: Record, last: Exchange, phrase: str) -> Generated | None:
    """The last figure as a share of the row that a phrase names, in the same year."""
    part = next(iter(_spots(last).values()), None)
    year = _year_of(record, part) if part else None
    if part is None or year is None:
        return None
    for table, row, _ in matching_rows(record, phrase):
        whole = _moved(record, RecordSpot(table, row, 1), year) if table == part.table else None
        if whole and row != part.row:
            texts = figure_of(record, part), figure_of(record, whole)
            places = dict(zip(texts, (part, whole), strict=True))
            return _generated(record, f"divide({', '.join(texts)})", places, last)
    return None


def _generated(
    record: Record, program: str, places: Mapping[str, RecordSpot], last: Exchange
) -> Generated:
    """A program with its operands, as likely as the answer that it follows."""
    parsed = parse(program)
    operands = operands_of(parsed, record, places)
    return Generated(program, last.confidence, operands, in_words(parsed, operands))


def row_and_year(record: Record, replies: Sequence[Exchange]) -> tuple[str, int | None]:
    """The row and year that the last answer is about; "" and None where that is not known."""
    for reply in reversed(replies):
        spots = [operand.spot for operand in reply.operands if operand.spot]
        if spots and spots[0].sentence < 0:
            return record.tables[spots[0].table].rows[spots[0].row][0], _year_of(record, spots[0])
    return "", None


def _year_of(record: Record, spot: RecordSpot) -> int | None:
    """The year of a cell; None for a sentence and where the header tells none."""
    if spot.sentence >= 0:
        return None
    years = {column: year for year, column in dated_cells(record.tables[spot.table], spot.row)}
    return years.get(spot.column)


def _moved(record: Record, spot: RecordSpot, year: int) -> RecordSpot | None:
    """The cell of the same row in another year."""
    columns = dict(dated_cells(record.tables[spot.table], spot.row))
    return replace(spot, column=columns[year]) if year in columns else None


def _plain(generated: Generated, words: frozenset[str]) -> Generated:
    """Without programs that bring numbers of their own, where the question asks for no percent."""
    if _PERCENT & words:
        return generated
    others = tuple(one for one in generated.alternatives if "const_" not in one.program)
    if "const_" not in generated.program:
        return replace(generated, alternatives=others)
    return Generated("", 0.0, words=NO_QUESTION, alternatives=others)


def single_figure(generated: Generated) -> Generated:
    """The likeliest single figure, where there is one: what names one year and no arithmetic asks
    for it in 41 of 44 first questions of ConvFinQA's dev part."""
    first = AlternativeProgram(generated.program, generated.words, generated.confidence)
    readings = [one for one in (first, *generated.alternatives) if one.program]
    single = [one for one in readings if parse(one.program).picked is not None]
    if not single:
        return generated
    best, *others = single
    confidence = best.confidence + sum(one.confidence for one in readings if one not in single)
    operands = generated.operands if best is first else ()
    return Generated(best.program, min(confidence, 1.0), operands, best.words, tuple(others))
