// Every page that people can reach, set up through the API, for checks that must hold on all of them.
import { errorPage } from '../../../src/html/error-page.ts';
import { readerOf } from '../../../src/html/reader.ts';
import { pageHeaders } from '../../../src/http/access/pages.ts';
import { DAY_MS } from '../../../src/time/timestamps.ts';
import { DOOR, useLink } from '../console/door.ts';
import { linkFor, owner } from '../console/signed-in.ts';
import { applyTransition } from '../makers/meeting-requests.ts';
import { oneClick, stopPathOf } from '../makers/opt-outs.ts';
import { answered, makeOffered, passTime, showRequest } from '../makers/scheduling.ts';
import { TEAMS } from '../makers/team-members.ts';
import type { WireAnswer } from '../server/http.ts';
import type { BookingLink } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { formFor, sendForm, tokenIn, visit } from '../server/visits.ts';
import { confirmationUrl, makeBookingLink } from './booking-links.ts';
import { ALAN, GRACE, KATHERINE, linkOf, makeOrganizer } from './meetings.ts';
import { pagesOfTypes } from './type-pages.ts';

export interface PageOfAll {
  /** Short, and good as a file name. */
  name: string;
  url: string;
  /** An error response of the service to show instead. */
  instead?: { status: number; headers: Record<string, string>; body: string };
}

const context = {
  title: 'Product demo',
  purpose: 'See how Rota finds a time for five people in three time zones.',
  duration_minutes: 45,
};

const alone = { context, participants: [GRACE] };
const several = { context, participants: [GRACE, ALAN, KATHERINE] };

/** Advances the node's clock by a month. */
export async function everyPage(node: Node): Promise<PageOfAll[]> {
  const organizer_email = await makeOrganizer(node);
  const make = (fields: object) => makeOffered(node, { organizer_email, ...fields });
  const makeAfter = async (fields: object, ...names: ('book' | 'pause' | 'cancel')[]) => {
    const { id } = await make(fields);
    for (const name of names) {
      const starts_at = new Date(node.clock.now() + 3 * DAY_MS).toISOString();
      dataOf(await applyTransition(node, id, name, name === 'book' ? { starts_at, force: true } : {}));
    }
    return showRequest(node, id);
  };

  const over = await makeAfter(alone, 'book');
  const expired = await makeAfter(alone, 'cancel');
  await passTime(node, 31 * DAY_MS);

  const choose = await make(alone);
  const poll = await make(several);
  const answeredPoll = await make(several);
  await answered(node, answeredPoll.id, GRACE.email, [answeredPoll.options[0]?.id as string]);
  const declined = await make(several);
  await answered(node, declined.id, GRACE.email, []);
  const booked = await makeAfter(alone, 'book');
  const bookedPoll = await makeAfter(several, 'book');
  const reopened = await makeAfter(alone, 'book');
  dataOf(await applyTransition(node, reopened.id, 'reschedule', {}));
  const busy = await makeOrganizer(node, { weekly: [] });
  const searching = await make({ ...alone, organizer_email: busy });

  const [chosen] = choose.options;
  // The last participant, who appears on no other page.
  const stopped = stopPathOf(node, poll.id, 2);
  await oneClick(node, stopped);
  const links = await pagesOfLinks(node);
  return [
    { name: 'choose', url: linkOf(choose) },
    { name: 'choose-selected', url: `${linkOf(choose)}?option=${chosen?.id}` },
    { name: 'choose-taken', url: `${linkOf(choose)}?outcome=taken` },
    { name: 'choose-german', url: `${linkOf(choose)}?lang=de` },
    { name: 'mark', url: linkOf(poll) },
    { name: 'mark-empty', url: `${linkOf(poll)}?outcome=empty` },
    { name: 'answered', url: `${linkOf(answeredPoll)}?outcome=answered` },
    { name: 'declined', url: `${linkOf(declined)}?outcome=declined` },
    { name: 'times', url: `${linkOf(choose)}/times` },
    { name: 'times-chosen', url: await chosenOf(node, `${linkOf(choose)}/times`) },
    { name: 'times-of-several', url: `${linkOf(poll)}/times` },
    { name: 'times-of-several-sent', url: `${await chosenOf(node, `${linkOf(poll)}/times`)}&step=send` },
    { name: 'times-move', url: `${linkOf(booked)}/times` },
    { name: 'times-move-chosen', url: await chosenOf(node, `${linkOf(booked)}/times`) },
    { name: 'timezone', url: `${linkOf(choose)}/timezone` },
    { name: 'searching', url: linkOf(searching) },
    { name: 'paused', url: linkOf(await makeAfter(alone, 'pause')) },
    { name: 'paused-searching', url: linkOf(await makeAfter({ ...alone, organizer_email: busy }, 'pause')) },
    { name: 'booked', url: `${linkOf(booked)}?outcome=booked` },
    { name: 'booked-german', url: `${linkOf(booked)}?lang=de` },
    { name: 'booked-several', url: linkOf(bookedPoll) },
    { name: 'reopened', url: `${linkOf(reopened)}?outcome=reopened` },
    { name: 'over', url: linkOf(over) },
    { name: 'cancelled', url: linkOf(await makeAfter(alone, 'book', 'cancel')) },
    { name: 'stop', url: node.url + stopPathOf(node, choose.id) },
    { name: 'stop-german', url: `${node.url}${stopPathOf(node, choose.id)}?lang=de` },
    { name: 'stopped', url: node.url + stopped },
    ...links,
    ...(await pagesOfTypes(node)),
    ...(await pagesAtDoor(node)),
    { name: 'error-404', url: `${node.url}/m/x` },
    { name: 'error-410', url: linkOf(expired) },
    { name: 'error-422', url: `${linkOf(choose)}?outcome=x` },
    ...[403, 429, 500, 503].map((status) => failed(node, status)),
  ];
}

/** The pages of booking links. */
async function pagesOfLinks(node: Node): Promise<PageOfAll[]> {
  const link = await makeBookingLink(node, { verify_email: true });
  await bookLast(node, link);
  const confirmation = await confirmationUrl(node, GRACE.email);
  const booked = await bookLast(node, await makeBookingLink(node, { verify_email: false }));
  return [
    { name: 'link', url: link.url },
    { name: 'link-chosen', url: await chosenOf(node, link.url) },
    { name: 'link-taken', url: `${link.url}?outcome=taken` },
    { name: 'link-mail', url: `${link.url}?outcome=mail` },
    { name: 'link-booked', url: `${node.url}${booked.headers.location}` },
    { name: 'link-timezone', url: `${link.url}/timezone` },
    { name: 'link-timezone-found', url: `${link.url}/timezone?q=pacific` },
    { name: 'link-german', url: `${link.url}?lang=de` },
    { name: 'confirmation', url: confirmation },
    { name: 'confirmation-chosen', url: await chosenOf(node, `${confirmation}?outcome=taken`) },
    { name: 'confirmation-taken', url: `${confirmation}?outcome=taken` },
  ];
}

/** The step that follows when the last time of the day on this page is chosen. */
async function chosenOf(node: Node, url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  const { text } = await visit(node, pathname + search);
  const at = [...text.matchAll(/name="at" value="([^"]+)"/g)].at(-1)?.[1];
  return `${node.url}${pathname}?at=${at}`;
}

/** Books the last time of a booking link. */
async function bookLast(node: Node, link: BookingLink): Promise<WireAnswer> {
  const { pathname } = new URL(link.url);
  const form = formFor(node, tokenIn(pathname));
  const slots = dataOf<{ starts_at: string }[]>(await node.get(`${TEAMS}/${link.team_id}/slots`));
  node.clock.advance(10_000);
  const starts_at = slots.at(-1)?.starts_at as string;
  return sendForm(node, pathname, { form, fields: { ...GRACE, starts_at } });
}

/** The sign-in pages. */
async function pagesAtDoor(node: Node): Promise<PageOfAll[]> {
  const person = await owner(node);
  const [fresh, used] = [await linkFor(node, person), await linkFor(node, person)];
  await useLink(node, used);
  return [
    { name: 'sign-in', url: node.url + DOOR },
    { name: 'sign-in-sent', url: `${node.url + DOOR}?done=sent` },
    { name: 'sign-in-out', url: `${node.url + DOOR}?done=signed_out` },
    { name: 'sign-in-link', url: fresh },
    { name: 'sign-in-used', url: used },
    { name: 'sign-in-unknown', url: `${node.url + DOOR}/x` },
  ];
}

/** An error page that no link leads to, as the service would send it. */
function failed(node: Node, status: number): PageOfAll {
  const body = errorPage({ status, reader: readerOf('en', 'en'), requestId: 'req_01', query: {} });
  const headers = { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' };
  return { name: `error-${status}`, url: `${node.url}/m/${status}`, instead: { status, headers, body } };
}
