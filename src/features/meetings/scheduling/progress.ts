import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readRespondents } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { readProgress } from '../schedules/operations.ts';

/** How far the search for a time is, and what Rota does next by itself. Times in milliseconds. */
export interface Progress {
  /** Whether Rota writes mail about the request. */
  notify_participants: boolean;
  /** When it does the next thing to find a time; null while it waits for people only. */
  due_at: number | null;
  /** When people are reminded of the time that is booked; null for never. */
  reminder_at: number | null;
  /** Participants whose answer is awaited, the next to be reminded first. */
  waiting: Pick<Respondent, 'email' | 'name' | 'follow_ups' | 'follow_up_at'>[];
}

export async function getProgress(context: Context, id: string): Promise<Progress> {
  const { database } = context;
  const row = await readProgress(context, database, id);
  if (!row) throw notFound('Meeting request');
  const respondents = await readRespondents(context, database, id);
  const waiting = respondents
    .filter(({ response, asked_at }) => response === 'none' && asked_at !== null)
    .map(({ email, name, follow_ups, follow_up_at }) => ({ email, name, follow_ups, follow_up_at }))
    .sort((one, other) => (one.follow_up_at ?? Infinity) - (other.follow_up_at ?? Infinity));
  const { due_at, reminder_at } = row;
  return {
    notify_participants: row.notify_participants === 1,
    due_at: due_at === reminder_at ? (waiting[0]?.follow_up_at ?? null) : due_at,
    reminder_at,
    waiting,
  };
}
