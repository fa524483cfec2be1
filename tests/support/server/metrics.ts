// Reads GET /metrics.
import { send } from './http.ts';
import type { Node } from './rota.ts';

/** The value of a series, such as `rota_webhook_attempts_total{outcome="retry"}`; undefined if it is not there. */
export async function figure(node: Pick<Node, 'url'>, series: string): Promise<number | undefined> {
  const { text } = await send({ method: 'GET', url: `${node.url}/metrics` });
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
