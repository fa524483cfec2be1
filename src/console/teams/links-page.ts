import type { getLink, listLinks } from '../../features/meetings/booking-links/operations.ts';
import { MAX_USES } from '../../features/meetings/booking-links/rules.ts';
import { actions, disclosure, linkButton } from '../../html/blocks.ts';
import { copyField } from '../../html/copy-field.ts';
import {
  button,
  checkbox,
  dateTimeField,
  form,
  inlineForm,
  numberField,
  option,
  select,
  textField,
} from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { qrCode } from '../../html/qr-code.ts';
import { emptyState, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import { MAX_DURATION_MINUTES, NAME_LENGTH } from '../../limits/limits.ts';
import {
  isChecked,
  localTime,
  numberOrNull,
  type SentFields,
  text,
  textOrNull,
  timeOrNull,
} from '../fields.ts';
import { locationFields, locationIn, locationLabels } from '../location-fields.ts';
import type { TypeChoice } from '../meeting-types/choices.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { momentOf, zoneInWords } from '../words.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';

type Links = Awaited<ReturnType<typeof listLinks>>;
type Link = Awaited<ReturnType<typeof getLink>>;

interface LinksData extends TeamData {
  links: Links;
  cursor: string | undefined;
  /** Whether a new link asks for confirmation by mail by default. */
  verifies: boolean;
  types: TypeChoice[];
}

export function linksPage(screen: Screen, data: LinksData): Shown {
  const { team, links, cursor, mayEdit } = data;
  const path = `${teamPath(team.id)}/booking-links`;
  const { next_cursor } = links.meta;
  const canBeBooked = team.active && team.mode !== 'manual';
  return teamFrame(
    data,
    'links',
    html`${section({
      title: 'Booking links',
      lead: 'A page where guests pick a free time and book it. Anybody with the address can book.',
      content: html`${table({
        caption: 'Booking links',
        columns: [
          { label: 'Link' },
          { label: 'Address', hideLabel: true },
          { label: 'Bookings', align: 'end' },
          { label: 'Bookable until' },
        ],
        rows: links.data.map((link) => row(screen, data, link)),
        empty: emptyState({
          title: 'No booking links yet',
          text: canBeBooked
            ? 'Create one, and put its address on your website or in your email signature.'
            : 'Nobody can book this team: its hosts are chosen by hand, or it is deactivated.',
        }),
      })}
${pager({ next: next_cursor && withQuery(path, { cursor: next_cursor }), first: cursor && path })}`,
    })}
${mayEdit && canBeBooked && section({ title: 'New booking link', content: newForm(screen, path, data) })}`,
  );
}

function row(screen: Screen, { team, mayEdit }: LinksData, link: Link): Content[] {
  const { title, url, uses, max_uses, expires_at, verify_email } = link;
  const name = title ?? team.name;
  return [
    html`<a href="${linkPath(team.id, link.id)}" dir="auto">${name}</a>${endOf(screen, link)}
<p class="note">${durationOf(link)}${!verify_email && ', addresses aren’t confirmed'}</p>`,
    html`${copyField({ id: `url-${link.id}`, label: `Address of ${name}`, value: url })}
<p class="link-actions"><a href="${url}" target="_blank" rel="noopener">Open page</a> <a href="${linkPath(team.id, link.id)}">QR code</a>${mayEdit && html` <a href="${linkPath(team.id, link.id)}/edit">Edit<span class="hidden"> ${name}</span></a>`}</p>`,
    max_uses === null ? uses : `${uses} of ${max_uses}`,
    expires_at === null ? 'No end' : momentOf(screen, expires_at),
  ];
}

function durationOf({ duration_minutes, meeting_type_id }: Link): string {
  if (duration_minutes !== null) return `${duration_minutes} minutes`;
  return meeting_type_id === null ? 'The usual duration' : 'As long as its meeting type';
}

/** Why nobody can book with it any more; null while they can. */
function endOf({ now }: Screen, { expires_at, max_uses, uses }: Link): Content {
  if (expires_at !== null && Date.parse(expires_at) <= now) return html` ${badge('warn', 'Expired')}`;
  return max_uses !== null && uses >= max_uses ? html` ${badge('warn', 'Used up')}` : null;
}

/** The page of one link: its address as text, to copy, and as a QR code. */
export function linkPage(screen: Screen, data: TeamData & { link: Link; embedding: Content }): Shown {
  const { team, link, mayEdit, embedding } = data;
  const name = link.title ?? team.name;
  const end = endOf(screen, link);
  return teamFrame(
    data,
    'links',
    html`${section({
      title: name,
      lead: html`Whoever has this address can book a time with ${team.name}. <a href="${teamPath(team.id)}/booking-links">All booking links</a>`,
      content: html`${end && html`<p>${end}</p>`}
${copyField({ id: 'url', label: 'Address', value: link.url })}
<div class="qr-code">${qrCode(link.url, `QR code of ${name}`)}</div>
${actions(
  linkButton(link.url, 'Open page', 'main'),
  mayEdit && linkButton(`${linkPath(team.id, link.id)}/edit`, 'Edit link'),
  html`<a class="button quiet" href="${linkPath(team.id, link.id)}/qr.svg" download="${fileName(name)}">Download QR code</a>`,
)}
${mayEdit && deletion(screen.token, team.id, link.id, name)}`,
    })}
${embedding}`,
    name,
  );
}

/** The form that changes a link. Its address stays. */
export function editLinkPage(screen: Screen, data: TeamData & { link: Link; types: TypeChoice[] }): Shown {
  const { team, link, types } = data;
  const name = link.title ?? team.name;
  const path = linkPath(team.id, link.id);
  return teamFrame(
    data,
    'links',
    section({
      title: `Edit ${name}`,
      lead: 'The address and the QR code stay the same, and so do meetings already booked.',
      content: form({
        action: `${path}/edit`,
        token: screen.token,
        content: html`${linkFields(screen, `${path}/edit`, { teamName: team.name, types }, link)}
${actions(button({ label: 'Save link' }), linkButton(path, 'Back'))}`,
      }),
    }),
    `Edit ${name}`,
  );
}

export const linkPath = (teamId: string, linkId: string) => `${teamPath(teamId)}/booking-links/${linkId}`;

const fileName = (name: string) =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'booking-link'}.svg`;

function deletion(token: string, teamId: string, linkId: string, name: string): Content {
  return disclosure(
    html`Delete<span class="hidden"> ${name}</span>`,
    html`<p>Its page is gone at once. Meetings that were booked with it stay.</p>
${inlineForm({ action: `${linkPath(teamId, linkId)}/delete`, token, label: 'Delete link', kind: 'danger' })}`,
  );
}

function newForm(screen: Screen, action: string, { verifies, team, types }: LinksData): Content {
  const nothing = {
    meeting_type_id: null,
    title: null,
    duration_minutes: null,
    location: null,
    expires_at: null,
    max_uses: null,
  };
  return form({
    action,
    token: screen.token,
    content: html`${linkFields(screen, action, { teamName: team.name, types }, { ...nothing, verify_email: verifies })}
${actions(button({ label: 'Create link' }))}`,
  });
}

export const linkLabels = { ...locationLabels, expires_at: 'Bookable until' };

type Given = Pick<
  Link,
  'meeting_type_id' | 'title' | 'duration_minutes' | 'location' | 'expires_at' | 'max_uses' | 'verify_email'
>;

interface LinkTeam {
  teamName: string;
  types: TypeChoice[];
}

function linkFields(screen: Screen, action: string, { teamName, types }: LinkTeam, given: Given): Content {
  const fields = fieldsOf(screen, action);
  const { field, isChecked: isSent } = fields;
  const type = field('meeting_type_id', given.meeting_type_id);
  return html`${
    types.length > 0 &&
    select({
      ...type,
      label: 'Meeting type',
      hint: 'Guests are asked its questions, and its limits apply. Its name, duration and place are used unless you fill them in below.',
      options: [
        option('', 'None', !type.value),
        types.map(({ id, name }) => option(id, name, id === type.value)),
      ],
    })
  }
${textField({
  ...field('title', given.title),
  label: 'Title',
  hint: `What the meetings are called. Leave empty for the name of the ${types.length > 0 ? 'meeting type, or else of the team' : 'team'}, ${teamName}.`,
  maxLength: NAME_LENGTH,
})}
${numberField({
  ...field('duration_minutes', given.duration_minutes),
  label: 'Duration in minutes',
  hint: 'How long a meeting takes. Leave empty for the usual duration.',
  min: 1,
  max: MAX_DURATION_MINUTES,
})}
${locationFields(screen, fields, { stored: given.location, none: types.length > 0 ? 'Same as the meeting type or the team' : 'Same as the team' })}
${dateTimeField({
  ...field('expires_at', shownEnd(given, screen.dates.timezone)),
  label: linkLabels.expires_at,
  hint: `${zoneInWords(screen)}. Leave empty to keep the link until you delete it.`,
})}
${numberField({
  ...field('max_uses', given.max_uses),
  label: 'Maximum bookings',
  hint: 'Leave empty for no maximum.',
  min: 1,
  max: MAX_USES,
})}
${checkbox({
  name: 'verify_email',
  label: 'Confirm addresses by mail before anything is booked',
  checked: isSent('verify_email', given.verify_email),
})}`;
}

const shownEnd = ({ expires_at }: Pick<Link, 'expires_at'>, timezone: string): string =>
  expires_at === null ? '' : localTime(Date.parse(expires_at), timezone);

export const linkInput = (fields: SentFields, timezone: string) => ({
  meeting_type_id: textOrNull(fields, 'meeting_type_id'),
  title: textOrNull(fields, 'title'),
  duration_minutes: numberOrNull(fields, 'duration_minutes'),
  location: locationIn(fields),
  expires_at: timeOrNull(fields, 'expires_at', timezone),
  max_uses: numberOrNull(fields, 'max_uses'),
  verify_email: isChecked(fields, 'verify_email'),
});

/** The same for a link that exists. An end that nobody touched stays to the second, which the field doesn't show. */
export function linkChange(link: Link, fields: SentFields, timezone: string) {
  const input = linkInput(fields, timezone);
  const isSame = text(fields, 'expires_at') === shownEnd(link, timezone);
  return isSame ? { ...input, expires_at: link.expires_at } : input;
}
