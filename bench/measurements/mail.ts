import { untilAtRest } from '../at-rest.ts';
import { Child } from '../children.ts';
import { atLeast, type Figure, type Quantity } from '../figures.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import {
  type Engine,
  emptyStorage,
  engines,
  type Member,
  makeKey,
  makeMembers,
  openRota,
  serve,
  startMailNode,
} from '../rota.ts';
import { type Contestant, compare, inRounds } from '../rounds.ts';
import { serversOf } from '../servers.ts';
import { rateOf, type Spent, spentOn } from '../spent.ts';

/** Messages in one run. */
const COUNT = 1_000;
/** Recipient domains. */
const DOMAINS = 100;
/** New requests in one run. */
const CREATIONS = 200;
const RAW = "nodemailer's pool";

export const mail: Measurement = {
  name: 'mail',
  about:
    "messages/s from commit to recorded as sent, beside a loop over nodemailer's pool; requests/s with mail to participants, beside none",
  measure: async (progress) => [...(await sending(progress)), ...(await creating(progress))],
};

async function sending(progress: (step: string) => void): Promise<Figure[]> {
  await using ending = new AsyncDisposableStack();
  const contestant = async (
    name: string,
    start: (port: number) => Promise<Child<unknown>>,
  ): Promise<Contestant<Quantity>> => {
    const sink = ending.use(await Child.start<{ port: number }>('mail-sink.ts'));
    const sender = ending.use(await start(sink.ready.port));
    const order = { type: 'send', count: COUNT, domains: DOMAINS };
    return { name, run: async () => rateOf(await sender.ask<Spent>(order)) };
  };
  const contestants = [
    await contestant(RAW, (port) => Child.start('raw-mail.ts', { SINK_PORT: String(port) })),
  ];
  for (const engine of engines) {
    const storage = ending.use(await emptyStorage(engine));
    contestants.push(await contestant(engine, (port) => startMailNode(storage, port)));
  }
  const rounds = await inRounds(contestants, progress);
  return engines.map((engine) =>
    compare(rounds, { name: `messages, ${engine}`, measured: engine, beside: RAW, goal: atLeast(0.5) }),
  );
}

/** New requests with mail and without. */
async function creating(progress: (step: string) => void): Promise<Figure[]> {
  await using ending = new AsyncDisposableStack();
  const contestants: Contestant<Quantity>[] = [];
  for (const engine of engines) contestants.push(...(await creators(engine, ending)));
  const rounds = await inRounds(contestants, progress);
  return engines.map((engine) =>
    compare(rounds, {
      name: creationOf(engine, true),
      measured: creationOf(engine, true),
      beside: creationOf(engine, false),
      what: 'without mail',
      goal: atLeast(0.77),
    }),
  );
}

const creationOf = (engine: Engine, isWithMail: boolean) =>
  `create meeting request ${isWithMail ? 'with' : 'without'} mail, ${engine}`;

async function creators(engine: Engine, ending: AsyncDisposableStack): Promise<Contestant<Quantity>[]> {
  const storage = ending.use(await emptyStorage(engine));
  const { url, pid } = ending.use(await serve(storage.environment));
  const servers = await serversOf(storage.environment);
  const [member] = (await makeMembers({ url })) as [Member, ...Member[]];
  const key = await makeKey({ url }, 'Bench', ['meeting_requests.write']);
  const context = await openRota(storage.environment);
  ending.defer(() => context.storage.close());
  const create = (notify_participants: boolean) =>
    load({
      url,
      until: { count: CREATIONS },
      status: 202,
      request: (number) => ({
        method: 'POST',
        path: '/api/v1/meeting_requests',
        key,
        body: JSON.stringify({
          organizer_email: member.email,
          participant_emails: [`guest-${number}@example.com`],
          title: 'Demo',
          notify_participants,
        }),
      }),
    });
  return [true, false].map((isWithMail) => ({
    name: creationOf(engine, isWithMail),
    run: async () => rateOf(await spentOn({ pid, servers }, () => create(isWithMail))),
    settle: () => untilAtRest(context),
  }));
}
