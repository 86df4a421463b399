"""The site as a whole: what is on it, that it comes to the same turn by turn as at once, and what it never shows."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.engine import Engine

import pbem.games.registry as registry
from pbem.archive import pages, site
from pbem.archive.site import Site
from pbem.moderator import campaigns, position
from pbem.moderator.adjudicate import adjudicate
from pbem.moderator.moved_deadlines import move_deadline
from pbem.moderator.pauses import pause
from pbem.moderator.rollback import roll_back
from pbem.report.renderer import Renderer
from pbem.store import press
from pbem.store.session import reading
from tests.html import assert_links_resolve, links_of, parsed, text_of
from tests.moderator import relay
from tests.moderator.tabletop import SECRET, Office, hand_in, sit

HOSTILE = "<script>alert('x')</script>"
FORBIDDEN = ("<script", " style=", "onload", "javascript:", "<iframe", "<img", "<form")


@pytest.fixture
def office(sqlite_engine: Engine) -> Office:
    return Office(sqlite_engine, renderer=Renderer())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "site"


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three turns and two campaigns to a page."""
    monkeypatch.setattr(site, "TURNS_A_PAGE", 3)
    monkeypatch.setattr(site, "CAMPAIGNS_A_PAGE", 2)


def play(office: Office, name: str, times: int = 1) -> None:
    for _ in range(times):
        with office.desk() as desk:
            hand_in(desk, name, {"Ann": "high", "Bob": "low"})
        office.later(days=7)
        with office.desk() as desk:
            adjudicate(desk, position.named_running(desk, name))


@pytest.mark.parametrize(
    ("scores", "ranked"),
    [
        ({}, []),
        ({"Ann": 2, "Bob": 5}, [(1, "Bob", 5), (2, "Ann", 2)]),
        ({"Ann": -1, "Bob": 3, "Cleo": 3, "Dan": 0}, [(1, "Bob", 3), (1, "Cleo", 3), (3, "Dan", 0), (4, "Ann", -1)]),
    ],
)
def test_equal_scores_share_a_rank(scores: dict[str, int], ranked: list[tuple[int, str, int]]) -> None:
    assert pages.standing(scores) == ranked


def withdraw(office: Office, name: str, first: int) -> None:
    with office.desk() as desk:
        roll_back(desk, name, first, "gm")


def built(office: Office, folder: Path) -> int:
    with reading(office.engine) as connection:
        return Site(connection, folder, office.renderer).build()


def caught_up(office: Office, folder: Path) -> int:
    with reading(office.engine) as connection:
        return Site(connection, folder, office.renderer).catch_up()


def content(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}


def test_an_empty_house_has_a_front_page(office: Office, folder: Path) -> None:
    built(office, folder)
    assert "There is none yet." in text_of(parsed((folder / "index.html").read_text()))
    assert assert_links_resolve(folder) == 1


def test_an_own_deck_is_not_told_with_its_answers(office: Office, folder: Path) -> None:
    game = registry.game("global-pursuit")
    deck = game.deck_from_file(game.deck_file(), "deck.toml")
    deck["card"][0]["question"][0]["answers"] = ["Ultima Thule"]
    office.started("gp-1", ("Ann", "Bob"), game="global-pursuit", options={"questions": deck})
    with office.desk() as desk:
        invitation = campaigns.invitation(desk, position.named(desk, "gp-1"))
    built(office, folder)
    told = [*content(folder).values(), invitation.text, invitation.html]
    assert not any("Ultima Thule" in text or "&#39;answers&#39;" in text for text in told)
    assert "questions = an own deck, 42 cards" in invitation.text
    assert "Option questions an own deck, 42 cards" in text_of(parsed((folder / "gp-1" / "index.html").read_text()))


def test_pages_of_a_campaign(office: Office, folder: Path) -> None:
    office.started(options={"goal": 2})
    play(office, "tiny-1")
    with office.desk() as desk:
        row = position.named(desk, "tiny-1")
        seat = position.of(desk, row).seat("Ann")
        press.publish(
            desk.connection, row.id, 1, "See https://a.example/.", now=office.now, seat_id=seat.id, title="News"
        )
    built(office, folder)
    pages = {name: parsed(text) for name, text in content(folder).items() if name.endswith(".html")}
    assert set(pages) == {"index.html", "tiny-1/index.html", "tiny-1/turn-0.html", "tiny-1/turn-1.html"}
    front, own, turn = (text_of(pages[n]) for n in ("index.html", "tiny-1/index.html", "tiny-1/turn-1.html"))
    assert "tiny-1 , Tiny, 4 players. Turn 2 is being played; orders are due by Fri 14 Aug 2026" in front
    assert "Rank Player Score 1 Bob 1 2 Ann 0 2 Cleo 0 2 Dora 0" in own
    assert "Option goal 2" in own
    assert "Deadlines Fri 18:00, Europe/London" in own
    for words in ("News See https://a.example/ . Ann, turn 1", "coin 1 "):
        assert words in turn
    assert links_of(pages["tiny-1/turn-1.html"])[-1] == "turn-0.html"
    assert links_of(pages["tiny-1/turn-0.html"])[-1] == "turn-1.html"
    assert "https://a.example/" in links_of(pages["tiny-1/turn-1.html"])
    assert pages["tiny-1/turn-1.html"].find(".//{http://www.w3.org/2000/svg}svg") is not None
    assert assert_links_resolve(folder) >= 12


@pytest.mark.usefixtures("small_pages")
def test_every_page_of_a_game_with_credits_ends_with_them(
    office: Office, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2, 3):
        office.started(f"tiny-{number}", options={"goal": 9})
    play(office, "tiny-1", 4)
    monkeypatch.setattr(type(registry.game("tiny")), "credits", ("Maps: a <map> maker.",))
    built(office, folder)
    pages_of_html = {name: text for name, text in content(folder).items() if name.endswith(".html")}
    assert {"index.html", "campaigns-1.html", "tiny-1/turns-1.html", "tiny-1/turn-4.html"} <= set(pages_of_html)
    for name, text in pages_of_html.items():
        assert text_of(parsed(text)).rstrip().endswith("Maps: a <map> maker."), name


def test_a_campaign_without_a_schedule_tells_its_move_time(office: Office, folder: Path) -> None:
    office.started(deadline="", move_time=timedelta(hours=36))
    built(office, folder)
    own = text_of(parsed(content(folder)["tiny-1/index.html"]))
    assert "Time for orders 1 day 12 hours after each report" in own
    assert "Deadlines" not in own


def test_no_page_tells_who_has_answered_what_is_sealed(sqlite_engine: Engine, folder: Path) -> None:
    house = relay.begun(sqlite_engine)
    built(house.office, folder)
    shown = ("index.html", "relay-1/index.html")
    assert all("orders are due by Thu 6 Aug 2026" in text_of(parsed(content(folder)[page])) for page in shown)
    with house.office.desk() as desk:
        move_deadline(desk, "relay-1", house.office.now + 5 * relay.DAY, "gm", player="Bob")
    built(house.office, folder)
    before = content(folder)
    for player in ("Ann", "Cleo"):
        relay.mail(house, player, "hide 3")
        relay.tick(house)
    built(house.office, folder)
    assert content(folder) == before


def test_a_rebuild_that_would_change_nothing_writes_nothing(office: Office, folder: Path) -> None:
    office.started(options={"goal": 9})
    play(office, "tiny-1", 3)
    assert built(office, folder) == 7
    assert built(office, folder) == 0
    (folder / "tiny-1" / "turn-2.html").write_text("spoilt")
    assert built(office, folder) == 1


@pytest.mark.usefixtures("small_pages")
def test_turn_by_turn_it_comes_to_the_same_as_at_once(office: Office, folder: Path) -> None:
    step, whole = folder / "step", folder / "whole"
    for number in range(1, 6):
        office.started(f"tiny-{number}", options={"goal": 99})
        caught_up(office, step)
    for name in ("tiny-5", "tiny-1", "tiny-3", "tiny-1", "tiny-1", "tiny-1", "tiny-1", "tiny-1", "tiny-2"):
        play(office, name)
        assert caught_up(office, step) == 1
    built(office, whole)
    assert content(step) == content(whole)
    assert {"turns-1.html", "turns-2.html"} <= {file.name for file in (step / "tiny-1").iterdir()}
    assert {"campaigns-1.html", "campaigns-2.html"} <= {file.name for file in step.iterdir()}
    assert assert_links_resolve(step) > 50


@pytest.mark.usefixtures("small_pages")
def test_what_a_crash_left_out_is_added_later(office: Office, folder: Path) -> None:
    for number in (1, 2):
        office.started(f"tiny-{number}", options={"goal": 99})
    assert caught_up(office, folder / "step") == 0
    for _ in range(4):
        play(office, "tiny-1")
        play(office, "tiny-2")
    assert caught_up(office, folder / "step") == 8
    assert caught_up(office, folder / "step") == 0
    built(office, folder / "whole")
    assert content(folder / "step") == content(folder / "whole")


def test_what_a_gm_does_between_turns_is_shown(office: Office, folder: Path) -> None:
    office.started(options={"goal": 99})
    caught_up(office, folder)
    assert "is being played" in (folder / "tiny-1" / "index.html").read_text()
    with office.desk() as desk:
        pause(desk, "tiny-1", "gm")
    office.campaign("tiny-2")
    assert caught_up(office, folder) == 0
    assert "Paused before turn 1" in text_of(parsed((folder / "tiny-1" / "index.html").read_text()))
    assert "Paused before turn 1" in text_of(parsed((folder / "index.html").read_text()))
    assert "Taking players" in text_of(parsed((folder / "tiny-2" / "index.html").read_text()))
    with office.desk() as desk:
        sit(desk, position.named(desk, "tiny-2"), "Emil")
    caught_up(office, folder)
    assert "Emil" in text_of(parsed((folder / "tiny-2" / "index.html").read_text()))
    written = {file: file.stat().st_mtime_ns for file in folder.rglob("*.html")}
    assert caught_up(office, folder) == 0
    assert written == {file: file.stat().st_mtime_ns for file in folder.rglob("*.html")}


def test_a_turn_that_was_committed_late_is_not_missed(office: Office, folder: Path) -> None:
    office.started(options={"goal": 99})
    play(office, "tiny-1", 2)
    caught_up(office, folder)
    (folder / "tiny-1" / "turn-1.html").unlink()
    assert caught_up(office, folder) == 1
    assert (folder / "tiny-1" / "turn-1.html").exists()
    assert_links_resolve(folder)


def test_a_spoilt_mark_means_that_all_is_built(office: Office, folder: Path) -> None:
    office.started(options={"goal": 99})
    caught_up(office, folder)
    (folder / "archive.json").write_text("{}")
    play(office, "tiny-1")
    caught_up(office, folder)
    assert (folder / "tiny-1" / "turn-1.html").exists()


@pytest.mark.parametrize("way", ["at once", "turn by turn"])
def test_a_withdrawn_turn_is_marked_and_leads_to_what_stands(office: Office, folder: Path, way: str) -> None:
    office.started(options={"goal": 99})
    play(office, "tiny-1", 2)
    caught_up(office, folder)
    withdraw(office, "tiny-1", 2)
    (caught_up if way == "turn by turn" else built)(office, folder)
    gone = parsed((folder / "tiny-1" / "turn-2.html").read_text())
    assert "This turn was withdrawn on" in text_of(gone)
    assert "How it stands now" not in text_of(gone)
    assert_links_resolve(folder)
    play(office, "tiny-1", 2)
    assert (caught_up if way == "turn by turn" else built)(office, folder) > 0
    gone = parsed((folder / "tiny-1" / "turn-2.html").read_text())
    assert "This turn was withdrawn on" in text_of(gone)
    assert "turn-2-2.html" in links_of(gone)
    assert "withdrawn" not in text_of(parsed((folder / "tiny-1" / "turn-2-2.html").read_text()))
    listed = text_of(parsed((folder / "tiny-1" / "index.html").read_text()))
    assert listed.count("withdrawn") == 1
    assert links_of(parsed((folder / "tiny-1" / "turn-1.html").read_text()))[-1] == "turn-2-2.html"
    assert_links_resolve(folder)


def test_a_running_campaign_shows_no_secret(office: Office, folder: Path) -> None:
    office.started(options={"goal": 99})
    play(office, "tiny-1", 2)
    built(office, folder)
    shown = "".join(text for name, text in content(folder).items() if name.endswith(".html"))
    with office.desk() as desk:
        state = position.of(desk, position.named(desk, "tiny-1")).state
    secrets = [SECRET, "luck of", "number Ann", "@", *map(str, state["numbers"].values())]
    assert len(secrets) == 8
    assert not [secret for secret in secrets if secret in shown]
    assert "coin 2" in shown


def test_an_ended_campaign_shows_its_secret_and_how_to_check_it(office: Office, folder: Path) -> None:
    office.started(options={"goal": 1})
    play(office, "tiny-1", 1)
    built(office, folder)
    own = text_of(parsed((folder / "tiny-1" / "index.html").read_text()))
    assert f"The secret {SECRET}" in own
    assert "Words for luck of Ann luck of Ann" in own
    assert "Ended." in own


def test_names_titles_and_press_cannot_become_markup(office: Office, folder: Path) -> None:
    office.started(players=(HOSTILE, "x\" onload='alert(1)'"), options={"goal": 9})
    with office.desk() as desk:
        row = position.named(desk, "tiny-1")
        for title, text in (
            (HOSTILE, HOSTILE),
            ('"><img src=x>', "https://a.example/'><script>1</script>"),
            ("</title>", "]]> <!-- -->"),
        ):
            press.publish(desk.connection, row.id, 0, text, now=office.now, title=title)
    built(office, folder)
    for name, text in content(folder).items():
        if name.endswith(".html"):
            root = parsed(text)
            assert not [word for word in FORBIDDEN if word in text.lower().replace("&#34; onload=", "")], name
            policy = root.find(".//meta[@http-equiv='Content-Security-Policy']")
            assert policy is not None
            assert "default-src 'none'" in str(policy.get("content"))
            assert "script" not in str(policy.get("content"))
    assert HOSTILE in text_of(parsed((folder / "tiny-1" / "turn-0.html").read_text()))


def test_the_moderator_never_waits_for_the_archive() -> None:
    import pbem.moderator

    files = list(Path(pbem.moderator.__file__).parent.glob("*.py"))
    assert len(files) > 5
    assert not [file.name for file in files if "pbem.archive" in file.read_text()]
