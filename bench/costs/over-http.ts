// The costs of what people and programs do over HTTP and SMTP, with everything that follows from it.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/postgres/server.ts';
import { Child } from '../children.ts';
import type { Inbound } from '../inbound-client.ts';
import { startReceiver, urlOf } from '../receivers.ts';
import { call, type Storage, serve } from '../rota.ts';
import { type Cost, costOf, type Work } from './cost.ts';
import { openLedger } from './open-ledger.ts';
import { makeWorld } from './world.ts';

const WARM_UP = 150;
const COUNT = 300;
/** Concurrent calls. */
const LANES = 16;
const PAGE = 25;

interface Shown {
  id: string;
  options: { id: string }[];
  participants: { email: string; booking_url: string }[];
}

export async function costsOverHttp(
  storage: Storage,
  progress: (step: string) => void,
): Promise<Map<string, Cost>> {
  await using receiver = await startReceiver();
  await using sink = await Child.start<{ port: number }>('mail-sink.ts');
  await using client = await Child.start('inbound-client.ts');
  const smtpPort = await freePort();
  const environment = {
    ...storage.environment,
    ROTA_SMTP_URL: `smtp://127.0.0.1:${sink.ready.port}`,
    ROTA_MAIL_DOMAIN: 'mail.example.com',
    ROTA_SMTP_LISTEN: `127.0.0.1:${smtpPort}`,
    // Above the default daily limit, but still counted.
    ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY: '1000000',
  };
  const { poolTeams, stackTeam, mailAddress } = await makeWorld(
    environment,
    urlOf(receiver),
    WARM_UP + COUNT,
  );
  await using rota = await serve(environment);
  await using ledger = await openLedger(storage);
  const costs = new Map<string, Cost>();
  const measure = async (name: string, run: Work['run'], warmUp = WARM_UP, count = COUNT) => {
    progress(name);
    costs.set(name, await costOf({ warmUp, count, run }, ledger, rota.pid));
  };
  const get = (path: string) => inLanes(() => call(rota, 'GET', path));

  const ids: string[] = [];
  await measure(
    'meeting request through a pool',
    inLanes(async (number) => {
      const team_id = poolTeams[number % poolTeams.length];
      const participant_emails = [`guest-${number}@domain-${number % 100}.example.org`];
      const made = await call<Shown>(rota, 'POST', '/meeting_requests', { team_id, participant_emails });
      ids[number] = made.id;
    }),
  );
  const shown: Shown[] = [];
  for (const id of ids) shown.push(await call<Shown>(rota, 'GET', `/meeting_requests/${id}`));

  await measure(
    "participant's page",
    inLanes(async (number) => {
      const response = await fetch(shown[number]?.participants[0]?.booking_url as string);
      if (!response.ok) throw new Error(await response.text());
      await response.text();
    }),
  );
  await measure(
    'answer that books',
    inLanes(async (number) => {
      const { id, options, participants } = shown[number] as Shown;
      const answer = { participant_email: participants[0]?.email, option_ids: [options[0]?.id] };
      await call(rota, 'POST', `/meeting_requests/${id}/answer`, answer);
    }),
  );
  await measure('mail that asks for a meeting', (from, count) =>
    client.ask({ port: smtpPort, to: mailAddress, from, count } satisfies Inbound),
  );
  await measure('get team (5 members)', get(`/teams/${poolTeams[0]}`), 2_000, 4_000);
  await measure(`list meeting requests (${PAGE})`, get(`/meeting_requests?limit=${PAGE}`));
  await measure('slots of a stack team (10 hosts)', get(`/teams/${stackTeam}/slots`));
  await measure('node at rest, a second', (_from, seconds) => sleep(seconds * 1_000), 1, 10);
  return costs;
}

function inLanes(work: (number: number) => Promise<unknown>): Work['run'] {
  return async (from, count) => {
    let next = from;
    const lane = async () => {
      for (let number = next++; number < from + count; number = next++) await work(number);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };
}
