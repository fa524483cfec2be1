/** Time as a dependency: tests move it by hand instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970. It never goes back. Ids and due times use it, and whatever is compared with them. */
  now(): number;
  /** The real time, for what other machines compare with their own clocks. It may go back. */
  wall(): number;
  /** Runs `action` once, `ms` from now. The returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export interface MachineClock extends Clock {
  /** Milliseconds since an arbitrary start. Setting the machine's clock does not change it. */
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
 * Runs `action` every `ms` after its last end, so that it never runs twice at once. It must not reject. The returned
 * function stops it and resolves when the last run has ended.
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
