"""The user's devices as the server listed them last: what holds while it cannot be asked. Pure."""

import json
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Final

from assistant.foreign_text import without_hidden
from assistant.locale import _
from assistant.sync.model.records import Device

SHOWN_ID: Final = 8
"""Characters of an id by which the user tells devices of one name apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDevices:
    """What one device knows of all of them."""

    server: str = ""
    """Which server this was heard of; without a password."""
    own_id: str = ""
    devices: tuple[Device, ...] | None = None
    """Removed ones are left out; None if the server was never asked."""
    leader_id: str = ""
    """The device that was last known to lead; empty if none ever was."""

    @property
    def has_others(self) -> bool | None:
        """None if unknown."""
        if self.devices is None:
            return None
        return any(device.device_id != self.own_id for device in self.devices)

    @property
    def led_last(self) -> bool:
        """Whether this device was the last known leader."""
        return bool(self.own_id) and self.leader_id == self.own_id

    @property
    def labels(self) -> Mapping[str, str]:
        return device_labels(self.devices or (), own_id=self.own_id)

    def of(self, server: str, own_id: str) -> "KnownDevices":
        """What still holds for this device at this server: nothing if either changed."""
        is_same = (self.server, self.own_id) == (server, own_id)
        return self if is_same else KnownDevices(server=server, own_id=own_id)

    def led_by(self, device_id: str) -> "KnownDevices":
        return replace(self, leader_id=device_id) if device_id else self

    def to_json(self) -> str:
        return json.dumps(asdict(self), default=datetime.isoformat, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | None) -> "KnownDevices":
        """Nothing known if there is no text or it is malformed."""
        try:
            fields = json.loads(text or "{}")
            devices = fields.pop("devices", None)
            return cls(
                **fields,
                devices=None if devices is None else tuple(_device(one) for one in devices),
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            return cls()


def device_labels(devices: Sequence[Device], *, own_id: str) -> Mapping[str, str]:
    """Names by id; names that several devices share are made distinct."""
    counts = Counter(name_key(device.name) for device in devices)
    labels: dict[str, str] = {}
    for device in devices:
        label = device.name
        if counts[name_key(label)] > 1:
            form = _("{name} (this device)") if device.device_id == own_id else "{name} ({id})"
            label = form.format(name=label, id=device.device_id[:SHOWN_ID])
        labels[device.device_id] = label
    return labels


def name_key(name: str) -> str:
    """Return what names of devices have in common that look alike: systems compose letters differently."""
    seen = without_hidden(unicodedata.normalize("NFKC", name))
    return " ".join(seen.split()).casefold()


def _device(fields: dict[str, str | bool]) -> Device:
    times = {name: datetime.fromisoformat(str(fields[name])) for name in ("added_at", "seen_at")}
    return Device(**{**fields, **times})  # pyright: ignore[reportArgumentType]
