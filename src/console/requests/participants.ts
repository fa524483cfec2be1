import { type Answer, answerInWords } from '../../features/meetings/meeting-types/questions.ts';
import { avatar } from '../../html/avatar.ts';
import { disclosure, facts, linkButton, named, said } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { section } from '../../html/sections.ts';
import { withQuery } from '../../html/urls.ts';
import { phoneNumberInWords } from '../../text/phone-numbers.ts';
import { clipped } from '../../text/plain-text.ts';
import type { Wishes } from '../../time/wishes.ts';
import type { Screen } from '../screen.ts';
import { dayNames, plainName } from '../words.ts';
import {
  attendanceBadges,
  inWords,
  optedOutBadge,
  optionBadges,
  responseBadges,
  type ShownRequest,
} from './words.ts';

type Participant = ShownRequest['participants'][number];
type Option = ShownRequest['options'][number];

/** The participants and their answers. */
export function participantsSection(
  { request, answers }: { request: ShownRequest; answers: ReadonlyMap<string, readonly Answer[]> },
  mayAnswer: boolean,
): Html {
  const most = areMany(request.participants) ? 100 : 1_000;
  const items = request.participants.map(
    (participant) => html`<li>${avatar(plainName(participant))}<div>
<p>${personOf(participant)}</p>
<p class="states">${responseOf(participant)} ${attendanceBadges[participant.attendance]} ${participant.opted_out && optedOutBadge}</p>
${remarksOf(participant, most)}
${answersOf(answers.get(participant.email) ?? [], most)}
${linksFor(request, participant, mayAnswer)}</div></li>
`,
  );
  return section({
    id: 'participants',
    live: 'meeting_request.',
    title: items.length === 1 ? 'Participant' : 'Participants',
    content: html`<ul class="people">${items}</ul>`,
  });
}

/** Whoever has answered the invitation isn't waited for, even if they never chose among times. */
const responseOf = ({ response, attendance }: Participant): Content =>
  (response !== 'none' || attendance === 'none') && responseBadges[response];

const personOf = ({ name, email, phone_number, timezone }: Participant): Content =>
  html`<strong>${named(name ?? email)}</strong>${name !== null && html`<br><span class="note">${email}</span>`}${phone_number !== null && html`<br><a class="note" href="tel:${phone_number}">${phoneNumberInWords(phone_number)}</a>`}${timezone && html`<br><span class="note">${timezone.replaceAll('_', ' ')}</span>`}`;

/** Links to answer for a participant, and to their page. With many participants, only the page for answering has the latter. */
function linksFor(
  { id, participants }: ShownRequest,
  { email, booking_url }: Participant,
  mayAnswer: boolean,
): Content {
  const isShort = mayAnswer && areMany(participants);
  const links = [
    mayAnswer && html`<a href="${answerUrl(id, email)}">Answer on their behalf</a>`,
    !isShort && booking_url !== null && pageOf(booking_url),
  ].filter(Boolean);
  return links.length > 0 && html`<p class="ways">${links.map((link) => html`${link} `)}</p>`;
}

/** Members always get the link. */
export const pageOf = (bookingUrl: string | null): Html =>
  html`${bookingUrl !== null && html`<a href="${bookingUrl}" rel="noreferrer">Open their page</a>`}`;

const answerUrl = (id: string, participant: string): string =>
  withQuery(`/console/requests/${id}/answer`, { participant });

/** True if a page has no room for everything that each of them said. */
export const areMany = (participants: readonly unknown[]): boolean => participants.length > 10;

/** What they answered when they booked, under the labels of that time. */
const answersOf = (answers: readonly Answer[], most: number): Content =>
  answers.length > 0 &&
  facts(answers.map(({ label, value }) => ({ label, value: said(clipped(answerInWords(value), most)) })));

function remarksOf({ comment, wishes }: Participant, most: number): Content {
  return html`${comment !== null && said(clipped(comment, most))}${wishes && html`<p class="note">Would like: ${wishesInWords(wishes)}</p>`}`;
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
  return section({
    id: 'options',
    live: 'meeting_request.',
    title: 'Offered times',
    actions:
      request.status !== 'cancelled' &&
      linkButton(`/console/requests/${request.id}/times`, 'Find other times'),
    content: [
      now.length > 0 ? optionList(screen, request, now) : html`<p>Nothing is offered at the moment.</p>`,
      before.length > 0 &&
        disclosure(
          `${before.length} offered before`,
          optionList(screen, request, before.slice(0, MAX_BEFORE)),
        ),
    ],
  });
}

/** Keeps the page small: nobody needs more. */
const MAX_BEFORE = 50;

function optionList({ dates }: Screen, request: ShownRequest, options: Option[]): Html {
  const items = options.map((option) => {
    const time = dates.whole({
      starts_at: Date.parse(option.starts_at),
      ends_at: Date.parse(option.ends_at),
    });
    return html`<li><div>${time}<br><span class="note">${worksFor(request, option)}</span></div><div class="end">${option.status !== 'offered' && optionBadges[option.status]}</div></li>
`;
  });
  return html`<ul class="rows">${items}</ul>`;
}

function worksFor({ participants }: ShownRequest, { accepted_by }: Option): Content {
  if (accepted_by.length === 0) return 'No answer yet';
  if (participants.length > 1 && accepted_by.length === participants.length) return 'Works for everybody';
  const names = new Map(participants.map(({ email, name }) => [email, name ?? email]));
  const works = accepted_by.map((email) => names.get(email) ?? email);
  return html`Works for ${named(inWords(works, 5))}`;
}
