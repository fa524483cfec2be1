import type { findRequestSlots } from '../../features/meetings/requests/slots.ts';
import { linkButton, smallPrint } from '../../html/blocks.ts';
import { button, dateField, form, hidden } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, filters, pageHead, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { weekOfSlots } from '../../html/times/time-choice.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { type Stretch, stretchesOf } from './why-not.ts';
import { nameOf, type ShownRequest } from './words.ts';

type Found = Awaited<ReturnType<typeof findRequestSlots>>;

interface TimesData {
  request: ShownRequest;
  /** Days in the member's time zone, both included. */
  from: string;
  to: string;
  /** Undefined for a cancelled request. */
  found: Found | undefined;
  /** Names of the hosts, by address. */
  names: ReadonlyMap<string, string>;
}

/** Times beyond those on offer: which are free, and why the others are not. */
export function timesPage(screen: Screen, data: TimesData): Shown {
  const { request, from, to, found } = data;
  const url = `/console/requests/${request.id}`;
  const action = `${url}/times`;
  const title = 'Other times';
  return {
    title,
    content: html`${pageHead({
      above: [
        { href: '/console/requests', label: 'Requests' },
        { href: url, label: nameOf(request) },
      ],
      title,
      lead: 'When every host is free, and who can’t make the other times. Two weeks at most.',
    })}
${filters({
  action,
  isSet: false,
  clear: action,
  content: html`${dateField({ name: 'from', label: 'From', value: from })}
${dateField({ name: 'to', label: 'Until', value: to })}`,
})}
${
  found
    ? html`${freeSection(screen, action, data, found)}
${refusedSection(screen, data, found)}`
    : emptyState({
        title: 'The request is cancelled',
        text: 'There’s nothing left to find a time for.',
        action: linkButton(url, 'Back to the request'),
      })
}`,
  };
}

function freeSection(screen: Screen, action: string, data: TimesData, { data: slots, meta }: Found): Html {
  const { request, from, to } = data;
  const { dates, token, now } = screen;
  const buttons = buttonsFor(request, action);
  const problem = ['offer', 'book', 'move']
    .map((name) => fieldsOf(screen, `${action}/${name}`).field('starts_at', '').problem)
    .find(Boolean);
  const marked = new Set(screen.sent?.fields.starts_at);
  const choice = weekOfSlots({
    name: 'starts_at[]',
    several: true,
    dates,
    slots: slots.map(({ starts_at, ends_at }) => ({
      value: starts_at,
      starts_at: Date.parse(starts_at),
      ends_at: Date.parse(ends_at),
      checked: marked.has(starts_at),
    })),
  });
  const inForm = form({
    action: `${action}/offer`,
    token,
    content: html`${hidden('from', from)}${hidden('to', to)}${problem && html`<p class="problem">${problem}</p>`}
${choice}
<div class="actions">${buttons}</div>`,
  });
  return section({
    id: 'free',
    title: 'Free times',
    lead: buttons ? 'Tick the ones you want.' : 'Resume the request to offer or book one of them.',
    content: [
      slots.length > 0
        ? buttons && inForm
        : emptyState({
            title: 'No free times',
            text: 'Below is who can’t make it, and why. Choose other days or another host.',
          }),
      meta.has_more && smallPrint('There are more free times than fit here. Choose fewer days to see them.'),
      smallPrint(`${meta.duration_minutes} minutes each. All times are in ${dates.zone(now)}.`),
    ],
  });
}

/** The first button is the form's default. */
function buttonsFor({ status }: ShownRequest, action: string): Content {
  if (status === 'active') {
    return [
      button({ label: 'Offer ticked times' }),
      button({ label: 'Book ticked time', kind: 'quiet', action: `${action}/book` }),
    ];
  }
  return status === 'booked' && button({ label: 'Move meeting to this time', action: `${action}/move` });
}

/** Keeps the page small, however short the steps are. */
const MAX_ROWS = 200;

function refusedSection({ dates }: Screen, { names }: TimesData, found: Found): Html {
  const stretches = stretchesOf(found, dates, (email) => names.get(email) ?? email);
  const shown = stretches.slice(0, MAX_ROWS);
  const isCut = shown.length < stretches.length || found.meta.refused_has_more;
  return section({
    id: 'refused',
    title: 'Why not other times',
    content: [
      table({
        caption: 'Times when the meeting could start',
        columns: [{ label: 'Starts' }, { label: 'Why not' }],
        rows: shown.map((stretch) => [
          `${stretch.day}, ${beginnings(dates.clock, stretch)}`,
          stretch.reasons === '' ? badge('good', 'Free') : stretch.reasons,
        ]),
      }),
      isCut && smallPrint('There are more. Choose fewer days to see them.'),
    ],
  });
}

const beginnings = (clock: (at: number) => string, { from, to }: Stretch) =>
  from === to ? clock(from) : `${clock(from)}–${clock(to)}`;
