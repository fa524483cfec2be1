// The figures on GET /metrics.
import { send } from './http.ts';
import type { Node } from './rota.ts';

/** A series as Prometheus names it, such as `rota_webhook_attempts_total{outcome="retry"}`; undefined when it is not there. */
export async function figure(node: Pick<Node, 'url'>, series: string): Promise<number | undefined> {
  const { text } = await send({ method: 'GET', url: `${node.url}/metrics` });
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
