import type { Context } from '../../context.ts';
import { invalidRequest } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { lockTeam, type RoutedTeam, recordOwedTurn } from '../memberships/operations.ts';
import { selectTurnOfRequest, updateReturnedAt } from './queries.ts';

/** A turn that can be given back: `team` is held until the transaction ends, so that nobody takes a turn meanwhile. */
export interface Returnable {
  id: string;
  requestId: string;
  member_id: string;
  team: RoutedTeam;
}

/** The turn that the request took; refuses where it took none. To be asked before the request is locked. */
export async function lockTurnOf(context: Context, tx: Transaction, requestId: string): Promise<Returnable> {
  const turn = await selectTurnOfRequest(tx, context.caller.workspaceId, requestId);
  if (!turn) throw invalidRequest('The request took no turn');
  return { ...turn, requestId, team: await lockTeam(context, tx, turn.team_id) };
}

/** Whose turn it was comes to stand first, whoever organizes the request by now. */
export async function returnTurn(
  context: Context,
  tx: Transaction,
  turn: Returnable,
  at: number,
): Promise<void> {
  await updateReturnedAt(tx, context.caller.workspaceId, turn.requestId, at);
  await recordOwedTurn(context, tx, turn.team, turn.member_id, at);
}
