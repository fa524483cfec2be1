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
import { isChecked, numberOrNull, type SentFields, text, textIfAny, timeOrNull } from '../fields.ts';
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
  /** Addresses to suggest; only admins get any. */
  members: string[];
  /** Filled in by the link that led here. */
  given: { team: string | undefined; participants: string | undefined; title: string | undefined };
  usualMinutes: number;
}

/** A form for a new request. */
export function newPage(screen: Screen, data: NewData): Shown {
  const fields = fieldsOf(screen, action);
  const { field } = fields;
  const content = html`${textArea({
    ...field('participants', data.given.participants),
    label: 'Whom to meet',
    hint: 'One a line: an address, or a name and an address such as Grace Hopper <grace@example.org>.',
    rows: 3,
    required: true,
  })}
${textField({ ...field('title', data.given.title), label: 'Title', hint: 'What the meeting is called.' })}
${textField({ ...field('purpose', ''), label: 'Purpose', hint: 'What it is for. The participants read it.' })}
${whoTakesIt(screen, data, fields)}
${numberField({
  ...field('duration_minutes', null),
  label: 'Minutes',
  hint: `Left empty: ${data.usualMinutes}, as is usual here.`,
  min: 1,
  max: 1440,
})}
${disclosure('More about it', moreFields(screen, fields), { open: fields.isRefused })}
${button({ label: 'Make the request' })}`;
  return {
    title: 'New request',
    content: html`${pageHead({
      above: [{ href: action, label: 'Requests' }],
      title: 'New request',
      lead: 'Rota decides who takes it, offers times to the participants by mail, and books the one that suits everybody.',
    })}
${form({ action, token: screen.token, content })}`,
  };
}

type Fields = ReturnType<typeof fieldsOf>;

/** Admins choose any team or member. Others take the request themselves, or give it to one of their teams. */
function whoTakesIt({ isAdmin }: Screen, { teams, members, given }: NewData, { field }: Fields): Content {
  const { problem, value } = field('team_id', given.team);
  const choice = select({
    name: 'team_id',
    problem,
    label: isAdmin ? 'Team' : 'Who takes it',
    hint: isAdmin ? 'Whose turn it is takes the request.' : 'You, or whose turn it is in a team of yours.',
    options: [
      option('', isAdmin ? 'No team' : 'I do', value === ''),
      teams.map(({ id, name }) => option(id, name, id === value)),
    ],
  });
  if (!isAdmin) return choice;
  return html`${choice}
${textField({
  ...field('organizer_email', ''),
  type: 'email',
  label: 'Organizer',
  hint: 'The address of a member. Needed without a team, and with a team that chooses nobody by itself.',
  suggestions: members,
})}`;
}

function moreFields(screen: Screen, { field, isChecked: checked }: Fields): Html {
  const zone = zoneInWords(screen);
  return html`${textArea({
    ...field('description', ''),
    label: 'Notes for the organizer',
    hint: 'The participants do not see them.',
  })}
${dateTimeField({ ...field('start', ''), label: 'Not before', hint: zone })}
${dateTimeField({ ...field('end', ''), label: 'Not after', hint: zone })}
${textField({
  ...field('timezone', ''),
  label: 'Time zone of the participants',
  hint: 'Such as Europe/Berlin, if it is known.',
})}
${checkbox({ name: 'include_introduction', label: 'Introduce the organizer in the first mail', checked: checked('include_introduction', false) })}
${checkbox({
  name: 'is_quiet',
  label: 'Write no mail about it',
  hint: 'Somebody hands out the links of the participants instead.',
  checked: checked('is_quiet', false),
})}
${textField({ ...field('organizer_name', ''), label: 'Name of the organizer', hint: 'For the participants, where it differs from the name of the member.' })}
${textField({ ...field('organizer_timezone', ''), label: 'Time zone of the organizer', hint: 'Where it differs from that of the member.' })}`;
}

/** The form as a body for the API. */
export function newRequestIn(
  { isAdmin, member, dates }: Screen,
  fields: SentFields,
  teams: readonly TeamChoice[],
): object {
  const [start, end] = [
    timeOrNull(fields, 'start', dates.timezone),
    timeOrNull(fields, 'end', dates.timezone),
  ];
  const team = teams.find(({ id }) => id === text(fields, 'team_id'));
  // Only admins may name somebody else.
  const own = !team || team.mode === 'manual' ? member.email : undefined;
  return {
    team_id: textIfAny(fields, 'team_id'),
    organizer_email: isAdmin ? textIfAny(fields, 'organizer_email') : own,
    organizer_name: textIfAny(fields, 'organizer_name'),
    organizer_timezone: textIfAny(fields, 'organizer_timezone'),
    participants: participantsIn(text(fields, 'participants'), textIfAny(fields, 'timezone')),
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
}

const NAMED = /^(.*?)<([^<>]*)>$/;

/** One per line: `Grace Hopper <grace@example.org>`, or just the address. */
export function participantsIn(text: string, timezone: string | undefined): TypedParticipant[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', email = line] = NAMED.exec(line) ?? [];
      const shown = name.trim().replace(/^"(.*)"$/, '$1');
      return { email: email.trim(), ...(shown && { name: shown }), ...(timezone && { timezone }) };
    });
}
