// Workspaces that an operator closes and opens again.
import type { Context } from '../../../src/context.ts';
import {
  deleteWorkspace,
  restoreWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '../../../src/features/workspace/workspaces/lifecycle.ts';
import { scopes } from '../../../src/scopes.ts';
import type { Node } from '../server/rota.ts';

/** Somebody at the command line, in the node's own workspace unless another is named. */
export function atCommandLine(
  { services, workspaceId: own }: Pick<Node, 'services' | 'workspaceId'>,
  workspaceId = own,
): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'cli', id: 'tests' }, scopes } };
}

export const suspend = (node: Node, reason: string | null = 'unpaid bills') =>
  suspendWorkspace(atCommandLine(node), { reason });

export const resume = (node: Node) => resumeWorkspace(atCommandLine(node));

export const leave = (node: Node, grace_days = 30, workspaceId = node.workspaceId) =>
  deleteWorkspace(atCommandLine(node, workspaceId), { grace_days });

export const comeBack = (node: Node) => restoreWorkspace(atCommandLine(node));
