"""The table's server: live and lasting tables over HTTP (docs/server.md, docs/api.md).

Read `table.py` first (what a log means), then `desk.py` (what may be appended to it), then `store.py` (where it lies).
"""
