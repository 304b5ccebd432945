"""Base types of the messages in both directions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cardprotocol.fields import RequestId


class ToServer(Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """A client's message. `id` is repeated as `re` by its answer or error."""

    id: Annotated[RequestId | None, Meta(description="repeated as `re` by the answer")] = None


class ToClient(Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """A server's message. `re` names the request it answers, if it answers one."""

    re: Annotated[RequestId | None, Meta(description="the `id` of the request answered")] = None
