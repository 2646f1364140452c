"""The games, one folder each. They know nothing of each other."""
