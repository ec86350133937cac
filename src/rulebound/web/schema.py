"""The API's description: FastAPI writes it from the same Structs that the server reads and writes."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response

from rulebound.web.messages import encode
from rulebound.web.moves import Said

REFS = "#/components/schemas/{name}"
DESCRIBED: set[Any] = {Said}


class Refusing(msgspec.Struct, frozen=True):
    """Every error: what was wrong, which rule or field, what would be right."""

    refusal: Said


class Problem(Exception):
    """Carries a refusal out of an address."""

    def __init__(self, status: int, rule: str, reason: str, instead: str = "") -> None:
        super().__init__(reason)
        self.status, self.said = status, Said(rule, reason, instead)


def json(value: object, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json")


def takes(kind: Any) -> dict[str, Any]:
    """For `openapi_extra`: the JSON that an address takes."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": _ref(kind)}}}}


def gives(kind: Any) -> dict[int | str, dict[str, Any]]:
    """For `responses`: the JSON that an address gives, and how it refuses."""
    return {200: {"description": "Done.", "content": {"application/json": {"schema": _ref(kind)}}}, **REFUSES}


def _ref(kind: Any) -> dict[str, Any]:
    DESCRIBED.add(kind)
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template=REFS)
    return schema


REFUSES: dict[int | str, dict[str, Any]] = {
    status: {"description": why, "content": {"application/json": {"schema": _ref(Refusing)}}}
    for status, why in (
        (400, "It cannot be read."), (401, "No seat at this table."), (403, "Not for this seat."), (404, "There is no such thing."),
        (409, "The rules or the table do not allow it."), (413, "Too large."), (429, "Too fast."), (503, "It could not be kept."),
    )
}  # fmt: skip


async def read(request: Request, kind: Any) -> Any:
    """The body as this Struct."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Problem(400, "table.bad_message", f"That cannot be read: {problem}.", "See /api/docs for what can be sent.") from None


def describe(app: FastAPI) -> None:
    """Put the Structs into the description that FastAPI makes."""
    plain = app.openapi

    def whole() -> dict[str, Any]:
        document = plain()
        _, components = msgspec.json.schema_components(tuple(DESCRIBED), ref_template=REFS)
        document.setdefault("components", {}).setdefault("schemas", {}).update(components)
        return document

    app.openapi = whole  # type: ignore[method-assign]
