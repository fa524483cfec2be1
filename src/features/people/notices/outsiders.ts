import type { Context } from '../../../context.ts';
import { type Asked, countOutsider, markTold, type Reached } from '../../../mail-out/outsider-limit.ts';
import type { Transaction } from '../../../storage/database.ts';
import { tellAdmins } from './admins.ts';

/** Counts what somebody outside asks for, and tells the admins once a day that it is too much. Undefined if it is not. */
export async function admitOutsider(
  context: Context,
  tx: Transaction,
  asked: Asked,
): Promise<Reached | undefined> {
  const reached = await countOutsider(context, tx, asked);
  if (reached?.is_news) {
    const { limit, of } = reached;
    const url = `${context.address.url}/console/messages?status=ignored`;
    await tellAdmins(context, tx, { kind: 'outsiders_limited', limit, of, url });
    await markTold(context, tx);
  }
  return reached;
}
