// An operator: somebody with an operator key, who calls the API as a billing system does.
import { createOperatorKey } from '../../../src/features/operators/operator-keys/operations.ts';
import type { CallOptions, Node } from '../server/rota.ts';

export const OPERATOR = '/api/v1/operator';
export const WORKSPACES = `${OPERATOR}/workspaces`;

export async function operatorOf(node: Node, options: { expires_at?: string } = {}) {
  const { id, key } = await createOperatorKey(node.services, { name: 'Billing', ...options });
  const withKey = (given: CallOptions = {}) => ({ key, ...given });
  return {
    id,
    key,
    get: (path: string) => node.get(path, withKey()),
    post: (path: string, body?: unknown, given?: CallOptions) => node.post(path, body, withKey(given)),
    patch: (path: string, body?: unknown) => node.patch(path, body, withKey()),
    delete: (path: string) => node.delete(path, withKey()),
  };
}

let made = 0;

/** What a billing system sends for a new customer. */
export function customer(about: object = {}) {
  const number = ++made;
  return {
    name: `Customer ${number}`,
    handle: `customer-${number}`,
    external_id: `cus_${number}`,
    owner: { email: `owner-${number}@example.com`, name: 'Olga Owner' },
    ...about,
  };
}

export interface OperatedWorkspace {
  id: string;
  name: string;
  handle: string | null;
  timezone: string;
  external_id: string | null;
  status: string;
  suspended_reason: string | null;
  delete_at: string | null;
  owner: { id: string; email: string; name: string | null };
  limits: Limits;
  entitlements: OperatedEntitlement[];
  usage: { month: string; api_requests: number };
}

export interface OperatedEntitlement {
  id: string;
  plan_key: string;
  seat_capacity: number;
  active: boolean;
  active_seats: number;
  priority: number;
}

type Limited = { set: number | null; effective: number };
export type Limits = Record<'api_keys' | 'teams' | 'members' | 'messages_per_day', Limited> & {
  messages_today: number;
  messages_held: number;
};
