"""Which software this is, for greetings, logs and `--version`."""

from __future__ import annotations

from importlib.metadata import version


def client_version(program: str = "cardclient") -> str:
    """Software and its version, for example ``cardclient 0.1.0``."""
    return f"{program} {version('perekur')}"
