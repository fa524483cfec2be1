/** Time as a part that can be replaced: tests move it by hand instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once, `ms` from now. The returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    // A pending timer alone must not keep a stopping process alive.
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
