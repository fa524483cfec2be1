import { disclosure, linkButton, named, said } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge, shortened } from '../../html/marks.ts';
import { section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Wishes } from '../../time/wishes.ts';
import type { Screen } from '../screen.ts';
import { dayNames } from '../words.ts';
import {
  attendanceBadges,
  inWords,
  optedOutBadge,
  optionBadges,
  person,
  responseBadges,
  type ShownRequest,
} from './words.ts';

type Participant = ShownRequest['participants'][number];
type Option = ShownRequest['options'][number];

/** The participants and their answers. */
export function participantsSection(request: ShownRequest, mayAnswer: boolean): Html {
  return section({
    id: 'participants',
    live: 'meeting_request.',
    title: 'Participants',
    content: table({
      caption: 'Participants and their answers',
      columns: [{ label: 'Who' }, { label: 'Answer' }, { label: 'What they said' }, { label: 'Do' }],
      rows: request.participants.map((participant) => [
        html`<div>${person(participant)}${participant.timezone && html`<br><span class="note">${participant.timezone}</span>`}</div>`,
        html`<div>${responseBadges[participant.response]} ${attendanceBadges[participant.attendance]} ${participant.opted_out && optedOutBadge}</div>`,
        remarksOf(participant, areMany(request.participants) ? 100 : 1_000),
        linksFor(request, participant, mayAnswer),
      ]),
    }),
  });
}

/** Links to answer for a participant, and to their page. With many participants, only the page for answering has the latter. */
function linksFor(
  { id, participants }: ShownRequest,
  { email, booking_url }: Participant,
  mayAnswer: boolean,
): Html {
  const answer = mayAnswer && html`<a href="${answerUrl(id, email)}">Answer for them</a>`;
  const isShort = mayAnswer && areMany(participants);
  return html`<div class="ways">${answer}${!isShort && html`${answer && html`<br>`}${pageOf(booking_url)}`}</div>`;
}

/** Members always get the link. */
export const pageOf = (bookingUrl: string | null): Html =>
  html`${bookingUrl !== null && html`<a href="${bookingUrl}" rel="noreferrer">Their page</a>`}`;

const answerUrl = (id: string, participant: string): string =>
  withQuery(`/console/requests/${id}/answer`, { participant });

/** True if a page has no room for everything that each of them said. */
export const areMany = (participants: readonly unknown[]): boolean => participants.length > 10;

function remarksOf({ comment, wishes }: Participant, most: number): Content {
  if (comment === null && wishes === null) return html`<span class="note">Nothing</span>`;
  return html`<div>${comment !== null && said(shortened(comment, most))}${wishes && html`<p class="note">Would like: ${wishesInWords(wishes)}</p>`}</div>`;
}

/** `Tuesday and Thursday; in the morning; not before 09:00`. */
function wishesInWords(wishes: Wishes): string {
  const { days, parts_of_day, earliest_date, latest_date, earliest_time, latest_time, except_dates } = wishes;
  return [
    days.length > 0 &&
      inWords(
        days.map((day) => dayNames[day]),
        7,
      ),
    parts_of_day.length > 0 && `in the ${inWords(parts_of_day, 3)}`,
    earliest_date && `from ${earliest_date}`,
    latest_date && `until ${latest_date}`,
    earliest_time && `not before ${earliest_time}`,
    latest_time && `over by ${latest_time}`,
    except_dates && `not on ${inWords(except_dates, 5)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Times offered now, and earlier ones. */
export function optionsSection(screen: Screen, request: ShownRequest): Html {
  const now = request.options.filter(({ status }) => status !== 'withdrawn');
  const before = request.options.filter(({ status }) => status === 'withdrawn').reverse();
  const of = (options: Option[], caption: string) => optionTable(screen, request, options, caption);
  return section({
    id: 'options',
    live: 'meeting_request.',
    title: 'Offered times',
    actions:
      request.status !== 'cancelled' &&
      linkButton(`/console/requests/${request.id}/times`, 'Find other times'),
    content: [
      now.length > 0 ? of(now, 'Times that are offered') : html`<p>Nothing is offered at the moment.</p>`,
      before.length > 0 &&
        disclosure(
          `${before.length} that were offered before`,
          of(before.slice(0, MAX_BEFORE), 'Times that were offered before'),
        ),
    ],
  });
}

/** Keeps the page small: nobody needs more. */
const MAX_BEFORE = 50;

function optionTable({ dates }: Screen, request: ShownRequest, options: Option[], caption: string): Html {
  const names = new Map(request.participants.map(({ email, name }) => [email, name ?? email]));
  const isPoll = request.participants.length > 1;
  return table({
    caption,
    columns: [
      { label: 'Time' },
      { label: 'State' },
      { label: 'Works for' },
      { label: 'Round', align: 'end', hideOnPhone: true },
    ],
    rows: options.map(({ starts_at, ends_at, status, accepted_by, round }) => [
      dates.whole({ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) }),
      optionBadges[status],
      accepted_by.length === 0
        ? html`<span class="note">Nobody so far</span>`
        : isPoll && accepted_by.length === request.participants.length
          ? badge('good', 'Everybody')
          : named(
              inWords(
                accepted_by.map((email) => names.get(email) ?? email),
                5,
              ),
            ),
      round,
    ]),
  });
}
