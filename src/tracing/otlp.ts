// OTLP as JSON: https://opentelemetry.io/docs/specs/otlp/
import type { Span, SpanKind } from '../trace.ts';
import { version } from '../version.ts';

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 };
const STATUS_ERROR = 2;

type Attributes = Record<string, string | number>;

/** The body of a request that exports these spans. */
export function writeSpans(resource: Attributes, spans: Span[]): string {
  const scope = { name: 'rota', version };
  return JSON.stringify({
    resourceSpans: [
      { resource: { attributes: listed(resource) }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] },
    ],
  });
}

function spanOf({ trace, name, kind, startedAt, endedAt, attributes, isError }: Span): object {
  return {
    traceId: trace.traceId,
    spanId: trace.spanId,
    ...(trace.parentSpanId !== undefined && { parentSpanId: trace.parentSpanId }),
    ...(trace.state !== undefined && { traceState: trace.state }),
    flags: 1,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(Math.max(startedAt, endedAt)),
    attributes: listed(attributes),
    ...(isError && { status: { code: STATUS_ERROR } }),
  };
}

function listed(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}

const NS_IN_MS = 1_000_000;

/** As text: a number isn't precise enough. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * BigInt(NS_IN_MS) + BigInt(Math.floor((ms - whole) * NS_IN_MS)));
}

/** How many spans the collector has rejected in a response of 200. */
export function rejectedIn(body: string): number {
  try {
    const response = JSON.parse(body) as { partialSuccess?: { rejectedSpans?: unknown } | null } | null;
    return Math.max(Number(response?.partialSuccess?.rejectedSpans ?? 0), 0) || 0;
  } catch {
    return 0;
  }
}
