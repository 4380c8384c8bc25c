"""Tests the Python client against a service that each test scripts. test/client/python.test.ts runs it."""

import asyncio
import gzip
import http.server
import json
import os
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

import sylva_client
from sylva_client import AsyncClient, Client, _export, _transport

META = {"locale": "en", "revision": "r3"}
LINKS = {"self": "/api/v1/trees"}
#: Ends what would go on for ever.
MAX_REQUESTS = 200


class Service:
    """Answers each request with what `answer` returns: status, headers and body, and whether to cut the answer off."""

    def __init__(self, answer):
        self.requests = []
        self.connections = set()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                parts = urlsplit(self.path)
                request = mock.Mock(path=parts.path.replace("/api/v1", ""), query=parse_qsl(parts.query), headers=self.headers)
                service.requests.append(request)
                service.connections.add(self.client_address)
                is_endless = len(service.requests) > MAX_REQUESTS
                status, headers, body, cut = reply({}, 400) if is_endless else answer(request, len(service.requests))
                body = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body[:cut])
                self.close_connection = cut is not None

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def reply(body, status=200, headers=None, cut=None):
    return status, headers or {}, body, cut


def tree(number, **more):
    return {"slug": f"tree-{number}", "title": f"Tree {number}", "_links": LINKS, "updatedAt": "2026-01-11T00:00:00Z", **more}


def page_of(trees, number=1, size=100):
    pages = -(-len(trees) // size)
    pagination = {"page": number, "pageSize": size, "total": len(trees), "hasNext": number < pages, "totalPages": pages}
    return {"data": trees[(number - 1) * size : number * size], "pagination": pagination, "meta": META, "_links": LINKS}


def lines_of(count):
    return b"".join(json.dumps({"slug": f"tree-{number:03}", "title.en": "x" * 50}).encode() + b"\n" for number in range(count))


class ClientTest(unittest.TestCase):
    def setUp(self):
        for module in (_export, _transport):
            if hasattr(module, "back_off"):
                patch = mock.patch.object(module, "back_off", lambda failures: 0.0)
                patch.start()
                self.addCleanup(patch.stop)

    def serve(self, answer):
        service = Service(answer)
        self.addCleanup(service.close)
        return service

    def client(self, answer, **options):
        service = self.serve(answer)
        return Client(service.url, "key", **options), service


class Connections(ClientTest):
    def test_requests_share_a_connection(self):
        client, service = self.client(lambda request, number: reply({"data": [], "meta": META}))
        for _ in range(5):
            client.families()
        self.assertEqual([len(service.requests), len(service.connections)], [5, 1])

    def test_a_connection_that_the_service_closed_is_not_used_again(self):
        client, service = self.client(
            lambda request, number: reply({"data": [], "meta": META}, headers={"Connection": "close"}), max_retries=0
        )
        for _ in range(3):
            client.families()
        self.assertEqual(len(service.connections), 3)

    def test_a_cut_answer_is_not_taken_for_the_next_one(self):
        body = {"data": [{"name": "Fagaceae"}], "meta": META}
        client, service = self.client(lambda request, number: reply(body, cut=10 if number == 2 else None))
        for _ in range(3):
            self.assertEqual(client.families()[0]["name"], "Fagaceae")
        self.assertEqual(len(service.requests), 4)

    def test_threads_do_not_share_a_connection_at_the_same_time(self):
        client, service = self.client(
            lambda request, number: reply({"data": [{"name": request.query[0][1]}], "meta": META}), wait_for_limit=False
        )
        found = {}
        work = lambda name: found.update({name: [client.families(search=name)[0]["name"] for _ in range(20)]})
        threads = [threading.Thread(target=work, args=[f"n{number}"]) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {f"n{number}": [f"n{number}"] * 20 for number in range(8)})

    def test_a_proxy_of_the_environment_gets_the_whole_address(self):
        proxy = self.serve(lambda request, number: reply({"data": [{"name": request.path}], "meta": META}))
        place = {"http_proxy": proxy.url.replace("//", "//user:secret@"), "no_proxy": ""}
        with mock.patch.dict(os.environ, place):
            client = Client("http://trees.invalid")
            self.assertEqual(client.families(locale="es")[0]["name"], "/families")
        self.assertEqual(proxy.requests[0].headers["Host"], "trees.invalid")
        self.assertEqual(proxy.requests[0].headers["Proxy-Authorization"], "Basic dXNlcjpzZWNyZXQ=")

    def test_compression_that_is_none_is_an_unexpected_answer(self):
        client, _ = self.client(lambda request, number: reply(b"no gzip", headers={"Content-Encoding": "gzip"}))
        with self.assertRaises(sylva_client.UnexpectedAnswerError):
            client.families()

    def test_a_limit_of_nothing_does_not_keep_requests_waiting(self):
        headers = {"X-RateLimit-Limit": "0", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(time.time()))}
        client, service = self.client(lambda request, number: reply({"data": [], "meta": META}, headers=headers))
        done = threading.Thread(target=lambda: [client.families(), client.families()], daemon=True)
        done.start()
        done.join(10)
        self.assertEqual(len(service.requests), 2)


class Settings(ClientTest):
    def test_url_and_key_are_read_from_the_environment(self):
        service = self.serve(lambda request, number: reply({"data": [], "meta": META}))
        with mock.patch.dict(os.environ, {"SYLVA_URL": service.url, "SYLVA_KEY": "from-environment"}):
            Client().families()
            Client(api_key="given").families()
            Client(api_key="").families()
        self.assertEqual([each.headers["X-API-Key"] for each in service.requests], ["from-environment", "given", None])

    def test_without_a_url_the_error_names_the_variable(self):
        with mock.patch.dict(os.environ, {"SYLVA_URL": ""}), self.assertRaisesRegex(ValueError, "SYLVA_URL"):
            Client()

    def test_the_user_agent_names_client_and_version(self):
        client, service = self.client(lambda request, number: reply({"data": [], "meta": META}))
        client.families()
        self.assertEqual(service.requests[0].headers["User-Agent"], f"sylva-python/{sylva_client.__version__}")

    def test_a_key_that_no_header_can_carry_is_a_plain_error_at_once(self):
        for key in ("sylva_\u0142", "sylva_x\n", "sylva x", "sylva_\u00e9"):
            with self.assertRaises(ValueError) as caught:
                Client("http://127.0.0.1:9", key)
            self.assertNotIsInstance(caught.exception, UnicodeError)
            self.assertIn("api_key", str(caught.exception))
            self.assertNotIn(key.strip(), str(caught.exception))

    def test_import_star_hides_no_name_of_python(self):
        names = {}
        exec("from sylva_client import *", names)
        import builtins

        self.assertEqual([name for name in names if name != "__builtins__" and hasattr(builtins, name)], [])
        self.assertTrue(issubclass(sylva_client.TimeoutError, TimeoutError))


class Names(ClientTest):
    def matching(self):
        def answer(request, number):
            found = [{"name": value, "status": "accepted", "tree": None, "candidates": []} for name, value in request.query]
            return reply({"data": found, "meta": META})

        return self.client(answer)

    def test_one_text_is_one_name(self):
        client, service = self.matching()
        self.assertEqual([each["name"] for each in client.match_names("Quercus robur")], ["Quercus robur"])
        self.assertEqual(service.requests[0].query, [("name", "Quercus robur")])

    def test_names_that_cannot_be_sent_match_nothing_and_the_others_are_matched(self):
        client, service = self.matching()
        long, control = "x" * 201, "a\tb"
        names = ["Ceiba", None, float("nan"), "", "  ", long, control, "\ud800", "y" * 200, "e\u0301" * 150]
        found = client.match_names(names)
        self.assertEqual([each["status"] for each in found], ["accepted", *["none"] * 7, "accepted", "accepted"])
        self.assertEqual([each["name"] for each in found], ["Ceiba", "", "", *names[3:]])
        self.assertEqual(len(service.requests), 1)

    def test_missing_values_of_pandas_match_nothing(self):
        pandas = needs_pandas(self)
        client, _ = self.matching()
        found = client.match_names(pandas.Series(["Ceiba", pandas.NA, pandas.NaT]))
        self.assertEqual([each["status"] for each in found], ["accepted", "none", "none"])

    def test_what_is_no_text_is_refused(self):
        client, _ = self.matching()
        with self.assertRaisesRegex(TypeError, "7"):
            client.match_names(["Ceiba", 7])

    def test_no_names_give_no_matches_and_no_request(self):
        client, service = self.matching()
        self.assertEqual([client.match_names([]), client.match_names([None])[0]["status"]], [[], "none"])
        self.assertEqual(service.requests, [])

    def test_an_answer_with_too_few_matches_is_unexpected(self):
        client, _ = self.client(lambda request, number: reply({"data": [], "meta": META}))
        with self.assertRaises(sylva_client.UnexpectedAnswerError):
            client.match_names(["Ceiba"])


class Lists(ClientTest):
    def listing(self, count=250):
        def answer(request, number):
            query = dict(request.query)
            body = page_of([tree(each) for each in range(count)], int(query.get("page", 1)), int(query.get("pageSize", 20)))
            return reply({**body, "facets": {"family": []}})

        return self.client(answer)

    def test_a_walk_begins_at_the_page_that_is_asked_for(self):
        client, service = self.listing()
        trees = client.trees(page=2)
        self.assertEqual([each["slug"] for each in trees][::149], ["tree-100", "tree-249"])
        self.assertEqual(trees.page()["pagination"]["page"], 2)
        self.assertEqual([trees.total, trees.facets("family")], [250, {"family": []}])
        for request in service.requests:
            self.assertEqual(len(request.query), len(dict(request.query)), request.query)

    def test_changes_name_their_revision(self):
        change = {"slug": "tree-1", "change": "removed", "revision": "r2", "tree": None}
        client, _ = self.client(lambda request, number: reply(page_of([change])))
        changes = client.changes("r1")
        self.assertEqual([changes, changes.revision], [[change], "r3"])


class Frames(ClientTest):
    def test_empty_results_have_their_columns(self):
        pandas = needs_pandas(self)

        def answer(request, number):
            return reply(b"", headers={"Sylva-Revision": "r3"}) if "exports" in request.path else reply(page_of([]))

        client, _ = self.client(answer)
        frames = {
            "record": client.trees().to_dataframe(),
            "summary": client.trees(view="summary").to_dataframe(),
            "detail": client.trees(view="detail").to_dataframe(),
            "families": client.families().to_dataframe(),
            "matches": client.match_names([]).to_dataframe(),
            "changes": client.changes("r1").to_dataframe(),
            "export": client.export().to_dataframe(),
        }
        self.assertEqual([len(frame) for frame in frames.values()], [0] * 7)
        self.assertEqual(list(frames["summary"]), ["slug", "title", "scientificName"])
        for name, columns in {
            "record": {"slug", "family", "updatedAt"},
            "detail": {"slug", "family", "body", "synonyms"},
            "families": {"name", "commonName", "speciesCount"},
            "matches": {"name", "status", "scientificName", "candidates"},
            "changes": {"slug", "change", "revision"},
            "export": {"slug", "title.en", "title.es", "scientificName", "updatedAt"},
        }.items():
            self.assertLessEqual(columns, set(frames[name]), name)
        self.assertNotIn("title.es", client.export(locale="en").to_dataframe())
        self.assertEqual(str(frames["record"]["updatedAt"].dt.tz), "UTC")

    def test_dates_are_dates_and_links_are_left_out(self):
        pandas = needs_pandas(self)
        client, _ = self.client(lambda request, number: reply(page_of([tree(1), tree(2, updatedAt=None)])))
        frame = client.trees().to_dataframe()
        self.assertEqual(frame["updatedAt"][0], pandas.Timestamp("2026-01-11", tz="UTC"))
        self.assertTrue(pandas.isna(frame["updatedAt"][1]))
        self.assertNotIn("_links", frame)

    def test_trees_of_changes_have_columns_without_links(self):
        needs_pandas(self)
        changed = {"slug": "tree-1", "change": "changed", "revision": "r3", "tree": tree(1)}
        removed = {"slug": "tree-2", "change": "removed", "revision": "r3", "tree": None}
        client, _ = self.client(lambda request, number: reply(page_of([changed, removed])))
        frame = client.changes("r1").to_dataframe()
        self.assertEqual(list(frame), ["slug", "change", "revision", "tree.slug", "tree.title", "tree.updatedAt"])


class Exports(ClientTest):
    """Of a service whose answers are cut: `cuts` says where, by the number of the request."""

    def cutting(self, body, cuts, tag=lambda number: '"e"', packs=False, **options):
        def answer(request, number):
            headers = {"Sylva-Revision": "r3", "ETag": tag(number)}
            begins = request.headers["Range"] and request.headers["If-Range"] == tag(number)
            start = int(request.headers["Range"][6:-1]) if begins else 0
            sent = body[start:]
            if begins:
                headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
            elif packs and request.headers["Accept-Encoding"] == "gzip":
                sent, headers["Content-Encoding"] = gzip.compress(body), "gzip"
            return reply(sent, 206 if begins else 200, headers, cuts(number, len(sent)))

        return self.client(answer, **options)

    def test_a_file_is_continued_after_a_cut(self):
        body = os.urandom(300_000)
        for packs in (False, True):
            client, service = self.cutting(body, lambda number, size: size // 2 if number < 4 else None, packs=packs)
            with tempfile.TemporaryDirectory() as folder:
                file = client.export().save(Path(folder, "trees.zip"), "dwca")
                self.assertEqual(file.read_bytes(), body)
                self.assertEqual(os.listdir(folder), ["trees.zip"])
            self.assertTrue(any(request.headers["If-Range"] for request in service.requests))

    def test_a_file_is_whole_if_nothing_is_left_to_ask_for_after_a_cut(self):
        body = os.urandom(1000)
        headers = {"Sylva-Revision": "r3", "ETag": '"e"'}
        client, service = self.client(
            lambda request, number: reply(body + b"?", 200, headers, len(body)) if number == 1 else reply(b"{}", 416)
        )
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(client.export().save(Path(folder, "trees.zip"), "dwca").read_bytes(), body)
        self.assertEqual(len(service.requests), 2)

    def test_a_file_of_which_the_form_changes_in_between_begins_again(self):
        body = os.urandom(100_000)
        client, _ = self.cutting(body, lambda number, size: 50_000 if number < 4 else None, tag=lambda number: f'"{number}"')
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(client.export().save(Path(folder, "trees.zip"), "dwca").read_bytes(), body)

    def test_lines_are_continued_after_a_cut_and_none_comes_twice(self):
        for packs in (False, True):
            client, _ = self.cutting(lines_of(500), lambda number, size: size // 2 if number < 4 else None, packs=packs)
            slugs = [each["slug"] for each in client.export()]
            self.assertEqual(slugs, [f"tree-{number:03}" for number in range(500)])

    def test_an_export_that_ends_in_the_middle_of_a_line_is_cut(self):
        body = lines_of(20)
        client, service = self.client(
            lambda request, number: reply(body if number > 1 else body[:-5], headers={"Sylva-Revision": "r3"})
        )
        self.assertEqual([len(list(client.export())), len(service.requests)], [20, 2])

    def test_attempts_without_progress_end_after_the_retries(self):
        client, service = self.cutting(lines_of(50), lambda number, size: 500, tag=lambda number: f'"{number}"')
        with self.assertRaises(sylva_client.NetworkError):
            list(client.export())
        self.assertEqual(len(service.requests), 5)

    def test_failures_before_and_in_the_body_are_counted_together(self):
        def answer(request, number):
            if number % 2 == 0:
                return reply(b"", 503, {"Retry-After": "0"})
            return reply(lines_of(50), headers={"Sylva-Revision": "r3"}, cut=500)

        client, service = self.client(answer)
        with self.assertRaises(sylva_client.SylvaError):
            list(client.export())
        self.assertEqual(len(service.requests), 5)

    def test_progress_does_not_prolong_an_export_beyond_twenty_attempts(self):
        for tag in (lambda number: '"e"', lambda number: f'"{number}"'):
            cuts = lambda number, size: 100 if tag(1) == tag(2) else number * 100
            client, service = self.cutting(lines_of(500), cuts, tag=tag)
            with self.assertRaises(sylva_client.NetworkError):
                list(client.export())
            self.assertEqual(len(service.requests), 20)


class Sync(ClientTest):
    BAD = ("../../outside", "r1/../../x", "/tmp/x", "r", "r0", "r01", "R3", "r3\u0663", "r-1", "12", "")

    def copies(self, answer, before=b'{"slug":"kept"}\n'):
        client, service = self.client(answer)
        outer = tempfile.TemporaryDirectory()
        self.addCleanup(outer.cleanup)
        folder = Path(outer.name, "a", "copy")
        folder.mkdir(parents=True)
        (folder / "trees-r2.ndjson").write_bytes(before)
        return client, folder

    def test_a_revision_of_a_header_that_is_none_is_refused_and_the_copy_kept(self):
        for bad in self.BAD:
            problem = {"code": "revision-expired", "requestId": "1", "title": "t", "detail": "d"}
            client, folder = self.copies(
                lambda request, number: reply(problem, 410)
                if request.path == "/changes"
                else reply(lines_of(2), headers={"Sylva-Revision": bad.encode().decode("latin-1")})
            )
            with self.assertRaisesRegex(sylva_client.UnexpectedAnswerError, "Sylva-Revision") as caught:
                client.sync(folder)
            if bad.isascii():
                self.assertIn(repr(bad), str(caught.exception))
            self.assertEqual([str(file.relative_to(folder.parent.parent)) for file in folder.parent.parent.rglob("*") if file.is_file()],
                             ["a/copy/trees-r2.ndjson"])

    def test_a_revision_of_changes_that_is_none_is_refused_and_the_copy_kept(self):
        for bad in (*self.BAD, None, 3):
            body = {**page_of([]), "meta": {"revision": bad}}
            client, folder = self.copies(lambda request, number: reply(body))
            with self.assertRaisesRegex(sylva_client.UnexpectedAnswerError, "meta.revision"):
                client.sync(folder)
            self.assertEqual(os.listdir(folder), ["trees-r2.ndjson"])

    def test_files_whose_numbers_are_no_digits_are_left_alone(self):
        client, folder = self.copies(lambda request, number: reply({**page_of([]), "meta": {"revision": "r2"}}))
        (folder / "trees-r1\u0663.ndjson").write_bytes(b"")
        self.assertEqual(client.sync(folder).revision, "r2")
        self.assertEqual(len(os.listdir(folder)), 2)

    def updating(self):
        changes = [
            {"slug": "tree-001", "change": "changed", "revision": "r3"},
            {"slug": "tree-002", "change": "removed", "revision": "r3"},
        ]

        def answer(request, number):
            if request.path == "/changes":
                return reply(page_of(changes))
            return reply(b'{"slug":"tree-001"}\n' if request.query else lines_of(4), headers={"Sylva-Revision": "r3"})

        return answer

    def test_callbacks_get_everything_first_and_then_what_changed(self):
        client, _ = self.client(self.updating())
        told = []
        callbacks = {
            "on_start": lambda start: told.append(tuple(start)),
            "on_upsert": lambda each: told.append(each["slug"]),
            "on_remove": lambda slug: told.append(f"-{slug}"),
        }
        self.assertEqual(tuple(client.sync(**callbacks)), ("r3", True, 4, 0))
        self.assertEqual(told, [("r3", True), "tree-000", "tree-001", "tree-002", "tree-003"])
        told.clear()
        self.assertEqual(tuple(client.sync(since="r2", **callbacks)), ("r3", False, 1, 1))
        self.assertEqual(told, [("r3", False), "-tree-002", "tree-001"])
        with self.assertRaises(TypeError):
            client.sync()

    def test_callbacks_begin_again_after_a_publish(self):
        def answer(request, number):
            if number == 1:
                return reply(lines_of(4), headers={"Sylva-Revision": "r3"}, cut=150)
            return reply(lines_of(4), headers={"Sylva-Revision": "r4"})

        client, _ = self.client(answer)
        starts, copy = [], []
        counts = client.sync(on_start=lambda start: (starts.append(start.revision), copy.clear()), on_upsert=copy.append, on_remove=copy.remove)
        self.assertEqual([starts, len(copy), counts.upserted], [["r3", "r4"], 4, 4])

    def test_callbacks_of_asyncio_are_awaited_in_the_loop(self):
        service = self.serve(self.updating())
        told = []

        async def upsert(each):
            await asyncio.sleep(0)
            told.append((each["slug"], threading.current_thread() is threading.main_thread()))

        async def main():
            async with AsyncClient(service.url) as client:
                return await client.sync(since="r2", on_upsert=upsert, on_remove=told.append)

        self.assertEqual(tuple(asyncio.run(main())), ("r3", False, 1, 1))
        self.assertEqual(told, ["tree-002", ("tree-001", True)])


class Asyncio(ClientTest):
    def test_nothing_blocks_the_event_loop(self):
        """The service answers only when the loop has run meanwhile."""
        turned = threading.Event()

        def answer(request, number):
            body = lines_of(3) if "exports" in request.path else {**page_of([tree(1)]), "facets": {}}
            return reply(body, 200 if turned.wait(5) else 500, {"Sylva-Revision": "r3"})

        service = self.serve(answer)

        async def turning(work):
            turned.clear()
            asyncio.get_running_loop().call_later(0.01, turned.set)
            return await work()

        async def main():
            client = AsyncClient(service.url, max_retries=0)
            trees, export = client.trees(), client.export()

            async def total():
                return await trees.total

            self.assertEqual(await turning(total), 1)
            self.assertEqual((await turning(lambda: trees.page(1)))["meta"], META)
            self.assertEqual(await turning(lambda: trees.facets("family")), {})
            with tempfile.TemporaryDirectory() as folder:
                file = await turning(lambda: export.save(Path(folder, "trees.ndjson")))
                self.assertEqual(file.read_bytes(), lines_of(3))
            if has_pandas():
                self.assertEqual(len(await turning(trees.to_dataframe)), 1)
                self.assertEqual(len(await turning(client.export().to_dataframe)), 3)

        asyncio.run(main())


def has_pandas():
    try:
        import pandas  # noqa: F401
    except ImportError:
        return False
    return True


def needs_pandas(test):
    if not has_pandas():
        test.skipTest("pandas is missing")
    import pandas

    return pandas


if __name__ == "__main__":
    unittest.main()
