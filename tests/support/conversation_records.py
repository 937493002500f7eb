"""Small records that we wrote, in every layout."""

from typing import Any

CLEANED: dict[str, Any] = {
    "id": "Single_ACME/2012/page_7.pdf-1",
    "doc": {
        "pre_text": "acme stated rental expense of $ 40 million , $ 35 million and $ 30 million "
        "in 2012 , 2011 and 2010 , respectively . approximately 60% ( 60 % ) of rent was "
        "for warehouses .",
        "post_text": "amounts exclude the u.s . pension plan .",
        "table": {
            "2012": {"net sales": 1200.0, "cost of sales": 700.0, "gross margin": -41.7},
            "2011": {"net sales": 1000.0, "cost of sales": 650.0, "gross margin": -35.0},
        },
    },
    "dialogue": {
        "conv_questions": [
            "what were net sales in 2012?",
            "and in 2011?",
            "what was the change over the year?",
            "and as a percentage of the 2011 sales?",
        ],
        "turn_program": [
            "1200",
            "1000",
            "subtract(1200, 1000)",
            "subtract(1200, 1000), divide(#0, 1000)",
        ],
        "executed_answers": [1200.0, 1000.0, 200.0, 0.2],
    },
}
OFFICIAL: dict[str, Any] = {
    "id": "Single_ACME/2012/page_7.pdf-1",
    "pre_text": ["acme 2019s rental expense was $ 40 million .", "it grew ."],
    "post_text": ["."],
    "table": [["", "2012", "2011"], ["net sales", "$ 1,200", "$ 1,000"], ["eps", "1.10", "( .5 )"]],
    "annotation": {
        "dialogue_break": ["what were net sales in 2012?"],
        "turn_program": ["1200"],
        "exe_ans_list": [1200.0],
    },
}
FINQA: dict[str, Any] = {
    **{key: OFFICIAL[key] for key in ("pre_text", "post_text", "table")},
    "id": "ACME/2012/page_7.pdf-1",
    "qa": {"question": "what is eps in 2012?", "program": "add(1.10, const_0)", "exe_ans": 1.1},
}
