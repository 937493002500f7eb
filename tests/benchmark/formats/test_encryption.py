"""Encryption: nothing of an answer can be read, and everything comes back with the password."""

import json
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.support.publish_builders import WORD, files_in, published

from secqa.benchmark.dataset import Question, read_benchmark
from secqa.benchmark.formats.encryption import decrypt_benchmark
from secqa.benchmark.formats.publication import FORMATS, PublishOptions, publish_benchmark
from secqa.errors import SecqaError


def never() -> str:
    raise AssertionError("no password is needed")


def readable(folder: Path) -> bytes:
    """All that a published folder says of its questions, columns of Parquet as well."""
    return b"\n".join(
        str(pq.read_table(folder / name).to_pylist()).encode()
        if name.endswith("parquet")
        else content
        for name, content in files_in(folder)
        if name not in ("corpus.jsonl", "card.md", "README.md")
    )


def telling(question: Question) -> list[bytes]:
    """What tells the answer of a question, as it stands in files."""
    quotes = [place.quote for fact in question.facts for place in fact.evidence]
    texts = ["retrieve_relevant_pages", *(fact.document_id for fact in question.facts), *quotes]
    return [text.encode() for text in texts]


def test_what_tells_an_answer_is_seen_where_it_is_plain(tmp_path: Path) -> None:
    out, _ = published(tmp_path, "parquet")
    for question in read_benchmark(tmp_path / "bench").questions:
        assert all(tells in readable(out) for tells in telling(question))


@pytest.mark.parametrize("to", FORMATS)
def test_nothing_tells_an_answer_and_all_comes_back(to: str, tmp_path: Path) -> None:
    out, _ = published(tmp_path, to, encrypt=True, password=WORD)
    told = readable(out)
    for question in read_benchmark(tmp_path / "bench").questions:
        assert question.text.encode() in told
        for tells in telling(question):
            assert tells not in told
    decrypt_benchmark(out, tmp_path / "back", lambda: WORD)
    assert dict(files_in(tmp_path / "back")) == dict(files_in(tmp_path / "bench"))


def test_only_what_asks_stays_plain_and_all_rests_are_of_one_length(tmp_path: Path) -> None:
    out, release = published(tmp_path, "jsonl", encrypt=True, password=WORD)
    for record in release.records:
        assert set(record) == {"question_id", "text", "sealed"}
    assert len({len(record["sealed"]) for record in release.records}) == 1
    assert {path.name for path in out.iterdir()} == {"card.md", "questions.jsonl"}
    assert "kept apart" in (out / "card.md").read_text()
    assert WORD not in (out / "card.md").read_text()


def test_the_canary_can_be_the_password(tmp_path: Path) -> None:
    out, release = published(tmp_path, "inspect", encrypt=True)
    assert release.canary in (out / "questions.jsonl").read_text()
    assert "not from anyone who means to" in (out / "card.md").read_text()
    assert decrypt_benchmark(out, tmp_path / "back", never) == read_benchmark(tmp_path / "bench")


def test_who_reads_an_encrypted_benchmark_is_told_what_to_do(tmp_path: Path) -> None:
    out, _ = published(tmp_path, "jsonl", encrypt=True, password=WORD)
    with pytest.raises(SecqaError, match=r"answers are encrypted; `secqa decrypt .*out --out FO"):
        read_benchmark(out)
    with pytest.raises(SecqaError, match="answers are encrypted"):
        publish_benchmark(out, tmp_path / "other", PublishOptions("trec"))


def test_another_password_or_changed_questions_do_not_open(tmp_path: Path) -> None:
    out, _ = published(tmp_path, "jsonl", encrypt=True, password=WORD)
    whole = (out / "questions.jsonl").read_text()
    header, first, second, *others = whole.splitlines()
    one, two = json.loads(first), json.loads(second)
    one["sealed"], two["sealed"] = two["sealed"], one["sealed"]
    with pytest.raises(SecqaError, match="does not open; give the password"):
        decrypt_benchmark(out, tmp_path / "back", lambda: "wrong")
    for changed, message in [
        ([header, json.dumps(one), json.dumps(two), *others], "does not open"),
        ([header, first, *others], "11 of 12 questions"),
        ([header, first.replace("sealed", "seale"), second, *others], "damaged"),
        ([header.replace("AES-SIV", "ROT-13"), first], "another version"),
        (["[]", first], "a line is no object"),
        ([header, "{"], "damaged"),
    ]:
        (out / "questions.jsonl").write_text("\n".join(changed) + "\n")
        with pytest.raises(SecqaError, match=message):
            decrypt_benchmark(out, tmp_path / "back", lambda: WORD)
    assert not (tmp_path / "back").exists()


def test_what_is_not_encrypted_is_not_decrypted(tmp_path: Path) -> None:
    out, _ = published(tmp_path, "jsonl")
    with pytest.raises(SecqaError, match="is not encrypted; it can be used as it is"):
        decrypt_benchmark(out, tmp_path / "back", never)
    with pytest.raises(SecqaError, match=r"holds no questions\.jsonl"):
        decrypt_benchmark(tmp_path, tmp_path / "back", never)
    with pytest.raises(SecqaError, match="is the encrypted folder itself"):
        decrypt_benchmark(out, out, never)


def test_without_the_extra_one_is_told_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    with pytest.raises(SecqaError, match=r"pip install 'secqa\[encrypt\]'"):
        published(tmp_path, "trec", encrypt=True, password=WORD)
    assert not (tmp_path / "out").exists()
