import type { Config } from '../settings/config.ts';
import type { Sampler } from '../trace.ts';

/** The last 14 digits of a trace id: by the specification, they are random. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 16 ** RANDOM_DIGITS;

/** Decides by the trace id alone, so that all who have the same ratio decide the same. */
export function createSampler({ otelTracesSampler, otelTracesSamplerArg }: Config): Sampler {
  const name = otelTracesSampler.replace('parentbased_', '');
  const ratio = { always_on: 1, always_off: 0 }[name] ?? otelTracesSamplerArg;
  const threshold = (1 - ratio) * RANDOM_VALUES;
  const byId = (traceId: string) => Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= threshold;
  return name === otelTracesSampler ? byId : (traceId, parent) => parent ?? byId(traceId);
}
