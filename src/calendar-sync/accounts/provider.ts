import type { Interval } from '../../time/hosts.ts';
import type { ProviderKind, VideoCall } from '../provider-kinds.ts';
import type { Api } from './api.ts';

// A service with calendars that people connect with their account. A third one is a folder beside `google`, and a line in ../providers.ts.
// Times are in milliseconds since 1970.

/** How consent is asked for, and tokens come (RFC 6749, 7636). */
export interface OAuthServer {
  authorizeUrl: string;
  tokenUrl: string;
  /** Undefined where a single token can't be revoked. */
  revokeUrl: string | undefined;
  clientId: string;
  clientSecret: string;
  /** As narrow as the job allows. */
  scopes: readonly string[];
  /** What must have been granted, as the server names it in its answer: of each list one, the others allow as much or more. */
  required: readonly (readonly string[])[];
  /** What else is sent along when consent is asked for. */
  parameters: Readonly<Record<string, string>>;
}

export interface CalendarProvider {
  kind: ProviderKind;
  /** What people call it. */
  name: string;
  oauth: OAuthServer;
  /** The base URL of the calls. No call leads elsewhere. */
  apiUrl: string;
  makes: VideoCall;
  /** Every calendar of the account, the primary one first. */
  listCalendars(api: Api): Promise<Account>;
  /**
   * What has changed since `token`, page by page; returns the next token, or null from a server that has none. With null, everything in
   * the range. Rejects with `TokenForgotten` if everything has to be read anew.
   */
  readChanges(api: Api, calendar: ReadCalendar): AsyncGenerator<RemoteEvent[], string | null>;
  /** The event as it is now; undefined if it's gone. */
  readEvent(api: Api, calendar: ReadCalendar, eventId: string): Promise<RemoteEvent | undefined>;
  /** Makes the event, or changes it. Called again after a lost answer, a crash, or with another account: there is never a second event. */
  writeEvent(api: Api, calendarId: string, entry: EventToWrite): Promise<WrittenEvent>;
  /** The ids under which there may be an event of this request, after attempts to make it of which nothing is known. */
  possibleEvents(
    api: Api,
    calendarId: string,
    entry: Pick<EventToWrite, 'request_id' | 'making'>,
  ): Promise<string[]>;
  /** Fine if it's gone already. */
  removeEvent(api: Api, calendarId: string, eventId: string): Promise<void>;
}

/** Those for which the operator has registered an application. */
export type Providers = Partial<Record<ProviderKind, CalendarProvider>>;

/** How many calendars of an account are known. Providers list the primary one first; more are left out. */
export const MAX_CALENDARS_OF_ACCOUNT = 100;

export interface Account {
  /** What the provider knows the account by. */
  id: string;
  /** What its owner knows it by. */
  email: string;
  calendars: RemoteCalendar[];
}

export interface RemoteCalendar {
  id: string;
  name: string;
  is_primary: boolean;
  /** Whether events can be written to it. */
  is_writable: boolean;
  /** Its owner doesn't want to see it: it isn't offered, and stays as it was chosen if it is known. */
  is_hidden?: true;
}

/** What is read of a calendar, and for whom. */
export interface ReadCalendar {
  /** The provider's id. */
  id: string;
  token: string | null;
  range: Interval;
  /** Whole days are busy from midnight to midnight in this zone. */
  timezone: string;
}

/** What matters of an event. Google's recurring ones come as one for each time. */
export interface RemoteEvent {
  id: string;
  /**
   * When it is; empty for an event that is gone. Microsoft lists a series anew whenever one of its times changes, and doesn't say which one
   * was deleted: so a series is a single event, with all the times at which it makes its owner busy.
   */
  times: Interval[];
  /** Whether it makes its owner busy. */
  is_busy: boolean;
  /** The meeting request for which Rota wrote it, or sent the invitation that it came with. It may be one of another workspace, or of another Rota. */
  request_id: string | null;
  /** Whether it was written there, and didn't come with an invitation. */
  is_written: boolean;
}

export interface EventToWrite {
  request_id: string;
  /** The provider's id of the event, once it was written. */
  event_id: string | null;
  /** Names this making of the event: the same in each attempt, another one if the event has to be made anew. */
  making: string;
  /** Since when attempts have failed, once that can't be because of an answer that is late; else null. */
  stuck_since: number | null;
  starts_at: number;
  ends_at: number;
  title: string;
  /** Plain text; empty for none. */
  description: string;
  location: string | null;
  /** Whether the provider makes a video call with it. */
  has_conference: boolean;
  /** Whether it has made one: without `has_conference`, that one is taken out again. */
  had_conference: boolean;
}

export interface WrittenEvent {
  id: string;
  conference: Conference | null;
}

/** The video call of an event. */
export type Conference = { status: 'pending' } | { status: 'ready'; join_url: string } | { status: 'failed' };
