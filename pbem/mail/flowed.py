"""Text of format=flowed made whole again: soft line breaks joined, stuffing removed. Source: RFC 3676; mail.md 20."""


def unflow(lines: list[str], delsp: bool = False) -> list[str]:
    """The paragraphs of a flowed text, one a line; quotation marks are kept, one `>` for each level and a space.

    A signature's delimiter is never joined to anything. `delsp`: the space that ends a soft line is no part of the text.
    """
    whole: list[str] = []
    open_parts: list[str] = []
    open_depth = 0
    for line in lines:
        text = line.lstrip(">")
        depth = len(line) - len(text)
        if text.startswith(" "):
            text = text[1:]
        delimiter = text == "-- "
        if open_parts and (depth != open_depth or delimiter):
            whole.append(_marked(open_depth, "".join(open_parts)))
            open_parts = []
        soft = text.endswith(" ") and not delimiter
        open_parts.append(text[:-1] if soft and delsp else text)
        open_depth = depth
        if not soft:
            whole.append(_marked(depth, "".join(open_parts)))
            open_parts = []
    if open_parts:
        whole.append(_marked(open_depth, "".join(open_parts)))
    return whole


def _marked(depth: int, text: str) -> str:
    if not depth:
        return text
    return ">" * depth + " " + text if text else ">" * depth
