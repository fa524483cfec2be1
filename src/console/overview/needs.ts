// What needs a person, in one list: the most urgent first.
import type { FailingCalendar } from '../../features/calendar/calendars/overview.ts';
import type { BrokenConnection } from '../../features/calendar/connections/overview.ts';
import type { AttentionReason } from '../../features/events/events/event-types.ts';
import type { FailingEndpoint } from '../../features/events/webhook-endpoints/overview.ts';
import type { Unsent } from '../../features/meetings/messages/unsent.ts';
import { MAX_COUNT, type People } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { linkButton, named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { emptyState } from '../../html/sections.ts';
import { HOUR_MS } from '../../time/timestamps.ts';
import { providerWords } from '../members/calendars/provider-words.ts';
import { MAIL_SERVER, MESSAGES, messagesInWords } from '../messages/unsent.ts';
import type { Screen } from '../screen.ts';
import { endpointPath } from '../webhooks/paths.ts';
import { endpointBadge, endpointName, reasonOf } from '../webhooks/states.ts';
import { countedTo, plainName, shortMomentOf } from '../words.ts';
import { card } from './card.ts';
import { guestsInWords } from './people.ts';

export interface NeedsData {
  requests: ListedRequest[];
  people: ReadonlyMap<string, People>;
  calendars: FailingCalendar[];
  accounts: BrokenConnection[];
  endpoints: FailingEndpoint[];
  unsent: Unsent | null;
  /** Of all of them, also of those that aren't listed. */
  count: number;
}

/** One line: what happened, to whom, and the one thing to do about it. */
interface Need {
  urgency: keyof typeof urgencies;
  since: number;
  what: Content;
  note: Content;
  state?: Content;
  href: string;
  action: string;
}

/** Of all that goes wrong for everybody, of what is lost meanwhile, and of what waits. */
const urgencies = { stopped: 0, soon: 1, losing: 2, waiting: 3, retrying: 4 } as const;

const SHOWN = 8;
/** A meeting that begins so soon comes before other requests. */
const SOON_MS = 48 * HOUR_MS;

export function needsCard(screen: Screen, data: NeedsData): Html {
  const all = needsOf(screen, data);
  const rows = all.slice(0, SHOWN).map(
    ({ what, note, state, href, action }) =>
      html`<li><div><p>${what}</p><p class="note">${note}</p></div><div class="end">${state}${linkButton(href, action)}</div></li>
`,
  );
  const isMore = data.count > rows.length;
  return card({
    id: 'needs',
    live: 'meeting_request. calendar. calendar_connection. webhook_endpoint.',
    title: 'Needs a person',
    end: data.count > 0 && html`<span class="tally">${countedTo(MAX_COUNT, data.count)}</span>`,
    content: html`${rows.length === 0 ? emptyState({ title: 'All clear', text: 'Requests that need a person show up here.' }) : html`<ul class="lines">${rows}</ul>`}
${isMore && html`<p class="panel-note"><a href="/console/requests?attention=true">All requests that need attention</a></p>`}`,
  });
}

function needsOf(
  screen: Screen,
  { requests, people, calendars, accounts, endpoints, unsent }: NeedsData,
): Need[] {
  const needs = [
    ...(unsent ? [ofMail(screen, unsent)] : []),
    ...requests.map((request) => ofRequest(screen, request, people.get(request.id))),
    ...accounts.map((account) => ofAccount(screen, account)),
    ...calendars.map((calendar) => ofCalendar(screen, calendar)),
    ...endpoints.map((endpoint) => ofEndpoint(screen, endpoint)),
  ];
  // What has waited longest comes first among equals.
  return needs.sort(
    (one, other) => urgencies[one.urgency] - urgencies[other.urgency] || one.since - other.since,
  );
}

function ofMail(screen: Screen, unsent: Unsent): Need {
  const isFailing = unsent.why === 'failing';
  return {
    urgency: 'stopped',
    since: isFailing ? Date.parse(unsent.since) : screen.now,
    what: html`<strong>${messagesInWords(unsent.count)}</strong> ${unsent.count === 1 ? 'hasn’t' : 'haven’t'} been sent`,
    note: isFailing
      ? html`The mail server hasn’t taken any mail since ${shortMomentOf(screen, unsent.since)}.`
      : 'No mail server configured.',
    href: isFailing ? MAIL_SERVER : `${MESSAGES}?status=kept`,
    action: isFailing ? 'What to do' : 'See messages',
  };
}

function ofCalendar(screen: Screen, calendar: FailingCalendar): Need {
  const { name, host, member, last_error, failing_since } = calendar;
  const whose = member.id === screen.member.id ? 'Your' : html`${named(plainName(member))}’s`;
  const since = failing_since === null ? screen.now : Date.parse(failing_since);
  return {
    urgency: 'losing',
    since,
    what: html`${whose} calendar <strong>${named(name ?? host ?? 'without a name')}</strong> can’t be read`,
    note: html`Since ${shortMomentOf(screen, since)}${last_error && `: ${last_error}`}. Meetings may be booked over events added since.`,
    href: `/console/members/${member.id}/calendars`,
    action: 'Fix calendar',
  };
}

function ofAccount(screen: Screen, { provider, account_email, broken_at, member }: BrokenConnection): Need {
  const { name } = providerWords[provider];
  const whose = member.id === screen.member.id ? 'your' : html`${named(plainName(member))}’s`;
  const since = broken_at === null ? screen.now : Date.parse(broken_at);
  return {
    urgency: 'losing',
    since,
    what: html`Rota lost access to ${whose} ${name} account <strong>${named(account_email ?? '')}</strong>`,
    note: html`Since ${shortMomentOf(screen, since)}. Meetings may be booked over events added since, and bookings won’t appear in its calendars.`,
    href: `/console/members/${member.id}/calendars`,
    action: 'Connect again',
  };
}

function ofEndpoint(screen: Screen, endpoint: FailingEndpoint): Need {
  const { id, enabled, backlog_full_at, disabled_at, last_failed_at, retrying } = endpoint;
  const isLosing = !enabled || backlog_full_at !== null;
  const since = disabled_at ?? backlog_full_at ?? retrying?.since ?? last_failed_at;
  return {
    urgency: isLosing ? 'losing' : 'retrying',
    since: since === null ? screen.now : Date.parse(since),
    what: html`Webhook <strong>${named(endpointName(endpoint))}</strong> ${enabled ? 'isn’t accepting events' : 'is disabled'}`,
    note: reasonOf(screen, endpoint),
    state: endpointBadge(endpoint),
    href: endpointPath(id),
    action: enabled ? 'See deliveries' : 'See why',
  };
}

interface Phrase {
  what(who: Content, host: Content, isOwn: boolean): Content;
  action: string;
  /** What to open, below the request's page. */
  path?: string;
  /** Which participants it is about, if not all of them. */
  isAbout?(participant: People['participants'][number]): boolean;
  /** It is about a single one, whom the request may not tell from the others. */
  isOfOne?: true;
}

const phrases: Record<AttentionReason, Phrase> = {
  unclear_reply: {
    what: (who) => html`${who} replied, and it isn’t clear what they mean`,
    action: 'Reply',
    isOfOne: true,
  },
  counter_proposal: {
    what: (who) => html`${who} proposed another time`,
    action: 'See their time',
    isOfOne: true,
  },
  declined: {
    what: (who) => html`${who} declined the invitation`,
    action: 'Offer new times',
    isAbout: ({ attendance }) => attendance === 'declined',
  },
  bounced: { what: (who) => html`A mail to ${who} came back`, action: 'Check address', isOfOne: true },
  no_times: {
    what: (who, host, isOwn) => html`${host} ${isOwn ? 'have' : 'has'} no free time for ${who}`,
    action: 'Find a time',
    path: '/times',
  },
  no_common_time: {
    what: (who) => html`No time that was offered works for ${who}`,
    action: 'Offer new times',
    path: '/times',
  },
  no_seat: {
    what: (who, host, isOwn) => html`${host} ${isOwn ? 'need' : 'needs'} a seat to meet ${who}`,
    action: 'Open request',
  },
  no_answer: {
    what: (who) => html`${who} hasn’t answered, even after reminders`,
    action: 'Get in touch',
    isAbout: ({ response }) => response === 'none',
  },
  opted_out: {
    what: (who) => html`${who} doesn’t want any mail from you`,
    action: 'Get in touch',
    isOfOne: true,
  },
  place_failed: {
    what: (who) => html`There’s no link to the meeting with ${who}`,
    action: 'Choose a place',
    path: '/place',
  },
  moved_in_calendar: {
    what: (who) => html`The meeting with ${who} was moved in a calendar`,
    action: 'Review change',
  },
  deleted_in_calendar: {
    what: (who) => html`The meeting with ${who} was deleted from a calendar`,
    action: 'Cancel or put event back',
  },
};

function ofRequest(screen: Screen, request: ListedRequest, people: People | undefined): Need {
  const { id, title, purpose, attention, starts_at, status, organizer_email } = request;
  const { what, action, path = '', ...about } = phrases[attention?.reason ?? 'unclear_reply'];
  const start = starts_at === null ? undefined : Date.parse(starts_at);
  const isBooked = status === 'booked' && start !== undefined;
  const isSoon = isBooked && start > screen.now && start - screen.now < SOON_MS;
  const isOwn = organizer_email === screen.member.email;
  const host = named(people ? plainName(people.host) : organizer_email);
  const { who, others } = whoOf(request, people, about);
  const facts = [
    title ?? purpose,
    others && html`with ${others}`,
    isBooked && screen.dates.moment(start),
    !isOwn && html`hosted by ${host}`,
  ].filter(Boolean);
  return {
    urgency: isSoon ? 'soon' : 'waiting',
    since: attention ? Date.parse(attention.since) : screen.now,
    what: what(html`<strong>${who}</strong>`, html`<strong>${isOwn ? 'You' : host}</strong>`, isOwn),
    note: html`${facts.map((fact, place) => html`${place > 0 && ' · '}${fact}`)}`,
    href: `/console/requests/${id}${path}`,
    action,
  };
}

/** Whom it is about; with all of them beside it, if it isn't known which one. */
function whoOf(
  request: ListedRequest,
  people: People | undefined,
  { isAbout, isOfOne }: Pick<Phrase, 'isAbout' | 'isOfOne'>,
): { who: Content; others?: Content } {
  const all = guestsInWords(request, people);
  if (isOfOne && request.participant_emails.length > 1) return { who: 'One of the guests', others: all };
  const meant = isAbout && people ? people.participants.filter(isAbout) : [];
  return {
    who: people && meant.length > 0 ? guestsInWords(request, { ...people, participants: meant }) : all,
  };
}
