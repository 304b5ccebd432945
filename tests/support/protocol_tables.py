"""Rendering of the generated parts of docs/protocol.md: field tables, examples, errors.

What lives here: types and samples to Markdown. What must not: the document's
prose, or writing files (tests/protocol/generate.py).
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, get_args

import msgspec
import msgspec.inspect as shapes

from cardprotocol import codec, faults, framing
from cardprotocol.errors import ErrorCode
from cardprotocol.games import common, durak
from cardprotocol.games.vocabulary import AnyAction, AnyEvent, AnyView
from cardprotocol.messages import parts
from cardprotocol.messages.unions import AnyToClient, AnyToServer
from tests.support import accept_table, protocol_samples
from tests.support.vectors import plain


def untagged(module: ModuleType) -> list[Any]:
    """The structs of a module that are parts of messages and have no tag."""
    found = [k for _, k in inspect.getmembers(module, inspect.isclass) if _is_part(k, module)]
    return sorted(found, key=lambda kind: inspect.getsourcelines(kind)[1])


def _is_part(kind: Any, module: ModuleType) -> bool:
    own = issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    return own and kind.__struct_config__.tag is None and bool(kind.__struct_fields__)


def sections() -> dict[str, str]:
    """Each generated section's name and its Markdown."""
    samples = {type(m): m for m in (*protocol_samples.TO_SERVER, *protocol_samples.TO_CLIENT)}
    events = [kind for kind in get_args(AnyEvent) if kind is not common.UnknownEvent]
    said = (*protocol_samples.EVENTS, *protocol_samples.ACTIONS, *protocol_samples.VIEWS)
    inner = {type(value): value for value in said}
    return {
        "messages to the server": _all(get_args(AnyToServer), samples),
        "messages to the client": _all(get_args(AnyToClient), samples),
        "parts": _all([*untagged(parts), *untagged(common), *untagged(durak)], {}),
        "actions": _all(get_args(AnyAction), inner),
        "events": _all(events, inner),
        "views": _all(get_args(AnyView), inner),
        "errors": errors(),
        "accepted": _rows(accept_table.ACCEPTED),
        "refused": _rows(accept_table.REFUSED),
        "limits": limits(),
    }


def _all(kinds: Iterable[Any], samples: dict[Any, Any]) -> str:
    return "\n".join(_described(kind, samples.get(kind)) for kind in kinds)


def _described(kind: Any, sample: Any) -> str:
    shape = faults.shape_of(kind)
    assert isinstance(shape, shapes.StructType)
    title = shape.tag if shape.tag is not None else kind.__name__
    text = inspect.getdoc(kind) or ""
    blocks = [f"### `{title}`", text, fields(shape), *_example(sample)]
    return "\n\n".join(blocks) + "\n"


def fields(shape: shapes.StructType) -> str:
    """The table of a struct's fields, its tag first."""
    lines = ["| field | type and range | unit | if absent | meaning |", "|---|---|---|---|---|"]
    if shape.tag_field is not None:
        lines.append(f"| `{shape.tag_field}` | the string `{shape.tag}` | – | required | which |")
    lines += [_field(field) for field in shape.fields]
    return "\n".join(lines)


def _field(field: shapes.Field) -> str:
    unit = _extra(field.type, "unit") or "–"
    meaning = _description(field.type)
    cells = (f"`{field.encode_name}`", _type(field.type), unit, _default(field), meaning)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _type(shape: shapes.Type) -> str:
    """As `faults.expectation`, with a link to every part."""
    match shape:
        case shapes.Metadata():
            return _type(shape.type)
        case shapes.VarTupleType() if _struct_names(shape.item_type):
            array = faults.expectation(shape).partition(":")[0]  # with its length, if that is bound
            names = _struct_names(shape.item_type)
            return f"array of {names}" if array == "array" else f"{array}, each {names}"
        case shapes.UnionType() | shapes.StructType() if _struct_names(shape):
            return _struct_names(shape)
    return faults.expectation(shape)


def _struct_names(shape: shapes.Type) -> str:
    """A link to the struct, or to the list of structs tagged alike; "" for other types."""
    match shape:
        case shapes.Metadata():
            return _struct_names(shape.type)
        case shapes.StructType() if shape.tag is None:
            name = shape.cls.__name__
            return f"[`{name}`](#{name.lower()})"
        case shapes.UnionType():
            inner = [kind for kind in shape.types if not isinstance(kind, shapes.NoneType)]
            if len(inner) == 1:
                return _struct_names(inner[0])
            if isinstance(inner[0], shapes.StructType):
                field = inner[0].tag_field
                lists = {"do": "[action](#game-actions)", "what": "[event](#game-events)"}
                return lists.get(str(field), "[view of a game](#game-views)")
    return ""


def _default(field: shapes.Field) -> str:
    if field.required:
        return "required"
    value = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    words: dict[object, str] = {
        (): "empty",
        None: "none",
        "": "empty",
        True: "true",
        False: "false",
    }
    if isinstance(value, dict):
        return "empty"
    return (
        words[value]
        if type(value) in (tuple, str, bool, type(None)) and value in words
        else (f"`{value}`" if isinstance(value, str) else str(value))
    )


def _description(shape: shapes.Type) -> str:
    found = shape.extra_json_schema if isinstance(shape, shapes.Metadata) else None
    return str((found or {}).get("description", ""))


def _extra(shape: shapes.Type, key: str) -> str:
    """Found on the type, or inside a type that may be nil."""
    match shape:
        case shapes.Metadata():
            return str((shape.extra or {}).get(key) or "") or _extra(shape.type, key)
        case shapes.UnionType():
            return next((found for kind in shape.types if (found := _extra(kind, key))), "")
    return ""


def _example(sample: Any) -> Iterator[str]:
    if sample is None:
        return
    yield "```json\n" + json.dumps(plain(sample), ensure_ascii=False) + "\n```"
    whole = hasattr(sample, "id") or hasattr(sample, "re")
    body = codec.encode(sample) if whole else codec.pack(sample)
    yield "```hex\n" + hex_dump(framing.frame(body) if whole else body) + "\n```"


def hex_dump(data: bytes) -> str:
    """`data` in lines of 16 bytes: place, bytes, and what of them is ASCII."""
    lines = []
    for place in range(0, len(data), 16):
        chunk = data[place : place + 16]
        text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in chunk)
        lines.append(f"{place:04x}  {chunk.hex(' '):47}  {text}")
    return "\n".join(lines)


def errors() -> str:
    """Every error code with what happened and what to do about it."""
    lines = ["| code | what happened | what to do |", "|---|---|---|"]
    lines += [f"| `{code.value}` | {code.sentence} | {code.cure} |" for code in ErrorCode]
    return "\n".join(lines)


def _rows(rows: Sequence[accept_table.Row]) -> str:
    refused = any(row.code for row in rows)
    lines = (
        ["| what the frame holds | answer |", "|---|---|"] if refused else ["| accepted |", "|---|"]
    )
    for row in rows:
        answer = f" `{row.code.value}` |" if row.code else ""
        lines.append(f"| {row.what} |{answer}")
    return "\n".join(lines)


def limits() -> str:
    """The limits of frames in both directions."""
    client, server = codec.CLIENT_LIMITS, codec.SERVER_LIMITS
    names = (
        ("body_bytes", "length of a body", "bytes"),
        ("array_items", "items of an array", ""),
        ("map_pairs", "pairs of a map", ""),
        ("string_bytes", "length of a string, as UTF-8", "bytes"),
        ("bin_bytes", "length of a bin", "bytes"),
        ("depth", "maps and arrays inside each other, the message included", ""),
    )
    lines = ["| at most | to the server | to the client |", "|---|---|---|"]
    for name, words, unit in names:
        said, heard = getattr(client, name), getattr(server, name)
        lines.append(f"| {words} | {said:,} {unit} | {heard:,} {unit} |".replace("  |", " |"))
    return "\n".join(lines)
