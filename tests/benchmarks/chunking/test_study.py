"""The chunking study: questions read, texts compared, tables and page written."""

import json
from pathlib import Path

import pytest
from tests.support.page_builders import metadata, report

from chunking.overlap import Scorer
from chunking.questions import EvidenceQuestion, read_questions
from chunking.report import figures, render, tables
from chunking.study import WAYS, Outcome, run_study
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.evaluation.judging.model_judge import judge_instructions
from secqa.models.model import Reply, Request
from secqa.retrieval.indexing.page_index import update_index

pytest.importorskip("rouge_score", reason="the extra `study` is not installed")
pytest.importorskip("sacrebleu", reason="the extra `study` is not installed")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus")
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(report(metadata())))
    made = open_corpus(folder)
    update_index(made)
    return made


@pytest.fixture(scope="module")
def outcomes(corpus: Corpus) -> tuple[Outcome, ...]:
    name = Path(corpus.documents[0].source).stem
    pages = corpus.document("ACME-10-K-2024").pages
    balance = " ".join(element.text for element in pages[5].elements)
    question = EvidenceQuestion(
        "q1", "What are the total assets?", name, frozenset({6}), (balance,)
    )
    return run_study(corpus, [question], Scorer())


def test_every_way_is_measured(outcomes: tuple[Outcome, ...]) -> None:
    assert [outcome.way for outcome in outcomes] == [way.name for way in WAYS]
    ours = outcomes[-1]
    assert ours.accuracy(1) == 100
    assert ours.rouge_l > 0.9
    by_name = {outcome.way: outcome for outcome in outcomes}
    parts = sum(by_name[f"base-{tokens}"].chunks for tokens in (128, 256, 512))
    assert by_name["base aggregation"].chunks == parts


def test_tables_stand_beside_the_papers(outcomes: tuple[Outcome, ...]) -> None:
    text = tables(outcomes, "none")
    assert "84.4 0.568 0.452" in text
    assert json.loads(json.dumps(figures(outcomes, "none")))["questions"] == 1


def test_the_page_needs_no_other_file(outcomes: tuple[Outcome, ...]) -> None:
    page = render(outcomes, "<b>local</b>")
    assert "<svg" in page
    assert "<b>local" not in page
    assert "src=" not in page
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize(
    ("said", "judged", "shares"),
    [
        ("They were 4,100.", '{"same": true, "reason": "the same sum"}', (0, 100)),
        ("They were 900.", '{"same": false, "reason": "another sum"}', (0, 0)),
        ("They were 900.", "I would rather not say.", (0, 0)),
        ("No answer.", "never asked", (100, 0)),
    ],
)
def test_a_model_answers_from_what_each_way_finds(
    corpus: Corpus, said: str, judged: str, shares: tuple[int, int]
) -> None:
    asked: list[Request] = []

    def model(request: Request) -> Reply:
        asked.append(request)
        judging = request.instructions == judge_instructions()
        return Reply(judged if judging else said, 1, 1)

    name = Path(corpus.documents[0].source).stem
    question = EvidenceQuestion(
        "q1", "What are total assets?", name, frozenset({6}), ("Total assets",), "$4,100"
    )
    ways = [way for way in WAYS if way.name in ("page", "base aggregation", "secqa")]
    outcomes = run_study(corpus, [question], Scorer(), ways, model=model)
    by_name = {outcome.way: outcome for outcome in outcomes}
    assert by_name["page"].answered == by_name["secqa"].answered == shares
    assert by_name["base aggregation"].answered is None
    assert 'id="ACME-10-K-2024#6"' in asked[0].prompt
    assert ("$4,100" in asked[-1].prompt) == (shares[0] == 0)
    assert "Table 5" in tables(outcomes, "none", "openai:some")
    assert "Table 5" in render(outcomes, "none", "openai:some")
    assert "Table 5" not in tables(outcomes, "none")


def test_the_best_context_counts() -> None:
    scorer = Scorer()
    passage = "Total assets were 4,100 and total liabilities 2,300 at the end of the year."
    same = scorer.best(passage, ["Nothing of the kind.", passage])
    assert same.rouge_l == pytest.approx(1)
    assert same.bleu == pytest.approx(1)
    worse = scorer.best(passage, ["Total assets were 4,100.", "Nothing of the kind."])
    assert 0 < worse.rouge_l < 1
    assert scorer.best(passage, []).rouge_l == 0


def test_contexts_passed_over_could_not_have_won() -> None:
    from rouge_score import rouge_scorer

    passage = "a b c d e f g h"
    contexts = ["h g f e d c b a", "a b c d", "a b x c d y e f", "z z z"]
    plain = rouge_scorer.RougeScorer(["rougeL"])
    known = max(plain.score(passage, one)["rougeL"].fmeasure for one in contexts)
    assert Scorer().best(passage, contexts).rouge_l == pytest.approx(known)


def test_bars_between_cells_do_not_count() -> None:
    assert Scorer().best("Cash 10 12", ["Cash | 10 | 12"]).bleu == pytest.approx(1, abs=0.5)
    assert Scorer().best("Cash 10 12", ["Cash | 10 | 12"]).rouge_l == 1


def test_questions_count_pages_from_one(tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs" / "ACME_2024_10K.pdf").touch()
    record = {
        "financebench_id": "x",
        "question": "What?",
        "doc_name": "ACME_2024_10K",
        "evidence": [{"evidence_text": "a\n b", "evidence_page_num": 0}],
    }
    other = record | {"doc_name": "NOT_THERE"}
    lines = f"{json.dumps(record)}\n{json.dumps(other)}\n"
    (tmp_path / "questions.jsonl").write_text(lines, encoding="utf-8")
    (question,) = read_questions(tmp_path)
    assert question.pages == {1}
    assert question.evidence == ("a b",)


@pytest.mark.parametrize("content", ["{", '{"question": "x"}', "[1]"])
def test_what_is_no_question_is_said_with_its_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "questions.jsonl").write_text(content + "\n", encoding="utf-8")
    with pytest.raises(SecqaError, match=r"questions\.jsonl:1"):
        read_questions(tmp_path)


def test_a_folder_without_questions_or_reports_is_said(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="cannot be read"):
        read_questions(tmp_path)
    (tmp_path / "questions.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(SecqaError, match="no report"):
        read_questions(tmp_path)
