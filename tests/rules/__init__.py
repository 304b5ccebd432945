"""Tests of cardrules: stories named as sentences, properties, golden playthroughs."""
