// Makes one thing of each kind that can be in a path, through the API.
import assert from 'node:assert/strict';
import type { IdKind } from '../../../src/ids.ts';
import type { SeatList } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { insertConnection } from './connections.ts';
import { writeMessageAbout } from './messages.ts';
import { stopMessages } from './opt-outs.ts';
import { eventually } from './webhooks.ts';

/** Ids by kind. */
export type Things = Partial<Record<IdKind, string>>;

async function post(node: Node, key: string, path: string, body: object): Promise<string> {
  return dataOf<{ id: string }>(await node.post(path, body, { key })).id;
}

let members = 0;

/** `inside` has the things before it in the path. A new kind needs a line here. */
const makers: Partial<Record<IdKind, (node: Node, key: string, inside: Things) => Promise<string>>> = {
  apiKey: (node, key) => post(node, key, '/api/v1/api_keys', { name: 'Made' }),
  member: (node, key) =>
    post(node, key, '/api/v1/workspace_members', { email: `made-${++members}@example.com` }),
  team: (node, key) => post(node, key, '/api/v1/teams', { name: 'Made' }),
  membership: async (node, key, inside) => {
    const team = inside.team ?? (await makeThing('team', node, key));
    const member = await makeThing('member', node, key);
    return post(node, key, `/api/v1/teams/${team}/members`, { workspace_membership_id: member });
  },
  turn: async (node, key, inside) => {
    const team = inside.team ?? (await makeThing('team', node, key));
    await makeThing('membership', node, key, { ...inside, team });
    return post(node, key, `/api/v1/teams/${team}/assignments`, {});
  },
  meetingType: async (node, key) => {
    const member = await makeThing('member', node, key);
    const body = { name: 'Made', workspace_membership_id: member };
    return post(node, key, '/api/v1/meeting_types', body);
  },
  bookingLink: async (node, key, inside) => {
    const team = inside.team ?? (await makeThing('team', node, key));
    return post(node, key, `/api/v1/teams/${team}/booking_links`, {});
  },
  // Made by the first start, not by a call.
  entitlement: async (node, key) => {
    const { meta } = (await node.get('/api/v1/seats', { key })).body as SeatList;
    return meta.entitlements[0]?.id as string;
  },
  meetingRequest: async (node, key) => {
    const email = `organizer-${++members}@example.com`;
    await post(node, key, '/api/v1/workspace_members', { email });
    const body = { organizer_email: email, participant_emails: ['guest@example.com'] };
    return post(node, key, '/api/v1/meeting_requests', body);
  },
  message: async (node, key, inside) => {
    const request = inside.meetingRequest ?? (await makeThing('meetingRequest', node, key));
    return writeMessageAbout(node, request);
  },
  calendar: async (node, key, inside) => {
    const member = inside.member ?? (await makeThing('member', node, key));
    return post(node, key, `/api/v1/workspace_members/${member}/calendars`, { type: 'pushed' });
  },
  // Connected at a provider, not by a call.
  calendarConnection: async (node, key, inside) => {
    const member = inside.member ?? (await makeThing('member', node, key));
    const { id: workspace } = dataOf<{ id: string }>(await node.get('/api/v1/workspace', { key }));
    return insertConnection(node, workspace, member);
  },
  // By the link in a message, as participants do it.
  optOut: async (node, key) => {
    const request = await makeThing('meetingRequest', node, key);
    await stopMessages(node, request);
    return dataOf<{ id: string }[]>(await node.get('/api/v1/opt_outs', { key }))[0]?.id as string;
  },
  // Waits until it is done, so that nothing changes on its own later.
  erasure: async (node, key) => {
    const id = await post(node, key, '/api/v1/erasures', { email: `gone-${++members}@example.org` });
    await eventually(async () => {
      const { status } = dataOf<{ status: string }>(await node.get(`/api/v1/erasures/${id}`, { key }));
      return status === 'done';
    });
    return id;
  },
  // Nothing listens there, and the test's clock stands still, so its deliveries wait after one attempt.
  endpoint: (node, key) => {
    const body = { url: 'http://127.0.0.1:1/hook', events: ['member.deactivated'] };
    return post(node, key, '/api/v1/webhook_endpoints', body);
  },
  delivery: async (node, key, inside) => {
    const endpoint = inside.endpoint ?? (await makeThing('endpoint', node, key));
    const answer = await node.post(`/api/v1/webhook_endpoints/${endpoint}/test`, undefined, { key });
    return dataOf<{ delivery_id: string }>(answer).delivery_id;
  },
};

/** Makes a thing of this kind in the key's workspace, and returns its id. */
export function makeThing(kind: IdKind, node: Node, key: string, inside: Things = {}): Promise<string> {
  const maker = makers[kind];
  assert.ok(
    maker,
    `add a way to make a thing of the kind ${kind} to "makers" in tests/support/makers/things.ts`,
  );
  return maker(node, key, inside);
}

/** Makes one thing of every kind, nested as in the paths, except those that are given. */
export async function makeThings(node: Node, given: Things = {}): Promise<Things> {
  const things = { ...given };
  for (const kind of Object.keys(makers) as IdKind[]) {
    things[kind] ??= await makeThing(kind, node, node.rawKey, things);
  }
  return things;
}
