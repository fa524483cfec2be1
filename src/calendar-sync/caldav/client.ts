import type { Deadline } from '../../network/exchange.ts';
import type { Credentials, Fetch, FetchResponse } from '../../network/fetch.ts';
import { pathUnder } from './addresses.ts';
import { CaldavError, Gone, NotCaldav } from './errors.ts';
import { type Multistatus, readMultistatus } from './multistatus.ts';

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

interface DavAccess {
  fetch: Fetch;
  workspaceId: string;
  credentials: Credentials;
  /** For all requests together. */
  deadline: Deadline;
  /** For all responses together. */
  maxBytes: number;
}

/** A response, with its URL after redirects. */
export interface DavAnswer extends Multistatus {
  url: string;
}

interface DavRequest {
  depth?: '0' | '1';
  body?: string;
  type?: string;
}

export type Dav = ReturnType<typeof createDav>;

/** Makes CalDAV requests. They reject with a `CaldavError`, or with a `FetchFailed` without a response. */
export function createDav({ fetch, workspaceId, credentials, deadline, maxBytes }: DavAccess) {
  let bytesLeft = maxBytes;

  async function request(
    method: string,
    url: string,
    { depth, body, type }: DavRequest,
  ): Promise<FetchResponse> {
    if (bytesLeft <= 0) {
      throw new CaldavError('the calendar is too large to read at once; the rest is read next time');
    }
    const headers = {
      ...(depth && { depth }),
      ...(body !== undefined && { 'content-type': type ?? 'application/xml; charset=utf-8' }),
    };
    const response = await fetch({
      ...{ workspaceId, credentials, deadline, url, method, headers },
      ...(body !== undefined && { body }),
      maxBytes: MAX_ANSWER_BYTES,
    });
    bytesLeft -= response.body.length;
    // Refuses a redirect to another server: Rota has no account there, and must not trust it about this calendar.
    pathUnder(response.url, url);
    if (response.status === 401) {
      throw new CaldavError('the server refused access (401): check the user name and the password');
    }
    return response;
  }

  async function ask(method: string, url: string, depth: '0' | '1', body: string): Promise<DavAnswer> {
    const response = await request(method, url, { depth, body });
    const { status } = response;
    if (status === 403)
      throw new CaldavError('the server refused access (403): check the user name and the URL');
    if (status === 404 || status === 410) throw new Gone();
    if (status === 429 || status >= 500) throw new CaldavError(`the server answered ${status}`);
    if (status !== 207) {
      throw new NotCaldav(`there is no CalDAV server at the URL: it answered ${status} to ${method}`);
    }
    const answer = await readMultistatus(response.body);
    const [first, second] = answer.responses;
    // Xandikos reports a missing calendar inside the multistatus.
    if (first?.status === 404 && !second && method === 'PROPFIND') throw new Gone();
    return { ...answer, url: response.url };
  }

  return {
    propfind: (url: string, depth: '0' | '1', properties: string) =>
      ask('PROPFIND', url, depth, xml('d:propfind', `<d:prop>${properties}</d:prop>`)),
    report: (url: string, depth: '0' | '1', name: string, content: string) =>
      ask('REPORT', url, depth, xml(name, content)),

    /** Without a condition (If-Match): Rota's version wins, whatever somebody has changed. */
    async put(url: string, text: string): Promise<void> {
      const { status } = await request('PUT', url, { body: text, type: 'text/calendar; charset=utf-8' });
      if (status >= 200 && status < 300) return;
      if (status === 404 || status === 410) throw new Gone();
      throw new CaldavError(`the server does not take bookings: it answered ${status} to PUT`);
    },

    /** Succeeds if it is already gone. */
    async remove(url: string): Promise<void> {
      const { status } = await request('DELETE', url, {});
      if ((status >= 200 && status < 300) || status === 404 || status === 410) return;
      throw new CaldavError(`the server does not remove bookings: it answered ${status} to DELETE`);
    },
  };
}

function xml(name: string, content: string): string {
  const namespaces =
    'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
  return `<?xml version="1.0" encoding="utf-8"?>\n<${name} ${namespaces}>${content}</${name}>`;
}

/** For text inside an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
