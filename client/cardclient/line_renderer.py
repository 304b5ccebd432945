"""A prompt_toolkit renderer that writes only the lines that changed.

What lives here: LineRenderer. prompt_toolkit's own compares every cell of the
screen in Python on each redraw, which costs ten times as much as everything
else a key or a reveal waits for. It still paints first, after a resize and at
the end, so that entering and leaving the terminal stays its business; in
between, whole lines are compared and written. What must not: models, layout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.renderer import Renderer
from prompt_toolkit.styles import Attrs, BaseStyle

from cardclient.screen.paint import Line


class LineRenderer(Renderer):
    """Paints what `draw(width, height)` returns: `height` lines of exactly `width` cells."""

    def __init__(
        self, style: BaseStyle, output: Output, draw: Callable[[int, int], list[Line]]
    ) -> None:
        self._draw = draw
        self._painted: list[Line] | None = None
        self._size: Size | None = None
        self._attrs: dict[str, Attrs] = {}
        super().__init__(style, output, full_screen=True)

    def reset(self, _scroll: bool = False, leave_alternate_screen: bool = True) -> None:
        """What is on the screen is not known any more."""
        self._painted = None
        super().reset(_scroll, leave_alternate_screen)

    def render(self, app: Application[Any], layout: Layout, is_done: bool = False) -> None:
        """Paint: everything where it must be, else the lines that changed."""
        size = self.output.get_size()
        if is_done or self._painted is None or size != self._size:
            super().render(app, layout, is_done)
            # The first patch after a full paint writes every line once more; that keeps this
            # class independent of what the full paint found on the screen.
            self._painted = None if is_done else [[] for _ in range(size.rows)]
            self._size = size
        else:
            self._patch(self._draw(size.columns, size.rows), self._painted, app.color_depth)

    def _patch(self, lines: list[Line], painted: list[Line], depth: ColorDepth) -> None:
        output = self.output
        for number, line in enumerate(lines):
            if line == painted[number]:
                continue
            output.cursor_goto(number + 1, 1)
            for style, text in line:
                output.set_attributes(self._attributes(style), depth)
                output.write(text)
        output.reset_attributes()
        output.cursor_goto(1, 1)  # where the full paint left it, and counts from
        output.hide_cursor()
        output.flush()
        self._painted = lines

    def _attributes(self, style: str) -> Attrs:
        found = self._attrs.get(style)
        if found is None:
            found = self._attrs[style] = self.style.get_attrs_for_style_str(style)
        return found
