"""The public module: sane by default, the official scorer's answers on request."""

import pytest

from secqa import program

TABLE = [["revenue", "$ 1,000", "2,000 ( 5 )"], ["sales (net)", "2", "( 3 )"]]


@pytest.mark.parametrize(
    ("source", "sane", "strict"),
    [
        ("subtract(5, 3), divide(#0, 4)", 0.5, 0.5),
        ("divide(1, 3)", 1 / 3, 0.33333),
        ("greater(2, 1)", "yes", "yes"),
        ("table_max(revenue, none)", 2000.0, 2000.0),
    ],
)
def test_run(source: str, sane: float | str, strict: float | str) -> None:
    assert program.run(source, [["revenue", "1,000", "2,000"]]) == sane
    assert program.run(source, TABLE, strict=True) == strict


def test_only_the_sane_mode_raises() -> None:
    assert program.run("divide(1, 0)", strict=True) == "n/a"
    with pytest.raises(program.ProgramError, match="divides by zero"):
        program.run("divide(1, 0)")
    assert program.run("table_sum(sales (net), none)", TABLE) == -1.0


def test_equal() -> None:
    gold, predicted = "subtract(5, 3), divide(#0, 3)", "divide(5, 3), subtract(#0, const_1)"
    assert program.equal(gold, predicted)
    assert not program.equal(gold, predicted, strict=True)
    assert program.equal(program.parse(gold), gold)


def test_official_tokens() -> None:
    source = "subtract(15.7%, 15.1%), multiply(#0, const_100)"
    tokens = program.official_tokens(source)
    assert tokens == [
        "subtract(",
        "15.7%",
        "15.1%",
        ")",
        "multiply(",
        "#0",
        "const_100",
        ")",
        "EOF",
    ]
    assert str(program.parse(tokens)) == source
    assert program.official_tokens("7") == ["7", "EOF"]
    assert program.official_tokens("table_sum(net sales, none)")[1] == "net sales"
