import { validationError } from '../../errors.ts';
import { addPeople, planPeople } from '../../features/people/invitations/people.ts';
import { foldEmail } from '../../text/emails.ts';
import type { TypedMailbox } from '../../text/mailbox-list.ts';
import { asTyped } from '../../text/plain-text.ts';
import type { Screen } from '../screen.ts';
import { plainName } from '../words.ts';

interface Wanted {
  /** The field in which they were typed. */
  field: string;
  send_invitation: boolean;
}

const refusal = (field: string, plain: string) =>
  validationError(`${field} has somebody who can't be added`, { field, plain });

/**
 * The ids of these people, each once, in order, and how many were invited. Who isn't a member yet becomes one, in the transaction of
 * the form; only admins may do that.
 */
export async function findOrAddPeople(
  screen: Screen,
  people: TypedMailbox[],
  { field, send_invitation }: Wanted,
): Promise<{ ids: string[]; invited: number }> {
  const plan = await planPeople(screen, screen.database, people);
  for (const { fate, email, member } of plan) {
    if (fate === 'no_address') throw refusal(field, `“${asTyped(email)}” isn’t an email address.`);
    if (fate === 'long_name') throw refusal(field, `The name of ${asTyped(email)} is too long.`);
    if (fate === 'deactivated' && member) {
      throw refusal(field, `${plainName(member)} is deactivated. Reactivate them first.`);
    }
  }
  const unknown = plan.filter(({ fate }) => fate === 'new');
  const [first] = unknown;
  if (first && !(await screen.may('manage_members'))) {
    throw refusal(field, `${asTyped(first.email)} isn’t a member yet. Ask an admin to add them.`);
  }
  const added = await addPeople(
    screen,
    unknown.map(({ name: given, email }) => ({ name: given, email, send_invitation })),
  );
  const ids = new Map(added.map(({ email, id }) => [foldEmail(email), id]));
  const all = plan.map(({ email, member }) => member?.id ?? ids.get(foldEmail(email)));
  return {
    ids: [...new Set(all.filter((id) => id !== undefined))],
    invited: send_invitation ? added.length : 0,
  };
}
