// Google for tests: sign-in, and the part of the Calendar API that Rota uses, as its discovery document and guides say.
import { type Answer, AnsweringServer, type AskedOf, type FaultFor } from './answering-server.ts';
import {
  type ConferenceData,
  GoogleAccount,
  type GoogleCalendar,
  type GoogleEvent,
  type GoogleTime,
  settle,
} from './google-account.ts';
import { OAuthServer } from './oauth-server.ts';
import { partOf } from './partial-answers.ts';

const PATH = '/calendar/v3';
const EVENTS_SCOPE = 'https://www.googleapis.com/auth/calendar.events';
const LIST_SCOPE = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly';
const WRITING_ROLES = ['owner', 'writer', 'writerWithoutPrivateAccess'];
/** What can't be asked for together with a sync token. */
const NOT_WITH_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/** Answers to ask for with `answerWith`. */
export const googleRefusals = {
  invalid: refusal(400, 'invalid'),
  expired: refusal(401, 'authError'),
  denied: refusal(403, 'forbidden'),
  missingScope: refusal(403, 'insufficientPermissions'),
  quota: refusal(403, 'rateLimitExceeded'),
  notFound: refusal(404, 'notFound'),
  duplicate: refusal(409, 'duplicate'),
  deleted: refusal(410, 'deleted'),
  forgotten: refusal(410, 'fullSyncRequired'),
  broken: refusal(500, 'backendError'),
  tooMany: (seconds?: number): Answer => ({
    ...refusal(429, 'rateLimitExceeded'),
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  }),
};

interface SyncState {
  calendar: string;
  era: number;
  /** How many changes are known. */
  known: number;
  timeMin: string | null;
  timeMax: string | null;
}

interface PageState {
  /** What is listed, without what was listed before. */
  ids: string[];
  isIncremental: boolean;
  next: SyncState;
}

export class GoogleServer implements AsyncDisposable {
  readonly oauth: OAuthServer;
  readonly accounts: GoogleAccount[] = [];
  /** How many things a page has at most. */
  pageSize = 2_500;
  /** Whether answers about changes have a token for the next time. */
  givesSyncTokens = true;
  /** Whether a deleted event can be brought back. */
  revives = true;
  /** How often Google has written to people about an event. */
  mails = 0;
  /** Sync tokens of earlier ones are forgotten. */
  #era = 0;
  #http!: AnsweringServer<AskedOf>;

  private constructor(oauth: OAuthServer) {
    this.oauth = oauth;
  }

  static async start(): Promise<GoogleServer> {
    const oauth = await OAuthServer.start({
      authorize: '/o/oauth2/v2/auth',
      token: '/token',
      revoke: '/revoke',
      givesRefreshToken: (asked) => asked.get('access_type') === 'offline',
    });
    const server = new GoogleServer(oauth);
    server.#http = await AnsweringServer.start<AskedOf>({
      understand: (asked) => asked,
      answer: (asked) => server.#masked(asked),
    });
    return server;
  }

  /** For a service that uses it. */
  get settings(): Record<string, string> {
    return {
      ROTA_GOOGLE_CLIENT_ID: this.oauth.clientId,
      ROTA_GOOGLE_CLIENT_SECRET: this.oauth.clientSecret,
      ROTA_GOOGLE_AUTHORIZE_URL: `${this.oauth.url}/o/oauth2/v2/auth`,
      ROTA_GOOGLE_TOKEN_URL: `${this.oauth.url}/token`,
      ROTA_GOOGLE_API_URL: this.#http.url,
    };
  }

  /** Calls of the API. */
  get asked(): AskedOf[] {
    return this.#http.asked;
  }

  /** Decides about each call of the API, if it returns something. */
  set answerWith(answer: FaultFor<AskedOf> | undefined) {
    this.#http.answerWith = answer;
  }

  /** Somebody with an account, and one calendar in it. */
  addAccount(email: string): GoogleAccount {
    const account = new GoogleAccount(email);
    this.accounts.push(account);
    this.oauth.accounts.push({ id: `sub-of-${email}`, email });
    return account;
  }

  /** An access token as consent gives one. */
  tokenOf(email: string, scopes = [EVENTS_SCOPE, LIST_SCOPE]): string {
    return this.oauth.accessTokenOf(email, scopes);
  }

  /** How many such calls there were. */
  count(method: string, part = ''): number {
    return this.asked.filter((one) => one.method === method && one.path.includes(part)).length;
  }

  /** No sync token that was given so far is any good from now on. */
  forgetSyncTokens(): void {
    this.#era += 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
    await this.oauth[Symbol.asyncDispose]();
  }

  #masked(asked: AskedOf): Answer {
    const answer = this.#answer(asked);
    const fields = asked.query.get('fields');
    return answer.status < 300 && fields !== null && answer.body !== undefined
      ? { ...answer, body: partOf(answer.body, fields) }
      : answer;
  }

  #answer(asked: AskedOf): Answer {
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
    const email = this.oauth.accountOf(token)?.email;
    const account = this.accounts.find((one) => one.email === email);
    if (account === undefined) return googleRefusals.expired;
    const scopes = this.oauth.scopesOf(token);
    if (asked.path === `${PATH}/users/me/calendarList`)
      return scopes.includes(LIST_SCOPE) ? this.#list(asked, account) : googleRefusals.missingScope;
    const [, , root, id, events, eventId] = asked.path.slice(1).split('/').map(decodeURIComponent);
    if (!asked.path.startsWith(`${PATH}/`) || root !== 'calendars' || events !== 'events')
      return googleRefusals.notFound;
    if (!scopes.includes(EVENTS_SCOPE)) return googleRefusals.missingScope;
    const calendar = account.calendars.find((one) => one.id === (id === 'primary' ? email : id));
    if (calendar === undefined) return googleRefusals.notFound;
    if (asked.method === 'GET')
      return eventId === undefined ? this.#events(asked, calendar) : eventAt(calendar, eventId);
    if (!WRITING_ROLES.includes(calendar.about.accessRole)) return googleRefusals.denied;
    if (asked.method === 'POST' && eventId === undefined) return this.#insert(asked, account, calendar);
    const event = calendar.find(eventId ?? '');
    if (event === undefined) return googleRefusals.notFound;
    if (asked.method === 'PATCH') return this.#patch(asked, account, calendar, event);
    if (asked.method !== 'DELETE') return googleRefusals.notFound;
    if (event.status === 'cancelled') return googleRefusals.deleted;
    this.#tell(asked, event);
    calendar.remove(event.id);
    return { status: 204 };
  }

  #list({ query }: AskedOf, { calendars }: GoogleAccount): Answer {
    const shown = calendars
      .map(({ about }) => about)
      .filter(({ deleted, hidden }) => !deleted && (!hidden || query.get('showHidden') === 'true'));
    const from = Number(query.get('pageToken') ?? 0);
    const until = from + Math.min(Number(query.get('maxResults') ?? 100), 250, this.pageSize);
    const nextPageToken = until < shown.length ? { nextPageToken: String(until) } : {};
    const items = shown.slice(from, until);
    return { status: 200, body: { kind: 'calendar#calendarList', items, ...nextPageToken } };
  }

  #events({ query }: AskedOf, calendar: GoogleCalendar): Answer {
    if (query.get('singleEvents') !== 'true') throw new Error('this server knows no series');
    const pageToken = query.get('pageToken');
    const state = pageToken === null ? this.#begin(query, calendar) : stateIn<PageState>(pageToken);
    if (state === undefined) return googleRefusals.invalid;
    if (state === 'forgotten') return googleRefusals.forgotten;
    const size = Math.min(Number(query.get('maxResults') ?? 250), 2_500, this.pageSize);
    const { ids, isIncremental, next } = state;
    const rest = ids.slice(size);
    const items = ids.slice(0, size).flatMap((id) => calendar.find(id) ?? []);
    const most = Number(query.get('maxAttendees') ?? Number.POSITIVE_INFINITY);
    const body = {
      kind: 'calendar#events',
      summary: calendar.about.summary,
      accessRole: calendar.about.accessRole,
      items: items.map((event) => shownTo(calendar, event, most, isIncremental)),
      ...(rest.length > 0
        ? { nextPageToken: tokenOf({ ids: rest, isIncremental, next }) }
        : this.givesSyncTokens && { nextSyncToken: tokenOf(next) }),
    };
    return { status: 200, body };
  }

  /** What is to be listed. A token remembers the range of the first list. */
  #begin(query: URLSearchParams, calendar: GoogleCalendar): PageState | 'forgotten' | undefined {
    const syncToken = query.get('syncToken');
    const known = calendar.changes.length;
    if (syncToken === null) {
      const [timeMin, timeMax] = [query.get('timeMin'), query.get('timeMax')];
      if ([timeMin, timeMax].some((time) => time !== null && Number.isNaN(Date.parse(time))))
        return undefined;
      if (timeMin !== null && timeMax !== null && timeMin >= timeMax) return undefined;
      const ids = calendar.events.filter((event) => isWithin(event, timeMin, timeMax)).map(({ id }) => id);
      return {
        ids,
        isIncremental: false,
        next: { calendar: calendar.id, era: this.#era, known, timeMin, timeMax },
      };
    }
    const before = stateIn<SyncState>(syncToken);
    if (before?.calendar !== calendar.id || NOT_WITH_TOKEN.some((name) => query.has(name))) return undefined;
    if (before.era < this.#era) return 'forgotten';
    const ids = [...new Set(calendar.changes.slice(before.known))];
    return { ids, isIncremental: true, next: { ...before, known } };
  }

  #insert(asked: AskedOf, account: GoogleAccount, calendar: GoogleCalendar): Answer {
    const { conferenceData, ...given } = JSON.parse(asked.body);
    if (!areTimes(given.start, given.end)) return googleRefusals.invalid;
    if (given.id !== undefined && !/^[a-v0-9]{5,1024}$/.test(given.id)) return googleRefusals.invalid;
    if (given.id !== undefined && calendar.isUsed(given.id)) return googleRefusals.duplicate;
    const event: GoogleEvent = { status: 'confirmed', eventType: 'default', ...given };
    if (!this.#confer(asked, account, event, conferenceData)) return googleRefusals.invalid;
    this.#tell(asked, event);
    return { status: 200, body: calendar.put(null, event) };
  }

  /** What isn't named stays, and null takes away. */
  #patch(asked: AskedOf, account: GoogleAccount, calendar: GoogleCalendar, before: GoogleEvent): Answer {
    if (before.status === 'cancelled' && !this.revives) return googleRefusals.denied;
    const { conferenceData, ...given } = JSON.parse(asked.body);
    const event = mergedWith(before, given) as GoogleEvent;
    if (!areTimes(event.start, event.end)) return googleRefusals.invalid;
    if (!this.#confer(asked, account, event, conferenceData)) return googleRefusals.invalid;
    this.#tell(asked, event);
    return { status: 200, body: calendar.keep(event) };
  }

  /** Returns whether what is asked for is allowed. */
  #confer(
    { query }: AskedOf,
    { meet }: GoogleAccount,
    event: GoogleEvent,
    asked: ConferenceData | null | undefined,
  ): boolean {
    if (query.get('conferenceDataVersion') !== '1' || asked === undefined || meet === 'ignored') return true;
    if (asked === null) {
      delete event.conferenceData;
      delete event.hangoutLink;
      return true;
    }
    const { createRequest: request } = asked;
    if (request?.conferenceSolutionKey.type !== 'hangoutsMeet' || meet === 'refused') return false;
    if (event.conferenceData?.createRequest?.requestId === request.requestId) return true;
    settle(
      event,
      request.requestId,
      ({ ready: 'success', late: 'pending', fails: 'failure' } as const)[meet],
    );
    return true;
  }

  #tell({ query }: AskedOf, { attendees = [] }: GoogleEvent): void {
    if (query.get('sendUpdates') !== 'none' && attendees.some(({ self }) => !self)) this.mails += 1;
  }
}

function refusal(status: number, reason: string): Answer {
  const message = `Refused with ${reason}.`;
  return {
    status,
    body: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
  };
}

function eventAt(calendar: GoogleCalendar, id: string): Answer {
  const event = calendar.find(id);
  return event === undefined ? googleRefusals.notFound : { status: 200, body: event };
}

/** Deleted events have only an id when changes are listed; who sees only free and busy times sees little more of others. */
function shownTo({ about }: GoogleCalendar, event: GoogleEvent, most: number, isIncremental: boolean) {
  const { id, status, start, end, attendees } = event;
  if (status === 'cancelled' && isIncremental) return { kind: 'calendar#event', id, status };
  if (about.accessRole === 'freeBusyReader') return { kind: 'calendar#event', id, status, start, end };
  if (attendees === undefined || attendees.length <= most) return event;
  return { ...event, attendees: attendees.filter(({ self }) => self), attendeesOmitted: true };
}

function isWithin({ start, end }: GoogleEvent, timeMin: string | null, timeMax: string | null): boolean {
  const at = (time: GoogleTime | undefined) => Date.parse(time?.dateTime ?? time?.date ?? '');
  if (timeMin !== null && at(end) <= Date.parse(timeMin)) return false;
  return timeMax === null || at(start) < Date.parse(timeMax);
}

/** Each is either a day or a time with its offset. */
function areTimes(...times: (GoogleTime | undefined)[]): boolean {
  return times.every((time) => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(time?.date ?? '');
    const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time?.dateTime ?? '');
    return isDay !== isTime && (time?.date === undefined || time.dateTime === undefined);
  });
}

function mergedWith(before: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const merged: Record<string, unknown> = { ...(before as object) };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete merged[name];
    else merged[name] = mergedWith(merged[name], value);
  }
  return merged;
}

const tokenOf = (state: object): string => Buffer.from(JSON.stringify(state)).toString('base64url');

function stateIn<State>(token: string): State | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    return undefined;
  }
}
