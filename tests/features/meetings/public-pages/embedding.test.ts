// Booking pages may be framed by the websites on the list of their workspace, and by nobody else; no other page is.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  confirmationsTo,
  fillIn,
  formOf,
  locationOf,
  look,
  makeLinked,
  stranger,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { bookAt, changeType, makeTyped } from '../../../support/makers/meeting-type-pages.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, sendForm } from '../../../support/server/visits.ts';

const SHOP = 'https://shop.example';
const BLOG = 'https://blog.example:8443';
const EMBED = `embed=${encodeURIComponent(SHOP)}`;

const allow = async (node: Node, embed_origins: string[], options = {}) =>
  dataOf(await node.patch('/api/v1/workspace/scheduling', { embed_origins }, options));

/** Who may show it in a frame, by both headers that say so. */
function framedBy({ headers }: WireAnswer): string {
  const [, ancestors = ''] =
    /; frame-ancestors ([^;]*)$/.exec(String(headers['content-security-policy'])) ?? [];
  assert.equal(headers['x-frame-options'], ancestors === "'none'" ? 'DENY' : undefined);
  return ancestors;
}

onBothEngines(
  'A booking page',
  (node) => {
    test('may be framed by the websites on the list, in every state, and by nobody while there are none', async () => {
      const { path, team } = await makeLinked(node(), { size: 1 });
      const short = await addLink(node(), team, { max_uses: 1 });
      const booked = locationOf(await fillIn(node(), short.path, { starts_at: TUESDAY }));
      const states = async () => [
        await look(node(), path),
        await look(node(), `${path}?at=${TUESDAY}`),
        await look(node(), `${path}?outcome=taken`),
        await look(node(), `${path}?outcome=mail`),
        await look(node(), `${path}/timezone`),
        await look(node(), booked.pathname + booked.search),
        await look(node(), short.path),
        await fillIn(node(), path, { email: 'nobody' }),
      ];
      await allow(node(), []);
      for (const answer of await states()) assert.equal(framedBy(answer), "'none'");
      await allow(node(), [SHOP, BLOG]);
      const open = await states();
      for (const answer of open) assert.equal(framedBy(answer), `${SHOP} ${BLOG}`);
      assert.deepEqual(
        open.map(({ status }) => status),
        [200, 200, 200, 200, 200, 200, 410, 422],
      );
    });

    test('tells the website when the meeting is and what it is called, and nothing else', async () => {
      await allow(node(), [SHOP]);
      const { path } = await makeLinked(node(), {
        size: 1,
        link: { title: 'Demo "A" & <b>', duration_minutes: 30 },
      });
      const { pathname, search } = locationOf(
        await fillIn(node(), `${path}?${EMBED}`, {
          starts_at: TUESDAY,
          name: 'Grace',
          email: 'told@example.org',
        }),
      );
      const booked = await look(node(), pathname + search);
      const [, told = ''] = / data-booked="([^"]*)"/.exec(booked.text) ?? [];
      assert.deepEqual(
        JSON.parse(
          told
            .replaceAll('&quot;', '"')
            .replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&amp;', '&'),
        ),
        {
          title: 'Demo "A" & <b>',
          starts_at: TUESDAY,
          ends_at: '2026-03-03T10:30:00.000Z',
        },
      );
      // Without the website, nobody is told.
      const unframed = await look(node(), pathname + search.replace(EMBED, ''));
      assert.equal(unframed.status, 200);
      assert.doesNotMatch(unframed.text, /data-booked/);
    });
  },
  behindProxy,
);

onBothEngines.full(
  'A booking page on a website',
  (node) => {
    test('of a meeting type may be framed as well, with the list of types, and so may what a former address says', async () => {
      const { path, type } = await makeTyped(node(), {
        size: 1,
        type: { name: 'Demo', duration_minutes: 30 },
      });
      const company = path.replace(/\/[^/]*$/, '');
      await allow(node(), []);
      for (const each of [company, path]) assert.equal(framedBy(await look(node(), each)), "'none'");
      await allow(node(), [SHOP]);
      const list = await look(node(), `${company}?${EMBED}&name=Grace`);
      assert.equal(framedBy(list), SHOP);
      assert.ok(
        list.text.includes(`href="${path}?${EMBED}&amp;name=Grace"`),
        'leads on with what it was given',
      );
      const details = await look(node(), `${path}?${EMBED}&name=Grace&at=${TUESDAY}`);
      assert.equal(framedBy(details), SHOP);
      assert.match(details.text, / value="Grace"/);
      assert.match(details.text, new RegExp(` data-embed="${SHOP}"`));
      assert.equal(framedBy(await bookAt(node(), `${path}?${EMBED}`, { email: 'nobody' })), SHOP);
      const { pathname, search } = locationOf(
        await bookAt(node(), `${path}?${EMBED}`, { email: 'type@example.org', starts_at: TUESDAY }),
      );
      const booked = await look(node(), pathname + search);
      assert.equal(framedBy(booked), SHOP);
      assert.match(booked.text, / data-booked="\{&quot;title&quot;:&quot;Demo&quot;/);

      await changeType(node(), type, { slug: 'former-demo' });
      const moved = await look(node(), `${path}?${EMBED}`);
      assert.ok(String(moved.headers.location).endsWith(`?${EMBED}`), 'also where a former address leads');
      await changeType(node(), type, { active: false });
      const inactive = await look(node(), `${company}/former-demo?${EMBED}`);
      assert.equal(framedBy(inactive), SHOP);
      assert.match(inactive.text, new RegExp(` data-embed="${SHOP}"`));
      const { headers } = await look(node(), `${company}/unknown?${EMBED}`);
      assert.equal(headers['x-frame-options'], 'DENY');
    });

    test('is the only one: all others stay closed', async () => {
      await allow(node(), [SHOP]);
      const email = 'framed@example.org';
      const linked = await makeLinked(node(), { size: 1, link: { verify_email: true } });
      await fillIn(node(), linked.path, { email, starts_at: TUESDAY });
      const [confirmation] = await confirmationsTo(node(), email);
      const opened = locationOf(
        await sendForm(node(), confirmation as string, {
          form: formOf(node(), confirmation as string),
          headers: stranger(),
        }),
      );
      assert.match(opened.pathname, /^\/m\//);
      for (const path of [
        `${confirmation}?${EMBED}`,
        `${opened.pathname}?${EMBED}`,
        `${opened.pathname}/times?${EMBED}`,
        `/m/unknown?${EMBED}`,
        `/b/unknown?${EMBED}`,
        `/console/sign-in?${EMBED}`,
        `/console?${EMBED}`,
        `/docs?${EMBED}`,
        `/unknown?${EMBED}`,
        '/api/v1/teams',
        '/openapi.json',
      ]) {
        const { headers } = await look(node(), path);
        assert.match(String(headers['content-security-policy']), /; frame-ancestors 'none'(;|$)/, path);
        assert.equal(headers['x-frame-options'], 'DENY', path);
      }
    });

    test('is not opened by the list of another workspace', async () => {
      await allow(node(), [SHOP]);
      const { rawKey: key } = await node().otherWorkspace();
      await allow(node(), ['https://evil.example'], { key });
      const { path } = await makeLinked(node(), { size: 1 });
      assert.equal(framedBy(await look(node(), path)), SHOP);
    });

    test('remembers from step to step which website shows it, and has no header of its own there', async () => {
      await allow(node(), [SHOP, BLOG]);
      const { path } = await makeLinked(node(), { size: 1 });
      const plain = await look(node(), path);
      assert.match(plain.text, /<header class="company">/);
      assert.doesNotMatch(plain.text, /data-embed|embedded\.js/);

      const days = await look(node(), `${path}?${EMBED}`);
      assert.match(days.text, new RegExp(`<html lang="en"[^>]* data-embed="${SHOP}"`));
      assert.match(days.text, /embedded\.js/);
      assert.doesNotMatch(days.text, /<header class="company">/);
      assert.match(days.text, new RegExp(`<input type="hidden" name="embed" value="${SHOP}">`));
      const details = await look(node(), `${path}?${EMBED}&at=${TUESDAY}`);
      for (const { text } of [days, details]) {
        const own = [...text.matchAll(/(?:href|action)="([^"]*\?[^"]*)"/g)].map(([, url]) => url as string);
        const pages = own.filter((url) => !url.startsWith('/pages/'));
        assert.ok(pages.length > 0);
        for (const url of pages) assert.ok(url.includes(EMBED), url);
      }
      const zone = await sendForm(node(), `${path}/timezone?${EMBED}`, {
        fields: { timezone: 'Asia/Kathmandu' },
        form: formOf(node(), path),
        headers: stranger(),
      });
      assert.equal(locationOf(zone).searchParams.get('embed'), SHOP);
      const refused = await fillIn(node(), `${path}?${EMBED}`, { email: 'nobody' });
      assert.match(refused.text, new RegExp(` data-embed="${SHOP}"`));
      const booked = locationOf(await fillIn(node(), `${path}?${EMBED}`, { starts_at: TUESDAY }));
      assert.equal(booked.searchParams.get('embed'), SHOP);
    });

    test('tells only a website on the list, whatever a link says', async () => {
      await allow(node(), [SHOP]);
      const { path } = await makeLinked(node(), { size: 1 });
      for (const embed of [
        '*',
        '/',
        'null',
        '',
        'https://evil.example',
        `${SHOP}/`,
        `${SHOP}:443`,
        SHOP.toUpperCase(),
        `${SHOP} https://evil.example`,
        `${SHOP}.evil.example`,
        `"><script>alert(1)</script>`,
        `${SHOP}\r\nx-frame-options: ALLOWALL`,
        'x'.repeat(5_000),
      ]) {
        const page = await look(node(), `${path}?embed=${encodeURIComponent(embed)}`);
        assert.equal(page.status, 200, embed);
        assert.equal(framedBy(page), SHOP, embed);
        assert.doesNotMatch(page.text, /data-embed|<script>alert/, embed);
      }
      assert.equal((await look(node(), `${path}?${EMBED}&${EMBED}`)).status < 500, true);
    });

    test('books from within a frame, where a form says that it comes from our own site', async () => {
      await allow(node(), [SHOP]);
      const { path } = await makeLinked(node(), { size: 1 });
      const sendFrom = (site: string) =>
        sendForm(node(), `${path}?${EMBED}`, {
          fields: { name: 'Grace', email: 'frame@example.org', starts_at: TUESDAY },
          form: formOf(node(), path),
          headers: { ...stranger(), 'sec-fetch-site': site, 'sec-fetch-dest': 'iframe' },
        });
      assert.equal((await sendFrom('cross-site')).status, 403);
      assert.equal((await sendFrom('same-origin')).status, 303);
    });

    test('of a participant says nothing of the website that it was booked on', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      await fillIn(node(), `${path}?${EMBED}`, { starts_at: TUESDAY, email: 'later@example.org' });
      const [request] = dataOf<{ id: string }[]>(await node().get('/api/v1/meeting_requests?limit=1'));
      const page = await look(node(), `${await pathOf(node(), request?.id as string)}?${EMBED}`);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /data-embed/);
    });
  },
  behindProxy,
);
