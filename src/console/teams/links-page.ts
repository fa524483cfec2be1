import type { listLinks } from '../../features/meetings/booking-links/operations.ts';
import { MAX_USES } from '../../features/meetings/booking-links/rules.ts';
import { actions, disclosure } from '../../html/blocks.ts';
import {
  button,
  checkbox,
  dateTimeField,
  form,
  inlineForm,
  numberField,
  textField,
} from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { emptyState, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import { MAX_DURATION_MINUTES, NAME_LENGTH } from '../../limits/limits.ts';
import { isChecked, numberOrNull, type SentFields, textOrNull, timeOrNull } from '../fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { momentOf, zoneInWords } from '../words.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';

type Links = Awaited<ReturnType<typeof listLinks>>;
type Link = Links['data'][number];

interface LinksData extends TeamData {
  links: Links;
  cursor: string | undefined;
  /** Whether a new link asks for confirmation by mail by default. */
  verifies: boolean;
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
      lead: 'A page on which people outside choose a free time of the team and book it. Whoever has the address can book.',
      content: html`${table({
        caption: 'Booking links',
        columns: [{ label: 'Link' }, { label: 'Meetings', align: 'end' }, { label: 'Usable until' }],
        rows: links.data.map((link) => row(screen, data, link)),
        empty: emptyState({
          title: 'No booking links yet',
          text: canBeBooked
            ? 'Make one, and put its address on a website or below your mails.'
            : 'Nobody can book with this team: it assigns nobody, or it is deactivated.',
        }),
      })}
${pager({ next: next_cursor && withQuery(path, { cursor: next_cursor }), first: cursor && path })}`,
    })}
${mayEdit && canBeBooked && section({ title: 'New booking link', content: newForm(screen, path, data) })}`,
  );
}

function row(screen: Screen, { team, mayEdit }: LinksData, link: Link): Content[] {
  const { token, now } = screen;
  const { title, url, duration_minutes, uses, max_uses, expires_at, verify_email } = link;
  const isOver =
    (expires_at !== null && Date.parse(expires_at) <= now) || (max_uses !== null && uses >= max_uses);
  const name = title ?? team.name;
  return [
    html`<a href="${url}" dir="auto">${name}</a>${isOver && html` ${badge('warn', 'Used up')}`}
<p class="note">${duration_minutes === null ? 'as long as usual' : `${duration_minutes} minutes`}${!verify_email && ', addresses are not confirmed'}</p>
<p class="note">${code(url)}</p>
${mayEdit && deletion(token, team.id, link.id, name)}`,
    max_uses === null ? uses : `${uses} of ${max_uses}`,
    expires_at === null ? 'No end' : momentOf(screen, expires_at),
  ];
}

function deletion(token: string, teamId: string, linkId: string, name: string): Content {
  return disclosure(
    html`Delete<span class="hidden"> ${name}</span>`,
    html`<p>Its page is gone at once. Meetings that were booked with it stay.</p>
${inlineForm({ action: `${teamPath(teamId)}/booking-links/${linkId}/delete`, token, label: 'Yes, delete', kind: 'danger' })}`,
  );
}

function newForm(screen: Screen, action: string, { verifies, team }: LinksData): Content {
  const { token } = screen;
  const { field, isChecked: isSent } = fieldsOf(screen, action);
  return form({
    action,
    token,
    content: html`${textField({
      ...field('title', ''),
      label: 'Title',
      hint: `What the meetings are called. Left empty, the page shows the name of the team: ${team.name}.`,
      maxLength: NAME_LENGTH,
    })}
${numberField({
  ...field('duration_minutes', ''),
  label: 'Minutes',
  hint: 'How long a meeting takes. Left empty: as usual in the workspace.',
  min: 1,
  max: MAX_DURATION_MINUTES,
})}
${dateTimeField({
  ...field('expires_at', ''),
  label: 'Until',
  hint: `${zoneInWords(screen)}. Leave empty to keep the link until you delete it.`,
})}
${numberField({
  ...field('max_uses', ''),
  label: 'Most meetings',
  hint: 'Left empty: as many as wanted.',
  min: 1,
  max: MAX_USES,
})}
${checkbox({
  name: 'verify_email',
  label: 'Confirm addresses by mail before anything is booked',
  checked: isSent('verify_email', verifies),
})}
${actions(button({ label: 'Make the link' }))}`,
  });
}

export const linkInput = (fields: SentFields, timezone: string) => ({
  title: textOrNull(fields, 'title'),
  duration_minutes: numberOrNull(fields, 'duration_minutes'),
  expires_at: timeOrNull(fields, 'expires_at', timezone),
  max_uses: numberOrNull(fields, 'max_uses'),
  verify_email: isChecked(fields, 'verify_email'),
});
