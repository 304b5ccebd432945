"""Field types of the wire: each a plain Python type with its range and unit.

What lives here: the annotations from which docs/protocol.md's tables are
generated and by which codec.py checks. What must not: messages.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

# Times are microseconds of somebody's monotonic clock. 2**53 keeps them exact in every language
# that has only doubles (JavaScript), and is 285 years.
MAX_INTEGER: Final = 2**53

TimeUs = Annotated[int, Meta(ge=0, le=MAX_INTEGER, extra={"unit": "µs"})]
SpanUs = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER, extra={"unit": "µs"})]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Seats = Annotated[int, Meta(ge=1, le=6)]  # how many; rows of a screen are made from it
Seq = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
RaceId = Annotated[int, Meta(ge=0, le=2**31 - 1)]
MAX_REQUEST_ID: Final = 2**31 - 1
RequestId = Annotated[int, Meta(ge=0, le=MAX_REQUEST_ID)]
Nonce = Annotated[bytes, Meta(min_length=8, max_length=8)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
Entropy = Annotated[bytes, Meta(min_length=16, max_length=16)]
Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
# What a request may carry; the server then applies the finer rules of names and chat.
NameText = Annotated[str, Meta(min_length=1, max_length=64)]
ChatText = Annotated[str, Meta(min_length=1, max_length=400)]
ShortText = Annotated[str, Meta(max_length=64)]
LongText = Annotated[str, Meta(max_length=400)]
OptionValue = bool | int | str
