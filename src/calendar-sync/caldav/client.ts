import { ResponseTooLarge } from '../../network/connect.ts';
import type { Deadline } from '../../network/exchange.ts';
import { type Credentials, type Fetch, FetchFailed, type FetchResponse } from '../../network/fetch.ts';
import { pathUnder } from './addresses.ts';
import { AnswerTooLarge, CaldavError, Gone } from './errors.ts';
import { type Multistatus, readMultistatus } from './multistatus.ts';

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

export interface DavAccess {
  fetch: Fetch;
  workspaceId: string;
  credentials: Credentials;
  /** For all requests together. */
  deadline: Deadline;
  /** Of all answers together. */
  maxBytes: number;
}

/** An answer, and where it came from after redirects. */
export interface DavAnswer extends Multistatus {
  url: string;
}

interface DavRequest {
  depth?: '0' | '1';
  body?: string;
  type?: string;
}

export type Dav = ReturnType<typeof createDav>;

/** The requests of CalDAV. Everything that goes wrong becomes a `CaldavError`. */
export function createDav({ fetch, workspaceId, credentials, deadline, maxBytes }: DavAccess) {
  let bytesLeft = maxBytes;

  async function request(
    method: string,
    url: string,
    { depth, body, type }: DavRequest,
  ): Promise<FetchResponse> {
    if (bytesLeft <= 0) {
      throw new CaldavError('The calendar is too large to be read at once. The rest is read next time.');
    }
    const headers = {
      ...(depth && { depth }),
      ...(body !== undefined && { 'content-type': type ?? 'application/xml; charset=utf-8' }),
    };
    const response = await fetch({
      ...{ workspaceId, credentials, deadline, url, method, headers },
      ...(body !== undefined && { body }),
      maxBytes: MAX_ANSWER_BYTES,
    }).catch(explain);
    bytesLeft -= response.body.length;
    // Rota knows nobody there, and must not believe what it says of this calendar.
    pathUnder(response.url, url);
    if (response.status === 401) {
      throw new CaldavError('The server refuses the username or the password (401).');
    }
    return response;
  }

  async function ask(method: string, url: string, depth: '0' | '1', body: string): Promise<DavAnswer> {
    const response = await request(method, url, { depth, body });
    const { status } = response;
    if (status === 403) throw new CaldavError('The server refuses this user (403).');
    if (status === 404 || status === 410) throw new Gone();
    if (status === 429 || status >= 500) throw new CaldavError(`The server answers with ${status}.`);
    if (status !== 207) {
      throw new CaldavError(`This is not the address of a CalDAV server: it answers ${method} with ${status}.`);
    }
    const answer = await readMultistatus(response.body);
    const [first, second] = answer.responses;
    // Xandikos says so inside of the answer.
    if (first?.status === 404 && !second && method === 'PROPFIND') throw new Gone();
    return { ...answer, url: response.url };
  }

  return {
    propfind: (url: string, depth: '0' | '1', properties: string) =>
      ask('PROPFIND', url, depth, xml('d:propfind', `<d:prop>${properties}</d:prop>`)),
    report: (url: string, depth: '0' | '1', name: string, content: string) =>
      ask('REPORT', url, depth, xml(name, content)),

    /** Without a condition: what Rota writes is right, whatever somebody has made of it. */
    async put(url: string, text: string): Promise<void> {
      const { status } = await request('PUT', url, { body: text, type: 'text/calendar; charset=utf-8' });
      if (status >= 200 && status < 300) return;
      if (status === 404 || status === 410) throw new Gone();
      throw new CaldavError(`The server does not take bookings: it answers PUT with ${status}.`);
    },

    /** What is gone already is fine. */
    async remove(url: string): Promise<void> {
      const { status } = await request('DELETE', url, {});
      if ((status >= 200 && status < 300) || status === 404 || status === 410) return;
      throw new CaldavError(`The server keeps bookings that are over: it answers DELETE with ${status}.`);
    },
  };
}

function explain(error: Error): never {
  if (!(error instanceof FetchFailed)) throw error;
  const words = `The server could not be asked: ${error.message}.`;
  throw error.cause instanceof ResponseTooLarge ? new AnswerTooLarge(words) : new CaldavError(words);
}

function xml(name: string, content: string): string {
  const namespaces =
    'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
  return `<?xml version="1.0" encoding="utf-8"?>\n<${name} ${namespaces}>${content}</${name}>`;
}

/** Text inside of an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
