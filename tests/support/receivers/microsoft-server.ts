// Microsoft for tests: sign-in, and the part of Graph that has calendars, as its public reference says.
import type { Event } from '@microsoft/microsoft-graph-types';
import { type Answer, AnsweringServer, type AskedOf, type FaultFor } from './answering-server.ts';
import {
  type Item,
  type MicrosoftCalendar,
  MicrosoftMailbox,
  newMeeting,
  type RoundState,
  type Times,
} from './microsoft-mailbox.ts';
import { OAuthServer } from './oauth-server.ts';

const VERSION = '/v1.0';
const TENANT = 'common';
const LOGIN = `/${TENANT}/oauth2/v2.0`;
/** What Teams adds to the text of an event. Without it, the event is no online meeting any more. */
const TEAMS_TEXT = '<div class="me-email-text">Join Microsoft Teams Meeting</div>';
const MAX_PAGE = 1_000;
const SCOPES = ['Calendars.ReadWrite', 'Calendars.Read.Shared'];

/** Answers to ask for with `answerWith`. */
export const graphRefusals = {
  tooMany: (seconds?: number): Answer => ({
    ...refusal(429, 'TooManyRequests'),
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  }),
  unavailable: (seconds?: number): Answer => ({
    ...refusal(503, 'serviceNotAvailable'),
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  }),
  broken: refusal(500, 'InternalServerError'),
  forgotten: refusal(410, 'syncStateNotFound'),
  expired: refusal(401, 'InvalidAuthenticationToken'),
  denied: refusal(403, 'ErrorAccessDenied'),
  notFound: refusal(404, 'ErrorItemNotFound'),
};

export class MicrosoftServer implements AsyncDisposable {
  readonly oauth: OAuthServer;
  readonly mailboxes: MicrosoftMailbox[] = [];
  /** How many items a page has at most. */
  pageSize = MAX_PAGE;
  /** The status of the answer about a transaction id that was used before. */
  duplicateStatus = 400;
  #round = 0;
  /** States of rounds before this one are forgotten. */
  #oldestRound = 0;
  #http!: AnsweringServer<AskedOf>;

  private constructor(oauth: OAuthServer) {
    this.oauth = oauth;
  }

  static async start(): Promise<MicrosoftServer> {
    const oauth = await OAuthServer.start({
      authorize: `${LOGIN}/authorize`,
      token: `${LOGIN}/token`,
      givesRefreshToken: (asked) => (asked.get('scope') ?? '').split(' ').includes('offline_access'),
      nameScopes: (granted) => granted.filter((scope) => scope !== 'offline_access'),
      rotation: 'added',
    });
    const server = new MicrosoftServer(oauth);
    server.#http = await AnsweringServer.start<AskedOf>({
      understand: (asked) => asked,
      answer: (asked) => server.#answer(asked),
    });
    return server;
  }

  /** What stands before `/me`. */
  get graphUrl(): string {
    return `${this.#http.url}${VERSION}`;
  }

  /** For a service that uses it. */
  get settings(): Record<string, string> {
    return {
      ROTA_MICROSOFT_CLIENT_ID: this.oauth.clientId,
      ROTA_MICROSOFT_CLIENT_SECRET: this.oauth.clientSecret,
      ROTA_MICROSOFT_TENANT: TENANT,
      ROTA_MICROSOFT_LOGIN_URL: this.oauth.url,
      ROTA_MICROSOFT_GRAPH_URL: this.graphUrl,
    };
  }

  /** Requests to Graph. */
  get asked(): AskedOf[] {
    return this.#http.asked;
  }

  /** Decides about each request to Graph, if it returns something. */
  set answerWith(answer: FaultFor<AskedOf> | undefined) {
    this.#http.answerWith = answer;
  }

  /** Somebody with an account, and one calendar in it. */
  addAccount(email: string): MicrosoftMailbox {
    const mailbox = new MicrosoftMailbox(email);
    this.mailboxes.push(mailbox);
    this.oauth.accounts.push({ id: `oid-of-${email}`, email });
    return mailbox;
  }

  /** An access token as consent gives one. */
  tokenOf(email: string, scopes = SCOPES): string {
    return this.oauth.accessTokenOf(email, scopes);
  }

  /** How many such requests there were. */
  count(method: string, part = ''): number {
    return this.asked.filter((one) => one.method === method && one.path.includes(part)).length;
  }

  /** No token of a round that has begun is any good from now on. */
  forgetRounds(): void {
    this.#oldestRound = this.#round + 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
    await this.oauth[Symbol.asyncDispose]();
  }

  #answer(asked: AskedOf): Answer {
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
    const account = this.oauth.accountOf(token);
    const mailbox = this.mailboxes.find(({ email }) => email === account?.email);
    if (mailbox === undefined) return graphRefusals.expired;
    const scopes = this.oauth.scopesOf(token);
    const [root, , collection, id, part, eventId] = asked.path.slice(1).split('/').map(decodeURIComponent);
    if (`/${root}` !== VERSION || collection !== 'calendars') return graphRefusals.notFound;
    if (id === undefined) return this.#calendars(asked, mailbox);
    const calendar = mailbox.calendars.find((one) => one.id === id);
    if (calendar === undefined) return graphRefusals.notFound;
    if (!isAllowed(asked.method, calendar, scopes)) return graphRefusals.denied;
    if (part === 'calendarView' && eventId === 'delta') return this.#delta(asked, calendar);
    if (part !== 'events') return graphRefusals.notFound;
    return eventId === undefined ? this.#events(asked, calendar) : eventAt(asked, calendar, eventId);
  }

  #calendars({ query }: AskedOf, { calendars }: MicrosoftMailbox): Answer {
    const size = Math.min(Number(query.get('$top') ?? 10), this.pageSize);
    const skip = Number(query.get('$skip') ?? 0);
    const value = calendars.slice(skip, skip + size).map(({ about }) => selected(about, query));
    const next = new URL(`${this.graphUrl}/me/calendars?${query}`);
    next.searchParams.set('$skip', String(skip + size));
    return ok({ value, ...(skip + size < calendars.length && { '@odata.nextLink': next.href }) });
  }

  #delta({ query, headers }: AskedOf, calendar: MicrosoftCalendar): Answer {
    const token = query.get('$deltatoken') ?? query.get('$skiptoken');
    const [start, end] = [query.get('startDateTime'), query.get('endDateTime')];
    if (token === null && (start === null || end === null)) return refusal(400, 'ErrorInvalidParameter');
    const known = token === null ? calendar.begin(start ?? '', end ?? '') : this.#stateIn(token, calendar);
    if (known === undefined) return graphRefusals.forgotten;
    const round = query.has('$deltatoken') ? calendar.next(known) : known;
    const asked = Number(/odata\.maxpagesize=(\d+)/.exec(String(headers.prefer))?.[1] ?? MAX_PAGE);
    const size = Math.min(asked, this.pageSize);
    const items = calendar.itemsOf(round);
    const skip = round.skip + size;
    const link = (name: string, next: RoundState) => {
      this.#round += 1;
      const text = Buffer.from(JSON.stringify({ ...next, round: this.#round })).toString('base64url');
      return `${this.graphUrl}/me/calendars/${encodeURIComponent(calendar.id)}/calendarView/delta?$${name}=${text}`;
    };
    return ok({
      value: items.slice(round.skip, skip).map((item: Item) => ({ '@odata.etag': 'W/"1"', ...item })),
      ...(skip < items.length
        ? { '@odata.nextLink': link('skiptoken', { ...round, skip }) }
        : { '@odata.deltaLink': link('deltatoken', round) }),
    });
  }

  /** Undefined for a token that isn't known. */
  #stateIn(token: string, calendar: MicrosoftCalendar): RoundState | undefined {
    try {
      const state: RoundState & { round: number } = JSON.parse(Buffer.from(token, 'base64url').toString());
      return state.calendar === calendar.id && state.round >= this.#oldestRound ? state : undefined;
    } catch {
      return undefined;
    }
  }

  #events({ method, query, body }: AskedOf, calendar: MicrosoftCalendar): Answer {
    if (method === 'GET') {
      const [, id, value] = OF_PROPERTY.exec(query.get('$filter') ?? '') ?? [];
      if (id === undefined) return refusal(400, 'ErrorInvalidUrlQueryFilter');
      const found = calendar.events.filter((event) =>
        event.singleValueExtendedProperties?.some((one) => one.id === id && one.value === value),
      );
      return ok({ value: found.map((event) => ({ ...selected(event, query), ...expanded(event, query) })) });
    }
    const { mailbox } = calendar;
    const fields: Event = JSON.parse(body);
    const existing = mailbox.transactions.get(fields.transactionId ?? '');
    if (existing !== undefined)
      return refusal(this.duplicateStatus, 'ErrorDuplicateTransactionId', {
        '@event.existingEventId': existing,
      });
    if (fields.isOnlineMeeting && mailbox.teams === 'refused') return refusal(400, 'ErrorInvalidRequest');
    const { start, end, ...others } = fields;
    const event = calendar.add(timesIn({ start, end }) as Times, { ...others, isOnlineMeeting: false });
    if (fields.isOnlineMeeting) calendar.change(event.id ?? '', onlineFields(event, calendar));
    if (fields.transactionId) mailbox.transactions.set(fields.transactionId, event.id ?? '');
    return { status: 201, body: event };
  }
}

const OF_PROPERTY =
  /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']+)'\)$/;

function eventAt({ method, query, body }: AskedOf, calendar: MicrosoftCalendar, id: string): Answer {
  const event = calendar.get(id);
  if (event === undefined) return graphRefusals.notFound;
  if (method === 'DELETE') {
    calendar.remove(id);
    return { status: 204 };
  }
  if (method === 'GET') return ok(selected(event, query));
  const { start, end, isOnlineMeeting, onlineMeetingProvider, ...fields }: Event = JSON.parse(body);
  if (isOnlineMeeting && calendar.mailbox.teams === 'refused') return refusal(400, 'ErrorInvalidRequest');
  const times = timesIn({ start, end });
  calendar.change(id, { ...fields, ...(times && { times }) });
  if (event.isOnlineMeeting && !event.body?.content?.includes(TEAMS_TEXT))
    calendar.change(id, { isOnlineMeeting: false, onlineMeeting: null });
  if (isOnlineMeeting && !event.isOnlineMeeting) calendar.change(id, onlineFields(event, calendar));
  return ok(event);
}

/** Once an event has a meeting, that is never another one. */
function onlineFields(event: Event, { mailbox }: MicrosoftCalendar): Event {
  if (mailbox.teams === 'missing') return { isOnlineMeeting: false };
  return {
    isOnlineMeeting: true,
    onlineMeetingProvider: 'teamsForBusiness',
    onlineMeeting: mailbox.teams === 'ready' ? newMeeting() : null,
    location: event.location?.displayName ? event.location : { displayName: 'Microsoft Teams Meeting' },
    body: { contentType: 'html', content: `${event.body?.content ?? ''}${TEAMS_TEXT}` },
  };
}

/** Graph asks for more scopes to write where somebody else is the owner. */
function isAllowed(method: string, { about, mailbox }: MicrosoftCalendar, scopes: string[]): boolean {
  const isOwn = about.owner?.address === mailbox.email;
  if (method === 'GET') return isOwn ? scopes.length > 0 : scopes.some((one) => one.endsWith('.Shared'));
  return (
    about.canEdit === true && scopes.includes(isOwn ? 'Calendars.ReadWrite' : 'Calendars.ReadWrite.Shared')
  );
}

const timesIn = ({ start, end }: Event): Times | undefined =>
  start?.dateTime && end?.dateTime ? [start.dateTime, end.dateTime] : undefined;

/** What `$select` asks for, and the id. */
function selected(thing: object, query: URLSearchParams): object {
  const fields = query.get('$select')?.split(',');
  if (fields === undefined) return thing;
  return Object.fromEntries(Object.entries(thing).filter(([name]) => name === 'id' || fields.includes(name)));
}

/** Extended properties are shown only to those who ask for them by their id. */
function expanded({ singleValueExtendedProperties: properties }: Event, query: URLSearchParams): object {
  const [, id] = EXPANDED.exec(query.get('$expand') ?? '') ?? [];
  return id === undefined
    ? {}
    : { singleValueExtendedProperties: properties?.filter((one) => one.id === id) };
}

const EXPANDED = /^singleValueExtendedProperties\(\$filter=id eq '([^']+)'\)$/;

const ok = (body: object): Answer => ({ status: 200, body });

function refusal(status: number, code: string, more: object = {}): Answer {
  const error = {
    code,
    message: 'Something was wrong.',
    innerError: { date: '2026-11-20T09:00:00' },
    ...more,
  };
  return { status, body: { error } };
}
