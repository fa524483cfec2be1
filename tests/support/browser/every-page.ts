// Every page that people can come to, made through the API: for what has to hold on all of them.
import { errorPage } from '../../../src/html/error-page.ts';
import { readerOf } from '../../../src/html/reader.ts';
import { pageHeaders } from '../../../src/http/access/pages.ts';
import { DAY_MS } from '../../../src/timestamps.ts';
import { makeRequest, move } from '../makers/meeting-requests.ts';
import { answered, makeOffered, passTime, type Shown, showRequest } from '../makers/scheduling.ts';
import { createMember } from '../makers/team-members.ts';
import { dataOf, type Node } from '../server/rota.ts';

export interface PageOfAll {
  /** A short one, good for a file. */
  name: string;
  url: string;
  /** What the service would answer if it could not answer. */
  instead?: { status: number; headers: Record<string, string>; body: string };
}

const GRACE = { name: 'Grace Hopper', email: 'grace@example.org' };
const ALAN = { name: 'Alan Turing', email: 'alan@example.net' };
const KATHERINE = { name: 'Katherine Johnson', email: 'katherine@example.net' };

const context = {
  title: 'Product demo',
  purpose: 'See how Rota finds a time for five people in three time zones.',
  duration_minutes: 45,
};

const alone = { context, participants: [GRACE] };
const several = { context, participants: [GRACE, ALAN, KATHERINE] };

export const linkOf = ({ participants }: Pick<Shown, 'participants'>, place = 0): string =>
  participants[place]?.booking_url as string;

/** The node's clock goes on by a month. */
export async function everyPage(node: Node): Promise<PageOfAll[]> {
  const ada = await createMember(node, {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    title: 'Solutions engineer',
    timezone: 'Europe/Berlin',
  });
  const organizer_email = ada.email;
  const make = (fields: object) => makeOffered(node, { organizer_email, ...fields });
  const makeMoved = async (fields: object, ...names: ('book' | 'pause' | 'cancel')[]) => {
    const { id } = await make(fields);
    for (const name of names) {
      const starts_at = new Date(node.clock.now() + 3 * DAY_MS).toISOString();
      dataOf(await move(node, id, name, name === 'book' ? { starts_at, force: true } : {}));
    }
    return showRequest(node, id);
  };

  const over = await makeMoved(alone, 'book');
  const expired = await makeMoved(alone, 'cancel');
  await passTime(node, 31 * DAY_MS);

  const choose = await make(alone);
  const poll = await make(several);
  const answeredPoll = await make(several);
  await answered(node, answeredPoll.id, GRACE.email, [answeredPoll.options[0]?.id as string]);
  const declined = await make(several);
  await answered(node, declined.id, GRACE.email, []);
  const booked = await makeMoved(alone, 'book');
  const bookedPoll = await makeMoved(several, 'book');
  const reopened = await makeMoved(alone, 'book');
  dataOf(await move(node, reopened.id, 'reschedule', {}));
  const searching = dataOf<Shown>(
    await node.get(`/api/v1/meeting_requests/${(await makeRequest(node, { organizer_email, ...alone })).id}`),
  );

  const [chosen] = choose.options;
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
    { name: 'times-of-several', url: `${linkOf(poll)}/times` },
    { name: 'times-move', url: `${linkOf(booked)}/times` },
    { name: 'timezone', url: `${linkOf(choose)}/timezone` },
    { name: 'searching', url: linkOf(searching) },
    { name: 'paused', url: linkOf(await makeMoved(alone, 'pause')) },
    { name: 'booked', url: `${linkOf(booked)}?outcome=booked` },
    { name: 'booked-german', url: `${linkOf(booked)}?lang=de` },
    { name: 'booked-several', url: linkOf(bookedPoll) },
    { name: 'reopened', url: `${linkOf(reopened)}?outcome=reopened` },
    { name: 'over', url: linkOf(over) },
    { name: 'cancelled', url: linkOf(await makeMoved(alone, 'book', 'cancel')) },
    { name: 'error-404', url: `${node.url}/m/x` },
    { name: 'error-410', url: linkOf(expired) },
    { name: 'error-422', url: `${linkOf(choose)}?outcome=x` },
    ...[403, 429, 500, 503].map((status) => failed(node, status)),
  ];
}

/** What can't be had by opening a link, as the service would send it. */
function failed(node: Node, status: number): PageOfAll {
  const body = errorPage({ status, reader: readerOf('en', 'en'), requestId: 'req_01', query: {} });
  const headers = { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' };
  return { name: `error-${status}`, url: `${node.url}/m/y`, instead: { status, headers, body } };
}
