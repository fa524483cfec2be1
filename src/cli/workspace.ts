import { listOperatedWorkspaces } from '../features/workspace/workspaces/lifecycle.ts';
import { createWorkspace } from '../features/workspace/workspaces/operations.ts';
import { WorkspaceInput } from '../features/workspace/workspaces/shapes.ts';
import { type Command, json, onlyWord, table } from './command.ts';
import { checkInput, option } from './input.ts';
import { operator, withServices } from './operator.ts';

export const workspaceCommands: Command[] = [
  {
    name: 'workspace create',
    takes: 'NAME',
    summary: 'make a workspace',
    options: {
      handle: { type: 'string', value: 'HANDLE', about: "part of the teams' addresses; can be set later" },
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
          `Made workspace ${workspace.id}.`,
          `A key for it: rota key create NAME --workspace ${workspace.id} --all-scopes`,
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
];
