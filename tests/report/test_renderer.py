"""Mails by template: the subject, the folders' order, what is escaped, and what a GM hears of a bad template."""

import re
from pathlib import Path

import pytest

from pbem.core.errors import Failed, Unusable
from pbem.core.sheets import Problem
from pbem.report.renderer import Renderer
from pbem.report.telling import QuotedProblem

HOSTILE = '<script>alert(1)</script>{{ 7 * 7 }}" class="part" x="'


def house(folder: Path, **files: str) -> Renderer:
    (folder / "mail").mkdir()
    for name, text in files.items():
        (folder / "mail" / (name.replace("_html", ".html").replace("_txt", ".txt") + ".j2")).write_text(text)
    return Renderer(folder)


def test_the_first_line_is_the_subject(tmp_path: Path) -> None:
    renderer = house(tmp_path, hello_txt="Subject: [{{ campaign }}] {{ word }}\n\n\nDear {{ word }},\n\nbye.\n\n\n")
    rendered = renderer.mail("hello", {"campaign": "pit-1", "word": "Ann\r\nBcc: eve@example.org"})
    assert rendered.subject == "[pit-1] Ann"
    assert "\r" not in rendered.subject
    assert rendered.html == ""


def test_a_subject_cannot_become_two_headers(tmp_path: Path) -> None:
    renderer = house(tmp_path, hello_txt="Subject: {{ word|one_line }}\nHello.\n")
    rendered = renderer.mail("hello", {"word": "x\x0bBcc: eve@example.org\x00\x85" + "y" * 400})
    assert rendered.subject.startswith("x Bcc: eve@example.org y")
    assert len(rendered.subject) == 255
    assert rendered.text == "Hello.\n"


def test_players_words_are_data_in_text_and_escaped_in_html(tmp_path: Path) -> None:
    renderer = house(
        tmp_path,
        hello_txt="Subject: Hello\n\n{{ word }}\n",
        hello_html='{% extends "mail/_layout.html.j2" %}{% block content %}<p class="text">{{ word }}</p>{% endblock %}',
    )
    rendered = renderer.mail("hello", {"word": HOSTILE})
    assert HOSTILE in rendered.text
    assert "<script" not in rendered.html
    assert "49" not in rendered.html
    assert '<p class="text" style="margin: 0 0 12px">&lt;script&gt;' in rendered.html
    assert rendered.html.count('class="part"') == 0
    assert re.search('class="page" style="[^"]*overflow-wrap: break-word', rendered.html), (
        "a long word stays in its column"
    )


def test_html_needs_nothing_from_outside(tmp_path: Path) -> None:
    renderer = house(
        tmp_path,
        hello_txt="Subject: Hello\n\nHello.\n",
        hello_html='{% extends "mail/_layout.html.j2" %}{% block content %}Hello.{% endblock %}',
    )
    html = renderer.mail("hello", {}).html
    assert "viewport" in html
    assert "prefers-color-scheme: dark" in html
    assert not any(word in html for word in ("http", "src=", "url(", "@import", "<script", "<link"))


def test_the_problem_stands_under_its_line(tmp_path: Path) -> None:
    parts = '{% import "mail/_parts.txt.j2" as parts %}'
    renderer = house(
        tmp_path,
        hello_txt="Subject: Hello\n\n" + parts + "{{ parts.problems(list) }}{{ parts.orders(lines) }}",
        hello_html='{% import "mail/_parts.html.j2" as parts %}{{ parts.problems(list) }}{{ parts.orders(lines) }}',
    )
    list_ = [
        QuotedProblem(Problem(3, 4, '"+9" is not a card; expected +2 +3 +4'), "1: +9 <b>"),
        QuotedProblem(Problem(5, 1, "warning: nothing here"), ""),
    ]
    rendered = renderer.mail("hello", {"list": list_, "lines": ["1: +3", "2: x4"]})
    assert rendered.text == (
        "Line 3:\n    1: +9 <b>\n       ^\n"
        '    "+9" is not a card; expected +2 +3 +4\n\n'
        "Line 5, column 1: warning: nothing here\n\n"
        "    1: +3\n    2: x4\n"
    )
    assert "1: +9 &lt;b&gt;\n   ^</pre>" in rendered.html
    assert "1: +3\n2: x4\n</pre>" in rendered.html


def test_a_gms_template_that_asks_for_too_much_is_one_sentence(tmp_path: Path) -> None:
    renderer = house(tmp_path, hello_txt="Subject: Hello\n\n{{ nothing }}\n")
    with pytest.raises(Failed, match=r"hello\.txt\.j2: 'nothing' is undefined; mend the template"):
        renderer.mail("hello", {})


def test_a_gms_template_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    renderer = house(tmp_path, hello_txt="Subject: Hello\n\n{% if %}\n")
    with pytest.raises(Unusable, match=r"hello\.txt\.j2, line 3: Expected an expression"):
        renderer.mail("hello", {})
    with pytest.raises(Unusable, match=r"hello\.txt\.j2, line 3"):
        renderer.check()


def test_a_mail_without_a_subject_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="first line must begin with Subject:"):
        house(tmp_path, hello_txt="Hello\n").mail("hello", {})


def test_an_unknown_mail_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError, match="no-such-mail"):
        Renderer().mail("no-such-mail", {})


def test_the_gms_folder_wins_and_ours_is_there_without_it(tmp_path: Path) -> None:
    renderer = house(tmp_path, hello_txt="Subject: Mine\n\nMine.\n")
    assert renderer.mail("hello", {}).subject == "Mine"
    assert "mail/_layout.html.j2" in renderer.check()


def test_every_template_of_ours_can_be_read() -> None:
    names = Renderer().check()
    assert {"mail/_layout.html.j2", "mail/_parts.txt.j2", "mail/_parts.html.j2"} <= set(names)
