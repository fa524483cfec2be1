// New meeting requests with everything that follows: finding times, and mails to participants.
import { Child } from '../children.ts';
import { now } from '../clock.ts';
import type { Quantity } from '../figures.ts';
import { load } from '../load.ts';
import { call, makeKey, makeMembers, type Storage, startMailNode } from '../rota.ts';
import type { Contestant } from '../rounds.ts';
import { serversOf } from '../servers.ts';
import { rateOf, spentOn } from '../spent.ts';

/** Requests in one run. */
const COUNT = 200;
/** Enough teams, of five members each, to have free times for all requests of a measurement. */
const TEAMS = 80;
const DOMAINS = 100;

/** Runs until the node has nothing left to do. */
export async function wholeCreation(
  name: string,
  storage: Storage,
): Promise<Contestant<Quantity> & AsyncDisposable> {
  const sink = await Child.start<{ port: number }>('mail-sink.ts');
  const node = (await startMailNode(storage, sink.ready.port)).endingWith(sink);
  const { url } = node.ready;
  const key = await makeKey(node.ready, 'Bench', ['meeting_requests.write']);
  const teams = await makeTeams(node.ready);
  let sent = 0;

  const body = (number: number) => ({
    team_id: teams[number % TEAMS],
    participant_emails: [`guest-${number}@domain-${number % DOMAINS}.example.org`],
    title: 'Demo',
    notify_participants: true,
  });

  async function create() {
    const start = now();
    const { count } = await load({
      url,
      until: { count: COUNT },
      status: 202,
      request: () => ({
        method: 'POST',
        path: '/api/v1/meeting_requests',
        key,
        body: JSON.stringify(body(sent++)),
      }),
    });
    await node.ask({ type: 'rest' });
    return { count, ms: now() - start };
  }

  const servers = await serversOf(storage.environment);
  return {
    name,
    run: async () => rateOf(await spentOn({ pid: node.pid, servers }, create)),
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  };
}

async function makeTeams(rota: { url: string }): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= TEAMS; number += 1) {
    const member_ids = (await makeMembers(rota, `team-${number}.example.com`)).map(({ id }) => id);
    const body = { name: `Team ${number}`, mode: 'pool', member_ids };
    ids.push((await call<{ id: string }>(rota, 'POST', '/teams', body)).id);
  }
  return ids;
}
