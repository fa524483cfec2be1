import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { HealthChange, HealthReports } from '../../../calendar-sync/record.ts';
import type { Context, Services } from '../../../context.ts';
import type { Draft } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { announce } from '../../events/events/announce.ts';
import { readLetterhead, toMember } from '../../workspace/letterhead/operations.ts';
import { recordChange } from './operations.ts';
import { hostOf, withAccount } from './present.ts';
import { type OwnedCalendar, selectWithOwner } from './queries.ts';
import { isLongFailing } from './rules.ts';

interface FailureOptions {
  services: Services;
  log: Logger;
  registry: Registry;
}

/** Reports a calendar that could not be read for an hour, and when it can be read again. */
export function createHealthReports({ services, log, registry }: FailureOptions): HealthReports {
  const failingCounter = new Counter({
    name: 'rota_calendar_failing_total',
    help: 'Calendars reported as failing, because they could not be read for an hour.',
    registers: [registry],
  });

  function report(changes: HealthChange[]): void {
    for (const { workspace_id, id, change, last_error } of changes) {
      const fields = { workspace_id, calendar_id: id };
      if (change === 'failing') {
        failingCounter.inc();
        log.warn({ ...fields, error: last_error }, 'calendar failing for an hour');
      } else log.info(fields, 'calendar can be read again');
    }
  }

  return {
    isLong: isLongFailing,
    async tell(tx, changes, now) {
      for (const change of changes) {
        const context = asCalendars({ ...services, trace: change.trace }, change.workspace_id);
        await tellChange(context, tx, change, now);
      }
      return () => report(changes);
    },
  };
}

/** Records and announces the change, and writes to the member if their calendar fails. */
async function tellChange(
  context: Context,
  tx: Transaction,
  { id, change, last_error, failing_since }: HealthChange,
  now: number,
): Promise<void> {
  const calendar = await selectWithOwner(tx, context.caller.workspaceId, id);
  if (!calendar) return;
  const since = formatTimestamp(failing_since);
  const subject = { id, workspace_membership_id: calendar.member_id, email: calendar.email };
  if (change === 'failing') {
    await recordChange(context, tx, 'failing', id, {
      failing_since: [null, since],
      last_error: [null, last_error],
    });
    const failure = { last_error: last_error ?? '', failing_since };
    await queueMessages(context, tx, [await failingMail(context, tx, calendar, failure)]);
    await announce(context, tx, {
      event: 'calendar.failing',
      ...subject,
      last_error: last_error ?? '',
      failing_since: since,
    });
    return;
  }
  await recordChange(context, tx, 'recovered', id, { failing_since: [since, null] });
  await announce(context, tx, {
    event: 'calendar.recovered',
    ...subject,
    failing_since: since,
    recovered_at: formatTimestamp(now),
  });
}

/** The mail to the member, in their zone. */
async function failingMail(
  context: Context,
  tx: Transaction,
  calendar: OwnedCalendar,
  failure: { last_error: string; failing_since: number },
): Promise<Draft> {
  const { member_id, member_name: name, email, timezone } = calendar;
  const links = { console: `${context.address.url}/console/members/${member_id}/calendars` };
  return {
    kind: 'calendar_failing',
    ...toMember(await readLetterhead(context, tx), { name, email, timezone }, links),
    calendar: nameOf(calendar),
    ...failure,
  };
}

function nameOf({ name, url, account_email }: OwnedCalendar): string {
  if (account_email !== null) return withAccount(name, account_email);
  return name ?? hostOf({ url, account_email }) ?? '';
}

/** Acts as the system, so that the audit log names `calendars` as the actor. */
export function asCalendars(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'calendars' }, scopes: [] } };
}
