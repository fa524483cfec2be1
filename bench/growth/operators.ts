import { type Case, callApi, caseOf, type Input } from './case.ts';
import { PAGE, type Past } from './past.ts';

let made = 0;
const page = { limit: PAGE, cursor: undefined };
const newCustomer = () => ({
  name: `Customer ${++made}`,
  handle: `customer-${made}`,
  owner: { email: 'owner@example.com' },
  entitlement: { plan_key: 'pro', seat_capacity: 1 },
});

/** The workspace with history. */
const old = ({ context }: Past) => ({ path: { id: context.caller.workspaceId } });

async function newWorkspace(past: Past, then: string[] = []): Promise<Input> {
  const { id } = await callApi(past, 'createOperatedWorkspace', { body: newCustomer() });
  const input = { path: { id } };
  for (const operation of then) await callApi(past, operation, input);
  return input;
}

async function newEntitlement(past: Past, body: object = {}): Promise<Input> {
  const input = await newWorkspace(past);
  const plan = { plan_key: 'more', seat_capacity: 2 };
  const { id } = await callApi(past, 'createEntitlement', { ...input, body: plan });
  return { path: { ...input.path, entitlement_id: id }, body };
}

const EVERYTHING = 'everything in a workspace';

/** What operators do. */
export const operators: Case[] = [
  caseOf('listOperatedWorkspaces', EVERYTHING, () => ({ query: page })),
  caseOf('getOperatedWorkspace', EVERYTHING, old),
  caseOf('listEntitlements', 'seats', (past) => ({ ...old(past), query: page })),
  caseOf('getWorkspaceUsage', EVERYTHING, old),
  caseOf('listUsage', EVERYTHING, () => ({ query: page })),
  caseOf('getWorkspaceLimits', 'messages', old),
  caseOf('createOperatedWorkspace', EVERYTHING, () => ({ body: newCustomer() })),
  caseOf('updateOperatedWorkspace', EVERYTHING, (past) => ({
    ...old(past),
    body: { name: `Name ${++made}` },
  })),
  caseOf('suspendWorkspace', EVERYTHING, (past) => newWorkspace(past)),
  caseOf('resumeWorkspace', EVERYTHING, (past) => newWorkspace(past, ['suspendWorkspace'])),
  caseOf('deleteWorkspace', EVERYTHING, (past) => newWorkspace(past)),
  caseOf('restoreWorkspace', EVERYTHING, (past) => newWorkspace(past, ['deleteWorkspace'])),
  caseOf('createWorkspaceApiKey', 'revoked and expired keys', async (past) => ({
    ...(await newWorkspace(past)),
    body: { name: 'Theirs' },
  })),
  caseOf('createEntitlement', 'seats', async (past) => ({
    ...(await newWorkspace(past)),
    body: { plan_key: 'more', seat_capacity: 2 },
  })),
  caseOf('updateEntitlement', 'seats', (past) => newEntitlement(past, { seat_capacity: 3 })),
  caseOf('endEntitlement', 'seats', (past) => newEntitlement(past)),
  caseOf('updateWorkspaceLimits', 'messages', (past) => ({
    ...old(past),
    body: { teams: (++made % 1_000) + 1_000 },
  })),
];
