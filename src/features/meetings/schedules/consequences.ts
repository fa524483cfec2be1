import type { Context } from '../../../context.ts';
import { resumeMail } from '../../../mail-in/work.ts';
import { dropOffers, pauseMessages, resumeMessages } from '../../../mail-out/enqueue.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import {
  markChosen,
  readOptions,
  withdrawOptions,
  withdrawOptionsOf,
} from '../../calendar/options/operations.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { endSchedule, scheduleAllNow, scheduleNow, scheduleReminders, stopSchedule } from './operations.ts';
import { selectRemindersOfType } from './queries.ts';
import { remindersFor } from './rules.ts';

// What a transition of a request means for the search for a time: for options, for waiting messages, and for Rota's next step.

const OTHER_ORGANIZER = 'not sent: somebody else organizes the meeting now';

/** A request after a transition. */
interface ChangedRequest {
  id: string;
  status: string;
  starts_at: number | null;
  ends_at: number | null;
  /** Its own; null for those of its type, or of the workspace. */
  reminders: number[] | null;
}

/** The transitions that write a request. */
export type ChangingTransition =
  | 'book'
  | 'reschedule'
  | 'cancel'
  | 'reopen'
  | 'changeOrganizer'
  | 'relocate'
  | 'pause'
  | 'resume';

/** The caller has locked the request and written it. */
export async function applyConsequences(
  context: Context,
  tx: Transaction,
  transition: ChangingTransition,
  request: ChangedRequest,
): Promise<void> {
  const { id, status } = request;
  switch (transition) {
    case 'book':
      await chooseOption(context, tx, request);
      await dropOffers(context, tx, id, 'not sent: the meeting was booked');
      await remindOf(context, tx, request);
      return;
    case 'reschedule':
      await chooseOption(context, tx, request);
      await remindOf(context, tx, request);
      return;
    case 'cancel':
      await withdrawOptions(context, tx, id);
      await endSchedule(context, tx, id);
      await dropOffers(context, tx, id, 'not sent: the request was cancelled');
      // Messages that waited during the pause, such as mail to a former host, are still true, so they go out. Mail that came in
      // is read, too.
      await resumeMail(context, tx, id);
      await resumeMessages(context, tx, id);
      return;
    case 'reopen':
      await withdrawOptions(context, tx, id);
      await scheduleNow(context, tx, id);
      return;
    case 'changeOrganizer':
      await withdrawOptions(context, tx, id);
      await dropOffers(context, tx, id, OTHER_ORGANIZER);
      // A paused request starts again once it is resumed.
      if (status === 'active') await scheduleNow(context, tx, id);
      return;
    // The same time stands, or the same search goes on.
    case 'relocate':
      return;
    case 'pause':
      await stopSchedule(context, tx, id);
      await pauseMessages(context, tx, id);
      return;
    case 'resume':
      await resumeMail(context, tx, id);
      await resumeMessages(context, tx, id);
      await scheduleNow(context, tx, id);
      return;
  }
}

/** The same for many requests that have just got another organizer. */
export async function applyHandOverConsequences(
  context: Context,
  tx: Transaction,
  { active, paused }: { active: string[]; paused: string[] },
): Promise<void> {
  const ids = [...active, ...paused];
  if (ids.length === 0) return;
  await withdrawOptionsOf(context, tx, ids);
  await scheduleAllNow(context, tx, active);
  for (const id of ids) await dropOffers(context, tx, id, OTHER_ORGANIZER);
}

/** A booking may be at a time that was never offered. */
async function chooseOption(
  context: Context,
  tx: Transaction,
  { id, starts_at, ends_at }: ChangedRequest,
): Promise<void> {
  const options = await readOptions(context, tx, id);
  const chosen = options.find(
    (option) => option.status !== 'withdrawn' && option.starts_at === starts_at && option.ends_at === ends_at,
  );
  await markChosen(context, tx, id, chosen?.id ?? null);
}

/** Instead of the search for a time. The reminders are those that count now: later changes of the settings leave them as they are. */
async function remindOf(
  context: Context,
  tx: Transaction,
  { id, starts_at, reminders }: ChangedRequest,
): Promise<void> {
  const [settings, ofType] = await readTogether(tx, (together) => [
    readSchedulingSettings(context, together),
    selectRemindersOfType(together, context.caller.workspaceId, id),
  ]);
  // A booked request has a time.
  const startsAt = starts_at as number;
  await scheduleReminders(context, tx, id, remindersFor(settings.reminders, reminders, ofType), startsAt);
}
