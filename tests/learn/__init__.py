"""Tests of the learning environments; skipped where perekur[learn] is not installed."""
