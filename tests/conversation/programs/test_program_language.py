"""The program language: parsing, printing, running, and when two programs are the same."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from secqa.conversation.programs.program_equality import equal
from secqa.conversation.programs.program_language import (
    ARITHMETIC,
    Program,
    ProgramError,
    ProgramNumber,
    ProgramStep,
    Reference,
    parse,
    run,
)

numbers = st.decimals(-10_000, 10_000, places=2).map(lambda value: ProgramNumber(str(value)))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    steps: list[ProgramStep] = []
    for index in range(draw(st.integers(1, 3))):
        argument = (
            st.one_of(numbers, st.integers(0, index - 1).map(Reference)) if index else numbers
        )
        operation = draw(st.sampled_from([name for name in ARITHMETIC if name != "greater"]))
        steps.append(ProgramStep(operation, (draw(argument), draw(argument))))
    return Program(tuple(steps))


@given(programs())
def test_printing_parses_back(program: Program) -> None:
    assert parse(str(program)) == program


@given(numbers, numbers)
def test_addition_and_multiplication_commute(first: ProgramNumber, second: ProgramNumber) -> None:
    for operation in ("add", "multiply"):
        assert equal(
            parse(f"{operation}({first.text}, {second.text})"),
            parse(f"{operation}({second.text}, {first.text})"),
        )


@given(numbers, numbers)
def test_subtraction_does_not_commute(first: ProgramNumber, second: ProgramNumber) -> None:
    assume(first.value != second.value)
    assert not equal(
        parse(f"subtract({first.text}, {second.text})"),
        parse(f"subtract({second.text}, {first.text})"),
    )


def test_huge_powers_are_compared_without_working_them_out() -> None:
    tower = "exp(const_1000000, const_1000000), exp(#0, #0)"
    assert equal(parse(tower), parse(tower))
    assert not equal(parse(tower), parse("exp(const_1000, const_2)"))


@given(programs())
def test_a_reference_may_be_written_in_a_later_step(program: Program) -> None:
    moved = Program(
        (
            ProgramStep("add", (ProgramNumber("7"), ProgramNumber("8"))),
            *map(_one_later, program.steps),
        )
    )
    assert equal(program, moved)


def _one_later(step: ProgramStep) -> ProgramStep:
    return ProgramStep(
        step.operation,
        tuple(
            Reference(argument.step + 1) if isinstance(argument, Reference) else argument
            for argument in step.arguments
        ),
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25.14", 25.14),
        ("13.4%", 0.134),
        ("const_m1", -1.0),
        ("add(1,000, 2)", 1002.0),
        ("add(1,2)", 3.0),
        ("subtract(60.94, 25.14), divide(#0, 25.14)", 35.8 / 25.14),
        ("exp(2, 10)", 1024.0),
        ("greater(2, 1)", "yes"),
        ("greater(1, 1)", "no"),
        ("table_sum(net sales, none), divide(#0, const_2)", 3.0),
        ("table_average(net sales (restated), none)", 4.0),
    ],
)
def test_runs(text: str, value: float | str) -> None:
    rows = {"net sales": [1.0, 2.0, 3.0], "net sales (restated)": [3.0, 5.0]}
    assert run(parse(text), rows) == value


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("subtract(5, 3), divide(#0, 3)", "divide(5, 3), subtract(#0, const_1)", True),
        ("subtract(97, const_100)", "subtract(97, 100)", True),
        ("add(5.0, 7)", "add(7, 5)", True),
        ("add(2, 3)", "add(4, 1)", False),
        ("greater(5, 3)", "greater(3, 5)", False),
        ("greater(5, 3)", "subtract(5, 3)", False),
        ("table_max(a, none)", "table_max(b, none)", False),
        ("25.14", "25.140", True),
    ],
)
def test_equal(first: str, second: str, same: bool) -> None:
    assert equal(parse(first), parse(second)) is same


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("sum(1, 2)", "unknown operation 'sum' at character 1"),
        ("add(1, 2", "')' expected at character 9"),
        ("add(1)", "takes two operands, not 1"),
        ("add(1, #0)", "#0 is not an earlier step at character 8"),
        ("add(1, lots)", "'lots' is neither a number nor #n at character 8"),
        ("the answer is 5", "an operation and '(' expected at character 1"),
        ("table_max(, none)", "needs the name of a row"),
    ],
)
def test_a_bad_program_says_what_and_where(text: str, complaint: str) -> None:
    with pytest.raises(ProgramError) as caught:
        parse(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "divide(1, 0)",
        "table_max(missing, none)",
        "greater(2, 1), add(#0, 1)",
        "exp(-8, 0.5)",
        "exp(9999, 9999)",
    ],
)
def test_what_cannot_run_says_so(text: str) -> None:
    with pytest.raises(ProgramError):
        run(parse(text))
