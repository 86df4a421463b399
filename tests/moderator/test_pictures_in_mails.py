"""Pictures in the HTML of mails: kept once, drawn once, the same bytes at every try, and never too large."""

import email
import email.policy
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from PIL import Image
from sqlalchemy.engine import Engine

from pbem.core.contract import Picture
from pbem.core.letters import Fate
from pbem.games import registry
from pbem.moderator import illustrations
from pbem.moderator.post import post
from pbem.moderator.resend import resend
from pbem.report import png
from pbem.report.png import Undrawable, png_of
from pbem.report.renderer import Rendered
from pbem.service import delivery
from pbem.store import pictures
from pbem.store.session import reading
from pbem.store.tables import Picture as PictureTable
from pbem.store.tables import table_of
from tests.moderator.letterbox import Letterbox
from tests.moderator.post_room import PostRoom, Server
from tests.moderator.quiz import NAME, answer, begun
from tests.moderator.relay import tick


def sent(house: Letterbox, *answers: Fate, later: timedelta = timedelta(0), rounds: int = 9) -> list[bytes]:
    """What the server is given of all that is due, in rounds of sending until nothing is left."""
    room = PostRoom(house.office.engine, house.office.now + later, house.office.house)
    server = Server(*answers)
    while rounds and delivery.send_due(room, server, 50):
        rounds -= 1
    return [content for _, content in server.taken]


def parsed(content: bytes) -> Any:
    return email.message_from_bytes(content, policy=email.policy.default)


def drawing(svg: str = "", wide: int = 300) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {wide}">{svg}</svg>'


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    return begun(sqlite_engine)


def test_a_report_shows_the_pictures_that_a_game_wants_in_mails(house: Letterbox) -> None:
    mails = [parsed(content) for content in sent(house)]
    assert len(mails) == 2
    for mail in mails:
        assert mail.get_content_type() == "multipart/mixed"
        related, *attached = mail.iter_parts()
        alternative, *inline = related.iter_parts()
        assert related.get_content_type() == "multipart/related"
        assert alternative.get_content_type() == "multipart/alternative"
        assert [part.get_content_type() for part in inline] == ["image/png"]
        assert [part.get_content_disposition() for part in attached] == ["attachment"] * len(attached)
        html = alternative.get_body(("html",)).get_content()
        cid = inline[0]["Content-ID"].strip("<>")
        assert f'src="cid:{cid}"' in html
        assert html.count("<img") == 1, "the other picture's text stands in its place"
        assert "Ann 0, Bob 0" in alternative.get_body(("plain",)).get_content()
        assert Image.open(io.BytesIO(inline[0].get_content())).size == (300, 150)


@pytest.mark.expects_log("not sent")
def test_every_try_sends_the_same_bytes_and_a_picture_is_kept_once(house: Letterbox) -> None:
    first = sent(house, Fate.UNKNOWN, Fate.UNKNOWN)
    again = sent(house, later=timedelta(hours=1))
    assert sorted(first) == sorted(again)
    with reading(house.office.engine) as connection:
        assert pictures.undrawn(connection, 9) == []
    with house.office.desk() as desk:
        resend(desk, NAME, None, "Ann", "gm")
    (once_more,) = sent(house, later=timedelta(hours=2))
    assert once_more.count(b"Content-ID:") == 1


def test_the_picture_is_of_the_position_that_the_report_tells(house: Letterbox) -> None:
    answer(house, Ann="answer: yes", Bob="answer: no")
    tick(house)
    shown = {part["Content-ID"] for content in sent(house) for part in parsed(content).walk() if part["Content-ID"]}
    assert len(shown) == 2, "one of the start, one of turn 1"


def fails(svg: str, most: int) -> bytes:
    raise MemoryError(len(svg))


@pytest.mark.expects_log("could not be drawn")
def test_the_log_does_not_name_what_a_picture_shows(
    house: Letterbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    report = Rendered("s", "t", "h", (Picture("Your hand, PP-07", drawing("<!-- PP-07 -->"), "PP-07", mailed=True),))
    with house.office.desk() as desk:
        illustrations.keep(desk, report)
    monkeypatch.setattr("pbem.service.delivery.png_of", fails)
    sent(house)
    assert caplog.records
    assert not any("PP-07" in str(record.__dict__) for record in caplog.records)


@pytest.mark.expects_log("could not be drawn")
@pytest.mark.parametrize("draw", [lambda svg, most: b"", fails], ids=["nothing", "fails"])
def test_a_picture_that_cannot_be_drawn_is_left_out_with_a_sentence(
    house: Letterbox, monkeypatch: pytest.MonkeyPatch, draw: Callable[[str, int], bytes]
) -> None:
    monkeypatch.setattr("pbem.service.delivery.png_of", draw)
    mails = sent(house)
    assert len(mails) == 2
    for content in mails:
        mail = parsed(content)
        assert b"Content-ID" not in content
        html = mail.get_body(("html",)).get_content()
        assert "<img" not in html
        assert "The picture is left out" in html


def kept(house: Letterbox) -> dict[str, bool]:
    """The pictures in the store, by their Content-IDs, and whether each has been cleared."""
    with reading(house.office.engine) as connection:
        rows = connection.execute(sa.select(table_of(PictureTable)))
        return {row.cid: row.png is None and not row.svg for row in rows}


def again(house: Letterbox, turn: int | None, later: timedelta) -> list[bytes]:
    """The report of a turn, sent to Ann once more so much later."""
    house.office.now += later
    with house.office.desk() as desk:
        resend(desk, NAME, turn, "Ann", "gm")
    return sent(house)


def test_a_picture_that_no_report_shows_for_long_is_cleared_and_drawn_again_when_its_mail_goes_out_again(
    engine: Engine,
) -> None:
    house = begun(engine)
    first = next(mail for mail in sent(house) if b"ann@" in mail)
    assert list(kept(house).values()) == [False]
    house.office.now += illustrations.KEPT
    sent(house)
    assert list(kept(house).values()) == [False], "not before"
    house.office.now += timedelta(seconds=1)
    sent(house)
    assert list(kept(house).values()) == [True]
    (once_more,) = again(house, 0, timedelta(days=1))
    pngs = [[part.get_content() for part in parsed(mail).walk() if part["Content-ID"]] for mail in (first, once_more)]
    assert len(pngs[0]) == 1
    assert pngs[0] == pngs[1]


def test_a_picture_that_reports_go_on_showing_is_kept(house: Letterbox) -> None:
    sent(house)
    (cid,) = kept(house)
    for _ in range(4):
        house.office.now += timedelta(days=20)
        with house.office.desk() as desk:
            illustrations.keep(desk, Rendered("s", "t", "h", (Picture("p", drawing("<!-- new -->"), "t"),)))
            pictures.note_shown(desk.connection, [cid], desk.now, desk.now - timedelta(days=1))
            illustrations.clear_old(desk)
    assert not any(kept(house).values())


@pytest.mark.expects_log("could not be drawn again")
@pytest.mark.parametrize("how", ["otherwise", "fails", "no turn"])
def test_a_cleared_picture_that_cannot_be_drawn_again_is_left_out(
    house: Letterbox, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    sent(house)
    house.office.now += illustrations.KEPT + timedelta(days=1)
    sent(house)

    def drawn_now(table: Any, view: Any) -> tuple[Picture, ...]:
        if how == "fails":
            raise ZeroDivisionError
        return (Picture("p", drawing("<g/>"), "t", mailed=True),)

    monkeypatch.setattr(registry.game("quiz"), "pictures", drawn_now)
    if how == "no turn":
        monkeypatch.setattr("pbem.store.outbox.told", lambda connection, mail_id: None)
    (mail,) = again(house, 0, timedelta(days=1))
    assert b"Content-ID" not in mail
    assert "The picture is left out" in parsed(mail).get_body(("html",)).get_content()


def test_no_answer_waits_for_the_pictures_of_a_report(house: Letterbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.office.desk() as desk:
        assert post(desk, "ann@players.test", "answer", "plain", Rendered("s", "an answer\n"))
    drawn: list[str] = []

    def noted(svg: str, most: int) -> bytes:
        drawn.append(svg)
        return png_of(svg, most)

    monkeypatch.setattr("pbem.service.delivery.png_of", noted)
    (first,) = sent(house, rounds=1)
    assert b"an answer" in first
    assert not drawn
    assert len(sent(house)) == 2
    assert drawn


@pytest.mark.parametrize("length", [1_000, 150_000, 500_000])
def test_a_mail_with_pictures_has_at_most_400_000_bytes(house: Letterbox, length: int) -> None:
    noise = "".join(
        f'<rect x="{n * 7919 % 1199}" y="{n * 104729 % 1199}" width="30" height="{n % 31}" fill="#{n * 9973 % 4096:03x}"/>'
        for n in range(2_000)
    )
    svg = drawing(noise, 1200)
    drawn = [Picture(f"map {n}", svg + f"<!-- {n} -->", "a map", mailed=True) for n in range(3)]
    html = "".join(f'<p><img src="cid:{one.cid}" alt="map"/></p>' for one in drawn)
    report = Rendered("s", "t" * length, html, tuple(drawn))
    with house.office.desk() as desk:
        illustrations.keep(desk, report)
        for row in pictures.undrawn(desk.connection, 9):
            pictures.settle(desk.connection, row.cid, png_of(row.svg, row.most))
        assert post(desk, "ann@players.test", "report", "big", report)
    content = next(mail for mail in sent(house) if b"ttt" in mail)
    assert len(content) <= max(400_000, length * 1.1)
    kept = content.count(b"Content-ID:")
    assert (kept, content.count(b"picture is left")) == ((0, 3) if length == 500_000 else (3, 0))


def test_a_picture_is_scaled_down_to_its_room_and_no_further_than_can_be_read() -> None:
    rings = (
        f'<circle cx="{n * 37 % 900}" cy="{n * 91 % 900}" r="{n % 40}" fill="none" stroke="#{n % 10}{n % 7}a"/>'
        for n in range(900)
    )
    svg = drawing("".join(rings), 900)
    whole, less = png_of(svg, 10**9), png_of(svg, 120_000)
    assert len(whole) > 120_000 >= len(less)
    assert Image.open(io.BytesIO(whole)).size == (900, 900)
    assert Image.open(io.BytesIO(less)).size < (900, 900)
    assert png_of(svg, 500) == b""
    assert Image.open(io.BytesIO(png_of(drawing(wide=5000), 10**9))).size[0] == png.WIDEST


def test_a_picture_a_little_too_large_keeps_its_scale_and_loses_only_its_soft_edges() -> None:
    svg = drawing("".join(f'<path d="M0 {n * 9} L900 {n * 7}" stroke="#{n % 10}6a"/>' for n in range(90)), 900)
    whole = png_of(svg, 10**9)
    less = png_of(svg, len(whole) * 9 // 10)
    assert len(less) <= len(whole) * 9 // 10
    assert Image.open(io.BytesIO(less)).size == (900, 900)


@pytest.mark.parametrize("svg", ["", "no picture", "<svg"])
def test_what_is_no_picture_is_undrawable(svg: str) -> None:
    with pytest.raises(Undrawable):
        png_of(svg, 10**9)


class PanicException(BaseException):
    """As a library written in Rust raises where it fails: no Exception."""


@pytest.mark.expects_log("could not be drawn")
def test_a_panic_of_the_drawing_library_stops_no_mail(house: Letterbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def panics(**_: object) -> bytes:
        raise PanicException("index out of bounds")

    monkeypatch.setattr("resvg_py.svg_to_bytes", panics)
    mails = sent(house)
    assert len(mails) == 2
    assert not any(b"Content-ID" in mail for mail in mails)


def test_a_drawing_is_given_up_when_the_program_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(**_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("resvg_py.svg_to_bytes", stopped)
    with pytest.raises(KeyboardInterrupt):
        png_of(drawing(), 10**9)


def test_letters_are_drawn_with_the_font_that_comes_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def letters(family: str) -> bytes:
        text = f'<text x="9" y="90" font-size="60" font-family="{family}">Aq 0° → Ж</text>'
        return png_of(drawing(text), 10**9)

    drawn = letters("Fira Sans Condensed")
    assert letters("DejaVu Sans") == letters("no such font") == drawn
    assert drawn != png_of(drawing(), 10**9)
    monkeypatch.setattr(png, "font_files", list)
    assert letters("Fira Sans Condensed") == png_of(drawing(), 10**9), "no font of the machine is used"
