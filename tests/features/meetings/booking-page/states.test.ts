// Each state of a request has its page, which says what holds and nothing that is not for the reader.
import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { ALAN, GRACE, KURT, makeShown, NOTES, pageOf, textOf } from '../../../support/makers/pages.ts';
import { answered, type Shown, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const LONG_AGO = { start: '2020-01-01T00:00:00Z', end: '2020-01-02T00:00:00Z' };
const SETTINGS = '/api/v1/workspace/scheduling';

onBothEngines('The page of a participant', (node) => {
  /** What the reader sees. Whatever the state: whose meeting it is, and nobody's address. */
  async function seen(request: Pick<Shown, 'id'>, where: Parameters<typeof pageOf>[2] = {}): Promise<string> {
    const page = await pageOf(node(), request.id, where);
    assert.match(page, /<title>[^<]+: Meeting with Ada Lovelace · Acme<\/title>/);
    assert.match(page, /<h1[^>]*>Meeting with Ada Lovelace<\/h1>/);
    for (const hidden of [NOTES, '@example', GRACE.name, ALAN.name, KURT.name, node().workspaceId, 'mem_']) {
      assert.ok(!page.includes(hidden), `${hidden} is on the page:\n${page}`);
    }
    return textOf(page);
  }

  const book = async (participants: object[], fields: object = {}) => {
    const request = await makeShown(node(), participants, fields);
    for (const { email } of request.participants) {
      await answered(node(), request.id, email, [request.options[0]?.id as string]);
    }
    return showRequest(node(), request.id);
  };

  test('choose: the offered times, what the meeting is about, and that choosing books', async () => {
    const request = await makeShown(node(), [GRACE]);
    const text = await seen(request);
    for (const part of [
      'Pick a time',
      'Product demo, 30 minutes',
      'Pick one and it’s booked.',
      'Monday, 2 March 14:00–14:30',
      'Book this time',
      'Local time in Berlin',
      'See more times',
      'None of these works',
      'I’d rather not meet',
      'See how it works',
      'Ada Lovelace, Head of Sales',
    ]) {
      assert.ok(text.includes(part), `${part} is not on the page: ${text}`);
    }
    assert.doesNotMatch(text, /answered|Cancel/);
  });

  test('mark: one of several sees how many have answered, and not who', async () => {
    const request = await makeShown(node(), [GRACE, ALAN, KURT]);
    const text = await seen(request);
    assert.match(text, /Nobody has answered yet\..*Tick every time that works.*Send answer/);
    assert.doesNotMatch(text, /rather not meet/, 'one of several can not end it for all');
    await answered(node(), request.id, ALAN.email, [request.options[0]?.id as string]);
    assert.match(await seen(request), /1 of 3 has answered\./);
    await answered(node(), request.id, KURT.email, [request.options[0]?.id as string]);
    assert.match(await seen(request), /2 of 3 have answered\..*Suggest other times/);
  });

  test('answered: what works for them, and the way to change it', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    const [first, , third] = request.options.map(({ id }) => id) as [string, string, string];
    await answered(node(), request.id, ALAN.email, [first, third]);
    const text = await seen(request, { place: 1 });
    assert.match(
      text,
      /Thank you.*As soon as everybody has answered, you’ll get an invitation\. 1 of 2 has answered\./,
    );
    assert.match(text, /Works for you Monday, 2 March, 14:00–14:30 Wednesday, 4 March/);
    assert.match(text, /Change your answer.*Send answer/);
    const page = await pageOf(node(), request.id, { place: 1 });
    const checked = [...page.matchAll(/value="(opt_\w+)" checked/g)].map(([, id]) => id);
    assert.deepEqual(checked, [first, third]);
  });

  test('answered: that none works, where nothing else is offered any more', async () => {
    const request = await makeShown(node(), [GRACE]);
    for (let round = 1; round <= 3; round += 1) await answered(node(), request.id, GRACE.email);
    assert.match(await seen(request), /None of these times works for you\./);
  });

  test('searching: nothing is offered, and whether a mail comes', async () => {
    const context = { title: 'Product demo', description: NOTES, timeframe: LONG_AGO };
    const written = await makeShown(node(), [GRACE], { context });
    assert.match(await seen(written), /No times yet.*We’ll email you as soon as there is\./);
    const unwritten = await makeShown(node(), [GRACE], { context, notify_participants: false });
    assert.match(await seen(unwritten), /No times yet.*New times will show up on this page\./);
  });

  test('paused: it says so, and can be answered all the same', async () => {
    const request = await makeShown(node(), [GRACE]);
    dataOf(await applyTransition(node(), request.id, 'pause'));
    const text = await seen(request);
    assert.match(text, /on hold for now.*it counts as soon as things move again.*Send answer/);
    assert.doesNotMatch(text, /booked at once|more times/);
    await answered(node(), request.id, GRACE.email, [request.options[0]?.id as string]);
    assert.match(await seen(request), /Thank you.*Your answer is in\. Finding a time is on hold/);
    const empty = await makeShown(node(), [GRACE], {
      context: { title: 'Product demo', timeframe: LONG_AGO },
    });
    dataOf(await applyTransition(node(), empty.id, 'pause'));
    assert.match(await seen(empty), /On hold.*Finding a time is on hold for now\./);
  });

  test('booked: the time, the calendar, another time, and cancelling in two steps', async () => {
    const text = await seen(await book([GRACE]));
    assert.match(text, /Booked.*Monday, 2 March 14:00–14:30.*Add to calendar/);
    assert.match(text, /Reschedule.*Cancel the meeting.*Yes, cancel the meeting/);
    const several = await seen(await book([GRACE, ALAN]), { place: 1 });
    assert.match(several, /Ask for another time We’ll ask everybody about other times\./);
  });

  test('booked: nothing that the workspace does not allow', async () => {
    const request = await book([GRACE]);
    const allow = (participants_may_reschedule: boolean, participants_may_cancel: boolean) =>
      node().patch(SETTINGS, { participants_may_reschedule, participants_may_cancel });
    dataOf(await allow(false, true));
    assert.doesNotMatch(await seen(request), /Reschedule/);
    dataOf(await allow(true, false));
    assert.doesNotMatch(await seen(request), /Cancel the meeting/);
    assert.match(await seen(request), /Reschedule/);
    dataOf(await allow(true, true));
  });

  test('reopened: the old time holds, also where there is no other', async () => {
    const request = await book([GRACE, ALAN]);
    dataOf(await applyTransition(node(), request.id, 'reschedule', {}));
    await untilIdle(node());
    const text = await seen(request);
    assert.match(text, /It stays in the diary until there’s a new time: Monday, 2 March, 14:00–14:30/);
    assert.match(text, /Tick every time.*Cancel the meeting/);
  });

  test('cancelled: with the time that it had, if it had one', async () => {
    const request = await book([GRACE]);
    dataOf(await applyTransition(node(), request.id, 'cancel', {}));
    assert.match(
      await seen(request),
      /Cancelled.*won’t take place.*planned for: Monday, 2 March 14:00–14:30 Berlin time/,
    );
    const open = await makeShown(node(), [GRACE]);
    dataOf(await applyTransition(node(), open.id, 'cancel', {}));
    assert.doesNotMatch(await seen(open), /planned for|2026/);
  });

  test('begun and over: nothing can be changed any more', async () => {
    const request = await book([GRACE]);
    const ahead = Date.parse(request.starts_at as string) - node().clock.now();
    node().clock.advance(ahead);
    const begun = await seen(request);
    assert.match(begun, /Booked.*Add to calendar/);
    assert.doesNotMatch(begun, /Reschedule|Cancel the meeting/);
    node().clock.advance(HOUR_MS);
    assert.match(await seen(request), /Past.*This meeting has taken place\./);
  });

  test('an organizer without a name is the workspace, never an address', async () => {
    const { email } = await makeMember(node());
    const request = await makeShown(node(), [GRACE], { organizer_email: email });
    const page = await pageOf(node(), request.id);
    assert.match(page, /<h1[^>]*>Meeting with Acme<\/h1>/);
    assert.ok(!page.includes(email));
    const named = await makeShown(node(), [GRACE], {
      organizer_email: email,
      organizer_name: 'Sales of Acme',
    });
    assert.match(await pageOf(node(), named.id), /<h1[^>]*>Meeting with Sales of Acme<\/h1>/);
  });

  test('410: thirty days after the meeting, or after it was cancelled', async () => {
    const over = await book([GRACE]);
    const cancelled = await book([GRACE]);
    dataOf(await applyTransition(node(), cancelled.id, 'cancel', {}));
    const open = await makeShown(node(), [GRACE]);
    const paths = {
      over: await pathOf(node(), over.id),
      cancelled: await pathOf(node(), cancelled.id),
      open: await pathOf(node(), open.id),
    };
    const statusOf = async (path: string) => (await visit(node(), path)).status;
    node().clock.advance(30 * DAY_MS - 1);
    assert.equal(await statusOf(paths.cancelled), 200);
    node().clock.advance(1);
    assert.equal(await statusOf(paths.cancelled), 410);
    assert.match(
      (await visit(node(), paths.cancelled)).text,
      /<header class="company">/,
      'it is still known whose it was',
    );
    assert.equal(await statusOf(paths.over), 200);
    const left = Date.parse(over.ends_at as string) + 30 * DAY_MS - node().clock.now();
    node().clock.advance(left - 1);
    assert.equal(await statusOf(paths.over), 200);
    node().clock.advance(1);
    for (const below of ['', '/times', '/timezone', '/invite.ics']) {
      assert.equal(await statusOf(`${paths.over}${below}`), 410, below);
    }
    assert.equal(await statusOf(paths.open), 200, 'what is not over does not expire');
  });
});
