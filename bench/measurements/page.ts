import { setTimeout as sleep } from 'node:timers/promises';
import type { BareRoute } from '../bare.ts';
import { type BareCase, besideBare, bothOf, startBare } from '../beside-bare.ts';
import { describeCalls } from '../described.ts';
import type { Measurement } from '../measurement.ts';
import { call, type Engine, emptyStorage, engines, type Served, type Storage, serve } from '../rota.ts';
import { inRounds } from '../rounds.ts';

/** Used in turn, because calls per link are limited. Each has its own organizer, because they would take each other's times. */
const LINKS = 400;
const CHECK_EVERY_MS = 100;
const GOAL = 0.25;

export const page: Measurement = {
  name: 'page',
  about:
    "requests/s of a participant's page with times to choose from, beside a bare Fastify that answers the same bytes",
  async measure(progress) {
    await using ending = new AsyncDisposableStack();
    const cases: BareCase[] = [];
    for (const engine of engines) cases.push(await caseOn(engine, progress, ending));
    const rounds = await inRounds(cases.flatMap(bothOf), progress);
    return cases.map((each) => besideBare(rounds, each));
  },
};

async function caseOn(
  engine: Engine,
  progress: (step: string) => void,
  ending: AsyncDisposableStack,
): Promise<BareCase> {
  const storage = ending.use(await emptyStorage(engine));
  progress(`${engine}: ${LINKS} links`);
  const paths = await makeLinks(storage);
  const described = await describeCalls(storage, [
    { method: 'GET', path: paths[0] as string, sends: 'select 1' },
  ]);
  const route: BareRoute = { ...(described.routes[0] as BareRoute), path: '/m/:token' };
  const bare = ending.use(await startBare(storage, { ...described, routes: [route] }));
  const rota = ending.use(await serve(storage.environment));
  progress(`${engine}: a page of ${(route.body.length / 1024).toFixed(1)} KiB`);
  return {
    name: `page with times to choose from, ${engine}`,
    goal: GOAL,
    storage,
    rota,
    bare,
    route,
    request: (number) => ({ method: 'GET', path: paths[number % LINKS] as string }),
  };
}

/** The paths of pages of requests, once each has times to choose from. */
async function makeLinks(storage: Storage): Promise<string[]> {
  await using rota = await serve(storage.environment);
  const ids: string[] = [];
  for (let number = 1; number <= LINKS; number += 1) {
    const organizer_email = `ada-${number}@example.com`;
    await call(rota, 'POST', '/workspace_members', {
      email: organizer_email,
      name: 'Ada',
      title: 'Engineer',
    });
    const body = {
      organizer_email,
      participant_emails: [`guest-${number}@example.org`],
      title: 'Demo',
      purpose: 'To see what it can do.',
      notify_participants: false,
    };
    ids.push((await call<{ id: string }>(rota, 'POST', '/meeting_requests', body)).id);
  }
  const paths: string[] = [];
  for (const id of ids) paths.push(await pathOf(rota, id));
  return paths;
}

interface Shown {
  options: object[];
  participants: { booking_url: string }[];
}

async function pathOf(rota: Served, id: string): Promise<string> {
  for (;;) {
    const { options, participants } = await call<Shown>(rota, 'GET', `/meeting_requests/${id}`);
    const [first] = participants;
    if (first && options.length > 0) return new URL(first.booking_url).pathname;
    await sleep(CHECK_EVERY_MS);
  }
}
