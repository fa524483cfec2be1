import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { DatabaseAway } from './errors.ts';

/** While the database is away, write at most one line in this time. */
const AWAY_LINE_MS = 1_000;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** One JSON line for each log entry. Never pass it bodies, headers or keys. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { logMethod: createAwayLines() },
    },
    destination ?? batchWrites(pino.destination(1)),
  );
}

/**
 * Writes all lines of one turn of the event loop together: writing each line took 6 µs of a request (measured). A
 * killed process can lose the lines of its last turn.
 */
function batchWrites(stream: DestinationStream): DestinationStream {
  let lines = '';
  const flush = () => {
    if (lines) stream.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (!lines) setImmediate(flush);
      lines += line;
    },
  };
}

/**
 * While the database is away, all calls and all workers fail in the same way. The first failure gets its own line;
 * later ones are counted by message, and the counts are logged once a second.
 */
function createAwayLines(): LogMethod {
  let leftOut: Record<string, number> | undefined;

  function tell(log: Logger): void {
    const counts = leftOut ?? {};
    leftOut = undefined;
    if (Object.keys(counts).length === 0) return;
    // Logged after the counts are cleared, so that it isn't counted itself.
    log.error({ left_out: counts }, 'the database is away');
    begin(log);
  }

  function begin(log: Logger): void {
    leftOut = {};
    setTimeout(tell, AWAY_LINE_MS, log).unref();
  }

  return function logMethod(args, method) {
    const [fields, message] = args as unknown as [{ err?: unknown } | string, string | undefined];
    const isAway = typeof fields === 'object' && awayBehind(fields?.err) !== undefined;
    if (isAway && leftOut && message !== undefined) {
      leftOut[message] = (leftOut[message] ?? 0) + 1;
      return;
    }
    method.apply(this, args);
    if (isAway) begin(this);
  };
}

/** Only fields that locate the error. Others of a database error may contain row values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const away = awayBehind(error);
  if (away) return describeAway(error, away);
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}

function awayBehind(error: unknown): DatabaseAway | undefined {
  const found = [error, (error as Error | undefined)?.cause].find((each) => each instanceof DatabaseAway);
  return found as DatabaseAway | undefined;
}

/** No stacks: where the outage was noticed tells nothing. */
function describeAway({ name, message }: Error, { reason, cause }: DatabaseAway): object {
  const { message: why, code } = (cause ?? {}) as { message?: string; code?: unknown };
  return { type: name, message, reason, cause: { message: why, code } };
}
