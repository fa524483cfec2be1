// Full lane, because it tries every page with a stranger: Looking changes nothing, whoever looks and however; and no token but the right one leads anywhere.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { makeToken, type TokenPurpose } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  confirmationsTo,
  fillIn,
  makeLinked,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { offerTo } from '../../../support/makers/booking-page.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { answered, passTime, untilIdle } from '../../../support/makers/scheduling.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';
import { pathOf, sendForm, tokenIn, visit } from '../../../support/server/visits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const POLL = ['ada@example.org', 'ben@example.org'];
const purposes: TokenPurpose[] = ['page', 'reply', 'bounce', 'booking', 'confirm'];

/** Who follows a link besides its reader: previews, scanners of mail, browsers that are too eager. */
const followers: { method?: string; headers?: Record<string, string> }[] = [
  {},
  { method: 'HEAD' },
  { headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'none' } },
  { headers: { 'x-moz': 'prefetch', 'x-purpose': 'preview', 'sec-fetch-site': 'cross-site' } },
  { headers: { 'user-agent': 'SafeLinks/1.0', referer: 'https://mail.example.com/', cookie: 'a=b' } },
  { headers: { 'x-http-method-override': 'POST', 'x-requested-with': 'XMLHttpRequest' } },
];

/** A page in every state that a request can be in, by what it is called. */
async function pagesOf(node: Node): Promise<Record<string, string>> {
  const takenTo = async (id: string, ...transitions: Parameters<typeof applyTransition>[2][]) => {
    for (const name of transitions) dataOf(await applyTransition(node, id, name));
    return pathOf(node, id);
  };
  const one = () => offerTo(node, ['grace@example.org']);
  const poll = await offerTo(node, POLL);
  const half = await offerTo(node, POLL);
  await answered(node, half.id, POLL[0] as string, half.ids.slice(0, 1));
  const linked = await makeLinked(node, { link: { verify_email: true } });
  await fillIn(node, linked.path, { starts_at: TUESDAY });
  const [confirmation] = await confirmationsTo(node, 'grace@example.org');
  const { team } = linked;
  return {
    choose: await pathOf(node, (await one()).id),
    mark: await pathOf(node, poll.id),
    answered: await pathOf(node, half.id),
    'waiting for the other': await pathOf(node, half.id, 1),
    booked: await takenTo((await one()).id, 'book'),
    'being moved': await pathOf(node, (await rescheduling()).id),
    paused: await takenTo((await one()).id, 'pause'),
    cancelled: await takenTo((await one()).id, 'cancel'),
    'cancelled after it was booked': await takenTo((await one()).id, 'book', 'cancel'),
    'booking link': (await addLink(node, team, { verify_email: false })).path,
    'booking link that verifies': linked.path,
    confirmation: confirmation as string,
  };

  async function rescheduling() {
    const offered = await offerTo(node, POLL);
    dataOf(await applyTransition(node, offered.id, 'book'));
    dataOf(await applyTransition(node, offered.id, 'reschedule', {}));
    return offered;
  }
}

onBothEngines('Links', (node) => {
  let pages: Record<string, string>;
  let snapshot: Awaited<ReturnType<typeof snapshotsOf>>;
  before(async () => {
    pages = await pagesOf(node());
    await untilIdle(node());
    snapshot = await snapshotsOf(node().services.database);
  });

  test('looking changes nothing, in any state, on any page, whoever looks', async () => {
    const all = [
      '',
      '?option=opt_01KJPWD6M0A57CPWZ0TQZND9PP&timezone=Asia/Kathmandu&lang=de',
      '?outcome=booked',
      '?outcome=cancelled&none=1&starts_at=2026-03-03T10:00:00Z',
      '/times',
      '/times?week=2026-03-10',
      '/timezone',
      '/invite.ics',
      '/answer',
      '/cancel',
      '/',
    ];
    for (const [state, path] of Object.entries(pages)) {
      const first = await visit(node(), path);
      assert.equal(first.status, 200, `${state}: ${first.text}`);
      const earlier = await snapshot();
      for (const { method, headers } of followers) {
        const below = method || headers ? ['', '/times', '/invite.ics', '/cancel'] : all;
        for (const each of below) {
          const { status } = await visit(node(), path + each, headers, method);
          assert.ok(status < 500, `${method} ${each} of ${state}: ${status}`);
        }
      }
      assert.deepEqual(await snapshot(), earlier, state);
    }
  });

  test('404: a token with any of its characters changed, cut or made longer', async () => {
    const { mark = '', 'booking link': booking = '', confirmation = '' } = pages;
    const earlier = await snapshot();
    for (const path of [mark, booking, confirmation]) {
      const token = tokenIn(path);
      for (let place = 0; place < token.length; place += 1) {
        const next = ALPHABET[(ALPHABET.indexOf(token[place] as string) + 1) % 32];
        const changed = token.slice(0, place) + next + token.slice(place + 1);
        const { status } = await visit(node(), path.replace(token, changed));
        assert.equal(status, 404, `${path}, changed at ${place}`);
      }
      for (const wrong of [token.slice(1), token.slice(0, -1), `${token}0`, `0${token}`, `${token}%00`]) {
        assert.equal((await visit(node(), path.replace(token, wrong))).status, 404, wrong);
      }
      node().clock.advance(MINUTE_MS);
    }
    await untilIdle(node());
    assert.deepEqual(await snapshot(), earlier);
  });

  test('404: a good token for another purpose, place or thing', async () => {
    const key = node().services.secrets.linkKeys();
    const { id } = await makeRequest(node(), { participant_emails: POLL });
    const ulid = id.split('_')[1] as string;
    const prefixes: Partial<Record<TokenPurpose, string>> = {
      page: '/m',
      booking: '/b',
      confirm: '/b/confirm',
    };
    for (const purpose of purposes) {
      const token = makeToken(key, purpose, { ulid, place: 0 });
      for (const [own, prefix] of Object.entries(prefixes)) {
        const { status } = await visit(node(), `${prefix}/${token}`);
        // We have made a link or a confirmation of this name, so there was one.
        const expected = own !== purpose ? 404 : purpose === 'page' ? 200 : 410;
        assert.equal(status, expected, `${purpose} at ${prefix}`);
      }
    }
    for (const [what, named] of [
      ['a participant too many', { ulid, place: 2 }],
      ['the last place there is', { ulid, place: 1_023 }],
      ['no request', { ulid: '01KJPWD6M0A57CPWZ0TQZND9PP', place: 0 }],
    ] as const) {
      const path = `/m/${makeToken(key, 'page', named)}`;
      for (const below of ['', '/times', '/timezone', '/invite.ics']) {
        assert.equal((await visit(node(), path + below)).status, 404, `${what}${below}`);
      }
      for (const form of ['answer', 'times', 'reschedule', 'cancel', 'timezone']) {
        const fields = { round: '1', timezone: 'UTC' };
        const { status } = await sendForm(node(), `${path}/${form}`, { fields });
        assert.equal(status, 404, `${form} of ${what}`);
      }
    }
  });

  test('each link leads to its own request, in its own workspace, and to no other', async () => {
    const other = await node().otherWorkspace();
    const made = await Promise.all(
      [node().rawKey, other.rawKey].map(async (key, number) => {
        const email = `host-${number}@example.com`;
        await node().post('/api/v1/workspace_members', { email, name: `Host ${number}` }, { key });
        const body = {
          organizer_email: email,
          participant_emails: ['grace@example.org'],
          context: { title: `Title ${number}` },
        };
        const { id } = dataOf<{ id: string }>(await node().post('/api/v1/meeting_requests', body, { key }));
        const shown = await node().get(`/api/v1/meeting_requests/${id}`, { key });
        const [participant] = dataOf<{ participants: { booking_url: string }[] }>(shown).participants;
        return new URL(participant?.booking_url as string).pathname;
      }),
    );
    await untilIdle(node());
    for (const [number, path] of made.entries()) {
      const { text } = await visit(node(), path);
      assert.match(text, new RegExp(`Title ${number}`));
      assert.doesNotMatch(text, new RegExp(`Title ${1 - number}|Host ${1 - number}`));
    }
    const [first = '', second = ''] = made;
    const stolen = await sendForm(node(), `${first}/cancel`, { form: await formOn(second) });
    assert.equal(stolen.status, 422, 'a form of the other');

    async function formOn(path: string): Promise<string> {
      const { text } = await visit(node(), path);
      return /name="form" value="([^"]+)"/.exec(text)?.[1] as string;
    }
  });

  test('410: long after the meeting or its end, nothing is left behind the link', async () => {
    const { booked = '', cancelled = '', choose = '' } = pages;
    await passTime(node(), 100 * DAY_MS);
    // Rota deletes old events by itself.
    const old = 'select 1 as found from events where created_at < $1 limit 1';
    await eventually(
      async () => !(await node().services.database.get(old, [node().clock.now() - 50 * DAY_MS])),
    );
    const earlier = await snapshot();
    for (const path of [booked, cancelled]) {
      for (const below of ['', '/times', '/timezone']) {
        const { status, headers } = await visit(node(), path + below);
        assert.deepEqual([status, headers['cache-control']], [410, 'no-store'], below);
      }
      for (const form of ['answer', 'times', 'reschedule', 'cancel', 'timezone']) {
        const fields = { round: '1', timezone: 'UTC' };
        const { status } = await sendForm(node(), `${path}/${form}`, { fields });
        assert.equal(status, 410, form);
      }
    }
    assert.equal((await visit(node(), choose)).status, 200, 'of one that is not over');
    assert.deepEqual(await snapshot(), earlier);
  });

  test('no log line has a token of a link, whatever went wrong with it', async () => {
    const { mark = '' } = pages;
    const referer = `${node().url}${mark}`;
    for (const [method, path] of [
      ['GET', mark],
      ['GET', `${mark}/unknown`],
      ['GET', `${mark}/?x`],
      ['GET', `${mark}/%zz`],
      ['DELETE', mark],
      ['GET', mark.replace('/m/', '/b/')],
      ['GET', `/unknown${mark}`],
    ] as const) {
      await visit(node(), path, { referer, origin: referer, 'x-forwarded-for': mark }, method);
    }
    await sendForm(node(), `${mark}/answer`, { form: null, headers: { referer } });
    await sendForm(node(), `${mark}/answer`, { headers: { 'sec-fetch-site': 'cross-site', referer } });
    const tokens = Object.values(pages).map(tokenIn);
    const leak = node().logLines.find((line) => tokens.some((token) => line.includes(token)));
    assert.equal(leak, undefined);
    assert.ok(node().logLines.some((line) => JSON.parse(line).route === '/m/:token'));
  });
});
