"""The table in the terminal. Games differ only in how they are drawn: one module for each."""
