"""Text of others shown as it was written: Streamlit reads most texts as Markdown."""

import re

# What could begin a link, a picture (fetched from anywhere), a formula, a colour, an
# icon or emphasis; and what makes a line more than text.
_MARKUP = re.compile(
    r"[\\`*$~<|]|\](?=\()|(?<!\w)_|_(?!\w)|:(?=[a-z])|^\s*[#>]|^\s*[+-](?=\s)|^\s*\d+[.)](?=\s)"
)


def plain(text: str) -> str:
    r"""`text` with its Markdown made harmless; shown, it is what was written.

    >>> plain("![x](http://e.org/x.png)")
    '![x\\](http://e.org/x.png)'
    >>> plain("bad_pack"), plain("0.5"), plain("- a")
    ('bad_pack', '0.5', '\\- a')
    """
    return _MARKUP.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text)
