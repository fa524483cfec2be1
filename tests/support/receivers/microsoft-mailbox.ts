// The calendars of one Microsoft account, as Graph shows them: https://learn.microsoft.com/graph/api/resources/event
import { randomBytes } from 'node:crypto';
import type { Calendar, DateTimeTimeZone, Event } from '@microsoft/microsoft-graph-types';

/** `late` says that there will be a meeting, `missing` makes events without, `refused` makes none if one is asked for. */
export type Teams = 'ready' | 'late' | 'missing' | 'refused';

/** From a date and time in UTC until another one: `2026-12-24T09:00`. */
export type Times = [start: string, end: string];

/** One time of a series. What differs from the series makes an exception of it. */
interface Occurrence {
  id: string;
  times: Times;
  differs: Event;
}

interface Stored {
  event: Event;
  /** In order; undefined for a single event. */
  occurrences?: Occurrence[];
}

/** What a round of changes was begun with, and how far it has come. */
export interface RoundState {
  calendar: string;
  start: string;
  end: string;
  /** Changes up to this one are known; null for everything. */
  since: number | null;
  until: number;
  skip: number;
}

export type Item = Event & { '@odata.type'?: string; '@removed'?: { reason: string } };

export class MicrosoftMailbox {
  readonly email: string;
  readonly calendars: MicrosoftCalendar[] = [];
  teams: Teams = 'ready';
  /** Event ids by transaction ids, those of deleted events, too. */
  readonly transactions = new Map<string, string>();

  constructor(email: string) {
    this.email = email;
    this.add('Calendar', { isDefaultCalendar: true });
  }

  /** The one that is there from the beginning. */
  get primary(): MicrosoftCalendar {
    return this.calendars[0] as MicrosoftCalendar;
  }

  /** Another calendar; of another owner, one that is shared with the account. */
  add(name: string, fields: Calendar = {}, owner = this.email): MicrosoftCalendar {
    const calendar = new MicrosoftCalendar(this, {
      id: newId(),
      name,
      canEdit: true,
      canShare: owner === this.email,
      isDefaultCalendar: false,
      owner: { name: owner.split('@')[0] ?? '', address: owner },
      ...fields,
    });
    this.calendars.push(calendar);
    return calendar;
  }

  /** What has been promised is there now. */
  finishMeetings(): void {
    for (const calendar of this.calendars)
      for (const event of calendar.events) if (event.isOnlineMeeting) event.onlineMeeting = newMeeting();
  }
}

export class MicrosoftCalendar {
  readonly mailbox: MicrosoftMailbox;
  readonly about: Calendar;
  readonly #events = new Map<string, Stored>();
  /** The id of each event that was changed, in order. */
  readonly #changes: string[] = [];

  constructor(mailbox: MicrosoftMailbox, about: Calendar) {
    this.mailbox = mailbox;
    this.about = about;
  }

  get id(): string {
    return this.about.id ?? '';
  }

  /** Those that are there. */
  get events(): Event[] {
    return [...this.#events.values()].map(({ event }) => event);
  }

  get(id: string): Event | undefined {
    return this.#events.get(id)?.event;
  }

  /** Somebody adds an event, or an invitation does. */
  add(times: Times, fields: Event = {}): Event {
    const event = newEvent(times, fields);
    this.#set({ event });
    return event;
  }

  addSeries(times: Times[], fields: Event = {}): Event {
    const event = newEvent(times[0] as Times, { ...fields, type: 'seriesMaster' });
    const occurrences = times.map((one): Occurrence => ({ id: newId(), times: one, differs: {} }));
    this.#set({ event, occurrences });
    return event;
  }

  /** One time of a series is changed, or deleted. */
  changeOccurrence(seriesId: string, index: number, differs: (Event & { times?: Times }) | null): void {
    const stored = this.#events.get(seriesId);
    const occurrence = stored?.occurrences?.[index];
    if (!stored?.occurrences || !occurrence) throw new Error('there is no such time of a series');
    const { times = occurrence.times, ...fields } = differs ?? {};
    if (differs === null) stored.occurrences.splice(index, 1);
    else Object.assign(occurrence, { times, differs: { ...occurrence.differs, ...fields } });
    this.#changes.push(seriesId);
  }

  change(id: string, { times, ...fields }: Event & { times?: Times }): Event | undefined {
    const event = this.get(id);
    if (event === undefined) return undefined;
    Object.assign(event, fields, times && { start: utc(times[0]), end: utc(times[1]) });
    event.lastModifiedDateTime = new Date().toISOString();
    this.#changes.push(id);
    return event;
  }

  remove(id: string): boolean {
    if (!this.#events.delete(id)) return false;
    this.#changes.push(id);
    return true;
  }

  /** A change of something outside of all views. */
  touchElsewhere(): void {
    this.#changes.push(newId());
  }

  begin(start: string, end: string): RoundState {
    return { calendar: this.id, start, end, since: null, until: this.#changes.length, skip: 0 };
  }

  /** What is asked for with the token of a complete round. */
  next(state: RoundState): RoundState {
    return { ...state, since: state.until, until: this.#changes.length, skip: 0 };
  }

  /** All items of a round. */
  itemsOf({ since, until, ...view }: RoundState): Item[] {
    if (since === null) return [...this.#events.keys()].flatMap((id) => this.#itemsOf(id, view));
    return [...new Set(this.#changes.slice(since, until))].flatMap((id) => {
      const items = this.#itemsOf(id, view);
      // Also for events that have never been in the view.
      if (items.length > 0) return items;
      return [{ '@odata.type': '#microsoft.graph.event', id, '@removed': { reason: 'deleted' } }];
    });
  }

  /** A series comes with all its times in the view, which have few properties unless they are exceptions. */
  #itemsOf(id: string, view: { start: string; end: string }): Item[] {
    const stored = this.#events.get(id);
    if (stored === undefined) return [];
    const type = { '@odata.type': '#microsoft.graph.event' };
    if (stored.occurrences === undefined)
      return isIn(timesOf(stored.event), view) ? [{ ...type, ...stored.event }] : [];
    const occurrences = stored.occurrences
      .filter(({ times }) => isIn(times, view))
      .map(({ id: own, times: [start, end], differs }): Item => {
        const isException = Object.keys(differs).length > 0;
        return {
          ...type,
          ...(isException && { ...stored.event, ...differs }),
          id: own,
          type: isException ? 'exception' : 'occurrence',
          seriesMasterId: id,
          start: utc(start),
          end: utc(end),
        };
      });
    return occurrences.length === 0 ? [] : [{ ...type, ...stored.event }, ...occurrences];
  }

  #set(stored: Stored): void {
    const id = stored.event.id ?? '';
    this.#events.set(id, stored);
    this.#changes.push(id);
  }
}

export const newId = () => `AAMk${randomBytes(45).toString('base64url')}=`;

export const newMeeting = () => ({
  joinUrl: `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${randomBytes(12).toString('hex')}%40thread.v2/0`,
  conferenceId: '177513992',
});

export function utc(text: string): DateTimeTimeZone {
  const iso = new Date(`${text.replace(/Z$/, '')}Z`).toISOString();
  return { dateTime: iso.replace('Z', '0000'), timeZone: 'UTC' };
}

const timesOf = ({ start, end }: Event): Times => [start?.dateTime ?? '', end?.dateTime ?? ''];
const msOf = (text: string) => Date.parse(text.endsWith('Z') ? text : `${text}Z`);
const isIn = ([start, end]: Times, view: { start: string; end: string }) =>
  msOf(start) < msOf(view.end) && msOf(end) > msOf(view.start);

/** With the properties that Graph gives to every event. */
function newEvent([start, end]: Times, fields: Event): Event {
  const id = newId();
  const now = new Date().toISOString();
  return {
    id,
    createdDateTime: now,
    lastModifiedDateTime: now,
    iCalUId: `040000008200E00074C5B7101A82E008${randomBytes(40).toString('hex').toUpperCase()}`,
    subject: 'Something private',
    body: { contentType: 'html', content: '<html><body>Nobody else’s business</body></html>' },
    isAllDay: false,
    isCancelled: false,
    isOrganizer: true,
    isOnlineMeeting: false,
    onlineMeeting: null,
    onlineMeetingProvider: 'unknown',
    showAs: 'busy',
    type: 'singleInstance',
    seriesMasterId: null,
    responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
    location: { displayName: '' },
    attendees: [],
    transactionId: null,
    start: utc(start),
    end: utc(end),
    ...fields,
  };
}
