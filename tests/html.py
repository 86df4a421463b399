"""What every page and HTML mail of ours must be: well-formed, of known elements where they may stand, without scripts."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import etree

SVG = "{http://www.w3.org/2000/svg}"
FLOW = {
    "article",
    "blockquote",
    "dl",
    "div",
    "figure",
    "h1",
    "h2",
    "h3",
    "footer",
    "header",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
}
PHRASES = {"a", "br", "code", "del", "em", "span", "strong", "svg", "time"}
INSIDE = {
    "html": {"head", "body"},
    "head": {"meta", "title", "link", "style"},
    "body": FLOW,
    "footer": {"p"},
    "header": FLOW,
    "main": FLOW,
    "section": FLOW,
    "article": FLOW,
    "div": FLOW | PHRASES | {"img"},
    "figure": FLOW | {"svg", "img", "em"},
    "nav": {"a", "span", "ul", "p"},
    "table": {"tr"},
    "tr": {"th", "td"},
    "ul": {"li"},
    "ol": {"li"},
    "dl": {"dt", "dd"},
    "meta": set(),
    "link": set(),
    "br": set(),
    "img": set(),
    "title": set(),
    "style": set(),
}
SVG_ELEMENTS = {
    "svg",
    "title",
    "desc",
    "g",
    "rect",
    "circle",
    "path",
    "line",
    "text",
    "tspan",
    "polygon",
    "polyline",
    "ellipse",
}


def parsed(html: str) -> etree._Element:
    """The page as a tree. Asserts all that a page must be."""
    assert html.startswith("<!DOCTYPE html>\n") or "<!DOCTYPE html>" in html[:20]
    root = etree.fromstring(html.encode(), etree.XMLParser(resolve_entities=False, no_network=True))
    assert root.tag == "html"
    assert root.get("lang")
    for element in root.iter():
        if isinstance(element, etree._Comment):
            continue
        assert isinstance(element, etree._Element)
        _check(element)
    assert len(root.findall(".//h1")) <= 1
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    return root


def text_of(element: etree._Element) -> str:
    """All text in an element, its white space collapsed."""
    return " ".join(" ".join(str(part) for part in element.itertext()).split())


def links_of(root: etree._Element) -> list[str]:
    """Where the links of a page lead, in order."""
    return [str(a.get("href")) for a in root.iter("a", "link")]


def assert_links_resolve(folder: Path) -> int:
    """Asserts that every link of every page below the folder leads to a file there, or outside and is not to be followed; gives
    the number of the former."""
    seen = 0
    for file in folder.rglob("*.html"):
        root = parsed(file.read_text())
        assert all(a.get("rel") == "nofollow" for a in root.iter("a") if urlsplit(str(a.get("href"))).scheme)
        for href in links_of(root):
            parts = urlsplit(href)
            if parts.scheme:
                assert parts.scheme in ("http", "https"), href
                continue
            assert (file.parent / unquote(parts.path)).resolve().is_file(), f"{file}: {href}"
            seen += 1
    return seen


def _check(element: etree._Element) -> None:
    tag = str(element.tag)
    for name, value in element.attrib.items():
        assert not str(name).lower().startswith("on"), f"{tag} {name}"
        assert "javascript:" not in str(value).lower()
    if tag.startswith(SVG):
        assert tag.removeprefix(SVG) in SVG_ELEMENTS, tag
        assert not any("href" in str(name) for name in element.attrib)
        return
    assert tag in INSIDE or tag in FLOW | PHRASES | {"li", "td", "th", "dt", "dd"}, tag
    allowed = INSIDE.get(tag, PHRASES | (FLOW if tag in ("li", "td", "dd", "blockquote") else set()))
    for child in element:
        if isinstance(child, etree._Comment):
            continue
        name = str(child.tag).removeprefix(SVG)
        assert name in allowed, f"<{name}> in <{tag}>"
    if tag in ("html", "head", "table", "tr", "ul", "ol", "dl"):
        assert not (element.text or "").strip(), f"text in <{tag}>"
        assert not any((child.tail or "").strip() for child in element), f"text in <{tag}>"
