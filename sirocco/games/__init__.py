"""The games: one folder each, with rules, data pack and advice."""
