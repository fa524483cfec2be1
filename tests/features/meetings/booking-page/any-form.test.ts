// Whatever is sent to a page behind a link, as a query or as a form: never a 5xx, and what is refused changes nothing.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { test } from '../../../support/lanes.ts';
import { behindProxy, formOf, makeLinked, stranger } from '../../../support/makers/booking-links.ts';
import { offerTo } from '../../../support/makers/booking-page.ts';
import { troubleInUrl } from '../../../support/makers/hostile.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { untilIdle } from '../../../support/makers/scheduling.ts';
import { send } from '../../../support/server/http.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';
import { tokenIn } from '../../../support/server/visits.ts';

const RUNS = 150;
/** Each link takes thirty forms a minute, and the clock stands still. */
const LINKS = 8;
const REFUSALS = [404, 405, 410, 413, 415, 422];

const pages = [
  '',
  '/times',
  '/timezone',
  '/invite.ics',
  '/answer',
  '/reschedule',
  '/cancel',
  '/unknown',
  '/',
];
const names = [
  ...['options[]', 'options', 'none', 'round', 'comment', 'comment[]', 'days[]', 'parts[]', 'starts_at[]'],
  ...['starts_at', 'timezone', 'timezone[]', 'name', 'email', 'note', 'website', 'week', 'option', 'outcome'],
  ...['lang', 'form', '__proto__', '__proto__[]', 'constructor', ''],
];
const good = [
  ...['1', '0', 'mon', 'morning', 'Asia/Kathmandu', 'UTC', '2026-03-03T10:00:00.000Z', '2026-03-03', 'de'],
  ...['Grace Hopper', 'grace@example.org', 'booked', 'opt_01KJPWD6M0A57CPWZ0TQZND9PP', '1772532000000'],
];
const bad = [
  ...troubleInUrl.map((text) => text.slice(0, 2_000)),
  ...[
    '9'.repeat(400),
    '-1',
    '1e999',
    '2026-02-30',
    '0000-00-00',
    '275760-09-13',
    '9999-12-31',
    '+010000-01-01',
  ],
  ...['Etc/GMT+99', '../../etc/passwd', "';drop table options;--", '<script>', 'a@b\r\nBcc: c@d', '\u202e'],
];
const value = fc.oneof(
  fc.constantFrom(...good),
  fc.constantFrom(...bad).map(encodeURIComponent),
  // As it is: also what is no percent-encoding at all.
  fc.constantFrom(...troubleInUrl.map((text) => text.slice(0, 2_000))),
  fc.string({ unit: 'binary', maxLength: 50 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
/** What makes most of the rest matter. */
const sound =
  'round=1&timezone=UTC&starts_at=2026-03-03T10:00:00.000Z&name=Grace&email=grace@example.org&note=';
const pairs = fc
  .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 })
  .map((fields) => fields.map(([name, text]) => `${encodeURIComponent(name)}=${text}`).join('&'));
const body = fc.oneof(
  { weight: 2, arbitrary: pairs },
  { weight: 3, arbitrary: pairs.map((fields) => `${sound}&${fields}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

onBothEngines.inBothLanes(
  'Any form and any query',
  (node) => {
    let paths: string[];
    before(async () => {
      paths = [];
      for (let number = 0; number < LINKS; number += 1) {
        const offered = await offerTo(node(), ['grace@example.org', 'alan@example.net'].slice(number % 2));
        if (number > 3) dataOf(await applyTransition(node(), offered.id, 'book'));
        paths.push(`/m/${offered.page}`);
      }
      for (let number = 0; number < 4; number += 1) {
        paths.push((await makeLinked(node(), { link: { verify_email: number % 2 === 0 } })).path);
      }
      await untilIdle(node());
    });

    const place = fc.record({
      link: fc.nat(),
      page: fc.constantFrom(...pages),
      query: fc.option(pairs, { nil: '' }),
    });
    const urlOf = ({ link, page, query }: { link: number; page: string; query: string }) =>
      `${paths[link % paths.length]}${page}${query && `?${query.replace(/[^!-~]/g, '')}`}`;

    test('any query is shown or refused, and changes nothing', async () => {
      const snapshot = await snapshotsOf(node().services.database);
      const earlier = await snapshot();
      await fc.assert(
        fc.asyncProperty(place, fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT'), async (given, method) => {
          const { status } = await send({ method, url: node().url + urlOf(given), headers: stranger() });
          assert.ok([200, 302, ...REFUSALS].includes(status), `${method} ${urlOf(given)}: ${status}`);
        }),
        runs(RUNS),
      );
      assert.deepEqual(await snapshot(), earlier);
    });

    test('any form is taken or refused, and one that is refused changes nothing', async () => {
      const snapshot = await snapshotsOf(node().services.database);
      await fc.assert(
        fc.asyncProperty(place, body, fc.boolean(), async (given, fields, isOurs) => {
          const url = urlOf(given);
          await untilIdle(node());
          const earlier = await snapshot();
          const form = isOurs && tokenIn(url) ? `form=${formOf(node(), url)}&` : '';
          const { status, headers } = await send({
            method: 'POST',
            url: node().url + url,
            headers: { 'content-type': 'application/x-www-form-urlencoded', ...stranger() },
            body: form + fields,
          });
          assert.ok([303, 429, ...REFUSALS].includes(status), `${url} ${form}${fields}: ${status}`);
          if (status === 303) assert.match(String(headers.location), /^\/[mb]\//);
          else assert.deepEqual(await snapshot(), earlier, `${url} ${form}${fields}: ${status}`);
        }),
        runs(RUNS),
      );
    });
  },
  behindProxy,
);
