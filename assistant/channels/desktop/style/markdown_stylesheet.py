"""The style sheet of rendered Markdown, in the subset that `QTextDocument` knows."""

from string import Template
from typing import Final

from assistant.channels.desktop.style import scale as sizes
from assistant.channels.desktop.style.tokens import Tokens

_MARKDOWN: Final = Template("""
body { color: $text; }
p, li, blockquote { line-height: ${line}px; -qt-line-height-type: minimum; }
p { margin-top: 0; margin-bottom: 10px; }
strong, b { font-weight: 600; }
h1 { font-size: ${h1}px; font-weight: 600; margin-top: 14px; margin-bottom: 8px; }
h2 { font-size: ${h2}px; font-weight: 600; margin-top: 12px; margin-bottom: 6px; }
h3 { font-size: ${h3}px; font-weight: 600; margin-top: 10px; margin-bottom: 4px; }
h4 { font-size: ${h4}px; font-weight: 600; margin-top: 8px; margin-bottom: 4px; }
h5, h6 { font-size: ${h5}px; font-weight: 600; margin-top: 8px; margin-bottom: 4px; }
ul, ol { margin-top: 0; margin-bottom: 8px; }
li { margin-bottom: 3px; }
a { color: $link; text-decoration: underline; }
code { font-family: $mono; font-size: ${code_px}px; background-color: $code; }
pre { font-family: $mono; font-size: ${code_px}px; margin-top: 12px; margin-bottom: 14px; }
pre code { background-color: transparent; }
blockquote { color: $text_secondary; margin-left: ${quote}px; margin-right: 0; }
table { border-collapse: collapse; margin-top: 10px; margin-bottom: 8px; }
th { font-weight: 600; padding: 5px 10px; border: 1px solid $border; background-color: $code; }
td { padding: 5px 10px; border: 1px solid $border; }
hr { background-color: $border; }
""")

QUOTE_PX: Final = 14
"""How far a quote is indented, whatever the text's size; its bar stands there."""

MONOSPACE: Final = (
    "'Cascadia Mono', 'SF Mono', 'Ubuntu Mono', 'Noto Sans Mono', 'DejaVu Sans Mono', monospace"
)


_QT_SCALES: Final = {1: 1.5, 2: 1.2, 3: 1.0, 4: 0.8, 5: 0.7}
"""By what `QTextDocument` multiplies the size of a heading of each level, whatever it is."""


def markdown_css(tokens: Tokens, scale: float) -> str:
    """Return the style sheet of rendered Markdown."""
    pixels = {
        "line": sizes.LINE_PX,
        "code_px": sizes.SMALL_PX,
        "h1": sizes.HEADING_PX * 1.1 / _QT_SCALES[1],
        "h2": sizes.HEADING_PX * 0.9 / _QT_SCALES[2],
        "h3": sizes.TITLE_PX / _QT_SCALES[3],
        "h4": sizes.READING_PX / _QT_SCALES[4],
        "h5": sizes.READING_PX / _QT_SCALES[5],
    }
    return _MARKDOWN.substitute(
        tokens.named(),
        mono=MONOSPACE,
        quote=QUOTE_PX,
        **{name: round(size * scale) for name, size in pixels.items()},
    )
