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
/** For a whole request, from looking up the name to the last byte. */
const TIMEOUT_MS = 10_000;
/** For the spans left when the process ends: it mustn't wait for a collector that is down. */
const STOP_MS = 2_000;
/** The pause doubles with each failure, up to this. */
const MAX_PAUSE_MS = 60_000;
/** More than a response to an export needs. */
const MAX_BODY_BYTES = 16 * 1024;
/** Statuses after which another attempt may help. */
const RETRIED = [408, 429, 502, 503, 504];
const SENT = 200;

export interface ExporterOptions {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Replaces all DNS look-ups. */
  resolve?: Resolve;
  names?: NameSources;
  /** The exporter removes spans from the start, once they are exported or given up on. */
  queue: Span[];
  count(outcome: 'exported' | 'dropped', spans: number): void;
}

/** Sends queued spans to the collector, one batch at a time. It never holds up anything else. */
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
    // With headers and framing. Twice the limit of a body, so that only a response that is mostly something else reaches it.
    maxResponseBytes: 2 * MAX_BODY_BYTES,
    clock,
  });
  let sending: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let failures = 0;
  let isStopped = false;

  /** Call it when something was queued. */
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

  /** Drops a batch that can't be written: it would fail again, and must not end the process. */
  function giveUp(error: unknown): void {
    log.error({ err: error }, 'batch of spans dropped');
    count('dropped', queue.splice(0, BATCH).length);
  }

  /** The spans stay in the queue meanwhile, so its limit covers them, too. */
  async function sendBatch(timeoutMs: number): Promise<void> {
    const spans = queue.slice(0, BATCH);
    const response = await exchange(
      agents.agentOf(origin),
      { origin, path, method: 'POST', headers, body: writeSpans(resource, spans) },
      {
        clock,
        deadline: startDeadline(clock, timeoutMs),
        readBytes: MAX_BODY_BYTES,
        keptBytes: MAX_BODY_BYTES,
      },
    );
    const { status } = response;
    // Once there is a status, the rest of the response doesn't matter: it may be too long, or never end.
    if (status === null) return noteFailure(response.error ? inWords(response.error, 'sent') : 'no answer');
    if (RETRIED.includes(status)) return noteFailure(`it answered ${status}`);
    queue.splice(0, spans.length);
    if (status !== SENT) {
      count('dropped', spans.length);
      return noteFailure(`it answered ${status}`);
    }
    if (failures > 0) log.info('trace export resumed');
    failures = 0;
    const rejected = Math.min(rejectedIn(Buffer.concat(response.body).toString()), spans.length);
    count('dropped', rejected);
    count('exported', spans.length - rejected);
  }

  function noteFailure(reason: string): void {
    failures += 1;
    // Warn once, not at each attempt.
    log[failures === 1 ? 'warn' : 'debug']({ reason }, 'trace export failed');
  }

  return {
    wake,
    /** Sends what is left, for a short time. */
    async stop(): Promise<void> {
      isStopped = true;
      cancelTimer?.();
      const timeUp = new Promise<void>((resolve) => void clock.after(STOP_MS, resolve));
      await Promise.race([sendRest().catch(giveUp), timeUp]);
      if (queue.length > 0) log.warn({ spans: queue.length }, 'last spans not exported');
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
