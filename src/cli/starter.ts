const POLL_MS = 500;
/** Within this time, a second signal is a copy of the first. */
const ECHO_MS = 1_000;

const isStartedByNpm = () => process.env.npm_lifecycle_event !== undefined;

/**
 * Resolves at the first SIGTERM or SIGINT, or when the npm that started this process has exited. A second signal ends the
 * process at once. One Ctrl-C can be two signals: the terminal sends it to every process, and npm forwards it to its child
 * when no shell is between them (bash replaces itself with the child).
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = () => {
      asked ??= performance.now();
      resolve();
    };
    const onSignal = () => {
      const isEcho = isStartedByNpm() && asked !== undefined && performance.now() - asked < ECHO_MS;
      if (asked !== undefined && !isEcho) process.exit(1);
      stop();
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    whenNpmExits(stop);
  });
}

/**
 * Calls back when the npm that started this process has exited. npm exits at a signal and may not forward it: a new parent
 * process is the only sign.
 */
export function whenNpmExits(callback: () => void): void {
  if (!isStartedByNpm()) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS).unref();
}
