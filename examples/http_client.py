"""A program at the table, over HTTP: plays a whole game against two `easy` bots.

python examples/http_client.py http://localhost:8000 chicago-express
"""

import json
import random
import sys
import urllib.request

BASE, GAME = (sys.argv[1:] + ["http://localhost:8000", "chicago-express"][len(sys.argv) - 1 :])[:2]
COOKIE = {}


def ask(method, path, body=None):
    headers = {"X-Cuberails": "1", "Content-Type": "application/json"} | COOKIE
    request = urllib.request.Request(BASE + path, json.dumps(body).encode() if body else None, headers, method=method)
    answer = urllib.request.urlopen(request)
    if path == "/api/guest":
        COOKIE["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
    return answer


def choose(table):
    """Put a random legal move together, atom by atom."""
    partial = []
    while True:
        seen = json.load(ask("POST", f"/api/tables/{table['id']}/preview", {"partial": partial}))
        if seen["complete"] and (seen["whole"] or random.random() < 0.5):
            return seen["move"]
        partial.append(random.choice([atom for atom in seen["legal"] if atom != "stop"] or ["stop"]))


ask("POST", "/api/guest", {"name": "Randolph"})
seats = [{"kind": "me"}] + [{"kind": "bot", "bot": "easy"}] * 2
table = json.load(ask("POST", "/api/tables", {"game": GAME, "seats": seats, "start": True}))
name = ""
for line in ask("GET", f"/api/tables/{table['id']}/stream?after=0"):
    field, _, data = line.decode().rstrip("\n").partition(": ")
    if field == "event":
        name = data
    if field == "data" and name == "entry":
        print(*json.loads(data)["words"], sep="\n")
    if field == "data" and name == "table":
        table = json.loads(data)
        if table["status"] == "finished":
            print("Cash:", *table["result"]["cash"])
            break
        if table["turn"]["seat"] in table["you"]:
            ask("POST", f"/api/tables/{table['id']}/moves", {"seen": table["number"], "move": choose(table)})
