"""Whose word on the sender counts. Source: mail.md 60 and Threats."""

import pytest

from pbem.mail.sender import Trust
from tests.mail.reading import letter, with_fields

OURS = "Authentication-Results: mx.pbem.test; dmarc=pass header.from=example.org"
FAILED = "Authentication-Results: mx.pbem.test; dmarc=fail header.from=example.org"
RECEIVED = "Received: from mail.example.org by mx.pbem.test with ESMTPS; Tue, 3 Nov 2026 10:00:00 +0000"
LOCAL = "Received: from mx.pbem.test by mx.pbem.test with LMTP; Tue, 3 Nov 2026 10:00:01 +0000"
INNER = "Received: from mx.pbem.test by store.pbem.test with ESMTP; Tue, 3 Nov 2026 10:00:01 +0000"
GOOGLE_INNER = "Received: by 2002:a05:6512:1 with SMTP id a1; Tue, 3 Nov 2026 02:00:00 -0800 (PST)"
GOOGLE = "Received: from mail.example.org by mx.google.com with ESMTPS id b2; Tue, 3 Nov 2026 02:00:00 -0800 (PST)"
GOOGLES = (
    "Authentication-Results: mx.google.com;\n dkim=pass header.i=@example.org;\n dmarc=pass header.from=example.org"
)
FORGED_GOOGLE = "Authentication-Results: mx.google.com; dmarc=pass header.from=example.org"


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ((OURS, RECEIVED), "pass"),
        ((OURS,), "pass"),
        ((RECEIVED, OURS), "none"),
        ((RECEIVED, INNER, OURS), "none"),
        ((LOCAL, OURS, RECEIVED), "pass"),
        ((LOCAL, RECEIVED, OURS), "none"),
        ((INNER, OURS, RECEIVED), "none"),
        ((FAILED, RECEIVED), "fail"),
        ((FAILED, OURS, RECEIVED), "fail"),
        ((OURS, FAILED, RECEIVED), "fail"),
        ((FAILED, "X-Spam: no", OURS, RECEIVED), "fail"),
        (("Authentication-Results: mx.other.test; dmarc=pass header.from=example.org", RECEIVED), "none"),
        (("Authentication-Results: mx.other.test; dmarc=pass header.from=example.org", OURS, RECEIVED), "pass"),
        (("Authentication-Results: mx.pbem.test.evil.org; dmarc=pass header.from=example.org", RECEIVED), "none"),
        (("Authentication-Results: mx.pbem.test; dmarc=pass header.from=other.org", RECEIVED), "none"),
        (("Authentication-Results: mx.pbem.test; dmarc=pass", RECEIVED), "none"),
        (("Authentication-Results: mx.pbem.test; spf=pass smtp.mailfrom=ann@example.org", RECEIVED), "none"),
        (("Authentication-Results: mx.pbem.test; dmarc=none header.from=example.org", RECEIVED), "none"),
        (("Authentication-Results: mx.pbem.test (x; dmarc=pass header.from=example.org); spf=none", RECEIVED), "none"),
        (
            (
                'Authentication-Results: mx.pbem.test; dmarc=fail reason="x; dmarc=pass header.from=example.org"'
                " header.from=example.org",
                RECEIVED,
            ),
            "fail",
        ),
        (('Authentication-Results: "mx.pbem.test; dmarc=pass header.from=example.org', RECEIVED), "none"),
        ((), "none"),
    ],
)
def test_row_60_authentication_results(fields: tuple[str, ...], verdict: str) -> None:
    mail = with_fields("\n".join([*fields, "X-Mailer: none"]))
    assert letter(mail, Trust(("mx.pbem.test",))).vouched == verdict
    assert letter(mail).vouched == "none"


def test_row_60_hops_of_our_own_are_counted() -> None:
    mail = with_fields("\n".join([INNER, OURS, RECEIVED]))
    assert letter(mail, Trust(("mx.pbem.test",), hops=2)).vouched == "pass"
    forged = with_fields("\n".join([INNER, RECEIVED, OURS]))
    assert letter(forged, Trust(("mx.pbem.test",), hops=2)).vouched == "none"


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ((GOOGLE_INNER, "X-Received: by x", "Return-Path: <ann@example.org>", GOOGLE, GOOGLES), "pass"),
        ((GOOGLE_INNER, GOOGLE, "Received-SPF: pass", GOOGLES), "pass"),
        ((GOOGLE_INNER, GOOGLE, "DKIM-Signature: v=1", FORGED_GOOGLE), "none"),
        ((GOOGLE_INNER, GOOGLE, GOOGLES.replace("dmarc=pass", "dmarc=fail"), FORGED_GOOGLE), "fail"),
        ((GOOGLE_INNER, GOOGLE, "Authentication-Results: mx.google.com; spf=pass", FORGED_GOOGLE), "none"),
        ((RECEIVED, GOOGLE, INNER, GOOGLE, FORGED_GOOGLE), "none"),
    ],
)
def test_row_60_google_writes_below_its_received_line(fields: tuple[str, ...], verdict: str) -> None:
    mail = with_fields("\n".join(fields))
    assert letter(mail, Trust(("mx.google.com",))).vouched == verdict
