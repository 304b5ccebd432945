"""The document and the vectors are what the code would write; every field is described."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec.inspect as shapes
import pytest

from cardprotocol import codec, faults
from cardprotocol.errors import ErrorCode
from cardprotocol.games.vocabulary import AnyAction, AnyEvent, AnyView
from cardprotocol.messages.unions import AnyToClient, AnyToServer
from tests.protocol import generate
from tests.support import protocol_samples, protocol_tables
from tests.support.vectors import from_plain

TAGGED = [*map(get_args, (AnyToServer, AnyToClient, AnyAction, AnyEvent, AnyView))]
KINDS = [kind for kinds in TAGGED for kind in kinds]


def text() -> str:
    """The document as it is."""
    return generate.DOCUMENT.read_text("utf-8")


def test_the_document_says_what_the_code_does() -> None:
    assert generate.document(text()) == text(), "run python -m tests.protocol.generate"


def test_the_document_has_every_generated_section_once() -> None:
    assert sorted(generate.names(text())) == sorted(protocol_tables.sections())


def test_the_vectors_are_those_of_the_code() -> None:
    for path, made in generate.vector_files().items():
        assert path.read_text("utf-8") == made, (
            f"{path.name}: run python -m tests.protocol.generate"
        )


def test_a_field_taken_from_the_code_would_fail_the_document() -> None:
    shape = faults.shape_of(get_args(AnyToServer)[0])
    assert isinstance(shape, shapes.StructType)
    for field in shape.fields:
        rest = tuple(other for other in shape.fields if other is not field)
        without = protocol_tables.fields(_with_fields(shape, rest))
        assert f"{without}\n\n" not in text()
    assert f"{protocol_tables.fields(shape)}\n\n" in text()


def _with_fields(shape: shapes.StructType, fields: tuple[shapes.Field, ...]) -> Any:
    return shapes.StructType(shape.cls, fields, shape.tag_field, shape.tag)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_has_a_meaning_and_a_range(kind: Any) -> None:
    shape = faults.shape_of(kind)
    assert isinstance(shape, shapes.StructType)
    for line in protocol_tables.fields(shape).splitlines()[2:]:
        name, type_, unit, absent, meaning = [cell.strip() for cell in line.split(" | ")]
        assert all((name, type_, unit, absent, meaning.rstrip("| "))), line
        assert not name.strip("|` ").endswith("_us") or unit == "µs", line


def test_every_message_action_event_and_view_has_an_example() -> None:
    samples = (
        *protocol_samples.TO_SERVER,
        *protocol_samples.TO_CLIENT,
        *protocol_samples.ACTIONS,
        *protocol_samples.EVENTS,
        *protocol_samples.VIEWS,
    )
    assert {type(sample) for sample in samples} == {
        kind for kind in KINDS if kind.__name__ != "UnknownEvent"
    }


def test_every_hex_dump_in_the_document_is_its_json_above_it() -> None:
    examples = re.findall(r"```json\n(.+?)\n```\n\n```hex\n(.+?)\n```", text(), re.DOTALL)
    assert len(examples) >= len(KINDS) - 1
    for said, dump in examples:
        data = b"".join(bytes.fromhex(line[6:53]) for line in dump.splitlines())
        raw = from_plain(json.loads(said))
        if "type" in raw:
            assert int.from_bytes(data[:2], "big") == len(data) - 2
            known = raw["type"] in {kind.__struct_config__.tag for kind in get_args(AnyToServer)}
            decode: Any = codec.decode_to_server if known else codec.decode_to_client
            assert codec.encode(decode(data[2:])) == data[2:]
        else:
            union: Any = {"do": AnyAction, "what": AnyEvent, "game": AnyView}[next(iter(raw))]
            assert codec.pack(codec.unpack(data, union)) == data


def test_every_error_code_is_in_the_document_with_cause_and_cure() -> None:
    for code in ErrorCode:
        assert f"| `{code.value}` | {code.sentence} | {code.cure} |" in text()
        assert code.sentence.endswith(".")
        assert code.cure.endswith(".")


def test_error_codes_are_all_different_and_fit_their_field() -> None:
    values = [code.value for code in ErrorCode]
    assert len(set(values)) == len(values)
    assert all(re.fullmatch(r"[a-z]+/[a-z_]+", value) and len(value) <= 64 for value in values)


def test_every_link_inside_the_document_leads_somewhere() -> None:
    document = text()
    headings = re.findall(r"^#+ (.+)$", document, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", document)) <= anchors


def test_every_code_the_prose_names_exists() -> None:
    named = set(
        re.findall(r"`((?:frame|message|hello|session|table|chat|claim|rules|server)/\w+)`", text())
    )
    assert named <= {code.value for code in ErrorCode}
