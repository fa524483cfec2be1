import { setting } from './setting.ts';
import { httpUrl, listenAddress, oneOf, pairs, ratio, text } from './values.ts';

/** The settings of metrics and traces. Those of traces have the names that OpenTelemetry gives them. */
export const monitoringSettings = {
  metricsListen: setting({
    name: 'ROTA_METRICS_LISTEN',
    purpose:
      'A separate address for `/metrics`, such as `127.0.0.1:9464`, which also serves `/healthz` and `/readyz`. `HOST` and `PORT` ' +
      'then no longer serve `/metrics`. `off` for nowhere. By default, at `HOST` and `PORT`, for callers on the same machine only.',
    read: listenAddress,
  }),
  otelEndpoint: setting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    purpose:
      'A collector that accepts traces by OTLP over HTTP, such as `http://127.0.0.1:4318`: spans are sent to its `/v1/traces` as JSON. ' +
      'Without it, nothing is recorded.',
    read: httpUrl,
  }),
  otelHeaders: setting({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    purpose:
      'Headers for the collector, such as `authorization=Bearer%20…`: pairs separated by commas, with percent-encoded values.',
    secret: true,
    read: pairs,
  }),
  otelServiceName: setting({
    name: 'OTEL_SERVICE_NAME',
    purpose:
      'The name of the service in traces. Defaults to `service.name` in `OTEL_RESOURCE_ATTRIBUTES`, or `rota`.',
    read: text,
  }),
  otelResourceAttributes: setting({
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    purpose:
      'What traces say about this node, such as `deployment.environment.name=production`: pairs separated by commas, with ' +
      'percent-encoded values.',
    read: pairs,
  }),
  otelTracesSampler: setting({
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    purpose:
      'Which traces are recorded: `always_on`, `always_off`, `traceidratio` (a share of them: `OTEL_TRACES_SAMPLER_ARG`), or one of ' +
      'these with `parentbased_` in front, which follows the decision in the `traceparent` of the caller, if there is one.',
    read: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  }),
  otelTracesSamplerArg: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    purpose: 'The share of traces that `traceidratio` records, from 0 to 1.',
    read: ratio,
  }),
};
