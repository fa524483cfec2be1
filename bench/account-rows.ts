// A connected account with one calendar, as if its owner had given their consent.

import { tokenPlace } from '../src/calendar-sync/accounts/tokens.ts';
import type { ProviderKind } from '../src/calendar-sync/provider-kinds.ts';
import type { Context } from '../src/context.ts';
import { insertRow } from '../src/storage/rows.ts';

export async function makeAccount(context: Context, memberId: string, provider: ProviderKind): Promise<void> {
  const { database, secrets, ids, clock, caller } = context;
  const [id, calendarId, now] = [ids('calendarConnection'), ids('calendar'), clock.now()];
  const of = { workspace_id: caller.workspaceId };
  const made = { created_at: now, updated_at: now };
  await database.transaction(async (tx) => {
    const seal = await secrets.sealer(tx);
    await insertRow(tx, 'calendar_connections', {
      ...{ ...of, ...made, id, provider, member_id: memberId, status: 'connected', connected_at: now },
      ...{ account_id: id, account_email: `${id}@example.com`, token_number: 0, attempts: 0 },
      sealed_refresh_token: seal('refresh', tokenPlace('sealed_refresh_token', { ...of, id })),
    });
    await insertRow(tx, 'calendars', {
      ...{ ...of, ...made, id: calendarId, member_id: memberId, type: 'pushed', service: provider },
      ...{ connection_id: id, remote_id: 'primary', is_primary: 1, is_read: 1, receives_bookings: 0 },
    });
    await insertRow(tx, 'calendar_syncs', {
      ...{ ...of, calendar_id: calendarId, lane: `${caller.workspaceId} ${provider}` },
      ...{ health: 'new', attempts: 0, due_at: now, wish_number: 0 },
    });
  });
}
