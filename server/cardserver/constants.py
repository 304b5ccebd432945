"""Every constant of the judge, in one place, each with its unit and its reason.

What lives here: numbers that decide who was first and how long one waits for
it. What must not: limits of the server that have nothing to do with a race.
Measurements behind the reasons: docs/timing.md.
"""

from __future__ import annotations

from typing import Final

MILLISECOND_US: Final = 1_000
SECOND_US: Final = 1_000_000

# --- pings and stamps -------------------------------------------------------------------------
BURST_PINGS: Final = 8  # NTP's filter depth: the best of eight is within 0.3 ms on any LAN
BURST_GAP_US: Final = 30_000  # 8 pings in 240 ms: synchronised before a player has found a seat
ARMED_PING_GAP_US: Final = 100_000  # during a race: keeps the excess statistics fresh
IDLE_PING_GAP_US: Final = SECOND_US  # 1/s follows any crystal and keeps a NAT's mapping alive
PINGS_IN_FLIGHT: Final = 64  # 6 s of armed pings; more unanswered ones are forgotten, oldest first
ASK_AGAIN_SLACK_US: Final = 200  # the mapping's error on a wire: asked that much later it proves
TICK_US: Final = 25_000  # a client's stamp while armed: 40 small messages a second
STAMP_SLACK_US: Final = 2_000  # a press may be stamped this much before a tick that overtook it
FUTURE_SLACK_US: Final = 1_000  # two stamps' event-loop noise on top of the mapping's own

# --- clock mapping ----------------------------------------------------------------------------
WINDOW_US: Final = 300 * SECOND_US  # Linux keeps its own least round trip for 5 minutes, so do we
BUCKET_US: Final = 5 * SECOND_US  # the best sample of each 5 s is kept: 60 samples, not 3,000
GOOD_EXCESS_US: Final = 300  # a sample this close to the least round trip is off by 0.15 ms at most
LINE_SPAN_US: Final = 30 * SECOND_US  # 0.15 ms over 30 s: a slope good to 10 ppm
LINE_SAMPLES: Final = 3  # two points are a line whatever they are
MAX_DRIFT_PPB: Final = 200_000  # two crystals at their worst, 100 ppm each
AGE_PPB: Final = 15_000  # how fast an estimate grows old (RFC 5905's PHI)
PICK_AGE_PPB: Final = 50_000  # without a line: prefer a newer sample to a slightly better old one
NOISE_FLOOR_US: Final = 300  # p99 of an event loop's stamp, measured on an idle machine
CLOCK_JUMP_US: Final = 10_000  # unexplained by the sample's own delay: no crystal does this in 5 s
JUMP_PONGS: Final = 4  # ... where the round trips could explain it, so many in a row must say it
LONGER_ROUTE_US: Final = 5_000  # this much over the least round trip and half the usual excess ...
LONGER_ROUTE_PONGS: Final = 20  # ... so many times in a row is another route, not jitter
GOOD_NOISE_US: Final = 1_000  # quality "good": below the dead heat
FAIR_NOISE_US: Final = 5_000  # quality "fair": below what a person could notice

# --- what a path needs ------------------------------------------------------------------------
KERNEL_SLACK_US: Final = 2_000  # program minus kernel round trip is < 0.3 ms on an idle client
KERNEL_EXCESS_SLACK_US: Final = 5_000  # excess believed beyond what the kernel saw too
KERNEL_MEAN_SLACK_US: Final = 2_500  # on average: 5 ms let a wired liar gain 7.1 points, 2.5 ms 5.6
KERNEL_DOUBT_US: Final = 5_000  # program minus kernel round trip beyond this is flagged
EXCESS_HALF_LIFE_US: Final = 60 * SECOND_US  # bufferbloat lasts minutes, a microwave oven one
MAX_EXCESS_US: Final = 250_000  # a race never waits longer, so more can't matter
MARGIN_QUANTILE: Final = 9_000  # of 10,000; q90 suffices because lateness is credited
MARGIN_CAP_US: Final = 10_000  # the margin is also how early a cheat may look
CREDIT_QUANTILE: Final = 9_950  # of 10,000: one claim in 200 is under-credited
CREDIT_MIN_US: Final = 3_000  # everybody's benefit of the doubt: garbage collection, a redraw
CREDIT_CAP_US: Final = 150_000  # most compensation of one claim; see docs/timing.md for the trade
CREDIT_FREE_US: Final = 1_000  # below the resolution of two stamps: noise, not charged
REFILL_PERCENT: Final = 60  # of the mean excess, a race: a seat claims in fewer races than it is
# refilled in. 100 %: a liar under heavy jitter gains 15 points; 60 %: 7, honest accuracy -0.2
REFILL_EXTRA_US: Final = 1_000  # a race with a claim: pays for the stamps' own noise. It was
# paid in every race once, and the paint too: seats claim in a third of them, and a wired liar had
# 14 ms a claim instead of 5
BUCKET_REFILLS: Final = 4  # an honest player's run of bad luck is shorter than four means
LEARNING_RACES: Final = 10  # while a path is new its bucket grows with what is learned of it
PAINT_CAP_US: Final = 2_000  # a redraw's lateness that counts as needed; a client alone reports it
RECEIPT_SLACK_US: Final = 5_000  # between a kernel and its program: a loop's hiccup, or a redraw
SILENCE_US: Final = TICK_US + 20_000  # no stamp for so long while its kernel answers: it holds back
RECEIPT_POLL_US: Final = 5_000  # how often kernels are asked in a race; no finer than the slack
WRITES_KEPT: Final = 64  # unacknowledged writes whose times are kept; 6 s of armed pings
SILENT_RACES: Final = 3  # closed only by its bound so often in a row: waited for no longer than
# CREDIT_MIN_US

# --- the race ---------------------------------------------------------------------------------
LEAD_CAP_US: Final = 150_000  # covers a round trip of 280 ms; longer leads drag on everybody
EARLY_SHOW_US: Final = 1_000  # a timer may fire this much early
FLOOR_US: Final = 100_000  # athletics' false start: nobody sees, decides and presses faster
WAIT_CAP_US: Final = 250_000  # the hard stop; binds only beyond RTT 280 ms or in a stall
DEAD_HEAT_US: Final = 1_000  # the resolution of two stamps of one clock; nearer claims draw lots
