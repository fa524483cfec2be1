// An empty workspace for a test about seats: no members and no entitlement. Entitlements are made in-process, as on the
// command line: the API has no route for that.
import assert from 'node:assert/strict';
import type { Context } from '../../../src/context.ts';
import {
  createEntitlement,
  updateEntitlement,
} from '../../../src/features/people/entitlements/operations.ts';
import type { Entitlement as StoredEntitlement } from '../../../src/features/people/entitlements/rules.ts';
import type {
  EntitlementInput,
  EntitlementUpdate,
} from '../../../src/features/people/entitlements/shapes.ts';
import { scopes } from '../../../src/scopes.ts';
import type { Refusal } from '../server/refusal.ts';
import type { AssignedSeat, AuditEntry, Entitlement, Member, Seat, SeatList } from '../server/resources.ts';
import { type CallOptions, dataOf, type Node } from '../server/rota.ts';
import { MEMBERS, makeMember } from './team-members.ts';

export type { AssignedSeat, Entitlement, Member, Seat };

export const SEATS = '/api/v1/seats';
/** Well-formed, but unknown. */
export const NO_ENTITLEMENT = 'ent_01KJPWD6M0A57CPWZ0TQZND9PP';
export const NO_MEMBER = 'mem_01KJPWD6M0A57CPWZ0TQZND9PP';

/** The messages of refused calls about seats. */
export const refusals = {
  full: ['validation_error', 'The seat capacity of the entitlement is reached'],
  seated: ['validation_error', 'The member already has a seat'],
  deactivated: ['validation_error', 'The member is deactivated'],
  inactive: ['validation_error', 'The entitlement is not active'],
  noneActive: ['validation_error', 'The workspace has no active entitlement'],
  noEntitlement: ['not_found', 'Entitlement not found'],
  noMember: ['not_found', 'Workspace member not found'],
  noSeat: ['not_found', 'Seat not found'],
} as const satisfies Record<string, Refusal>;

/** The `meta` of a list on one page. */
export const onePage = (...entitlements: Entitlement[]): SeatList['meta'] => ({
  limit: 25,
  has_more: false,
  next_cursor: null,
  entitlements,
});

/** The seat as the list shows it. */
export const listed = (seat: AssignedSeat, member: Member): Seat => ({
  id: seat.assignment_id,
  membership_id: member.id,
  entitlement_id: seat.entitlement_id,
  member_email: member.email,
  member_name: member.name ?? member.email,
  started_at: seat.started_at,
  ended_at: null,
});

const DEFAULTS: EntitlementInput = { plan_key: 'pro', seat_capacity: 10 };

export type SeatWorkspace = Awaited<ReturnType<typeof makeSeatWorkspace>>;

export async function makeSeatWorkspace(node: Node) {
  const { id: workspaceId, rawKey: key } = await node.otherWorkspace();
  const [caller] = dataOf<{ id: string }[]>(await node.get('/api/v1/api_keys', { key }));
  assert.ok(caller);
  const context: Context = {
    ...node.services,
    caller: { workspaceId, actor: { type: 'cli', id: 'tests' }, scopes },
  };

  /** A call to the seats, with the workspace's key. */
  const post = (path: string, body?: unknown, options?: CallOptions) =>
    node.post(`${SEATS}/${path}`, body, { key, ...options });
  const assign = (member: { id: string }, body?: unknown) => post(`${member.id}/assign`, body);

  return {
    id: workspaceId,
    key,
    context,
    /** The actor of the API calls, as in the audit log. */
    actor: { type: 'api_key', id: caller.id },
    post,
    assign,
    /** Hard, active, ten seats and priority 0 by default; as the API shows it. */
    entitle: async (fields: Partial<EntitlementInput> = {}): Promise<Entitlement> =>
      shown(await createEntitlement(context, { ...DEFAULTS, ...fields })),
    change: async ({ id }: { id: string }, fields: EntitlementUpdate): Promise<Entitlement> =>
      shown(await updateEntitlement(context, id, fields)),
    member: (name: string | null = null): Promise<Member> => makeMember(node, name, key),
    deactivate: async ({ id }: Member) =>
      dataOf<Member>(await node.post(`${MEMBERS}/${id}/deactivate`, undefined, { key })),
    reactivate: async ({ id }: Member) =>
      dataOf<Member>(await node.post(`${MEMBERS}/${id}/reactivate`, undefined, { key })),
    /** Assigns a seat and returns it, to a new member by default. */
    seat: async (member?: Member, body?: unknown): Promise<AssignedSeat> =>
      dataOf(await assign(member ?? (await makeMember(node, null, key)), body)),
    end: ({ id }: { id: string }) => node.delete(`${SEATS}/${id}`, { key }),
    /** The whole body of the list. */
    list: async (query = ''): Promise<SeatList> => {
      const answer = await node.get(`${SEATS}${query}`, { key });
      assert.equal(answer.status, 200, answer.text);
      return answer.body as SeatList;
    },
    /** The audit entries of this query, oldest first. */
    entries: async (query: string): Promise<Omit<AuditEntry, 'id'>[]> => {
      const found = dataOf<AuditEntry[]>(await node.get(`/api/v1/audit_log?limit=100&${query}`, { key }));
      return found.map(({ id: _id, ...entry }) => entry).reverse();
    },
  };
}

function shown(entitlement: StoredEntitlement): Entitlement {
  const { id, plan_key, seat_capacity, seat_unlimited, active_seats, enforcement_mode } = entitlement;
  return { id, plan_key, seat_capacity, seat_unlimited, active_seats, enforcement_mode };
}
