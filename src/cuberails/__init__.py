"""Three railway share games: rules, records, bots, analysis, a table."""

__version__ = "0.1.0"
