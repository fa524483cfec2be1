// The meetings of the next seven days, by day.
import type { People } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState } from '../../html/sections.ts';
import { localDay } from '../../time/zones.ts';
import type { Screen } from '../screen.ts';
import { plainName } from '../words.ts';
import { card } from './card.ts';
import { guestsInWords } from './people.ts';

export interface MeetingsData {
  requests: ListedRequest[];
  people: ReadonlyMap<string, People>;
  hasMore: boolean;
}

export function meetingsCard(screen: Screen, { requests, people, hasMore }: MeetingsData): Html {
  const { dates } = screen;
  const days = Map.groupBy(requests, ({ starts_at }) => localDay(dates.timezone, startOf(starts_at)));
  const groups = [...days].map(
    ([day, meetings]) => html`<h3 class="day">${dayInWords(screen, day, meetings)}</h3>
<ul class="lines">${meetings.map((meeting) => meetingRow(screen, meeting, people.get(meeting.id)))}</ul>`,
  );
  return card({
    id: 'meetings',
    live: 'meeting_request.',
    title: screen.isAdmin ? 'Next seven days' : 'Your next seven days',
    end: html`<a href="/console/requests?status=booked">All meetings</a>`,
    content: html`${groups.length === 0 ? emptyState({ title: 'No meetings in the next seven days' }) : groups}
${hasMore && html`<p class="panel-note">Only the first ${requests.length} are shown.</p>`}`,
  });
}

const startOf = (starts_at: string | null): number => Date.parse(starts_at ?? '');

/** `Today`, `Tomorrow`, then `Thursday`; each with its date. */
function dayInWords({ dates, now }: Screen, day: number, [first]: ListedRequest[]): Content {
  const ahead = day - localDay(dates.timezone, now);
  const at = startOf(first?.starts_at ?? null);
  const name = ['Today', 'Tomorrow'][ahead] ?? dates.weekday(at);
  return html`${name} <span class="note">${dates.dayOfMonth(at)}</span>`;
}

function meetingRow(screen: Screen, request: ListedRequest, people: People | undefined): Html {
  const { id, starts_at, ends_at } = request;
  const span = { starts_at: startOf(starts_at), ends_at: startOf(ends_at) };
  const guests = guestsInWords(request, people);
  const title = request.title ?? request.purpose;
  const subject = title
    ? html`<a href="/console/requests/${id}">${named(title)}</a> with ${guests}`
    : html`<a href="/console/requests/${id}">Meeting with ${guests}</a>`;
  const isNow = span.starts_at <= screen.now;
  return html`<li><time datetime="${starts_at}">${screen.dates.clockSpan(span)}</time><div><p>${subject}</p><p class="note">${hostInWords(screen, request, people)}</p></div><div class="end">${isNow ? badge('info', 'Now') : attendanceBadge(people)}</div></li>
`;
}

function hostInWords(
  { member }: Screen,
  { organizer_email, host_emails }: ListedRequest,
  people: People | undefined,
): Content {
  const others = host_emails.filter((email) => email !== organizer_email).length;
  const isOwn = organizer_email === member.email;
  const host = isOwn ? 'you' : named(people ? plainName(people.host) : organizer_email);
  return html`Hosted by ${host}${others > 0 && ` and ${others} more`}`;
}

/** What the guests' calendars have replied to the invitation. */
function attendanceBadge(people: People | undefined): Content {
  if (!people) return null;
  const all = people.participants.length;
  const count = (wanted: string) =>
    people.participants.filter(({ attendance }) => attendance === wanted).length;
  const [accepted, declined, maybe] = [count('accepted'), count('declined'), count('tentative')];
  if (declined > 0) return badge('bad', all === 1 ? 'Declined' : `${declined} of ${all} declined`);
  if (maybe > 0) return badge('warn', all === 1 ? 'Maybe' : `${maybe} of ${all} maybe`);
  if (accepted === 0) return badge('neutral', 'No answer yet');
  return badge('good', accepted === all ? 'Accepted' : `${accepted} of ${all} accepted`);
}
