// A CalDAV server for tests. It answers as Radicale 3.1 and Xandikos 0.2 were observed to, or as a test wants.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CaldavAccount } from '../makers/caldav-account.ts';

export interface CaldavRequest {
  method: string;
  path: string;
  depth: string | undefined;
  authorization: string | undefined;
  body: string;
}

export interface CaldavAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** What differs between the two. */
export const dialects = {
  radicale: {
    home: '/ada/',
    open: '<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/">',
    prefixes: { d: '', c: 'C:', s: 'CS:' },
    /** Wraps the name of a report. */
    report: (name: string) => `<report><${name} /></report>`,
    refusedToken: { status: 403, body: '<error xmlns="DAV:"><valid-sync-token /></error>' },
    missing: (): CaldavAnswer => ({ status: 404, body: 'The requested resource could not be found.' }),
    redirect: 301,
  },
  xandikos: {
    home: '/ada/calendars/',
    open: '<ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:caldav" xmlns:ns2="http://calendarserver.org/ns/">',
    prefixes: { d: 'ns0:', c: 'ns1:', s: 'ns2:' },
    report: (name: string) => `<${name} />`,
    refusedToken: { status: 500, body: '500 Internal Server Error\n\nServer got itself in trouble' },
    missing: (path: string): CaldavAnswer => ({
      status: 207,
      body:
        `<ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>http%3A//127.0.0.1${path}</ns0:href>` +
        '<ns0:status>HTTP/1.1 404 Not Found</ns0:status></ns0:response></ns0:multistatus>',
    }),
    redirect: 302,
  },
} as const;
export type DialectName = keyof typeof dialects;

interface ServedCalendar {
  kind: string;
  name: string;
  /** By path. */
  objects: Map<string, string>;
  /** The path of each change, in order. */
  changes: string[];
}

export class CaldavServer implements AsyncDisposable {
  readonly url: string;
  readonly account: CaldavAccount;
  readonly checksPasswords = true;
  readonly asked: CaldavRequest[] = [];
  /** Overrides the server's answer, if it returns something. */
  answerWith:
    | ((request: CaldavRequest) => CaldavAnswer | undefined | Promise<CaldavAnswer | undefined>)
    | undefined;
  /** Sync tokens below this number are no longer valid. */
  oldestToken = 0;
  readonly #dialect: (typeof dialects)[DialectName];
  readonly #calendars = new Map<string, ServedCalendar>();
  readonly #port: number;
  #server: Server;

  private constructor(server: Server, dialect: DialectName) {
    this.#dialect = dialects[dialect];
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}/`;
    const home = new URL(this.#dialect.home, this.url).href;
    this.account = new CaldavAccount({ username: 'ada', password: 'correct horse', home });
    this.#serve();
  }

  static async start(dialect: DialectName = 'radicale'): Promise<CaldavServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CaldavServer(server, dialect);
  }

  /** Stops the server: nothing answers on its port. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  async start(): Promise<void> {
    this.#server = createServer().listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#serve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.stop();
  }

  /** The number of such requests. */
  count(method: string, part = ''): number {
    return this.asked.filter((one) => one.method === method && one.body.includes(part)).length;
  }

  /** An answer with these responses, as this server writes it. */
  multistatus(...content: string[]): CaldavAnswer {
    const { open } = this.#dialect;
    const headers = { 'content-type': 'text/xml; charset=utf-8' };
    return { status: 207, headers, body: `${open}${content.join('')}${this.#tag('d', '/multistatus')}` };
  }

  /** One response with these properties, which are XML. */
  response(href: string, properties: string): string {
    const status = this.#element('d', 'status', 'HTTP/1.1 200 OK');
    const found = this.#element('d', 'propstat', this.#element('d', 'prop', properties) + status);
    return this.#element('d', 'response', this.#element('d', 'href', href) + found);
  }

  #serve(): void {
    this.#server.on('request', async (request, response) => {
      const asked = await requestOf(request);
      this.asked.push(asked);
      send(response, (await this.answerWith?.(asked)) ?? this.#answer(asked));
    });
  }

  #answer(request: CaldavRequest): CaldavAnswer {
    const { username, password } = this.account;
    const right = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (request.path === '/.well-known/caldav')
      return { status: this.#dialect.redirect, headers: { location: '/' } };
    if (request.authorization !== right)
      return { status: 401, body: 'Access to the requested resource forbidden.' };
    const calendar = this.#calendars.get(collectionOf(request.path));
    switch (request.method) {
      case 'PROPFIND':
        return this.#propfind(request);
      case 'REPORT':
        if (!calendar) return { status: 404 };
        return request.body.includes('sync-collection')
          ? this.#sync(request, calendar)
          : this.#multiget(request);
      case 'MKCALENDAR':
        this.#calendars.set(request.path, {
          kind: /comp name="(\w+)"/.exec(request.body)?.[1] ?? '',
          name: /displayname>([^<]*)</.exec(request.body)?.[1] ?? '',
          objects: new Map(),
          changes: [],
        });
        return { status: 201 };
      case 'PUT':
        if (!calendar) return { status: 409 };
        calendar.objects.set(request.path, request.body);
        calendar.changes.push(request.path);
        return { status: 201, headers: { etag: etagOf(request.body) } };
      case 'DELETE':
        if (this.#calendars.delete(request.path)) return { status: 200 };
        if (!calendar?.objects.delete(request.path)) return { status: 404 };
        calendar.changes.push(request.path);
        return { status: 204 };
      case 'GET': {
        const text = calendar?.objects.get(request.path);
        return text === undefined ? { status: 404 } : { status: 200, body: text };
      }
      default:
        return { status: 405 };
    }
  }

  #propfind({ path, depth }: CaldavRequest): CaldavAnswer {
    const { home, missing } = this.#dialect;
    const collection = path.endsWith('/') ? path : `${path}/`;
    const calendar = this.#calendars.get(collection);
    if (calendar) {
      const objects = depth === '1' ? [...calendar.objects] : [];
      return this.multistatus(
        this.response(collection, this.#calendarProperties(calendar)),
        ...objects.map(([href, text]) =>
          this.response(href, this.#element('d', 'resourcetype', '') + this.#etag(text)),
        ),
      );
    }
    if (path !== '/' && path !== '/ada/' && collection !== home) return missing(path);
    const href = (to: string) => this.#element('d', 'href', to);
    const own =
      this.#element('d', 'resourcetype', this.#tag('d', 'collection /')) +
      this.#element('d', 'current-user-principal', href('/ada/')) +
      (path === '/ada/' ? this.#element('c', 'calendar-home-set', href(home)) : '');
    const inside = depth === '1' && collection === home ? [...this.#calendars] : [];
    return this.multistatus(
      this.response(path, own),
      ...inside.map(([url, one]) => this.response(url, this.#calendarProperties(one))),
    );
  }

  #calendarProperties(calendar: ServedCalendar): string {
    const { report, prefixes } = this.#dialect;
    const reports = [`${prefixes.d}sync-collection`, `${prefixes.c}calendar-multiget`];
    const token = String(calendar.changes.length);
    return [
      this.#element('d', 'resourcetype', this.#tag('c', 'calendar /') + this.#tag('d', 'collection /')),
      this.#element('d', 'displayname', calendar.name),
      this.#element(
        'c',
        'supported-calendar-component-set',
        this.#tag('c', `comp name="${calendar.kind}" /`),
      ),
      this.#element('s', 'getctag', token),
      this.#element('d', 'sync-token', token),
      this.#element(
        'd',
        'supported-report-set',
        reports.map((name) => this.#element('d', 'supported-report', report(name))).join(''),
      ),
    ].join('');
  }

  #sync({ body }: CaldavRequest, { objects, changes }: ServedCalendar): CaldavAnswer {
    const token = Number(/sync-token>([^<]*)</.exec(body)?.[1]);
    if (!(token >= this.oldestToken && token <= changes.length)) return this.#dialect.refusedToken;
    const changed = [...new Set(changes.slice(token))];
    return this.multistatus(
      ...changed.map((href) => {
        const text = objects.get(href);
        return text === undefined ? this.#gone(href) : this.response(href, this.#etag(text));
      }),
      this.#element('d', 'sync-token', String(changes.length)),
    );
  }

  #multiget({ body }: CaldavRequest): CaldavAnswer {
    const hrefs = [...body.matchAll(/href>([^<]+)</g)].map(([, href = '']) => href);
    return this.multistatus(
      ...hrefs.map((href) => {
        const text = this.#calendars.get(collectionOf(href))?.objects.get(href);
        if (text === undefined) return this.#gone(href);
        const data = this.#element('c', 'calendar-data', escapeXml(text).replaceAll('\r\n', '\n'));
        return this.response(href, this.#etag(text) + data);
      }),
    );
  }

  #gone(href: string): string {
    const status = this.#element('d', 'status', 'HTTP/1.1 404 Not Found');
    return this.#element('d', 'response', this.#element('d', 'href', href) + status);
  }

  #etag(text: string): string {
    return this.#element('d', 'getetag', etagOf(text));
  }

  #element(namespace: 'd' | 'c' | 's', name: string, content: string): string {
    return this.#tag(namespace, name) + content + this.#tag(namespace, `/${name}`);
  }

  #tag(namespace: 'd' | 'c' | 's', name: string): string {
    const prefix = this.#dialect.prefixes[namespace];
    return name.startsWith('/') ? `</${prefix}${name.slice(1)}>` : `<${prefix}${name}>`;
  }
}

async function requestOf(request: IncomingMessage): Promise<CaldavRequest> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { method = '', url = '', headers } = request;
  const depth = headers.depth === undefined ? undefined : String(headers.depth);
  return { method, path: url, depth, authorization: headers.authorization, body };
}

function send(response: ServerResponse, { status, headers, body }: CaldavAnswer): void {
  response.writeHead(status, headers).end(body);
}

const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`;
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
