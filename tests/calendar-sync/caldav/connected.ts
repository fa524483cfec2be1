// A scripted server with one calendar, and Rota's calendar for it.
import { eventText } from '../../support/makers/caldav-account.ts';
import { type Calendar, createCalendar } from '../../support/makers/calendars.ts';
import type { Member } from '../../support/makers/team-members.ts';
import { CaldavServer, type DialectName } from '../../support/receivers/caldav-server.ts';
import type { Node } from '../../support/server/rota.ts';

export class ConnectedServer implements AsyncDisposable {
  readonly server: CaldavServer;
  /** Of the calendar on the server. */
  readonly url: string;

  private constructor(server: CaldavServer, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start(dialect?: DialectName): Promise<ConnectedServer> {
    const server = await CaldavServer.start(dialect);
    return new ConnectedServer(server, await server.account.makeCalendar('work'));
  }

  get path(): string {
    return new URL(this.url).pathname;
  }

  /** Rota's calendar, by default for the address of this one. */
  connect(node: Node, fields: object = {}, member?: Member): Promise<Calendar> {
    const { username, password } = this.server.account;
    const body = { type: 'caldav', url: this.url, username, password, ...fields };
    return createCalendar(node, body, member && { member });
  }

  /** An event of an hour: `20260303T10`. */
  put(name: string, hour: string, ...lines: string[]): Promise<void> {
    const end = `${hour.slice(0, -2)}${String(Number(hour.slice(-2)) + 1).padStart(2, '0')}`;
    const text = eventText(`${name}@example.com`, [`${hour}0000Z`, `${end}0000Z`], ...lines);
    return this.server.account.put(this.url, `${name}.ics`, text);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server[Symbol.asyncDispose]();
  }
}
