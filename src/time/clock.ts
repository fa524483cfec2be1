/** Time as a dependency: tests move it by hand instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970. Never goes back. Used for ids and due times, and for everything compared with them. */
  now(): number;
  /** The real time, for comparisons with other machines' clocks. It may go back. */
  wall(): number;
  /** Runs `action` once, `ms` from now. The returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export interface MachineClock extends Clock {
  /** Milliseconds since an arbitrary start. Unaffected when the machine's clock is set. */
  monotonic(): number;
}

export const systemClock: MachineClock = {
  now: () => Date.now(),
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, action) {
    // A pending timer mustn't keep a stopping process alive.
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Runs `action` every `ms`, counted from the end of the last run, so that runs never overlap. It must not reject. The
 * returned function stops it, and resolves once the last run has ended.
 */
export function repeat(clock: Clock, ms: number, action: () => Promise<void>): () => Promise<void> {
  let isStopping = false;
  let running = Promise.resolve();
  let cancel = clock.after(ms, again);
  function again() {
    running = action().then(() => {
      if (!isStopping) cancel = clock.after(ms, again);
    });
  }
  return () => {
    isStopping = true;
    cancel();
    return running;
  };
}
