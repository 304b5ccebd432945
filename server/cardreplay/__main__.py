"""The command `cardreplay`: its arguments, its words and its exit codes.

What lives here: one function a subcommand. What must not: the work itself.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import click

from cardreplay import archive, replay_file, tables
from cardreplay.refusals import NotFound, NotGenuine, StillPlaying
from cardreplay.scenes import Scenes, scenes_of
from cardreplay.source import Source, save
from cardreplay.verify import verify
from cardrules.game import Seat
from cardserver.journal.errors import JournalError
from cardserver.journal.opening import default_folder, read_records
from cardserver.ratings import Scores

HELP = """Look at finished matches: list, show, export and verify them, and statistics.

A MATCH is the beginning of a match's id as `cardreplay list` prints it; FILE is what
`cardreplay export` wrote. The journal may be in use by a running server.

\b
Examples:
  cardreplay list
  cardreplay show 3f2a                 step through a match, from any seat
  cardreplay export 3f2a evening.replay
  cardreplay verify evening.replay     is the deal, the play and every verdict genuine?
  cardreplay stats

\b
Exit status: 0 fine, 1 refused or not found (the words say what and where), 2 wrong usage.
"""
REFUSED = (NotGenuine, NotFound, StillPlaying, JournalError)


@click.group(help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The server's journal folder.  [default: the user's data folder]",
)
@click.version_option(version("perekur"), message="cardreplay %(version)s")
@click.pass_context
def main(context: click.Context, data: Path | None) -> None:
    """Remember where the journal is."""
    context.obj = Source(data or default_folder())


def _or_refuse(work: Callable[[], None]) -> None:
    """Do `work`; one line and status 1 if something is refused."""
    try:
        work()
    except REFUSED as error:
        click.echo(f"cardreplay: {error}", err=True)
        sys.exit(1)


@main.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--game", help="Only matches of this game.")
@click.pass_obj
def list_matches(source: Source, as_json: bool, game: str | None) -> None:
    """List the journal's matches, the oldest first."""

    def work() -> None:
        found = archive.summaries(record for _, record in read_records(source.folder))
        chosen = [summary for summary in found if game in (None, summary.game)]
        if as_json:
            _print_lines([json.dumps(tables.match_json(summary)) for summary in chosen])
        else:
            _print_lines(tables.match_rows(chosen))

    _or_refuse(work)


@main.command()
@click.argument("target", metavar="MATCH|FILE")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def export(source: Source, target: str, file: Path) -> None:
    """Write one finished match into FILE, with all its evidence."""

    def work() -> None:
        records = source.records(target)
        checked = verify(records)
        save(replay_file.to_bytes(records), file)
        click.echo(f"match {checked.match_id}: {checked.acts} acts written to {file}")

    _or_refuse(work)


@main.command("verify")
@click.argument("targets", nargs=-1, required=True, metavar="MATCH|FILE...")
@click.pass_obj
def verify_targets(source: Source, targets: tuple[str, ...]) -> None:
    """Check deals, play and verdicts of matches from their seeds and evidence.

    Compare the printed commitment with the one your client showed before the deal: if they
    are equal, nobody chose the cards.
    """
    refused = False
    for target in targets:
        try:
            genuine = verify(source.records(target))
        except NotFound as error:
            refused = True
            click.echo(f"{target}: not found: {error}", err=True)
            continue
        except REFUSED as error:
            refused = True
            click.echo(f"{target}: REFUSED: {error}", err=True)
            continue
        click.echo(
            f"{target}: genuine. {genuine.game} match {genuine.match_id}: {genuine.acts} acts"
            f" follow from the seed and the rules, {genuine.races} verdicts from their evidence."
        )
        click.echo(f"  commitment {genuine.commitment.hex()}")
    sys.exit(1 if refused else 0)


@main.command()
@click.argument("target", metavar="MATCH|FILE")
@click.option("--seat", help="See it as this player or seat number did. [default: all hands open]")
@click.option("--line", "as_lines", is_flag=True, help="Print one event a line.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII alone.")
@click.pass_obj
def show(source: Source, target: str, seat: str | None, as_lines: bool, ascii_only: bool) -> None:
    """Step through a finished match in the terminal.

    Space plays and pauses, the arrows step and set the speed, s changes the seat, o opens all
    hands, q quits. Without a terminal, or with --line, it prints one event a line.
    """

    def work() -> None:
        scenes = scenes_of(source.records(target))
        _show(scenes, _seat(scenes, seat), as_lines=as_lines, ascii_only=ascii_only)

    _or_refuse(work)


def _show(scenes: Scenes, seat: Seat | None, *, as_lines: bool, ascii_only: bool) -> None:
    # prompt_toolkit is imported late, so that the other subcommands answer at once.
    from cardreplay.show import Show, make_look, spoken
    from cardreplay.viewer import Viewer

    look = make_look(os.environ, ascii_only=ascii_only)
    if as_lines or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print_lines(list(spoken(scenes, seat, look)))
        return
    eyes = (None, *scenes.played.begun.seats)
    Show(scenes, Viewer(len(scenes.steps), eyes, eye=eyes.index(seat)), look).run()


def _seat(scenes: Scenes, wanted: str | None) -> Seat | None:
    """The seat called or numbered (from 1) `wanted`; raises NotFound."""
    begun = scenes.played.begun
    if wanted is None:
        return None
    for seat, name in zip(begun.seats, begun.names, strict=True):
        if wanted in (name, str(seat + 1)):
            return seat
    known = ", ".join(
        f"{seat + 1} {name}" for seat, name in zip(begun.seats, begun.names, strict=True)
    )
    raise NotFound(f"Nobody sat at {wanted!r}; the seats were: {known}.")


@main.command()
@click.option("--game", help="Only this game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII alone.")
@click.pass_obj
def stats(source: Source, game: str | None, as_json: bool, ascii_only: bool) -> None:
    """Ratings, losses, races and reaction times of every player, by game.

    "won" counts races "of shared" ones: of those in which two or more held the wanted rank and
    this player was one of them. Median and best are over all presses that were judged.
    """

    def work() -> None:
        scores = Scores()
        for _, record in read_records(source.folder):
            scores.take(record)
        for of in scores.games():
            if game in (None, of):
                _print_standings(scores, of, as_json=as_json, ascii_only=ascii_only)

    _or_refuse(work)


def _print_standings(scores: Scores, game: str, *, as_json: bool, ascii_only: bool) -> None:
    by_name = {standing.name: standing for standing in scores.standings(game)}
    ordered = [by_name[line.name] for line in scores.lines(game)]
    if as_json:
        _print_lines([json.dumps({"game": game, **tables.standing_json(s)}) for s in ordered])
    else:
        _print_lines([game, *tables.standing_rows(ordered, ascii_only=ascii_only), ""])


def _print_lines(lines: list[str]) -> None:
    for line in lines:
        click.echo(line)


if __name__ == "__main__":
    main(prog_name="cardreplay")
