// A workspace whose admins get notices, and the notices that they got.
import type { Context } from '../../../src/context.ts';
import { scopes } from '../../../src/scopes.ts';
import type { Endpoint, Member, Message } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { MEMBERS } from './team-members.ts';
import { ENDPOINTS } from './webhooks.ts';

let admins = 0;

export type Told = Awaited<ReturnType<typeof makeTold>>;

/** A workspace with an admin, and an endpoint that is subscribed to these events and never reached. */
export async function makeTold(node: Node, events: string[]) {
  const { id: workspaceId, rawKey: key } = await node.otherWorkspace();
  const context: Context = {
    ...node.services,
    caller: { workspaceId, actor: { type: 'cli', id: 'tests' }, scopes },
  };
  const addMember = async (fields: object = {}) => {
    const body = { email: `admin-${++admins}@example.com`, role: 'admin', ...fields };
    return dataOf<Member>(await node.post(MEMBERS, body, { key }));
  };
  const admin = await addMember({ name: 'Ada' });
  const endpoint = dataOf<Endpoint>(
    await node.post(ENDPOINTS, { url: 'http://127.0.0.1:1/hook', events }, { key }),
  );
  return {
    id: workspaceId,
    key,
    context,
    admin,
    endpoint,
    addMember,
    makeKey: async (name: string, livesMs: number) => {
      const expires_at = new Date(node.clock.now() + livesMs).toISOString();
      return dataOf<{ id: string; expires_at: string }>(
        await node.post('/api/v1/api_keys', { name, scopes: [], expires_at }, { key }),
      );
    },
    /** The payloads of events of this type, the oldest first. */
    events: async (type: string) =>
      dataOf<{ payload: Record<string, unknown> }[]>(await node.get('/api/v1/events?limit=100', { key }))
        .map(({ payload }) => payload)
        .filter(({ event }) => event === type)
        .reverse(),
    /** The number of deliveries of this event. */
    deliveries: async (type: string) =>
      dataOf<unknown[]>(
        await node.get(`${ENDPOINTS}/${endpoint.id}/deliveries?event_type=${type}&limit=100`, { key }),
      ).length,
    /** Messages of this kind, the oldest first. */
    mails: async (kind: string) =>
      dataOf<Message[]>(await node.get(`/api/v1/messages?kind=${kind}&limit=100`, { key })).reverse(),
  };
}
