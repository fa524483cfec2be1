// The calendars of one Google account, with the names of Google's discovery document (calendar v3).
import { randomBytes } from 'node:crypto';

export interface GoogleTime {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

interface Attendee {
  email: string;
  self?: boolean;
  responseStatus?: 'needsAction' | 'declined' | 'tentative' | 'accepted';
}

export interface ConferenceData {
  createRequest?: {
    requestId: string;
    conferenceSolutionKey: { type: string };
    status?: { statusCode: 'pending' | 'success' | 'failure' };
  };
  entryPoints?: { entryPointType: string; uri: string }[];
  conferenceId?: string;
}

export interface GoogleEvent {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  summary?: string;
  description?: string;
  location?: string;
  colorId?: string;
  start?: GoogleTime;
  end?: GoogleTime;
  transparency?: 'opaque' | 'transparent';
  eventType?: 'default' | 'outOfOffice' | 'focusTime' | 'workingLocation' | 'birthday' | 'fromGmail';
  attendees?: Attendee[];
  iCalUID?: string;
  recurringEventId?: string;
  extendedProperties?: { private?: Record<string, string> };
  conferenceData?: ConferenceData;
  hangoutLink?: string;
}

interface ListEntry {
  id: string;
  summary: string;
  summaryOverride?: string;
  accessRole: 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner';
  primary?: true;
  hidden?: true;
  deleted?: true;
}

/**
 * What becomes of a request for a Meet: it's there, comes later, or fails; `refused` is a calendar that allows none, `ignored` a server
 * that knows of none.
 */
export type Meet = 'ready' | 'late' | 'fails' | 'refused' | 'ignored';

export class GoogleAccount {
  readonly email: string;
  readonly calendars: GoogleCalendar[] = [];
  meet: Meet = 'ready';

  constructor(email: string) {
    this.email = email;
    this.add({ id: email, summary: email, primary: true });
  }

  /** The one that is there from the beginning. */
  get primary(): GoogleCalendar {
    return this.calendars[0] as GoogleCalendar;
  }

  add(fields: Partial<ListEntry> = {}): GoogleCalendar {
    const id = `${randomBytes(16).toString('hex')}@group.calendar.google.com`;
    const calendar = new GoogleCalendar({ id, summary: 'Work', accessRole: 'owner', ...fields });
    this.calendars.push(calendar);
    return calendar;
  }

  /** Whatever was promised is there now, or has failed. */
  settleMeetings(status: 'success' | 'failure' = 'success'): void {
    for (const calendar of this.calendars) {
      for (const event of calendar.events) {
        const request = event.conferenceData?.createRequest;
        if (request?.status?.statusCode === 'pending') settle(event, request.requestId, status);
      }
    }
  }
}

export class GoogleCalendar {
  readonly about: ListEntry;
  readonly #events = new Map<string, GoogleEvent>();
  /** Those of events that are gone without a trace, too. */
  readonly #usedIds = new Set<string>();
  /** The id of each event that was changed, in order. */
  readonly changes: string[] = [];

  constructor(about: ListEntry) {
    this.about = about;
  }

  get id(): string {
    return this.about.id;
  }

  /** Without deleted ones. */
  get events(): GoogleEvent[] {
    return [...this.#events.values()].filter(({ status }) => status !== 'cancelled');
  }

  /** Deleted ones, too. */
  find(id: string): GoogleEvent | undefined {
    return this.#events.get(id);
  }

  isUsed(id: string): boolean {
    return this.#usedIds.has(id);
  }

  /** An event that its owner has made, or changed with Google's own programs. From a time until another: `2026-03-09T14:00Z`. */
  put(times: [start: string, end: string] | null, fields: Partial<GoogleEvent> = {}): GoogleEvent {
    const id = fields.id ?? randomBytes(13).toString('hex');
    const at = (text: string) => (text.includes('T') ? { dateTime: text } : { date: text });
    const before = this.#events.get(id) ?? { status: 'confirmed' as const, iCalUID: `${id}@google.com` };
    const given = times === null ? {} : { start: at(times[0]), end: at(times[1]) };
    return this.keep({ ...before, ...given, ...fields, id });
  }

  /** A series, as one event for each time. */
  putSeries(all: [start: string, end: string][], fields: Partial<GoogleEvent> = {}): GoogleEvent[] {
    const seriesId = fields.id ?? randomBytes(13).toString('hex');
    return all.map((times) =>
      this.put(times, {
        iCalUID: `${seriesId}@google.com`,
        ...fields,
        id: `${seriesId}_${times[0].replace(/[-:]/g, '')}`,
        recurringEventId: seriesId,
      }),
    );
  }

  keep(event: GoogleEvent): GoogleEvent {
    this.#events.set(event.id, event);
    this.#usedIds.add(event.id);
    this.changes.push(event.id);
    return event;
  }

  /** Deleted, as Google does it: it is shown as cancelled. */
  remove(id: string): void {
    const event = this.#events.get(id);
    if (event) this.keep({ ...event, status: 'cancelled' });
  }

  /** As after a month: not even shown as cancelled, but its id can't be used again. */
  purge(id: string): void {
    this.#events.delete(id);
  }
}

export function settle(
  event: GoogleEvent,
  requestId: string,
  status: 'success' | 'failure' | 'pending',
): void {
  const code = requestId.slice(-10);
  const uri = `https://meet.google.com/${code}`;
  event.conferenceData = {
    createRequest: {
      requestId,
      conferenceSolutionKey: { type: 'hangoutsMeet' },
      status: { statusCode: status },
    },
    ...(status === 'success' && {
      conferenceId: code,
      entryPoints: [
        { entryPointType: 'phone', uri: 'tel:+1-555-0100' },
        { entryPointType: 'video', uri },
      ],
    }),
  };
  if (status === 'success') event.hangoutLink = uri;
}
