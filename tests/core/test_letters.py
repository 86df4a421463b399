"""Lines and identities that name a turn, found again."""

import pytest

from pbem.core.letters import Marker, find_marker, find_thread, marker_line, thread_root


def test_a_thread_root_is_found_again() -> None:
    assert find_thread(thread_root("pit-1", 3, "example.org"), "Example.org") == ("pit-1", 3)


@pytest.mark.parametrize(
    "message_id",
    ["<pit-1.turn-3@example.com>", "<pit-1.turn-@example.org>", "<abc@example.org>", "pit-1.turn-3@example.org", ""],
)
def test_no_other_message_id_names_a_thread(message_id: str) -> None:
    assert find_thread(message_id, "example.org") is None


def test_a_marker_is_found_however_it_is_quoted() -> None:
    marker = Marker("pit-1", 3, "abcdefg2", begins=True)
    assert find_marker(f"> > {marker_line(marker).upper()}") == marker
