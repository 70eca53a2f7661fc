"""Parameters and states as NumPy records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gamekit.fields import Field, Nested, Struct


def layout(fields: Mapping[str, Field]) -> np.dtype[Any]:
    """Return the record type of declared fields, padded to whole words for `digest`."""
    tight = np.dtype([(name, *_kind(field)) for name, field in fields.items()], align=True)
    assert tight.names is not None
    assert tight.fields is not None
    places: Any = {
        "names": list(tight.names),
        "formats": [tight.fields[name][0] for name in tight.names],
        "offsets": [tight.fields[name][1] for name in tight.names],
        "itemsize": max(8, -(-tight.itemsize // 8) * 8),
    }
    padded: np.dtype[Any] = np.dtype(places)
    return padded


def _kind(field: Field) -> tuple[Any, ...]:
    if isinstance(field, Nested):
        return (layout(field.inside().fields),)
    return (field.kind, (field.size,)) if field.size else (field.kind,)


def store(place: Any, record: Struct) -> None:
    """Write a record's values into a NumPy record."""
    for name, field in type(record).fields.items():
        if isinstance(field, Nested):
            store(place[name], getattr(record, name))
        else:
            place[name] = getattr(record, name)


def values(place: Any, fields: Mapping[str, Field]) -> tuple[object, ...]:
    """Read a NumPy record as `values` of the same record would be."""
    found: list[object] = []
    for name, field in fields.items():
        if isinstance(field, Nested):
            found.append(values(place[name], field.inside().fields))
        else:
            found.append(tuple(place[name].tolist()) if field.size else int(place[name]))
    return tuple(found)
