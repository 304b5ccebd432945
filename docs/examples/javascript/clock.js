// The one clock of this bot: monotonic, integer microseconds, for every stamp it sends.

/** Microseconds now. Fits a double exactly for 285 years of uptime. */
export const nowUs = () => Number(process.hrtime.bigint() / 1000n);

/**
 * Calls `act` at `atUs` or just after, never before, and never before this returns, so that what
 * it returns can always cancel it.
 */
export function callAt(atUs, act) {
  let timer;
  const arm = () => {
    const waitMs = Math.max(0, Math.ceil((atUs - nowUs()) / 1000)); // timers count whole ms
    timer = setTimeout(() => (nowUs() < atUs ? arm() : act()), waitMs);
  };
  arm();
  return { cancel: () => clearTimeout(timer) };
}
