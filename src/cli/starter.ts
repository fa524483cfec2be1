const LOOK_EVERY_MS = 500;

/**
 * Calls `act` when the npm that started this process is gone. npm ends by itself at a signal, and passes it on to a shell at
 * best: all that can be noticed here is another parent.
 */
export function whenStarterIsGone(act: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    act();
  }, LOOK_EVERY_MS).unref();
}
