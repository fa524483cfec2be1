// The limit for deliveries: a loop of signed POSTs with undici, without storage.
import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { webhookHeaders } from '../src/webhooks/sign.ts';
import { type Question, tellParent } from './children.ts';
import { now } from './clock.ts';
import { pace } from './pace.ts';
import { payloadOf } from './payload.ts';
import { type Done, ownWorkers, spentOn } from './spent.ts';

const { RECEIVER_URL, CONCURRENCY } = process.env;
const { origin, pathname: path } = new URL(RECEIVER_URL as string);
const secret = `whsec_${'0f'.repeat(32)}`;
const agent = new Agent();

async function post(id: string): Promise<string> {
  const body = payloadOf(id);
  const seconds = Math.floor(Date.now() / 1000);
  const event = 'meeting_request.created';
  const own = webhookHeaders({ id, event, body, secrets: [secret], seconds });
  const headers = [...own, 'user-agent', 'Rota/bench'];
  const response = await agent.request({ origin, path, method: 'POST', headers, body });
  await response.body.text();
  if (response.statusCode !== 200) throw new Error(`The receiver answered ${response.statusCode}`);
  return id;
}

async function deliver(count: number): Promise<Done> {
  let left = count;
  const start = now();
  const loops = Array.from({ length: Number(CONCURRENCY) }, async () => {
    while (left-- > 0) await post(randomUUID());
  });
  await Promise.all(loops);
  return { count, ms: now() - start };
}

process.on('message', async (question: Question) => {
  if (question.type === 'deliver') {
    tellParent(await spentOn(ownWorkers(), () => deliver(question.count)));
  } else tellParent({ calls: await pace(question.perSecond, question.seconds, () => post(randomUUID())) });
});
tellParent({ ready: true });
