"""The tests, room by room, lowest layer first; what they share stands in support/."""
