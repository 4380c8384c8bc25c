"""Runs every example in the docstrings of the installed client, against the service of SYLVA_URL."""

import doctest
import importlib
import os
import pkgutil
import sys

import sylva_client

url, key = os.environ["SYLVA_URL"], os.environ["SYLVA_KEY"]
names = ["sylva_client", *(f"sylva_client.{each.name}" for each in pkgutil.iter_modules(sylva_client.__path__))]
tried, failed = 0, 0
for name in names:
    module = importlib.import_module(name)
    known = {"url": url, "key": key, "client": sylva_client.Client(url, key)}
    result = doctest.testmod(module, extraglobs=known)
    tried, failed = tried + result.attempted, failed + result.failed
print(f"{tried} examples")
sys.exit(failed > 0 or tried < 15)
