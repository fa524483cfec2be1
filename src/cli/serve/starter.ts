import type { Host } from '../command.ts';

const POLL_MS = 500;
/** A second signal within this time is a copy of the first. */
const ECHO_MS = 1_000;

const isStartedByNpm = ({ env }: Pick<Host, 'env'>) => env.npm_lifecycle_event !== undefined;

/**
 * Resolves at the first SIGTERM or SIGINT, or once the npm that started this process has exited. A second signal ends
 * the process at once. One Ctrl-C can arrive as two signals: the terminal sends it to every process, and npm forwards
 * it to its child unless there is a shell in between (bash replaces itself with the child).
 */
export function untilAskedToStop(host: Host): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = () => {
      asked ??= performance.now();
      resolve();
    };
    const onSignal = () => {
      const isEcho = isStartedByNpm(host) && asked !== undefined && performance.now() - asked < ECHO_MS;
      if (asked !== undefined && !isEcho) host.exit(1);
      stop();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) host.on(signal, onSignal);
    whenNpmExits(host, stop);
  });
}

/**
 * Calls back once the npm that started this process has exited. npm exits on a signal and may not forward it: a new
 * parent process is the only clue.
 */
export function whenNpmExits(host: Pick<Host, 'env'>, callback: () => void): void {
  if (!isStartedByNpm(host)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS).unref();
}
