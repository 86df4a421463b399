"""What each line of a mail is: its writer's own, quoted, signed, or put there by a program. Source: mail.md 1 to 15.

One pass over the lines, each looking at a few of its neighbours, so the time is linear in any text. Nothing here knows what our
reports said: a line between marker lines that no quotation mark sets apart is called the report's, and the moderator, which
knows the report, may give it back to the player.
"""

import re
import string
from collections.abc import Sequence
from dataclasses import replace

from pbem.core.letters import LineKind, Marker, find_marker
from pbem.mail import attributions, phrases
from pbem.mail.trimmings import mark as mark_trimmings

_OWN, _QUOTATION, _SIGNATURE = LineKind.OWN, LineKind.QUOTATION, LineKind.SIGNATURE
_ATTRIBUTION, _REPORT, _FORWARD, _BANNER = (
    LineKind.ATTRIBUTION,
    LineKind.REPORT,
    LineKind.FORWARD,
    LineKind.BANNER,
)

_FIELD = re.compile(r"[*_]{0,2}([^\W\d_][^:\uff1a\d]{0,24}?)[*_]{0,2}\s?(?:\uff1a|:[*_]{0,2}(?:\s|$))")
_FIELD_LENGTH = 500
_FIELD_WORD = 32  # characters within which the colon of a field stands
_NAME_ALONE = re.compile(r"[^\W\d_][^\d:;=<>@]{0,60}")
_RULE = re.compile(r"[-_=*~]{3,}")
_LONG_RULE = re.compile(r"_{20,}")
_BLANK = (
    string.whitespace
    + "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff"
    + "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2060\u2061\u2062\u2063\u2064"  # signs that nobody sees
)
DELIMITERS = ("--", "—")
_BARE_MARKS = ("|", "»", "＞")  # a blank line as some programs quote it
_TABLE_EDGE = re.compile(r"[|](?:\s?[|])+")  # a signature's table, as some programs of phones write it
_WRAPPED_LENGTH = 30  # the first line of an attribution that goes on in the next is at least as long
_WRAPPED_END = 40
_ATTRIBUTION_LINES = 5
_BLOCK_LINES = 14


def is_quoted(line: str) -> bool:
    """Whether quotation marks begin the line. A line that begins with `>=` is a comparison that was wrapped (fact 4), but
    a quoted rule where more such signs follow."""
    text = line.lstrip()
    return text[:1] == ">" and (text[1:2] != "=" or text[2:3] == "=")


def classify(
    lines: Sequence[str], hints: Sequence[LineKind | None] | None = None, forwarding: bool = False
) -> list[LineKind]:
    """A kind for every line.

    `hints`: what an HTML part's mark-up says of each line, None for nothing. `forwarding`: whether the subject says that the
    mail passes on another.
    """
    sorter = _Sorter(lines, hints, forwarding)
    return sorter.sort()


class _Sorter:
    """Goes down the lines of one mail; `region` is what an unmarked line counts as where it stands."""

    def __init__(self, lines: Sequence[str], hints: Sequence[LineKind | None] | None, forwarding: bool) -> None:
        self.lines = lines
        self.texts = [line.strip() if line.isascii() else line.strip(_BLANK) for line in lines]
        self.hints = hints
        self.forwarding = forwarding
        self.kinds: list[LineKind] = []
        self.region = _OWN
        self.begun: Marker | None = None
        self.fields: dict[int, bool | None] = {}
        self.addresses: dict[int, bool] = {}

    def sort(self) -> list[LineKind]:
        kinds, texts = self.kinds, self.texts
        count = len(texts)
        while (at := len(kinds)) < count:
            text, region = texts[at], self.region
            if not text:
                kinds.append(region)
            elif text[0] == ">" and region is not _FORWARD and is_quoted(text):
                if text.startswith(">>>") and text.endswith(">>>") and attributions.is_groupwise(text):
                    kinds.append(_ATTRIBUTION)
                    self.region = self._below(at + 1)
                    continue
                kinds.append(_QUOTATION)
                if region is _SIGNATURE or (region is _REPORT and self._ends_report(text)):
                    self.region = _OWN
            elif region is _QUOTATION and self.hints is None and "[" not in text:
                end = next((line for line in range(at, count) if "[" in texts[line]), count)
                kinds += [_QUOTATION] * (end - at)  # up to a line that may be a marker
            else:
                self._take(at, text)
        mark_trimmings(kinds, texts)
        _settle_blanks(kinds, texts)
        return kinds

    def _take(self, at: int, text: str) -> None:
        """A line that no quotation mark sets apart."""
        if self.region is _FORWARD:
            self.kinds.append(_FORWARD)
        elif "[" in text and (marker := find_marker(text)) is not None:
            self.kinds.append(_REPORT)
            self.region = _REPORT if marker.begins else _OWN
            self.begun = marker
        elif self.hints is not None and (hint := self.hints[at]) is not None:
            self._hinted(at, hint)
        elif self.region is _QUOTATION or self.region is _REPORT:
            self.kinds.append(self.region)
        elif text in _BARE_MARKS:
            self.kinds.append(_QUOTATION)
        elif self.region is _OWN and (text in DELIMITERS or (text[0] == "|" and _TABLE_EDGE.fullmatch(text))):
            self.region = _SIGNATURE
            self.kinds.append(_SIGNATURE)
        else:
            self._unmarked(at, text)

    def _ends_report(self, text: str) -> bool:
        """Whether a quoted line is the last of the report that began unquoted: an editor quotes what it splits off."""
        marker = find_marker(text) if "[" in text else None
        return marker is not None and self.begun is not None and marker == replace(self.begun, begins=False)

    def _next_filled(self, at: int) -> int:
        """The number of the first line from `at` on that is not blank, or how many lines there are."""
        while at < len(self.texts) and not self.texts[at]:
            at += 1
        return at

    def _hinted(self, at: int, hint: LineKind) -> None:
        if hint is _ATTRIBUTION and self._begins_block(at):
            self._unmarked(at, self.texts[at])
        else:
            self.kinds.append(hint)

    def _unmarked(self, at: int, text: str) -> None:
        worded = not text[0].isdigit()  # what programs put there begins with a word or a sign, orders often do not
        if worded and phrases.announces_forward(text) and (self.forwarding or self._leads_to_another_mail(at)):
            self.region = _FORWARD
            self.kinds.append(_FORWARD)
        elif worded and (end := self._begins_block(at) or self._begins_unmarked_block(at)):
            passed_on = self.forwarding and not any(map(phrases.is_finnish_field, self.texts[at:end]))
            self.kinds += [_FORWARD if passed_on else _ATTRIBUTION] * (end - at)
            self.region = _FORWARD if passed_on else self._below(end)
        elif end := self._begins_attribution(at):
            self.kinds += [_ATTRIBUTION] * (end - at)
            self.region = self._below(end)
        elif text[0] in "-_=" and (end := self._begins_original(at)):
            self.kinds += [_ATTRIBUTION] * (end - at)
            self.region = _OWN if self._leads_on(end) else _QUOTATION
        elif attributions.goes_on(text):
            self.kinds.append(_ATTRIBUTION)
            self.region = _QUOTATION
        elif worded and self.region is _OWN and phrases.is_mobile_line(text):
            self.kinds.append(_SIGNATURE)
        elif worded and self.region is _OWN and phrases.is_banner(text):
            self.kinds.append(_BANNER)
        else:
            self.kinds.append(self.region)

    def _below(self, end: int) -> LineKind:
        """What unmarked lines are below an attribution that ends before line `end`: the player's where marks tell quotation."""
        following = self._next_filled(end)
        if following < len(self.lines) and not self._is_quoted(following):
            return _QUOTATION
        return _OWN

    def _is_quoted(self, at: int) -> bool:
        return is_quoted(self.texts[at])

    def _begins_attribution(self, at: int) -> int:
        """The line after the attribution that begins at `at`, 0 if none does.

        It holds an address or a date, ends with a colon (or stands between dashes), and quotation or our report follows. One
        that holds an address and a date, or a whole date, an hour and "wrote", needs nothing to follow.
        """
        end = self._ends_like_attribution(at)
        if end < 0:
            return 0
        if (
            attributions.has_address(self.texts[at])
            or attributions.has_date(self.texts[at])
            or self._goes_on_with_address(at)
        ):
            return end + 1 if self._is_followed(end, " ".join(self.texts[at : end + 1])) else 0
        return end + 1 if end == at and self._names_who_wrote(at) else 0

    def _begins_original(self, at: int) -> int:
        """The line after a title of the mail that is answered and the fields below it, or after a rule that stands upon its
        quoted fields or an attribution; 0 where neither begins at `at`."""
        end = at + 1
        if phrases.titles_original(self.texts[at]):
            for number in range(at + 1, min(at + 1 + _BLOCK_LINES, len(self.texts))):
                if self.texts[number] and not phrases.begins_with_a_field(self.texts[number]):
                    break
                end = number + 1 if self.texts[number] else end
            return end
        if _LONG_RULE.fullmatch(self.texts[at]) is None or end == len(self.texts):
            return 0
        if not self._is_quoted(end):
            following = self._next_filled(end)
            return end if following < len(self.texts) and self._begins_attribution(following) else 0
        while end < len(self.texts) and end - at < _BLOCK_LINES and self._is_quoted_field(end):
            end += 1
        return end if end - at > 3 and end < len(self.texts) and not self._is_quoted(end) else at + 1

    def _is_quoted_field(self, at: int) -> bool:
        text = self.texts[at]
        return self._is_quoted(at) and (not text[1:].strip() or phrases.begins_with_a_field(text[1:]))

    def _leads_on(self, at: int) -> bool:
        """Whether quotation, or an attribution of its own, is the next below a title, a rule or fields."""
        following = self._next_filled(at)
        return following < len(self.texts) and (self._is_quoted(following) or self._begins_attribution(following) > 0)

    def _ends_like_attribution(self, at: int) -> int:
        """The first line from `at` on that ends as an attribution does, within what one can fill; -1 without one."""
        for end in range(at, min(at + _ATTRIBUTION_LINES, len(self.texts))):
            text = self.texts[end]
            if not text or len(text) > attributions.LONGEST:
                return -1
            if self._is_quoted(end):  # `> wrote:`, where the line was broken before the bracket that ends an address
                above = self.texts[end - 1] if end > at else ""
                split = above.rfind("<") > above.rfind(">")
                return end if split and text.endswith(":") and len(text) < _WRAPPED_END else -1
            if text[-1] in ":\uff1a" or (text.endswith("---") and self.texts[at].startswith("--")):
                return end
            if end == at and text[-1] == ">" and self._is_dated_address(at):
                return end
            if end == at and len(text) < _WRAPPED_LENGTH and not self._goes_on_with_address(at):
                return -1
        return -1

    def _names_who_wrote(self, at: int) -> bool:
        """Whether a line says only who wrote what is quoted right below."""
        below = self._next_filled(at + 1)
        return below < len(self.texts) and self._is_quoted(below) and phrases.says_wrote(self.texts[at])

    def _is_dated_address(self, at: int) -> bool:
        """Whether a line is a whole date and an address, right above quotation: some programs write no more."""
        text, below = self.texts[at], self._next_filled(at + 1)
        if below == len(self.texts) or not self._is_quoted(below) or not attributions.has_address(text):
            return False
        return attributions.has_whole_date(text)

    def _goes_on_with_address(self, at: int) -> bool:
        """Whether a line is a name alone, whose address in brackets begins the next."""
        below = self.texts[at + 1] if at + 1 < len(self.texts) else ""
        return (
            below[:1] == "<" and _NAME_ALONE.fullmatch(self.texts[at]) is not None and attributions.has_address(below)
        )

    def _is_followed(self, end: int, whole: str) -> bool:
        following = self._next_filled(end + 1)
        if following < len(self.lines):
            if self._is_quoted(following):
                return True
            marker = find_marker(self.texts[following])
            if marker is not None and marker.begins:
                return True
        return attributions.speaks_for_itself(whole)

    def _begins_block(self, at: int) -> int:
        """The line after the block of header fields that begins at `at`, 0 if none does.

        Three lines or more of `word: text`, an address or a date among them (two below a titled rule), whose words are field
        names in some language or, in a language not known here, which hold an address and a date.
        """
        first = at
        titled = False
        text = self.texts[at]
        if text[0] in "-_=*~" and _RULE.match(text):
            titled = any(letter.isalpha() for letter in text)
            first = self._next_filled(at + 1)
            if first < len(self.texts) and not titled and _RULE.fullmatch(self.texts[first]):
                first = self._next_filled(first + 1)
            if first - at > 4:
                return 0
        elif ":" not in text[:_FIELD_WORD] and "\uff1a" not in text[:_FIELD_WORD]:
            return 0
        fields = known = extra = 0
        end = first
        for number in range(first, min(first + _BLOCK_LINES, len(self.lines))):
            named = self._names_field(number)
            if named is not None:
                fields += 1
                known += named
            elif fields and extra < 3 and self._holds_address(number):
                extra += 1
            else:
                break
            end = number + 1
        if fields < (2 if titled else 3):
            under_rule = first > at and not titled and fields == known
            if not (under_rule and fields):
                return 0
            return end if any(map(self._holds_address, range(first, end))) and self._leads_on(end) else 0
        address = any(map(self._holds_address, range(first, end)))
        if known >= 2 and (address or self._is_dated(first, end)):
            return end if titled or self._names_field(first) else 0
        return end if address and self._is_dated(first, end) else 0

    def _is_dated(self, begin: int, end: int) -> bool:
        """Whether a field from line `begin` to before line `end` holds a date."""
        return any(
            self.fields[number] is not None and attributions.has_whole_date(self.texts[number][:_FIELD_LENGTH])
            for number in range(begin, end)
        )

    def _begins_unmarked_block(self, at: int) -> int:
        """The line after a header block without colons, as Lotus Notes writes it, that begins at `at`; 0 if none does.

        The sender, the date below, then two field names or more, each on a line of its own above what it holds.
        """
        second = self._next_filled(at + 1)
        if second - at > 2 or second == len(self.texts) or len(self.texts[second]) >= _WRAPPED_END:
            return 0
        if not (attributions.has_address(self.texts[at]) or _NAME_ALONE.fullmatch(self.texts[at])):
            return 0
        if not attributions.has_whole_date(self.texts[second]):
            return 0
        names = end = 0
        for number in range(second + 1, min(second + 1 + _BLOCK_LINES, len(self.texts))):
            if len(self.texts[number]) < _FIELD_WORD and phrases.is_a_field(self.texts[number]):
                names += 1
                value = self._next_filled(number + 1)
                end = min(value + 1, len(self.texts))
            elif self.texts[number] and number >= end:
                break
        return end if names >= 2 else 0

    def _names_field(self, number: int) -> bool | None:
        """Whether the word of a header field that begins a line is a known one, None for a line that is no such field.

        Looked at once, since blocks are looked for at every line; as with `_holds_address`.
        """
        if number not in self.fields:
            text = self.texts[number]
            word = text[:_FIELD_WORD]
            found = _FIELD.match(text) if (":" in word or "\uff1a" in word) and text[0] != ">" else None
            self.fields[number] = None if found is None else phrases.names_a_field(found[1])
        return self.fields[number]

    def _holds_address(self, number: int) -> bool:
        if number not in self.addresses:
            self.addresses[number] = attributions.has_address(self.texts[number][:_FIELD_LENGTH])
        return self.addresses[number]

    def _leads_to_another_mail(self, at: int) -> bool:
        following = self._next_filled(at + 1)
        if following == len(self.lines):
            return False
        return self._is_quoted(following) or self._begins_block(following) > 0


def _settle_blanks(kinds: list[LineKind], texts: list[str]) -> None:
    """Blank lines are the writer's own only between two lines of theirs; others go with what stands beside them."""
    end = 0
    blanks = texts.count("")
    while blanks:
        begin = end = texts.index("", end)
        while end < len(texts) and not texts[end]:
            end += 1
        blanks -= end - begin
        above = kinds[begin - 1] if begin else _OWN
        if above is _OWN and end < len(texts):
            kinds[begin:end] = [kinds[end]] * (end - begin)
        else:
            kinds[begin:end] = [above] * (end - begin)
