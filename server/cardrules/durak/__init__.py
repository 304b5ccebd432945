"""Invisible Durak and its variants. Read state.py first, then bout.py."""
