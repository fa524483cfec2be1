import type { Dispatcher } from 'undici';
import type { Clock } from '../time/clock.ts';
import { ResponseTooLarge } from './connect.ts';
import { DeadlinePassed } from './failures.ts';

/** Interim responses, such as 103 Early Hints. */
const MAX_INTERIM = 5;

type ResponseHeaders = Record<string, string | string[] | undefined>;

export interface Answer {
  status: number | null;
  headers: ResponseHeaders;
  /** Up to `keptBytes` of it. */
  body: Buffer[];
  /** True if the body is longer than `readBytes`. */
  isCut: boolean;
  /** Set if there is no complete response. The other fields then have what arrived. */
  error: (Error & { code?: string }) | undefined;
}

interface ExchangeLimits {
  clock: Clock;
  /** With the total time, which the error message names. */
  deadline: Deadline;
  /** How much of a body to read, and how much of that to keep. */
  readBytes: number;
  keptBytes: number;
}

export interface Deadline {
  until: number;
  totalMs: number;
}

export function startDeadline(clock: Clock, totalMs: number): Deadline {
  return { until: clock.now() + totalMs, totalMs };
}

/** Makes one request. Never rejects. */
export function exchange(
  agent: Promise<Dispatcher>,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Answer> {
  return new Promise((resolve) => {
    const handler = new Exchange(resolve, limits);
    agent.then((ready) => ready.dispatch(request, handler)).catch((error) => handler.end(error));
  });
}

/**
 * Undici's callbacks for one request. Undici's own `request` needs a stream for the body and a signal for the deadline. Measured: those
 * two took a quarter of the time of a webhook delivery.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer: Answer = { status: null, headers: {}, body: [], isCut: false, error: undefined };
  readonly #resolve: (answer: Answer) => void;
  readonly #limits: ExchangeLimits;
  readonly #cancelDeadline: () => void;
  #connection: Dispatcher.DispatchController | undefined;
  #size = 0;
  #interim = 0;
  #isOver = false;

  constructor(resolve: (answer: Answer) => void, limits: ExchangeLimits) {
    this.#resolve = resolve;
    this.#limits = limits;
    const { clock, deadline } = limits;
    this.#cancelDeadline = clock.after(Math.max(deadline.until - clock.now(), 0), () => {
      const late = new DeadlinePassed(deadline.totalMs);
      this.end(late);
      this.#connection?.abort(late);
    });
  }

  onRequestStart(connection: Dispatcher.DispatchController): void {
    // The deadline may pass while undici waits for a connection.
    if (this.#isOver) connection.abort(new Error('too late'));
    this.#connection = connection;
  }

  onResponseStart(
    connection: Dispatcher.DispatchController,
    statusCode: number,
    headers: ResponseHeaders,
  ): void {
    // A status below 200 is an interim response.
    if (statusCode < 200) this.#interim += 1;
    else if (!this.#isOver) {
      this.#answer.status = statusCode;
      this.#answer.headers = headers;
    }
    if (this.#interim <= MAX_INTERIM) return;
    const tooMuch = new ResponseTooLarge(`more than ${MAX_INTERIM} interim answers (1xx)`);
    this.end(tooMuch);
    connection.abort(tooMuch);
  }

  onResponseData(connection: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size < this.#limits.keptBytes) this.#answer.body.push(chunk);
    this.#size += chunk.length;
    if (this.#size <= this.#limits.readBytes) return;
    this.#answer.isCut = true;
    this.end();
    connection.abort(new Error('enough'));
  }

  onResponseEnd(): void {
    this.end();
  }

  onResponseError(_connection: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelDeadline();
    this.#answer.error = error;
    this.#resolve(this.#answer);
  }
}
