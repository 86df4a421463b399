"""Mails of any size that are made to break or to stall who reads them: each a function of about how many bytes it shall have.

Source: mail.md 32, 40, 41 and Threats.
"""

from collections.abc import Callable

from tests.mail.reading import with_fields


def _mail(fields: str, body: str | bytes = "1: +3\n") -> bytes:
    head = with_fields(fields, "").encode("utf-8", "surrogateescape")
    return head + (body.encode() if isinstance(body, str) else body)


def _nested(kind: str, count: int) -> bytes:
    """Parts of that kind, one inside the other."""
    inner = ""
    for level in range(1, count):
        inner += f"--b{level - 1}\nContent-Type: {kind}; boundary=b{level}\n\n"
    return _mail(f"Content-Type: {kind}; boundary=b0", f"{inner}--b{count - 1}\n\n1: +3\n")


def _attached(count: int) -> bytes:
    """Mails attached to mails."""
    return _mail("Content-Type: message/rfc822", "Content-Type: message/rfc822\n\n" * count + "From: a@b.c\n\n1: +3\n")


def _html(body: str) -> bytes:
    return _mail("Content-Type: text/html; charset=utf-8", body)


def _field(name: str, value: str) -> bytes:
    return _mail(f"{name}: {value}")


MAILS: dict[str, Callable[[int], bytes]] = {
    "nested multiparts": lambda n: _nested("multipart/mixed", max(2, n // 55)),
    "nested alternatives": lambda n: _nested("multipart/alternative", max(2, n // 60)),
    "attached mails": lambda n: _attached(n // 30),
    "parts": lambda n: _mail("Content-Type: multipart/mixed; boundary=b", "--b\n\nx\n" * (n // 7)),
    "parts of another boundary": lambda n: _mail("Content-Type: multipart/mixed; boundary=b", "--c\n\nx\n" * (n // 7)),
    "boundaries that begin alike": lambda n: _mail(
        "Content-Type: multipart/mixed; boundary=b", "".join(f"--b{at}\n\nx\n" for at in range(n // 10))
    ),
    "announced boundaries": lambda n: _mail(
        "Content-Type: multipart/mixed; boundary=b", 'boundary="b"\n--b\n' * (n // 18)
    ),
    "a boundary without end": lambda n: _mail(
        f"Content-Type: multipart/mixed; boundary={'b' * n}", f"--{'b' * n}\n\nx\n"
    ),
    "empty boundary": lambda n: _mail('Content-Type: multipart/mixed; boundary=""', "--\n\nx\n" * (n // 6)),
    "delivery status": lambda n: _mail(
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "--b\nContent-Type: message/delivery-status\n\n" + "Action: failed\nStatus: 5.1.1\n\n" * (n // 30),
    ),
    "a report in words": lambda n: _mail(
        "From: MAILER-DAEMON@x.test", "The following address failed:\n" + "<a@b.test>: 550 no such user\n" * (n // 30)
    ),
    "encoded words": lambda n: _field("Subject", "=?utf-8?q?=41?= " * (n // 16)),
    "unended encoded words": lambda n: _field("Subject", "=?utf-8?q?" * (n // 10)),
    "one encoded word": lambda n: _field("Subject", f"=?utf-8?b?{'QUFB' * (n // 4)}?="),
    "encoded words of many charsets": lambda n: _field("Subject", "".join(f"=?x-{at}?q?a?= " for at in range(n // 14))),
    "references": lambda n: _field("References", " ".join(f"<{at}@x.test>" for at in range(n // 15))),
    "unended references": lambda n: _field("References", "<" * n),
    "a header without colons": lambda n: _mail("x" * n),
    "a field of spaces": lambda n: _mail("X" + " " * n),
    "header fields": lambda n: _mail("\n".join(f"X-{at}: y" for at in range(n // 9))),
    "fields of one name": lambda n: _mail("\n".join(["Received: from x.test by y.test; now"] * (n // 37))),
    "authentication results": lambda n: _mail(
        "\n".join(["Authentication-Results: mx.test; dmarc=pass header.from=x.test"] * (n // 62))
    ),
    "a folded field": lambda n: _field("X-Long", "y\n " * (n // 3)),
    "recipients": lambda n: _field("Cc", ", ".join(f"a{at}@x.test" for at in range(n // 13))),
    "unended comments": lambda n: _field("Cc", "(" * n),
    "unended quotes": lambda n: _field("From", '"\\' * (n // 2)),
    "names without address": lambda n: _field("From", "a," * (n // 2)),
    "parameters": lambda n: _field("Content-Type", "text/plain" + "; a=b" * (n // 5)),
    "continued parameters": lambda n: _field(
        "Content-Type", "text/plain" + "".join(f'; name*{at}*=""' for at in range(n // 14))
    ),
    "unended parameter": lambda n: _field("Content-Type", 'text/plain; charset="' + "\\" * n),
    "a line": lambda n: _mail("X: y", "x" * n),
    "a line of words": lambda n: _mail("X: y", "wrote: a@b.c 3.11.2026 10:00 " * (n // 29)),
    "carriage returns": lambda n: _mail("X: y", "1: +3\r" * (n // 6)),
    "line ends": lambda n: _mail("X: y", "\n" * n),
    "wrapped comparisons": lambda n: _mail("X: y", "2: if Bob won 1 and stake 2\n> = 3 then x4\n" * (n // 44)),
    "different orders quoted": lambda n: _mail("X: y", "".join(f"> 1: +{at}\n" for at in range(n // 9))),
    "quoted lines": lambda n: _mail("X: y", "> > 1: +3\n" * (n // 10)),
    "attributions": lambda n: _mail("X: y", "On 3.11.2026 10:00 a@b.c wrote:\n\n" * (n // 33)),
    "openings of attributions": lambda n: _mail("X: y", "On Tue, 3 Nov 2026 at 10:00 somebody named\n" * (n // 43)),
    "names above addresses": lambda n: _mail("X: y", "Ann Lee\n<a@b.c> 2026\n" * (n // 21)),
    "rules": lambda n: _mail("X: y", "----\n\n" * (n // 6)),
    "rules above fields": lambda n: _mail("X: y", "____\nFrom: a\nSent: b\n" * (n // 21)),
    "names above dates": lambda n: _mail("X: y", "Ann Lee\n3.11.2026 10:00\nTo\n" * (n // 27)),
    "markers": lambda n: _mail("X: y", "[pbem pit-1 turn 3 abcdefgh begin]\n1: +3\n" * (n // 41)),
    "flowed": lambda n: _mail("Content-Type: text/plain; format=flowed; delsp=yes", "x \n" * (n // 3)),
    "flowed quotation": lambda n: _mail("Content-Type: text/plain; format=flowed", ">" * (n // 2) + " x \n"),
    "armour": lambda n: _mail("X: y", "-----BEGIN PGP SIGNED MESSAGE-----\n\n- x\n" * (n // 40)),
    "quoted-printable": lambda n: _mail("Content-Transfer-Encoding: quoted-printable", "=3D=\n=ZZ=" * (n // 9)),
    "base64": lambda n: _mail("Content-Transfer-Encoding: base64", "MTog=KzM*" * (n // 9)),
    "utf-16": lambda n: _mail("Content-Type: text/plain; charset=utf-16", b"\xff\xfe" + b"1\0:\0\0\xd8" * (n // 6)),
    "no charset at all": lambda n: _mail("Content-Type: text/plain; charset=x", bytes(range(128, 256)) * (n // 128)),
    "shifted japanese": lambda n: _mail("Content-Type: text/plain; charset=iso-2022-jp", b"\x1b$B$\x1b(B" * (n // 7)),
    "shifted chinese": lambda n: _mail("Content-Type: text/plain; charset=hz", b"~{~}" * (n // 4)),
    "nul": lambda n: _mail("X: y", b"\0" * n),
    "invisible": lambda n: _mail("X: y", "\u200b" * (n // 3)),
    "open tags": lambda n: _html("<b>" * (n // 3) + "1: +3"),
    "open divisions": lambda n: _html("<div>1: +3" * (n // 10)),
    "open quotations": lambda n: _html("<blockquote>1: +3" * (n // 17)),
    "open tables": lambda n: _html("<table><tr><td>x" * (n // 16)),
    "open lists": lambda n: _html("<ol><li>x" * (n // 9)),
    "open links": lambda n: _html("<a href='x'>y" * (n // 13)),
    "crossed tags": lambda n: _html("<b><i><p></b>x" * (n // 14)),
    "known classes": lambda n: _html("<div class='gmail_signature moz-signature'>x" * (n // 44)),
    "classes": lambda n: _html(f"<style>{'.a{display:none}' * 500}</style>" + f"<p class='{'a b ' * (n // 4)}'>x"),
    "hiding rules": lambda n: _html("<style>" + ".a,.b{display:none}" * (n // 19) + "</style><p class=a>x"),
    "styles": lambda n: _html(f"<p style='{'color:red;' * (n // 10)}'>x"),
    "attributes": lambda n: _html("<p " + "a=b " * (n // 4) + ">x"),
    "comments": lambda n: _html("<!--" * (n // 4)),
    "entities": lambda n: _html("&#x110000;&#0;&#xd800;&" * (n // 23)),
    "preformatted": lambda n: _html("<pre>x\n" * (n // 7)),
    "breaks": lambda n: _html("<br>" * (n // 4)),
    "ill-formed doctype": lambda n: _html("<!DOCTYPE html [<!ENTITY a '" + "b" * n + "'>]>&a;"),
}
