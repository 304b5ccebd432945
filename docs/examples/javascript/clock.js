// The one clock of this bot: monotonic, integer microseconds, for every stamp it sends.

/** Microseconds now. Fits a double exactly for 285 years of uptime. */
export const nowUs = () => Number(process.hrtime.bigint() / 1000n);

/** Calls `act` at `atUs` or just after, never before; at once if that has passed. */
export function callAt(atUs, act) {
  const leftUs = atUs - nowUs();
  if (leftUs <= 0) {
    act();
    return { cancel() {} };
  }
  let timer;
  const arm = () => {
    const us = atUs - nowUs();
    if (us <= 0) act();
    else timer = setTimeout(arm, Math.ceil(us / 1000)); // timers count whole milliseconds
  };
  arm();
  return { cancel: () => clearTimeout(timer) };
}
