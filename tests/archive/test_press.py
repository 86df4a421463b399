"""Press as HTML: only text, and links to the web that nobody's address or token is in."""

import pytest

from pbem.archive.press import LEFT_OUT, paragraphs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello.\nAgain.\n\nMore.", ["Hello.<br/>\nAgain.", "More."]),
        ("<script>alert(1)</script>", ["&lt;script&gt;alert(1)&lt;/script&gt;"]),
        ("see https://a.example/x?y=1&z=2.", None),
        ("javascript:alert(1) //x", ["javascript:alert(1) //x"]),
        ('https://a.example/"onmouseover="alert(1)', None),
        (
            "write to gm+abcdef234@pbem.example, or Ann <ann@x.example>",
            [f"write to {LEFT_OUT}, or Ann &lt;{LEFT_OUT}&gt;"],
        ),
        ("", []),
        ("\n \n\n", []),
        ("{{ 7 * 7 }} {% raw %} {0} %s", ["{{ 7 * 7 }} {% raw %} {0} %s"]),
    ],
)
def test_press_is_text(text: str, expected: list[str] | None) -> None:
    found = [str(paragraph) for paragraph in paragraphs(text)]
    if expected is not None:
        assert found == expected
    for paragraph in found:
        assert "<script" not in paragraph
        assert '"onmouseover' not in paragraph


def test_a_link_ends_before_the_full_stop_and_is_not_followed() -> None:
    assert [str(p) for p in paragraphs("(see https://a.example/x?y=1&z=2).")] == [
        '(see <a rel="nofollow" href="https://a.example/x?y=1&amp;z=2">https://a.example/x?y=1&amp;z=2</a>).'
    ]


def test_a_quote_ends_a_link() -> None:
    (found,) = paragraphs('https://a.example/"onmouseover="alert(1)')
    assert str(found) == (
        '<a rel="nofollow" href="https://a.example/">https://a.example/</a>&#34;onmouseover=&#34;alert(1)'
    )
