// The costs of one event with its delivery, and of one mail: many committed at once, as after a pause.
import { Child } from '../children.ts';
import { startReceiver, urlOf } from '../receivers.ts';
import { emptyStorage, type Engine, startNode, type Storage } from '../rota.ts';
import { type Cost, costOf, type Work } from './cost.ts';
import { openLedger } from './ledger.ts';

const DELIVERIES = { warmUp: 3_000, count: 10_000 };
const MAILS = { warmUp: 500, count: 1_500, domains: 100 };

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
  await using node = await Child.start('mail-node.ts', {
    ...storage.environment,
    ROTA_SMTP_URL: `smtp://127.0.0.1:${sink.ready.port}`,
    ROTA_MAIL_DOMAIN: 'mail.example.com',
  });
  const run: Work['run'] = (_from, count) => node.ask({ count, domains: MAILS.domains });
  return await costOn(storage, node, { ...MAILS, run });
}

async function costOn(storage: Storage, node: Child<unknown>, work: Work): Promise<Cost> {
  await using ledger = await openLedger(storage);
  return await costOf(work, ledger, node.pid);
}
