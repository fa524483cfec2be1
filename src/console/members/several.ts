// Adding many people from a pasted list: the list is checked and shown first, and everybody who can be is added then.
import { validationError } from '../../errors.ts';
import { addPeople, type PlannedPerson, planPeople } from '../../features/people/invitations/people.ts';
import { MAX_PEOPLE, type PersonFate } from '../../features/people/invitations/rules.ts';
import type { MemberRole } from '../../features/people/members/rules.ts';
import { MemberInput } from '../../features/people/members/shapes.ts';
import { actions, disclosure, linkButton, named } from '../../html/blocks.ts';
import { button, hidden, form as htmlForm, textArea } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { check } from '../../shapes/check.ts';
import { mailboxesIn } from '../../text/mailbox-list.ts';
import { isChecked, type SentFields, text } from '../fields.ts';
import { form, page, type Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { roleField } from './about.ts';
import { membersUrl, urlOf } from './frame.ts';
import { invitationField, invitationOutcome } from './invitation.ts';

const url = `${membersUrl}/several`;
const HEAD = { above: [{ href: membersUrl, label: 'Members' }], title: 'Add several people' };

const pasting = page({
  url,
  summary: 'Paste a list of people',
  may: 'manage_members',
  show: async (screen) => ({
    title: HEAD.title,
    content: html`${pageHead({ ...HEAD, lead: 'Paste their addresses: from a mail, a spreadsheet or anywhere else. You’ll see what happens before anybody is added.' })}
${listForm(screen)}`,
  }),
});

function listForm(screen: Screen): Content {
  const fields = fieldsOf(screen, url);
  return htmlForm({
    action: url,
    token: screen.token,
    content: html`${textArea({
      ...fields.field('people', ''),
      label: 'People',
      rows: 8,
      required: true,
      hint: `Up to ${MAX_PEOPLE}, with or without names: Ada Lovelace <ada@acme.com>, ben@acme.com`,
    })}
${roleField(fields)}
${invitationField(fields)}
${button({ label: 'Check the list' })}`,
  });
}

/** What the check found, and the button that adds everybody who can be. */
function checkedPage(screen: Screen, fields: SentFields, plan: PlannedPerson[]): Shown {
  const added = addedOf(plan);
  const left = plan.length - added.length;
  const isInvited = isChecked(fields, 'send_invitation');
  return {
    title: HEAD.title,
    content: html`${pageHead({ ...HEAD, lead: summaryOf(added.length, left, { role: roleIn(fields), isInvited }) })}
${section({
  title: 'The list',
  content: html`${table({
    caption: 'People in the list',
    columns: [{ label: 'Name' }, { label: 'Email address' }, { label: 'What happens' }],
    rows: plan.map((person) => [
      named(person.name ?? person.member?.name ?? ''),
      person.email,
      fateInWords(person),
    ]),
    empty: null,
  })}
${added.length > 0 && confirmForm(screen, fields, added)}`,
})}
${disclosure('Change the list', listForm({ ...screen, sent: { action: url, fields, message: '', field: undefined } }), { open: added.length === 0 })}`,
  };
}

function confirmForm(screen: Screen, fields: SentFields, added: PlannedPerson[]): Content {
  const names = ['people', 'role', 'send_invitation'];
  const label = added.length === 1 ? 'Add 1 person' : `Add ${added.length} people`;
  return htmlForm({
    action: url,
    token: screen.token,
    content: html`${names.map((name) => text(fields, name) !== '' && hidden(name, text(fields, name)))}
${hidden('expected', expectedOf(added))}
${actions(button({ label }), linkButton(membersUrl, 'Cancel'))}`,
  });
}

function summaryOf(
  added: number,
  left: number,
  { role, isInvited }: { role: MemberRole; isInvited: boolean },
) {
  if (added === 0) return 'Nobody in this list can be added.';
  const as = role === 'admin' ? ' as admins' : '';
  const who = added === 1 ? `1 person will be added${as}` : `${added} people will be added${as}`;
  const others = left === 0 ? '' : `, ${left} won’t`;
  const mail = isInvited ? 'Each gets an invitation by mail.' : 'Nobody gets a mail.';
  return `${who}${others}. ${mail}`;
}

const fates: Record<Exclude<PersonFate, 'new' | 'member' | 'deactivated'>, string> = {
  twice: 'Left out: twice in the list',
  no_address: 'Left out: not an email address',
  long_name: 'Left out: the name is too long',
};

function fateInWords({ fate, member }: PlannedPerson): Content {
  if (fate === 'new') return badge('good', 'Will be added');
  if (fate === 'member') return html`Left out: a member already`;
  if (fate === 'deactivated' && member) {
    return html`Left out: deactivated. <a href="${urlOf(member)}">Reactivate</a>`;
  }
  return fates[fate as keyof typeof fates];
}

const CHANGED =
  'Nobody was added: somebody has changed the members since you checked the list. Check it once more.';

const addedOf = (plan: PlannedPerson[]) => plan.filter(({ fate }) => fate === 'new');
/** What the sender has seen, to notice whether it is still so. */
const expectedOf = (added: PlannedPerson[]) => added.map(({ email }) => email).join(' ');
const roleIn = (fields: SentFields): MemberRole => (text(fields, 'role') === 'admin' ? 'admin' : 'member');

async function planOf(screen: Screen, fields: SentFields): Promise<PlannedPerson[]> {
  const people = mailboxesIn(text(fields, 'people'));
  if (people.length === 0) {
    throw validationError('people must have an address', {
      field: 'people',
      plain: 'Paste at least one address.',
    });
  }
  if (people.length > MAX_PEOPLE) {
    throw validationError(`people must have at most ${MAX_PEOPLE} items`, {
      field: 'people',
      plain: `That’s ${people.length} people. Add up to ${MAX_PEOPLE} at a time.`,
    });
  }
  return planPeople(screen, screen.database, people);
}

export const severalRoutes = [
  pasting.route,
  form({
    on: pasting,
    url,
    summary: 'Add the people of a list',
    may: 'manage_members',
    line: { name: 'members' },
    async preview(screen, { fields }) {
      const isAgreed = text(fields, 'expected') !== '';
      return isAgreed ? undefined : checkedPage(screen, fields, await planOf(screen, fields));
    },
    async send(screen, { fields }) {
      const send_invitation = isChecked(fields, 'send_invitation');
      const added = addedOf(await planOf(screen, fields));
      // Somebody may have added one of them meanwhile.
      if (expectedOf(added) !== text(fields, 'expected')) throw validationError(CHANGED);
      const shared = { role: text(fields, 'role'), send_invitation };
      const people = added.map(({ name, email }) => check(MemberInput, { name, email, ...shared }));
      await addPeople(screen, people);
      return {
        to: membersUrl,
        done: 'people_added',
        also: invitationOutcome(screen, send_invitation ? people.length : 0),
      };
    },
  }),
];
