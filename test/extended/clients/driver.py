"""Does with the Python client, installed as a package, what it reads, one call a line, and tells what came of it."""

import json
import os
import sys

from sylva_client import Client, SylvaError


def client_for(call):
    names = {"timeoutSeconds": "timeout", "maxRetries": "max_retries", "maxWaitSeconds": "max_wait", "cache": "cache"}
    options = {name: call[given] for given, name in names.items() if given in call}
    os.environ.update(call.get("env", {}))
    return Client(call.get("baseUrl"), call.get("apiKey"), **options)


def page(client, call):
    query = dict(call.get("query", {}))
    number = query.pop("page", 1)
    return client.trees(**query).page(number)


def walk(client, call):
    trees = client.trees(**call.get("query", {}), **({"on_change": call["onChange"]} if "onChange" in call else {}))
    return [tree["slug"] for tree in trees]


def export(client, call):
    trees = client.export(**call.get("query", {}))
    given = list(trees)
    return {"revision": trees.revision, "trees": given}


def sync(client, call):
    result = client.sync(call["folder"])
    return {"revision": result.revision, "isWhole": result.is_whole, "upserted": result.upserted, "removed": result.removed}


DOES = {
    "page": page,
    "walk": walk,
    "tree": lambda client, call: client.tree(call["slug"], **call.get("query", {})),
    "families": lambda client, call: client.families(**call.get("query", {})),
    "match": lambda client, call: client.match_names(call["names"]),
    "changes": lambda client, call: client.changes(call["since"], **call.get("query", {})),
    "export": export,
    "sync": sync,
}


def outcome(call):
    try:
        return {"value": DOES[call["does"]](client_for(call), call)}
    except SylvaError as error:
        told = {"status": error.status, "code": error.code, "retryAfterSeconds": error.retry_after}
        return {"error": {"kind": type(error).__name__, "message": str(error), **told}}
    except ValueError as error:
        return {"error": {"kind": "ValueError", "message": str(error)}}


for line in sys.stdin:
    print(json.dumps(outcome(json.loads(line))), flush=True)
