// Why spans are exported by our own code: docs/decisions/0018-traces.md.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createAgents } from '../network/agents.ts';
import { exchange, startDeadline } from '../network/exchange.ts';
import { inWords } from '../network/failures.ts';
import { createNames, type NameSources, type Resolve } from '../network/names.ts';
import { ANYWHERE } from '../network/safe-address.ts';
import type { Config } from '../settings/config.ts';
import type { Clock } from '../time/clock.ts';
import type { Span } from '../trace.ts';
import { USER_AGENT, version } from '../version.ts';
import { rejectedIn, writeSpans } from './otlp.ts';

const BATCH = 512;
const BATCH_MS = 5_000;
/** For everything, from looking up the name to the last byte. */
const TIMEOUT_MS = 10_000;
/** What is left at the end of the process is given so long: nobody waits for a collector that is down. */
const STOP_MS = 2_000;
/** The pause doubles with each failure, up to this. */
const MAX_PAUSE_MS = 60_000;
/** More than an answer to an export says. */
const MAX_BODY_BYTES = 16 * 1024;
/** Another attempt may help. */
const RETRIED = [408, 429, 502, 503, 504];
const SENT = 200;

export interface ExporterOptions {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Replaces all look-ups of names. */
  resolve?: Resolve;
  names?: NameSources;
  /** Spans are taken from its start, once they are exported or given up. */
  queue: Span[];
  count(outcome: 'exported' | 'dropped', spans: number): void;
}

/** Sends what is queued to the collector, one batch at a time. What it does can hold up nothing else. */
export function createExporter({ config, clock, log, queue, count, resolve, names }: ExporterOptions) {
  const { origin, pathname, search } = new URL(config.otelEndpoint as string);
  const path = `${pathname.replace(/\/+$/, '')}/v1/traces${search}`;
  const headers = { 'user-agent': USER_AGENT, 'content-type': 'application/json', ...config.otelHeaders };
  const resource = {
    'service.name': 'rota',
    'service.version': version,
    'service.instance.id': randomUUID(),
    ...config.otelResourceAttributes,
    ...(config.otelServiceName !== undefined && { 'service.name': config.otelServiceName }),
  };
  const agents = createAgents({
    policy: ANYWHERE,
    resolve: resolve ?? createNames(clock, names),
    timeoutMs: TIMEOUT_MS,
    // Twice the limit of a body, so that only an answer of mostly other things reaches it.
    maxResponseBytes: 2 * MAX_BODY_BYTES,
    clock,
  });
  let sending: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let failures = 0;
  let isStopped = false;

  /** Something was queued. */
  function wake(): void {
    if (sending || isStopped) return;
    if (failures === 0 && queue.length >= BATCH) send();
    else if (queue.length > 0) cancelTimer ??= clock.after(pauseMs(), send);
  }

  function pauseMs(): number {
    return Math.min(BATCH_MS * 2 ** failures, MAX_PAUSE_MS);
  }

  function send(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    sending = sendBatch(TIMEOUT_MS)
      .catch(giveUp)
      .finally(() => {
        sending = undefined;
        wake();
      });
  }

  /** Whatever is wrong with a batch, it is not tried for ever, and the process goes on. */
  function giveUp(error: unknown): void {
    log.error({ err: error }, 'a batch of spans could not be written');
    count('dropped', queue.splice(0, BATCH).length);
  }

  /** They stay in the queue meanwhile: so its limit is that of all. */
  async function sendBatch(timeoutMs: number): Promise<void> {
    const spans = queue.slice(0, BATCH);
    const answer = await exchange(
      agents.agentOf(origin),
      { origin, path, method: 'POST', headers, body: writeSpans(resource, spans) },
      {
        clock,
        deadline: startDeadline(clock, timeoutMs),
        readBytes: MAX_BODY_BYTES,
        keptBytes: MAX_BODY_BYTES,
      },
    );
    const { status } = answer;
    // Once there is a status, the rest of the answer does not matter: it may be too long, or have no end.
    if (status === null) return noteFailure(answer.error ? inWords(answer.error, 'sent') : 'no answer');
    if (RETRIED.includes(status)) return noteFailure(`it answered ${status}`);
    queue.splice(0, spans.length);
    if (status !== SENT) {
      count('dropped', spans.length);
      return noteFailure(`it answered ${status}`);
    }
    if (failures > 0) log.info('traces are exported again');
    failures = 0;
    const rejected = Math.min(rejectedIn(Buffer.concat(answer.body).toString()), spans.length);
    count('dropped', rejected);
    count('exported', spans.length - rejected);
  }

  function noteFailure(reason: string): void {
    failures += 1;
    // Operators are told once, and not of each attempt.
    log[failures === 1 ? 'warn' : 'debug']({ reason }, 'traces are not exported');
  }

  return {
    wake,
    /** Sends what is left, within a short time. */
    async stop(): Promise<void> {
      isStopped = true;
      cancelTimer?.();
      const isOver = new Promise<void>((resolve) => void clock.after(STOP_MS, resolve));
      await Promise.race([sendRest().catch(giveUp), isOver]);
      if (queue.length > 0) log.warn({ spans: queue.length }, 'the last spans were not exported');
      count('dropped', queue.length);
      await agents.close();
    },
  };

  async function sendRest(): Promise<void> {
    await sending;
    const before = failures;
    while (queue.length > 0 && failures === before) await sendBatch(STOP_MS);
  }
}
