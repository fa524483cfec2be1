// A user of a CalDAV server, who makes calendars and puts events into them.
import assert from 'node:assert/strict';
import { send } from '../server/http.ts';

export interface AccountSettings {
  username: string;
  password: string;
  /** The collection of their calendars, or a single calendar for tests. */
  home: string;
}

export class CaldavAccount {
  readonly username: string;
  readonly password: string;
  readonly home: string;

  constructor({ username, password, home }: AccountSettings) {
    this.username = username;
    this.password = password;
    this.home = home;
  }

  /** Returns its URL. */
  async makeCalendar(name: string, kind = 'VEVENT'): Promise<string> {
    const url = `${this.home}${name}/`;
    await this.#call('MKCALENDAR', url, mkcalendar(name, kind));
    return url;
  }

  async removeCalendar(url: string): Promise<void> {
    await this.#call('DELETE', url);
  }

  async put(calendar: string, name: string, text: string): Promise<void> {
    await this.#call('PUT', `${calendar}${name}`, text);
  }

  async remove(calendar: string, name: string): Promise<void> {
    await this.#call('DELETE', `${calendar}${name}`);
  }

  /** The text of an event; undefined if there is none. */
  async read(calendar: string, name: string): Promise<string | undefined> {
    const answer = await this.#send('GET', `${calendar}${name}`);
    if (answer.status === 404) return undefined;
    assert.equal(answer.status, 200, answer.text);
    // Unfolds long lines.
    return answer.text.replace(/\r?\n[ \t]/g, '');
  }

  async #call(method: string, url: string, body?: string): Promise<void> {
    const { status, text } = await this.#send(method, url, body);
    assert.ok(status >= 200 && status < 300, `${method} ${url}: ${status} ${text}`);
  }

  #send(method: string, url: string, body?: string) {
    const authorization = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
    const type = method === 'PUT' ? 'text/calendar' : 'application/xml';
    return send({ method, url, headers: { authorization, 'content-type': `${type}; charset=utf-8` }, body });
  }
}

function mkcalendar(name: string, kind: string): string {
  return (
    '<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>' +
    `<d:displayname>${name}</d:displayname>` +
    `<c:supported-calendar-component-set><c:comp name="${kind}"/></c:supported-calendar-component-set>` +
    '</d:prop></d:set></c:mkcalendar>'
  );
}

/** An event, with further lines. */
export function eventText(uid: string, [start, end]: [string, string], ...lines: string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Somebody//Else//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260301T000000Z',
    `DTSTART:${start}`,
    `DTEND:${end}`,
    'SUMMARY:Dinner & dance <private>',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
