import type { assignSeats, listSeats } from '../../features/people/seats/operations.ts';
import { plainRefusals } from '../../features/people/seats/rules.ts';
import { actions, linkButton, named } from '../../html/blocks.ts';
import { button, form } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, pageHead, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { plainName } from '../words.ts';
import { ASSIGN, entitlementField, SEATS } from './seats-page.ts';

interface Member {
  id: string;
  email: string;
  name: string | null;
}

interface Data {
  members: Member[];
  seated: Set<string>;
  entitlements: Awaited<ReturnType<typeof listSeats>>['meta']['entitlements'];
  next: string | null;
  cursor: string | undefined;
}

const above = [{ href: SEATS, label: 'Seats' }];

/** Lists active members, with a checkbox for each who has no seat. */
export function assignPage(screen: Screen, { members, seated, entitlements, next, cursor }: Data): Shown {
  const { field, isChecked } = fieldsOf(screen, ASSIGN);
  const title = 'Assign seats';
  return {
    title,
    content: html`${pageHead({ above, title, lead: 'Seats go to the chosen members in the order of the list, for as long as there are any left.' })}
${form({
  action: ASSIGN,
  token: screen.token,
  content: html`${table({
    caption: 'Active members',
    columns: [{ label: 'Member' }, { label: 'Address' }, { label: 'Seat' }],
    rows: members.map((member) => [
      seated.has(member.id) ? plainName(member) : box(member, isChecked('membership_ids', false, member.id)),
      member.email,
      seated.has(member.id) ? badge('good', 'Has a seat') : badge('neutral', 'No seat'),
    ]),
    empty: emptyState({ title: 'No members yet', text: 'Add members first, then give them seats.' }),
  })}
${entitlementField(field('entitlement_id', ''), entitlements)}
${actions(button({ label: 'Assign seats' }), linkButton(SEATS, 'Back'))}`,
})}
${pager({ next: next && withQuery(ASSIGN, { cursor: next }), first: cursor && ASSIGN })}`,
  };
}

function box(member: Member, isChecked: boolean): Content {
  return html`<label class="choice"><input type="checkbox" name="membership_ids[]" value="${member.id}"${isChecked && html` checked`}> <span dir="auto">${plainName(member)}</span></label>`;
}

type Outcome = Awaited<ReturnType<typeof assignSeats>>;

/** Shown if not everybody got a seat: the result for each member. */
export function assignedPage({ assigned, skipped, rejected }: Outcome, members: Member[]): Shown {
  const title = 'Not everybody got a seat';
  const byId = new Map(members.map((member) => [member.id, plainName(member)]));
  const refused = [...rejected, ...skipped].map(({ membership_id, reason }) => [
    named(byId.get(membership_id) ?? 'A former member'),
    plainRefusals[reason],
  ]);
  return {
    title,
    content: html`${pageHead({ above, title })}
${section({
  title: 'No seat for',
  content: table({
    caption: 'Members without a new seat',
    columns: [{ label: 'Member' }, { label: 'Reason' }],
    rows: refused,
  }),
})}
${
  assigned.length > 0 &&
  section({
    title: 'New seats for',
    content: html`<ul>${assigned.map(({ email }) => html`<li>${email}</li>`)}</ul>`,
  })
}
${actions(linkButton(SEATS, 'Go to seats'))}`,
  };
}
