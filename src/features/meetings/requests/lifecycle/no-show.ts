// Who didn't come to a meeting, and whether that gives a turn back: docs/decisions/0019-turns-and-booking-links.md.
import type { Context } from '../../../../context.ts';
import { invalidRequest } from '../../../../errors.ts';
import type { Static } from '../../../../shapes/type.ts';
import type { Transaction } from '../../../../storage/database.ts';
import {
  lockTurnIfAny,
  type ReturnableTurn,
  returnTurn,
  takeTurnBack,
} from '../../../turns/rotation/returned-turns.ts';
import type { Changes } from '../../../workspace/audit-log/rules.ts';
import { nobodyMissed, placesOfMissing } from '../no-show-rules.ts';
import type { NoShow } from '../no-show-shapes.ts';
import { changesOf, presentRequest } from '../present.ts';
import { updateRequest } from '../queries.ts';
import { type MeetingRequest, statusAfter } from '../rules.ts';
import { noShow, recordAndAnnounce } from './announcements.ts';
import { withAttentionCleared } from './attention.ts';
import { lockRequest } from './transitions.ts';

/** Marks a meeting that has begun, or removes the mark. A call that changes nothing records nothing. */
export async function markNoShow(context: Context, id: string, body: Static<typeof NoShow>) {
  const { by, participant_emails } = body;
  if (participant_emails && by !== 'guest')
    throw invalidRequest('participant_emails can only be given with by: "guest"', {
      field: 'participant_emails',
      plain: 'Name guests only if it was a guest who didn’t come.',
    });
  return context.database.transaction(async (tx) => {
    // The team is locked before the request.
    const turn = await lockTurnIfAny(context, tx, id);
    const before = await lockRequest(context, tx, id);
    statusAfter('markNoShow', before.status);
    const now = context.clock.now();
    if (by !== null) requireBegun(before, now);
    const places = by === 'guest' ? placesOfMissing(before.participant_emails, participant_emails) : [];
    if (by === before.no_show_by && `${places}` === `${before.no_show_places}`) return presentRequest(before);

    const settled = turn && (await settleTurn(context, tx, turn, { before, by, now }));
    const mark = {
      no_show_by: by,
      no_show_places: places,
      no_show_at: now,
      no_show_returned_turn: settled?.is_returned ?? false,
    };
    const marked = { ...before, ...(by === null ? nobodyMissed : mark), updated_at: now };
    const after = withAttentionCleared(context, marked);
    updateRequest(tx, context.caller.workspaceId, after);
    await recordAndAnnounce(context, tx, noShow(after), { ...changesOf(before, after), ...settled?.changes });
    return presentRequest(after);
  });
}

function requireBegun({ starts_at }: MeetingRequest, now: number): void {
  if (starts_at !== null && starts_at <= now) return;
  throw invalidRequest('The meeting has not begun yet', {
    plain: 'This meeting hasn’t started yet. Wait until it has.',
  });
}

/** Whether the turn is returned because of the mark from now on, and what changes about it. */
async function settleTurn(
  context: Context,
  tx: Transaction,
  turn: ReturnableTurn,
  { before, by, now }: { before: MeetingRequest; by: MeetingRequest['no_show_by']; now: number },
): Promise<{ is_returned: boolean; changes?: Changes }> {
  const wasReturned = before.no_show_returned_turn;
  if (by === 'guest') {
    const { mode, no_show_returns_turn } = turn.team;
    if (wasReturned || mode !== 'pool' || no_show_returns_turn === 0) return { is_returned: wasReturned };
    const is_returned = await returnTurn(context, tx, turn, now);
    return { is_returned, ...(is_returned && { changes: { returned_turn_id: [null, turn.id] } }) };
  }
  const isTakenBack = wasReturned && (await takeTurnBack(context, tx, turn));
  return { is_returned: false, ...(isTakenBack && { changes: { returned_turn_id: [turn.id, null] } }) };
}
