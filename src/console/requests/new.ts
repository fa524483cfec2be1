import { disclosure } from '../../html/blocks.ts';
import {
  button,
  checkbox,
  dateTimeField,
  form,
  numberField,
  option,
  select,
  textArea,
  textField,
} from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { mailboxesIn } from '../../text/mailbox-list.ts';
import { PHONE_NUMBER_LENGTH } from '../../text/phone-numbers.ts';
import { isChecked, numberOrNull, type SentFields, text, textIfAny, timeOrNull } from '../fields.ts';
import { locationFields, locationIn } from '../location-fields.ts';
import type { TypeChoice } from '../meeting-types/choices.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { zoneInWords } from '../words.ts';

const action = '/console/requests';

export interface TeamChoice {
  id: string;
  name: string;
  mode: 'pool' | 'stack' | 'manual';
}

interface NewData {
  teams: TeamChoice[];
  /** Meeting types to choose from. */
  types: TypeChoice[];
  /** Addresses to suggest; only admins get any. */
  members: string[];
  /** Filled in by the link that led here. */
  given: {
    team: string | undefined;
    type: string | undefined;
    participants: string | undefined;
    title: string | undefined;
  };
  usualMinutes: number;
}

/** A form for a new request. */
export function newPage(screen: Screen, data: NewData): Shown {
  const fields = fieldsOf(screen, action);
  const { field } = fields;
  const content = html`${textArea({
    ...field('participants', data.given.participants),
    label: 'Guests',
    hint: 'One per line: Grace Hopper <grace@example.org>, or just the address.',
    rows: 3,
    required: true,
  })}
${textField({ ...field('title', data.given.title), label: 'Title', hint: 'For example: Product demo' })}
${textField({ ...field('purpose', ''), label: 'Purpose', hint: 'What it’s about. Guests see this.' })}
${typeOf(data, fields)}
${whoTakesIt(screen, data, fields)}
${numberField({
  ...field('duration_minutes', null),
  label: 'Duration in minutes',
  hint: `Leave empty for the usual ${data.usualMinutes}.`,
  min: 1,
  max: 1440,
})}
${locationFields(screen, fields, { stored: null, none: 'The usual place' })}
${disclosure('More options', moreFields(screen, fields), { open: fields.isRefused })}
${button({ label: 'Create request' })}`;
  return {
    title: 'New request',
    content: html`${pageHead({
      above: [{ href: action, label: 'Requests' }],
      title: 'New request',
      lead: 'Rota picks the host, emails the guests times to choose from, and books the one that suits everybody.',
    })}
${form({ action, token: screen.token, content })}`,
  };
}

type Fields = ReturnType<typeof fieldsOf>;

/** Without any, there is nothing to choose. */
function typeOf({ types, given }: NewData, { field }: Fields): Content {
  if (types.length === 0) return null;
  const { value, problem } = field('meeting_type_id', given.type);
  return select({
    name: 'meeting_type_id',
    problem,
    label: 'Meeting type',
    hint: 'Leave empty what it says already: the title, who hosts, and how long it takes.',
    options: [option('', 'None', !value), types.map(({ id, name }) => option(id, name, id === value))],
  });
}

/** Admins choose any team or member. Others take the request themselves, or give it to one of their teams. */
function whoTakesIt({ isAdmin }: Screen, { teams, members, given }: NewData, { field }: Fields): Content {
  const { problem, value } = field('team_id', given.team);
  const choice = select({
    name: 'team_id',
    problem,
    label: isAdmin ? 'Team' : 'Host',
    hint: isAdmin ? 'Whoever’s turn it is hosts.' : 'You, or whoever’s turn it is in one of your teams.',
    options: [
      option('', isAdmin ? 'No team' : 'Me', value === ''),
      teams.map(({ id, name }) => option(id, name, id === value)),
    ],
  });
  if (!isAdmin) return choice;
  return html`${choice}
${textField({
  ...field('organizer_email', ''),
  type: 'email',
  label: 'Host',
  hint: 'The email address of a member. Leave empty if a team picks the host.',
  suggestions: members,
})}`;
}

function moreFields(screen: Screen, { field, isChecked: checked }: Fields): Html {
  const zone = zoneInWords(screen);
  return html`${textArea({
    ...field('description', ''),
    label: 'Details',
    hint: 'Everybody in the meeting reads them in the invitation.',
  })}
${dateTimeField({ ...field('start', ''), label: 'Not before', hint: zone })}
${dateTimeField({ ...field('end', ''), label: 'Not after', hint: zone })}
${textField({
  ...field('timezone', ''),
  label: 'Guests’ time zone',
  hint: 'For example Europe/Berlin, if you know it.',
})}
${textField({
  ...field('phone_number', ''),
  type: 'tel',
  label: 'Guest’s phone number',
  hint: 'If the host calls: with the country code, such as +44 20 7946 0018. Of several guests, that of the first.',
  maxLength: PHONE_NUMBER_LENGTH,
})}
${checkbox({ name: 'include_introduction', label: 'Introduce the host in the first email', checked: checked('include_introduction', false) })}
${checkbox({
  name: 'is_quiet',
  label: 'Send no email about it',
  hint: 'You pass on the guests’ links yourself.',
  checked: checked('is_quiet', false),
})}
${textField({ ...field('organizer_name', ''), label: 'Host’s name', hint: 'What guests see, if it differs from the member’s name.' })}
${textField({ ...field('organizer_timezone', ''), label: 'Host’s time zone', hint: 'If it differs from the member’s.' })}`;
}

/** The form as a body for the API. */
export function newRequestIn(
  { isAdmin, member, dates }: Screen,
  fields: SentFields,
  { teams, type }: { teams: readonly TeamChoice[]; type: TypeChoice | undefined },
): object {
  const [start, end] = [
    timeOrNull(fields, 'start', dates.timezone),
    timeOrNull(fields, 'end', dates.timezone),
  ];
  const teamId = type ? type.team_id : text(fields, 'team_id');
  const team = teams.find(({ id }) => id === teamId);
  // Only admins may name somebody else. A meeting type says itself who takes it, unless its team is manual.
  const isOwn = team ? team.mode === 'manual' : !type;
  const own = isOwn ? member.email : undefined;
  return {
    meeting_type_id: textIfAny(fields, 'meeting_type_id'),
    team_id: textIfAny(fields, 'team_id'),
    organizer_email: isAdmin ? textIfAny(fields, 'organizer_email') : own,
    organizer_name: textIfAny(fields, 'organizer_name'),
    organizer_timezone: textIfAny(fields, 'organizer_timezone'),
    participants: participantsIn(text(fields, 'participants'), {
      timezone: textIfAny(fields, 'timezone'),
      phone_number: textIfAny(fields, 'phone_number'),
    }),
    location: locationIn(fields),
    include_introduction: isChecked(fields, 'include_introduction'),
    notify_participants: !isChecked(fields, 'is_quiet'),
    context: {
      title: textIfAny(fields, 'title'),
      purpose: textIfAny(fields, 'purpose'),
      description: textIfAny(fields, 'description'),
      duration_minutes: numberOrNull(fields, 'duration_minutes') ?? undefined,
      ...((start ?? end) && { timeframe: { start: start ?? undefined, end: end ?? undefined } }),
    },
  };
}

/** A participant as typed. The API checks the address. */
interface TypedParticipant {
  email: string;
  name?: string;
  timezone?: string;
  phone_number?: string;
}

/**
 * `Grace Hopper <grace@example.org>`, or just the address: on lines of their own, or between commas. All have the zone, and the first
 * has the number.
 */
export const participantsIn = (
  typed: string,
  { timezone, phone_number }: { timezone: string | undefined; phone_number: string | undefined },
): TypedParticipant[] =>
  mailboxesIn(typed).map(({ name, email }, place) => ({
    email,
    ...(name !== null && { name }),
    ...(timezone && { timezone }),
    ...(place === 0 && phone_number && { phone_number }),
  }));
