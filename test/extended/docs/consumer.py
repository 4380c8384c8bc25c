"""What the document says, read by a Python program with nothing but the standard library and jsonschema.

It asks a running service for every operation with every example of every parameter, at and beyond every limit, and holds
each answer against the document. Prints how many answers it held; the first that is otherwise ends it.
"""

import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

from jsonschema import Draft202012Validator

ORIGIN, KEY = sys.argv[1:]
held = 0


def fetch(address, key=KEY):
    request = urllib.request.Request(address, headers={"X-API-Key": key})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, read(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, read(error)


def read(answer):
    """What is no JSON is text, or bytes that are shown as text."""
    kind = answer.headers.get_content_type()
    text = answer.read().decode("latin-1" if kind == "application/zip" else "utf-8")
    return json.loads(text) if re.search(r"[/+]json$", kind) else text


document = fetch(ORIGIN + "/openapi.json")[2]
components = document["components"]
REVISION = fetch(ORIGIN + document["servers"][0]["url"] + "/families")[1]["Sylva-Revision"]


def resolve(value):
    return components[value["$ref"].split("/")[-2]][value["$ref"].split("/")[-1]] if "$ref" in value else value


def validator(schema):
    whole = {**schema, "components": components}
    Draft202012Validator.check_schema(whole)
    return Draft202012Validator(whole)


def ask(path, operation, expected, query=(), key=KEY):
    """One call, held against what the document says of its status."""
    global held
    route = path.replace("{slug}", "ceiba-pentandra")
    address = ORIGIN + document["servers"][0]["url"] + route + "?" + urllib.parse.urlencode(list(query))
    status, headers, body = fetch(address, key)
    assert status == expected, f"{status} instead of {expected} for {address}: {body}"
    response = resolve(operation["responses"][str(status)])
    schema = response["content"][headers.get_content_type()]["schema"]
    errors = [f"{error.json_path}: {error.message}" for error in validator(schema).iter_errors(body)]
    assert not errors, f"{address}: {errors}"
    for name, header in response["headers"].items():
        described = resolve(header)
        value = headers.get(name)
        assert value is not None or not described["required"], f"{address}: no {name}"
        if value is not None:
            given = int(value) if described["schema"]["type"] == "integer" else value
            validator(described["schema"]).validate(given)
    held += 1


def patterns(node):
    if isinstance(node, list):
        for each in node:
            yield from patterns(each)
    elif isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node["pattern"]
        for each in node.values():
            yield from patterns(each)


for pattern in patterns(document):
    re.compile(pattern)

def required(operation, but=None):
    """What every call must give, beside one parameter."""
    given = [each for each in operation["parameters"] if each["in"] == "query" and each.get("required")]
    values = {each["name"]: each["schema"].get("items", each["schema"])["examples"][0] for each in given}
    return [(name, REVISION if name == "since" else value) for name, value in values.items() if name != but]


# What chooses trees does so in one view of the families only, as the operation's description says.
ALONE = {"/families": ["locale", "view"]}

for path, methods in document["paths"].items():
    operation = methods["get"]
    ask(path, operation, 200, required(operation))
    ask(path, operation, 401, required(operation), key="wrong")
    ask(path, operation, 400, [*required(operation), ("nosuchparameter", "1")])
    for parameter in operation["parameters"]:
        if parameter["in"] != "query":
            continue
        name, schema = parameter["name"], parameter["schema"]
        others = required(operation, but=name)
        if name not in ALONE.get(path, [name]):
            ask(path, operation, 400, [*others, (name, schema.get("items", schema)["examples"][0])])
            others = [*others, ("view", "detail")]
        one = schema.get("items", schema)
        right = [*one["examples"], *one.get("enum", []), *(one[end] for end in ("minimum", "maximum") if end in one)]
        for value in right:
            validator(one).validate(value)
            # No revision of the examples has been published here.
            ask(path, operation, 503 if name == "since" else 200, [*others, (name, value)])
        if schema["type"] == "array":
            ask(path, operation, 200, [*others, *((name, value) for value in right)])
        wrong = ["a\x00b", "a\x85b", "x" * 201] if one["type"] == "string" else [one["minimum"] - 1, one["maximum"] + 1, "1.5"]
        for value in wrong:
            assert not validator(one).is_valid(value), f"{name} may be {value!r}"
            ask(path, operation, 400, [*others, (name, value)])

print(held)
