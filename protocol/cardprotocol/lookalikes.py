"""Letters and digits that people can't tell apart, for comparing names.

What lives here: one table, from a character (lower case, decomposed) to the
one that stands for its class. What must not: how it is used (text.py). Classes
are by the look of the capital or of the small letter, since case is folded
first. A pair too many costs somebody a second choice of name; a pair too few
lets somebody pose as another.
"""

from __future__ import annotations

from typing import Final

# One line a class: what stands for it, then its other members. The digits 0 and 1 look like o
# and l; i is with them for its capital.
_CLASSES: Final = (
    "a аαɑ",
    "b вβƅьъʙ",
    "c сϲᴄ",
    "d ԁɗ",
    "e еεєҽ",
    "f ғƒ",
    "g ɡց",
    "h нһηʜ",
    "j јϳ",
    "k кκҝқĸ",
    "l iі1|!ӏιıł",
    "m мμᴍ",
    "n пոԥ",
    "o о0οøөσօס",
    "p рρ",
    "q ԛգ",
    "r гᴦ",
    "s ѕꜱ",
    "t тτŧ",
    "u υսᴜ",
    "v ѵνᴠ",
    "w ԝωшᴡ",
    "x хχ×",
    "y уγүұʏ",
    "z ζᴢ",
    "3 зӡ",
    "4 ч",
    "6 б",
    "л λ",
    "ф φ",
)

LOOKALIKES: Final[dict[int, str]] = {ord(other): line[0] for line in _CLASSES for other in line[2:]}
