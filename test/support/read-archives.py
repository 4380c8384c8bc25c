"""Reads Darwin Core Archives with Python's standard library, as any reader would: by meta.xml alone.

A path a line comes in, and a JSON object a line goes out: the tables, each as a list of rows by term, and the title and the rights
of the whole.
"""

import csv
import io
import json
import sys
import xml.etree.ElementTree as ET
import zipfile

TEXT = "{http://rs.tdwg.org/dwc/text/}"
csv.field_size_limit(10_000_000)


def literal(text):
    return text.replace("\\t", "\t").replace("\\r", "\r").replace("\\n", "\n")


def read_table(archive, element):
    data = archive.read(element.find(f"{TEXT}files/{TEXT}location").text)
    text = io.TextIOWrapper(io.BytesIO(data), encoding=element.get("encoding"), newline="")
    lines = csv.reader(
        text,
        delimiter=literal(element.get("fieldsTerminatedBy")),
        quotechar=element.get("fieldsEnclosedBy"),
        lineterminator=literal(element.get("linesTerminatedBy")),
        strict=True,
    )
    for _ in range(int(element.get("ignoreHeaderLines", "0"))):
        next(lines)
    identifier = element.find(f"{TEXT}id")
    if identifier is None:
        identifier = element.find(f"{TEXT}coreid")
    columns = {"id": int(identifier.get("index"))}
    columns.update({field.get("term"): int(field.get("index")) for field in element.findall(f"{TEXT}field")})
    rows = list(lines)
    width = max(columns.values()) + 1
    assert all(len(row) == width for row in rows), "a row has another number of cells than the table has columns"
    return [{term: row[index] for term, index in columns.items()} for row in rows]


def read(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        meta = ET.fromstring(archive.read("meta.xml"))
        tables = [meta.find(f"{TEXT}core"), *meta.findall(f"{TEXT}extension")]
        eml = ET.fromstring(archive.read(meta.get("metadata")))
        return {
            "files": archive.namelist(),
            "dates": sorted({str(entry.date_time) for entry in archive.infolist()}),
            "tables": {table.get("rowType"): read_table(archive, table) for table in tables},
            "title": eml.findtext("dataset/title"),
            "rights": "".join(eml.find("dataset/intellectualRights").itertext()),
            "link": eml.find("dataset/intellectualRights//ulink").get("url")
            if eml.find("dataset/intellectualRights//ulink") is not None
            else None,
            "contact": ["".join(part.itertext()) for part in eml.find("dataset/contact")],
        }


for line in sys.stdin:
    print(json.dumps(read(line.rstrip("\n"))), flush=True)
