// The costs of one event with its delivery, and of one mail, measured on many committed at once, as after a pause.
import { Child } from '../children.ts';
import type { MailOrder } from '../mail-node.ts';
import { startReceiver, urlOf } from '../receivers.ts';
import { type Engine, emptyStorage, type Storage, startMailNode, startNode } from '../rota.ts';
import { type Cost, costOf, type Work } from './cost.ts';
import { openLedger } from './open-ledger.ts';

const DELIVERIES = { warmUp: 3_000, count: 10_000 };
const MAILS = { warmUp: 500, count: 1_500 };
const DOMAINS = 100;

export async function costOfDelivery(engine: Engine): Promise<Cost> {
  await using receiver = await startReceiver();
  await using storage = await emptyStorage(engine);
  await using node = await startNode(storage, urlOf(receiver));
  const run: Work['run'] = (_from, count) => node.ask({ type: 'deliver', count });
  return await costOn(storage, node, { ...DELIVERIES, run });
}

export async function costOfMail(engine: Engine): Promise<Cost> {
  await using sink = await Child.start<{ port: number }>('mail-sink.ts');
  await using storage = await emptyStorage(engine);
  await using node = await startMailNode(storage, sink.ready.port);
  const run: Work['run'] = (_from, count) =>
    node.ask({ type: 'send', count, domains: DOMAINS } satisfies MailOrder);
  return await costOn(storage, node, { ...MAILS, run });
}

async function costOn(storage: Storage, node: Child<unknown>, work: Work): Promise<Cost> {
  await using ledger = await openLedger(storage);
  return await costOf(work, ledger, node.pid);
}
