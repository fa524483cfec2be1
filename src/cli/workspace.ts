import type { Services } from '../context.ts';
import { type MonthOfUsage, usageByMonth, usageOfMonth } from '../features/workspace/usage/operations.ts';
import { monthsBetween } from '../features/workspace/usage/rules.ts';
import {
  deleteWorkspace,
  listOperatedWorkspaces,
  type OperatedWorkspace,
  restoreWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '../features/workspace/workspaces/lifecycle.ts';
import { createWorkspace } from '../features/workspace/workspaces/operations.ts';
import { GRACE_DAYS } from '../features/workspace/workspaces/rules.ts';
import { DeletionInput, SuspensionInput, WorkspaceInput } from '../features/workspace/workspaces/shapes.ts';
import { type Command, type Invocation, json, onlyWord, table } from './command.ts';
import { checkInput, integer, option } from './input.ts';
import { inWorkspace, operator, withServices } from './operator.ts';

const WHICH = 'ID|HANDLE';

const month = (description: string) => ({ type: 'string', value: 'YYYY-MM', description }) as const;

/** Operators make, list, suspend, resume, delete and restore workspaces, and see their usage. */
export const workspaceCommands: Command[] = [
  {
    name: 'workspace create',
    takes: 'NAME',
    summary: 'create a workspace',
    options: {
      handle: {
        type: 'string',
        value: 'HANDLE',
        description: "part of the teams' addresses; can be set later",
      },
      json,
    },
    async run(invocation) {
      const input = await checkInput(WorkspaceInput, {
        name: ['NAME', onlyWord(invocation, 'NAME')],
        handle: option(invocation, 'handle'),
      });
      return withServices(invocation, async (services) => {
        const { workspace } = await createWorkspace(services, operator(), input);
        invocation.print(workspace, [
          `Created workspace ${workspace.id}.`,
          `To create a key for it: rota key create NAME --workspace ${workspace.id} --all-scopes`,
        ]);
      });
    },
  },
  {
    name: 'workspace list',
    summary: 'list all workspaces',
    options: { json },
    run(invocation) {
      return withServices(invocation, async (services) => {
        const workspaces = await listOperatedWorkspaces(services);
        invocation.print(
          workspaces,
          table([
            ['ID', 'HANDLE', 'STATUS', 'CREATED', 'NAME'],
            ...workspaces.map(({ id, handle, status, created_at, name }) => [
              id,
              handle ?? '-',
              status,
              created_at,
              name,
            ]),
          ]),
        );
      });
    },
  },
  {
    name: 'workspace suspend',
    takes: WHICH,
    summary: 'suspend a workspace: nobody gets in, nothing is sent',
    options: {
      reason: { type: 'string', value: 'TEXT', description: 'why; callers and admins see it' },
      json,
    },
    async run(invocation) {
      const { reason } = await checkInput(SuspensionInput, { reason: option(invocation, 'reason') });
      return change(
        invocation,
        (context) => suspendWorkspace(context, { reason: reason ?? null }),
        ({ id }) => [`Suspended workspace ${id}.`, `To undo it: rota workspace resume ${id}`],
      );
    },
  },
  {
    name: 'workspace resume',
    takes: WHICH,
    summary: 'resume a suspended workspace: whatever was waiting is sent',
    options: { json },
    run: (invocation) => change(invocation, resumeWorkspace, ({ id }) => [`Resumed workspace ${id}.`]),
  },
  {
    name: 'workspace delete',
    takes: WHICH,
    summary: 'close a workspace, and delete everything in it after a grace period',
    details: 'Until it is deleted, nobody gets in and nothing is sent, and it can be restored.',
    options: {
      'grace-days': {
        type: 'string',
        value: 'DAYS',
        description: `days until it is deleted, 0 to ${GRACE_DAYS.most}; by default ${GRACE_DAYS.usual}`,
      },
      json,
    },
    async run(invocation) {
      const { grace_days = GRACE_DAYS.usual } = await checkInput(DeletionInput, {
        grace_days: option(invocation, 'grace-days', integer),
      });
      return change(
        invocation,
        (context) => deleteWorkspace(context, { grace_days }),
        ({ id, delete_at }) => [
          `Workspace ${id} is closed. Everything in it is deleted after ${delete_at}.`,
          `To undo it before then: rota workspace restore ${id}`,
        ],
      );
    },
  },
  {
    name: 'workspace restore',
    takes: WHICH,
    summary: 'restore a workspace that is about to be deleted',
    options: { json },
    run: (invocation) =>
      change(invocation, restoreWorkspace, ({ id, status }) => [
        `Workspace ${id} will not be deleted. It is ${status}.`,
      ]),
  },
  {
    name: 'workspace usage',
    takes: `[${WHICH}]`,
    summary: 'show the usage of one workspace, or of all, by month',
    details: 'Shows this month by default. Counts are a few minutes behind.',
    options: { from: month('the first month'), to: month('the last month'), json },
    async run(invocation) {
      const { options, words, print } = invocation;
      const { from, to } = options as { from?: string; to?: string };
      if (words.length > 0) {
        const named = onlyWord(invocation, WHICH);
        return inWorkspace(
          invocation,
          async (context) => {
            const usage = await usageByMonth(context, { from, to });
            print(usage, usageTable(usage));
          },
          named,
        );
      }
      return withServices(invocation, async (services) => {
        const usage = [];
        for (const each of monthsBetween({ from, to }, services.clock.now())) {
          usage.push(...(await everyWorkspace(services, each)));
        }
        print(usage, usageTable(usage));
      });
    },
  },
];

/** Changes the workspace named by the first argument. */
function change(
  invocation: Invocation,
  work: (context: Parameters<typeof resumeWorkspace>[0]) => Promise<OperatedWorkspace>,
  linesOf: (workspace: OperatedWorkspace) => string[],
): Promise<void> {
  return inWorkspace(
    invocation,
    async (context) => {
      const workspace = await work(context);
      invocation.print(workspace, linesOf(workspace));
    },
    onlyWord(invocation, WHICH),
  );
}

async function everyWorkspace(services: Services, of: string) {
  const usage: (MonthOfUsage & { workspace_id: string })[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const { data, meta } = await usageOfMonth(services, of, { limit: 100, cursor });
    usage.push(...data);
    cursor = meta.next_cursor ?? undefined;
    hasMore = meta.has_more;
  }
  return usage;
}

function usageTable(usage: (MonthOfUsage & { workspace_id?: string })[]): string[] {
  const figures = [
    ['REQUESTS', 'meeting_requests'],
    ['BOOKINGS', 'bookings'],
    ['SENT', 'messages_sent'],
    ['RECEIVED', 'messages_received'],
    ['EVENTS', 'events'],
    ['API', 'api_requests'],
    ['MEMBERS', 'members'],
    ['SEATS', 'seats'],
  ] as const;
  const ofAll = usage.some(({ workspace_id }) => workspace_id !== undefined);
  return table([
    [...(ofAll ? ['WORKSPACE'] : []), 'MONTH', ...figures.map(([title]) => title)],
    ...usage.map((row) => [
      ...(row.workspace_id === undefined ? [] : [row.workspace_id]),
      row.month,
      ...figures.map(([, figure]) => String(row[figure])),
    ]),
  ]);
}
