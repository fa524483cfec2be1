// A Rota whose calendars become due at once, on request.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../src/app.ts';
import type { ProviderKind } from '../src/calendar-sync/provider-kinds.ts';
import { CALENDARS_DUE } from '../src/calendar-sync/sync-requests.ts';
import { createCalendar } from '../src/features/calendar/calendars/operations.ts';
import { createMember } from '../src/features/people/members/operations.ts';
import { createWorkspace } from '../src/features/workspace/workspaces/operations.ts';
import { createLog } from '../src/log.ts';
import { makeAccount } from './account-rows.ts';
import { tellParent } from './children.ts';
import { now } from './clock.ts';
import { openRota } from './rota.ts';

const { FEED_URL } = process.env;
const context = await openRota(process.env as Record<string, string>);
const { database, clock } = context;
await createApp(context, createLog('info')).listen();

interface Order {
  kind: 'ics' | ProviderKind;
  count: number;
  workspaces: number;
  /** True to make new calendars, false to read existing ones again. */
  isNew: boolean;
}

/** As many as a member may have; then the next member gets some. */
const PER_MEMBER = 20;

async function make({ kind, count, workspaces }: Order): Promise<void> {
  for (let place = 0; place < workspaces; place += 1) {
    const made = await createWorkspace(context, context.caller.actor, { name: `Of ${place}`, handle: null });
    let memberId = '';
    for (let own = 0; own < count / workspaces; own += 1) {
      if (own % PER_MEMBER === 0) {
        memberId = (await createMember(made.context, { email: `member-${own}@example.com` })).id;
      }
      if (kind !== 'ics') {
        await makeAccount(made.context, memberId, kind);
        continue;
      }
      await createCalendar(made.context, memberId, { type: 'ics', url: `${FEED_URL}/${place}-${own}.ics` });
    }
  }
  await untilRead();
}

async function untilRead(): Promise<void> {
  const left = () =>
    database.get(
      'select calendar_id from calendar_syncs where due_at <= $1 or claim_id is not null limit 1',
      [clock.now()],
    );
  while (await left()) await sleep(10);
}

process.on('message', async (order: Order) => {
  // New, so that each is read for the first time.
  if (order.isNew) await make(order);
  const start = now();
  await database.transaction(async (tx) => {
    const ofKind = 'calendar_id in (select id from calendars where coalesce(service, type) = $1)';
    if (order.isNew) {
      await tx.run(`delete from busy_times where ${ofKind}`, [order.kind]);
      await tx.run(`update calendar_syncs set content_hash = null, expanded_until = null where ${ofKind}`, [
        order.kind,
      ]);
    }
    await tx.run(`update calendar_syncs set due_at = $2 where ${ofKind}`, [order.kind, clock.now()]);
    tx.notify(CALENDARS_DUE);
  });
  await untilRead();
  tellParent({ ms: now() - start });
});
tellParent({ ready: true });
