"""Runs of the installed commands and real sockets, end to end."""
