"""A prompt_toolkit container that puts ready lines on the screen and does nothing else.

What lives here: lines of styled text to cells, for the full paints at the
start and after a resize (line_renderer.py does the rest). What must not:
models, layout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from prompt_toolkit.layout.containers import Container, Window
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.utils import get_cwidth

from cardclient.screen.paint import Line

Row = defaultdict[int, Char]


class Canvas(Container):
    """Draws what `draw(width, height)` returns: at most `height` lines of `width` cells."""

    def __init__(self, draw: Callable[[int, int], list[Line]]) -> None:
        self._draw = draw
        self._blank = Char(" ", "")
        # A layout must have a window to focus; it is never drawn.
        self._focus = Window(always_hide_cursor=True)

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,  # noqa: ARG002 - the container's interface
        write_position: WritePosition,
        parent_style: str,  # noqa: ARG002
        erase_bg: bool,  # noqa: ARG002
        z_index: int | None,  # noqa: ARG002
    ) -> None:
        lines = self._draw(write_position.width, write_position.height)
        for number, line in enumerate(lines[: write_position.height]):
            screen.data_buffer[write_position.ypos + number] = self._cells(line)
        screen.width = max(screen.width, write_position.xpos + write_position.width)
        screen.height = max(screen.height, write_position.ypos + write_position.height)
        screen.show_cursor = False

    def _cells(self, line: Line) -> Row:
        blank = self._blank
        row: Row = defaultdict(lambda: blank)
        column = 0
        for style, text in line:
            for character in text:
                wide = get_cwidth(character)
                if wide == 0 and column:
                    # A combining mark goes with the cell before it.
                    before = row[column - 1]
                    row[column - 1] = Char(before.char + character, before.style)
                    continue
                row[column] = Char(character, style)
                for extra in range(1, wide):
                    row[column + extra] = Char("\0", style)  # as Window marks a wide cell's rest
                column += wide
        return row

    def reset(self) -> None:
        """Nothing is kept that a fresh start would mind."""

    def preferred_width(self, max_available_width: int) -> Dimension:
        return Dimension(preferred=max_available_width)

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:  # noqa: ARG002
        return Dimension(preferred=max_available_height)

    def get_children(self) -> list[Container]:
        return [self._focus]
