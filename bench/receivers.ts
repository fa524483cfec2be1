import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './children.ts';

export type Receiver = Child<{ port: number }>;

const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;

export const startReceiver = (): Promise<Receiver> => Child.start('receiver.ts');
export const urlOf = ({ ready }: Receiver, path = '/hook') => `http://127.0.0.1:${ready.port}${path}`;

/** Waits for this many payloads. Returns the first arrival of each. */
export async function arrivalsAt(receiver: Receiver, count: number): Promise<Map<string, number>> {
  const arrivals = new Map<string, number>();
  const deadline = Date.now() + DEADLINE_MS;
  while (arrivals.size < count) {
    if (Date.now() > deadline) throw new Error(`Of ${count} deliveries, ${arrivals.size} have arrived`);
    await sleep(PAUSE_MS);
    const answer = (await fetch(urlOf(receiver)).then((response) => response.json())) as [string, number][];
    for (const [id, at] of answer) if (!arrivals.has(id)) arrivals.set(id, at);
  }
  return arrivals;
}
