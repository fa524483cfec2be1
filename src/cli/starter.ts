const LOOK_EVERY_MS = 500;
/** Within this time, a second signal is the first one once more: see below. */
const ECHO_MS = 1_000;

const isStartedByNpm = () => process.env.npm_lifecycle_event !== undefined;

/**
 * Resolves at the first SIGTERM or SIGINT, or when the npm that started this process is gone; another signal ends the
 * process at once. Ctrl-C goes to all processes of a terminal, and npm passes it on to what it has started: where its shell
 * does not stand in between (bash gives its place away), one Ctrl-C is two signals.
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = () => {
      asked ??= performance.now();
      resolve();
    };
    const hear = () => {
      const isEcho = isStartedByNpm() && asked !== undefined && performance.now() - asked < ECHO_MS;
      if (asked !== undefined && !isEcho) process.exit(1);
      stop();
    };
    process.on('SIGTERM', hear).on('SIGINT', hear);
    whenStarterIsGone(stop);
  });
}

/**
 * Calls `act` when the npm that started this process is gone. npm ends by itself at a signal, and passes it on to a shell at
 * best: all that can be noticed here is another parent.
 */
export function whenStarterIsGone(act: () => void): void {
  if (!isStartedByNpm()) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    act();
  }, LOOK_EVERY_MS).unref();
}
