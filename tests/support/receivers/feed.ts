// A real HTTP server with a calendar feed, which answers as a test wants.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../makers/webhooks.ts';

/** The text of a calendar, a status, or a function that handles the response. */
export type Served = string | number | ((response: ServerResponse, request: IncomingMessage) => void);

export class Feed implements AsyncDisposable {
  /** Has a token in its path, as real feeds do. */
  readonly url: string;
  readonly origin: string;
  readonly asked: IncomingMessage[] = [];
  served: Served;
  readonly #server: Server;

  private constructor(server: Server, served: Served) {
    this.#server = server;
    this.served = served;
    const { address, port } = server.address() as AddressInfo;
    this.origin = `http://${address}:${port}`;
    this.url = `${this.origin}/private-4f81c2/basic.ics`;
    server.on('request', (request, response) => {
      this.asked.push(request);
      const { served: now } = this;
      if (typeof now === 'function') now(response, request);
      else if (typeof now === 'number') response.writeHead(now).end('no');
      else response.writeHead(200, { 'content-type': 'text/calendar' }).end(now);
    });
  }

  static async start(served: Served = calendarText(), host = '127.0.0.1'): Promise<Feed> {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    return new Feed(server, served);
  }

  /** Waits for this many requests. */
  async askedTimes(count: number): Promise<void> {
    await eventually(async () => this.asked.length >= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

/** Meetings, each with its start and end: `20260303T100000Z`. */
export function calendarText(...meetings: [start: string, end: string, more?: string][]): string {
  const events = meetings.map(([start, end, more = ''], place) =>
    ['BEGIN:VEVENT', `UID:meeting-${place}@example.com`, `DTSTART${timeOf(start)}`, `DTEND${timeOf(end)}`]
      .concat(['SUMMARY:Secret plans', more, 'END:VEVENT'])
      .filter(Boolean)
      .join('\r\n'),
  );
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}

/** A date without a time is a whole day. */
const timeOf = (text: string) => (text.length === 8 ? `;VALUE=DATE:${text}` : `:${text}`);
