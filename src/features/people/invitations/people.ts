// Adding many people at once: first it is said what would become of each, then all of them are added, or none.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { within } from '../../../storage/within.ts';
import { foldEmail } from '../../../text/emails.ts';
import type { TypedMailbox } from '../../../text/mailbox-list.ts';
import { findByEmail, type MemberRow } from '../members/operations.ts';
import type { MemberInput } from '../members/shapes.ts';
import { addMember } from './operations.ts';
import { fateOf, type PersonFate } from './rules.ts';

export interface PlannedPerson extends TypedMailbox {
  fate: PersonFate;
  /** Who has the address already, if anybody has. */
  member: MemberRow | undefined;
}

/** What would become of each. */
export async function planPeople(
  context: Context,
  reader: Reader,
  people: TypedMailbox[],
): Promise<PlannedPerson[]> {
  const found = await findByEmail(context, reader, [...new Set(people.map(({ email }) => foldEmail(email)))]);
  const seen = new Set<string>();
  return people.map((person) => {
    const key = foldEmail(person.email);
    const member = found.get(key);
    const fate = fateOf(person, member, seen.has(key));
    seen.add(key);
    return { ...person, fate, member };
  });
}

/** Adds all of them, or none. */
export async function addPeople(context: Context, people: MemberInput[]) {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: within(tx) };
    const added = [];
    for (const person of people) added.push(await addMember(inside, person));
    return added;
  });
}
