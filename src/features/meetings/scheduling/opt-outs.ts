import { validationError } from '../../../errors.ts';
import { needAttention } from '../requests/lifecycle/attention.ts';
import { mailboxOf } from '../requests/mails/people.ts';
import type { Respondent } from '../requests/rules.ts';
import type { Search } from './search.ts';

// Participants who asked the workspace not to write to them. The organizer may write in person.

/** The first of these whom Rota would write to, and may not. */
export function optedOutAmong({ locked }: Search, respondents: Respondent[]): Respondent | undefined {
  return locked.request.notify_participants ? respondents.find(({ opted_out }) => opted_out) : undefined;
}

/** Instead of a message to them. */
export async function leaveToOrganizer(
  { context, tx, locked }: Search,
  participant: Respondent,
): Promise<void> {
  const cause = { by: mailboxOf(participant), said: null, proposed: null };
  await needAttention(context, tx, locked.request, 'opted_out', { cause });
}

/** Refuses what a person wants to have written to nobody. */
export function requireReader({ locked }: Search, respondents: Respondent[]): void {
  if (!locked.request.notify_participants || respondents.some(({ opted_out }) => !opted_out)) return;
  throw validationError('The participants have opted out of mail from this workspace: contact them yourself');
}
