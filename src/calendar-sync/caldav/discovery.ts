import { collectionUnder, pathUnder } from './addresses.ts';
import type { Dav, DavAnswer } from './client.ts';
import { CaldavError, Gone, NotCaldav } from './errors.ts';
import { childOf, childrenOf, type DavResponse } from './multistatus.ts';

const KIND =
  '<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/>' +
  '<d:current-user-principal/><c:calendar-home-set/>';

/** How many calendars an error names, and how much of each name. */
const MAX_NAMED = 10;
const MAX_PATH_LENGTH = 200;
const MAX_NAME_LENGTH = 50;
/** How many collections of calendars a user may have. */
const MAX_HOMES = 5;

/**
 * Finds the calendar for a URL. The URL may be that of the calendar itself, or any other on the server: then the user must have
 * exactly one calendar.
 */
export async function findCollection(dav: Dav, url: string): Promise<string> {
  const answer = await ask(dav, url);
  const here = answer?.responses[0];
  if (answer && here && isCalendar(here)) return collectionUnder(answer.url, url);
  const homes =
    (answer && (await homesFrom(dav, answer))) ?? (await homesFrom(dav, await askWellKnown(dav, url)));
  if (!homes) throw new CaldavError('the server does not say where the calendars of this user are');
  return onlyCalendar(dav, homes);
}

/** Undefined if there is something other than CalDAV, such as a sign-in page. */
async function ask(dav: Dav, url: string): Promise<DavAnswer | undefined> {
  try {
    return await dav.propfind(url, '0', KIND);
  } catch (error) {
    // A URL with a path means a specific calendar: finding another one would be a surprise.
    if (error instanceof NotCaldav || (error instanceof Gone && new URL(url).pathname === '/'))
      return undefined;
    throw error;
  }
}

function askWellKnown(dav: Dav, url: string): Promise<DavAnswer> {
  return dav.propfind(new URL('/.well-known/caldav', url).href, '0', KIND);
}

/** Where the user's calendars are, if the answer says so. */
async function homesFrom(dav: Dav, answer: DavAnswer): Promise<string[] | undefined> {
  const named = homesIn(answer);
  if (named.length > 0) return named;
  const [principal] = hrefsIn(answer, 'current-user-principal');
  if (principal === undefined) return undefined;
  const homes = homesIn(
    await dav.propfind(new URL(pathUnder(principal, answer.url), answer.url).href, '0', KIND),
  );
  return homes.length > 0 ? homes : undefined;
}

function homesIn(answer: DavAnswer): string[] {
  return hrefsIn(answer, 'calendar-home-set')
    .slice(0, MAX_HOMES)
    .map((href) => collectionUnder(href, answer.url));
}

function hrefsIn({ responses }: DavAnswer, property: string): string[] {
  return childrenOf(responses[0]?.properties.get(property), 'href').map(({ text }) => text.trim());
}

async function onlyCalendar(dav: Dav, homes: string[]): Promise<string> {
  const found = new Map<string, string>();
  for (const home of homes) {
    const { responses, url } = await dav.propfind(home, '1', KIND);
    for (const response of responses.filter(isCalendar)) {
      found.set(
        collectionUnder(response.href, url),
        response.properties.get('displayname')?.text.trim() ?? '',
      );
    }
  }
  const [first, second] = found.keys();
  if (first === undefined) throw new CaldavError('this user has no calendar for events on the server');
  if (second === undefined) return first;
  const named = [...found].slice(0, MAX_NAMED).map(([url, name]) => {
    const path = new URL(url).pathname.slice(0, MAX_PATH_LENGTH);
    return name === '' ? path : `${path} (${name.slice(0, MAX_NAME_LENGTH)})`;
  });
  const more = found.size > MAX_NAMED ? ' and more' : '';
  throw new CaldavError(
    `this user has ${found.size} calendars: ${named.join(', ')}${more}; give the URL of one of them`,
  );
}

/** Whether a collection holds events. One that lists no kinds of objects accepts all kinds. */
function isCalendar({ properties }: DavResponse): boolean {
  if (!childOf(properties.get('resourcetype'), 'calendar')) return false;
  const kinds = childrenOf(properties.get('supported-calendar-component-set'), 'comp');
  return kinds.length === 0 || kinds.some(({ nameAttribute }) => nameAttribute?.toUpperCase() === 'VEVENT');
}
