"""Under which names the page answers, and whose writes it takes."""

import http.client

import pytest

from web.hosts import LONGEST_NAME, name_in

OURS = (
    "localhost", "127.0.0.1:8080", "192.168.1.7", "[::1]:80", "table.example:8080", "LOCALHOST", "localhost.",
    "localhost:", "[::ffff:192.168.1.7]",
)  # fmt: skip
FOREIGN = (
    "evil.example", "evil.example:8080", "localhost.evil.example", "", "a@b", "[::1", "[::1]x", "[::1]:x", "[]", "::1",
    "localhost:x", "localhost:123456", "127.0.0.1:80:80", "user@localhost", "localhost/", "localhost#", "local host",
    "..", ".", "-", "a" * 64 + ".example", "a" * 5000, ".".join(["ab"] * 100), "b\u00fccher.example", "%00", "1.2.3",
    "[fe80::1%eth0]", "localhost,evil.example", "<b>", "\t",
)  # fmt: skip
ROUTES = ("/table", "/nowhere", "/api/table", "/stream/table", "/static/page.css")


@pytest.mark.parametrize("host", OURS)
def test_the_page_answers_under_its_own_names(visitor, host):
    assert visitor().get("/table", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_under_any_other_name_every_address_is_refused_in_one_sentence(app, host):
    client = app.test_client()
    for path in ROUTES:
        answer = client.get(path, environ_overrides={"HTTP_HOST": host})
        assert answer.status_code == 400, path
        assert "not called" in answer.text


def test_a_name_that_is_quoted_is_cut_and_shows_nothing_that_is_no_letter(app):
    answer = app.test_client().get("/api/table", environ_overrides={"HTTP_HOST": "x" * 500 + "\0"})
    assert answer.json["error"].count("x") == LONGEST_NAME
    answer = app.test_client().get("/api/table", environ_overrides={"HTTP_HOST": "a\u202eb\x07"})
    assert "a\ufffdb\ufffd" in answer.json["error"]


@pytest.mark.parametrize(
    ("host", "name"),
    [("A.Example:1", "a.example"), ("[::1]:8", "::1"), ("a.", "a"), ("a..b", None), ("a-.b", None)],
)
def test_a_name_is_read_without_port_and_in_small_letters_or_not_at_all(host, name):
    assert name_in(host) == name


def test_a_request_without_any_name_is_refused_over_the_wire(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest("GET", "/table", skip_host=True)
    connection.endheaders()
    assert connection.getresponse().status == 400
    connection.close()


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("http://localhost", 200),
        ("http://localhost:80", 200),
        ("http://localhost:8080", 400),
        ("https://localhost", 400),
        ("http://evil.example", 400),
        ("null", 400),
        ("", 400),
        ("http://[::1", 400),
    ],
)
def test_a_write_is_taken_from_this_tables_own_pages_only_whatever_token_it_has(visitor, origin, status):
    ada = visitor().sit("red", "Ada")
    headers = {"X-CSRFToken": ada.token()} | ({} if origin is None else {"Origin": origin})
    answer = ada.client.post("/do/choose", json={"card": "3"}, headers=headers)
    assert answer.status_code == status
    if status == 400:
        assert "another site" in answer.json["error"]


def test_reading_is_free_to_every_origin_as_browsers_keep_what_is_read_to_themselves(visitor):
    assert visitor().get("/table", headers={"Origin": "http://evil.example"}).status_code == 200


def test_a_browser_says_where_our_own_forms_come_from(visitor):
    assert visitor().get("/").headers["Referrer-Policy"] == "same-origin"
