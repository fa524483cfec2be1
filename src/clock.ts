/** Time as a part that can be replaced: tests move it by hand instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970. Ids, due times and all that is compared with them go by it: it never goes back. */
  now(): number;
  /** The same as other machines see it: for what they compare with their own clocks. It may go back when it was wrong. */
  wall(): number;
  /** Runs `action` once, `ms` from now. The returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** What a machine knows of time. */
export interface MachineClock extends Clock {
  /** Milliseconds since some moment: only ever the time that has really passed. */
  monotonic(): number;
}

export const systemClock: MachineClock = {
  now: () => Date.now(),
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, action) {
    // A pending timer alone must not keep a stopping process alive.
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Does something again and again, so long after its last end, so that it never runs twice at once. It must not reject. What is
 * returned stops it, and answers when it has come to its end.
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
