import { ResponseTooLarge } from '../../network/connect.ts';
import { FetchFailed } from '../../network/fetch.ts';
import { objectUnder } from './addresses.ts';
import { type Dav, type DavAnswer, escapeXml } from './client.ts';
import { CaldavError, Gone, Unreadable } from './errors.ts';
import { childOf, childrenOf, type DavResponse } from './multistatus.ts';

const MAX_OBJECTS = 20_000;
/** How many objects are fetched at a time. */
const CHUNK = 100;
/** Into how many parts a server may split a list of changes. */
const MAX_PARTS = 50;
/** For the name (etag, ctag or token) that a server gives to the state of a calendar or an object. */
const MAX_NAME_LENGTH = 1_000;

/** An object of the calendar as the server has it now. */
export interface Listed {
  href: string;
  etag: string;
}

export interface Changes {
  changed: Listed[];
  /** The hrefs of known objects that no longer exist. */
  removed: string[];
  /** The server's name for this state; null without one. */
  state: string | null;
}

export interface State {
  name: string | null;
  /** Whether the server can tell what has changed since then. */
  hasChanges: boolean;
}

/** The current state of the calendar. Its name is new after each change. */
export async function readState(dav: Dav, collection: string): Promise<State> {
  const { responses } = await dav.propfind(
    collection,
    '0',
    '<d:resourcetype/><s:getctag/><d:sync-token/><d:supported-report-set/>',
  );
  const properties = responses[0]?.properties;
  if (!childOf(properties?.get('resourcetype'), 'calendar')) throw new Gone();
  const token = properties?.get('sync-token')?.text.trim();
  const ctag = properties?.get('getctag')?.text.trim();
  const reports = childrenOf(properties?.get('supported-report-set'), 'supported-report');
  // Xandikos leaves `report` out.
  const canSync = reports.some(
    (report) => childOf(childOf(report, 'report') ?? report, 'sync-collection') !== undefined,
  );
  return { name: usable(token) ?? usable(ctag), hasChanges: canSync && usable(token) !== null };
}

function usable(name: string | undefined): string | null {
  return name && name.length <= MAX_NAME_LENGTH ? name : null;
}

/**
 * What has changed since `since`. With null, or if the server has forgotten that state, lists everything and compares the etags.
 */
export async function findChanges(
  dav: Dav,
  collection: string,
  { state, since, known }: { state: State; since: string | null; known: ReadonlyMap<string, string> },
): Promise<Changes> {
  const changes = state.hasChanges && since !== null ? await changesSince(dav, collection, since) : undefined;
  const { present, removed, name } = changes ?? (await listAll(dav, collection, state.name, known));
  const changed = [...present].filter(([href, etag]) => known.get(href) !== etag);
  const added = changed.filter(([href]) => !known.has(href)).length;
  const gone = removed.filter((href) => known.has(href));
  if (known.size + added - gone.length > MAX_OBJECTS) {
    throw new CaldavError(`the calendar has more than ${MAX_OBJECTS} events`);
  }
  return { changed: changed.map(([href, etag]) => ({ href, etag })), removed: gone, state: name };
}

interface Found {
  present: Map<string, string>;
  removed: string[];
  name: string | null;
}

/** Undefined if the server no longer knows the token. Xandikos then responds with 500, others with 403 or 409. */
async function changesSince(dav: Dav, collection: string, since: string): Promise<Found | undefined> {
  const present = new Map<string, string>();
  const removed = new Set<string>();
  let token = since;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const content =
      `<d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>1</d:sync-level>` +
      '<d:prop><d:getetag/></d:prop>';
    let page: DavAnswer;
    try {
      page = await dav.report(collection, '0', 'd:sync-collection', content);
    } catch (error) {
      if (!(error instanceof CaldavError)) throw error;
      return undefined;
    }
    let isCut = false;
    for (const response of page.responses) {
      const href = objectUnder(response.href, collection);
      if (href === undefined) isCut ||= response.status === 507;
      else if (response.status === 404) {
        removed.add(href);
        present.delete(href);
      } else {
        addTo(present, href, response);
        removed.delete(href);
      }
    }
    const next = usable(page.syncToken);
    if (next === null || (isCut && next === token)) return undefined;
    token = next;
    if (!isCut) return { present, removed: [...removed], name: token };
  }
  return undefined;
}

async function listAll(
  dav: Dav,
  collection: string,
  name: string | null,
  known: ReadonlyMap<string, string>,
): Promise<Found> {
  const { responses } = await dav.propfind(collection, '1', '<d:resourcetype/><d:getetag/>');
  const present = new Map<string, string>();
  for (const response of responses) {
    const href = objectUnder(response.href, collection);
    if (href !== undefined) addTo(present, href, response);
  }
  return { present, removed: [...known.keys()].filter((href) => !present.has(href)), name };
}

/** Skips collections inside the calendar: they aren't events. */
function addTo(present: Map<string, string>, href: string, { properties }: DavResponse): void {
  if (childOf(properties.get('resourcetype'), 'collection')) return;
  const etag = etagIn(properties);
  if (etag) present.set(href, etag);
}

function etagIn(properties: DavResponse['properties'] | undefined): string {
  return properties?.get('getetag')?.text.trim().slice(0, MAX_NAME_LENGTH) ?? '';
}

/** An object with its text; undefined if the server doesn't return it. */
export interface Fetched extends Listed {
  text: string | undefined;
}

interface Part {
  objects: Fetched[];
  /** The hrefs of those that have been deleted meanwhile. */
  removed: string[];
}

/** Fetches objects, a hundred at a time: fewer if they are large, or if one of them makes the response unreadable. */
export async function* fetchObjects(dav: Dav, collection: string, listed: Listed[]): AsyncGenerator<Part> {
  const chunks: Listed[][] = [];
  for (let start = 0; start < listed.length; start += CHUNK) chunks.push(listed.slice(start, start + CHUNK));
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    try {
      yield await fetchChunk(dav, collection, chunk);
    } catch (error) {
      if (!isBadPart(error)) throw error;
      const half = Math.ceil(chunk.length / 2);
      if (chunk.length > 1) chunks.unshift(chunk.slice(0, half), chunk.slice(half));
      else yield { objects: chunk.map((object) => ({ ...object, text: undefined })), removed: [] };
    }
  }
}

/** Whether a smaller chunk may work. Some servers pass on characters that XML doesn't allow. */
function isBadPart(error: unknown): boolean {
  const isTooLarge = error instanceof FetchFailed && error.cause instanceof ResponseTooLarge;
  return isTooLarge || error instanceof Unreadable;
}

async function fetchChunk(dav: Dav, collection: string, chunk: Listed[]): Promise<Part> {
  const hrefs = chunk.map(({ href }) => `<d:href>${escapeXml(href)}</d:href>`).join('');
  const content = `<d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs}`;
  const { responses } = await dav.report(collection, '1', 'c:calendar-multiget', content);
  const answers = new Map<string, DavResponse>();
  for (const response of responses) {
    const href = objectUnder(response.href, collection);
    if (href !== undefined) answers.set(href, response);
  }
  const removed = chunk.map(({ href }) => href).filter((href) => answers.get(href)?.status === 404);
  const objects = chunk
    .filter(({ href }) => !removed.includes(href))
    .map(({ href, etag }): Fetched => {
      const properties = answers.get(href)?.properties;
      return {
        href,
        // The text may be newer than the list.
        etag: etagIn(properties) || etag,
        text: properties?.get('calendar-data')?.text,
      };
    });
  return { objects, removed };
}
