// `npx node scripts/faults/large-hand-over.ts [sqlite|postgres] [REQUESTS] [ENDPOINTS]`: a member with 5,000 open requests
// leaves, in a workspace with 40 endpoints. Prints the duration, and the latency of another workspace's reads and writes
// meanwhile. Fails if an event, a delivery or an audit entry is missing or duplicated.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Engine, emptyStorage, openRota, serve } from '../../bench/rota.ts';
import { stopPostgres } from '../../bench/servers.ts';
import type { Context } from '../../src/context.ts';
import { createEndpoint, updateEndpoint } from '../../src/features/events/webhook-endpoints/operations.ts';
import { createMember } from '../../src/features/people/members/operations.ts';
import { createApiKey } from '../../src/features/workspace/api-keys/operations.ts';
import { createWorkspace } from '../../src/features/workspace/workspaces/operations.ts';
import { scopes } from '../../src/scopes.ts';
import { insertRows } from '../../src/storage/rows.ts';

const [engine = 'sqlite', requests = '5000', endpoints = '40'] = process.argv.slice(2);
const [REQUESTS, ENDPOINTS] = [Number(requests), Number(endpoints)];
/** How often the other workspace reads and writes. */
const EVERY_MS = 50;
const BEFORE_MS = 2_000;
const TIMEOUT_MS = 300_000;

/** Makes the leaver with open requests, a successor, and subscribed endpoints. They are disabled, so nothing is sent. */
async function fill(context: Context) {
  const member = await createMember(context, { email: 'leaver@example.com' });
  await createMember(context, { email: 'successor@example.com' });
  for (let place = 0; place < ENDPOINTS; place += 1) {
    const { id } = await createEndpoint(context, {
      url: 'http://127.0.0.1:9/hook',
      description: null,
      headers: [],
      events: ['meeting_request.organizer_changed'],
    });
    await updateEndpoint(context, id, { enabled: false });
  }
  const now = context.clock.now();
  const rows = Array.from({ length: REQUESTS }, (_, place) => ({
    id: context.ids('meetingRequest'),
    organizer_id: member.id,
    status: place % 10 === 0 ? 'paused' : 'active',
    include_introduction: 0,
    created_at: now,
    updated_at: now,
  }));
  const columns = {
    id: 'text',
    organizer_id: 'text',
    status: 'text',
    include_introduction: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
  } as const;
  await context.database.transaction((tx) =>
    insertRows(tx, 'meeting_requests', context.caller.workspaceId, columns, rows),
  );
  return member.id;
}

/** A key of an unrelated workspace. */
async function otherKey(context: Context): Promise<string> {
  const actor = { type: 'cli', id: 'faults' } as const;
  const { context: other } = await createWorkspace(context, actor, { name: 'Other' });
  return (await createApiKey(other, { name: 'Other', scopes: [...scopes] })).key;
}

interface Sample {
  kind: 'read' | 'write';
  from: number;
  until: number;
}

/** Calls at a steady rate, independent of the responses. */
function startCalling(url: string, key: string) {
  const done: Sample[] = [];
  const failed: string[] = [];
  const open = new Set<Promise<unknown>>();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let count = 0;
  const timer = setInterval(() => {
    const from = performance.now();
    count += 1;
    const members = `${url}/api/v1/workspace_members`;
    const body = JSON.stringify({ email: `m${count}@example.com` });
    const calls = [
      ['read', () => statusOf(fetch(`${members}?limit=1`, { headers }))],
      ['write', () => statusOf(fetch(members, { method: 'POST', headers, body }))],
    ] as const;
    for (const [kind, call] of calls) {
      // After a freeze, a server closes connections that seem idle. The call is then repeated.
      const answered = call()
        .catch(call)
        .then(
          (status) => {
            if (status >= 300) failed.push(`${kind} ${status}`);
            else done.push({ kind, from, until: performance.now() });
          },
          (error) => failed.push(`${kind} ${error.cause?.code}`),
        )
        .finally(() => open.delete(answered));
      open.add(answered);
    }
  }, EVERY_MS);
  return {
    done,
    failed,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Reads the whole response, so that its connection can be used again. */
async function statusOf(called: Promise<Response>): Promise<number> {
  const response = await called;
  await response.arrayBuffer();
  return response.status;
}

function latencies(samples: Sample[]): string {
  const of = (kind: Sample['kind']) => {
    const sorted = samples
      .filter((sample) => sample.kind === kind)
      .map(({ from, until }) => until - from)
      .sort((one, other) => one - other);
    const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)} ms`;
    return `${sorted.length} ${kind}s: median ${at(0.5)}, 99th ${at(0.99)}, longest ${at(1)}`;
  };
  return `${of('read')}; ${of('write')}`;
}

await using stack = new AsyncDisposableStack();
stack.defer(stopPostgres);
const storage = stack.use(await emptyStorage(engine as Engine));
const context = await openRota(storage.environment);
const memberId = await fill(context);
const key = await otherKey(context);
await context.storage.close();
const server = stack.use(await serve(storage.environment));
const calling = startCalling(server.url, key);
await sleep(BEFORE_MS);
const start = performance.now();
await call(server, 'POST', `/workspace_members/${memberId}/deactivate`, {
  transfer_to: 'successor@example.com',
});
const answered = performance.now();
// Wait until the leaver has no request left.
const path = '/meeting_requests?limit=1&organizer_email=leaver@example.com';
while ((await call<unknown[]>(server, 'GET', path)).length > 0) {
  if (performance.now() > start + TIMEOUT_MS) throw new Error('The requests are not handed over');
  await sleep(EVERY_MS);
}
const end = performance.now();
await sleep(500);
await calling.stop();
const before = calling.done.filter(({ until }) => until < start);
const meanwhile = calling.done.filter(({ from, until }) => until >= start && from <= end);
console.log(
  `${engine}, ${REQUESTS} requests, ${ENDPOINTS} endpoints: answered after ${(answered - start).toFixed(0)} ms, ` +
    `done after ${(end - start).toFixed(0)} ms`,
);
console.log(`Before:    ${latencies(before)}`);
console.log(`Meanwhile: ${latencies(meanwhile)}`);
console.log(`Failed:    ${calling.failed.join(', ') || 'none'}`);

const reading = await openRota(storage.environment);
const count = async (sql: string) =>
  (await reading.database.get<{ count: number }>(`select count(*) as count ${sql}`))?.count ?? 0;
const changed = "type = 'meeting_request.organizer_changed'";
const found = {
  events: await count(`from events where ${changed}`),
  deliveries: await count(`from webhook_deliveries where event_${changed}`),
  entries: await count("from audit_entries where action = 'meeting_request.organizer_changed'"),
  requests: await count(`from (select target_id from audit_entries
    where action = 'meeting_request.organizer_changed' group by target_id) as each_one`),
};
const expected = {
  events: REQUESTS,
  deliveries: REQUESTS * ENDPOINTS,
  entries: REQUESTS,
  requests: REQUESTS,
};
console.log(`Written: ${JSON.stringify(found)}`);
await reading.storage.close();
process.exitCode = JSON.stringify(found) === JSON.stringify(expected) ? 0 : 1;
