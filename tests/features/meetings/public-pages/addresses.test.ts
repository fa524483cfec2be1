// What is at the addresses of a workspace: its types, each with its page; former ones lead on.
import assert from 'node:assert/strict';
import { suspendWorkspace } from '../../../../src/features/workspace/workspaces/lifecycle.ts';
import { createWorkspace } from '../../../../src/features/workspace/workspaces/operations.ts';
import { en } from '../../../../src/html/words/en.ts';
import { pageLimits } from '../../../../src/http/access/public-page.ts';
import { test } from '../../../support/lanes.ts';
import {
  behindProxy,
  grace,
  isBooked,
  look,
  outcomeOf,
  stranger,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { atCommandLine } from '../../../support/makers/closed-workspaces.ts';
import {
  addType,
  bookAt,
  changeType,
  makeTyped,
  pageForm,
  takeHandle,
} from '../../../support/makers/meeting-type-pages.ts';
import { deactivate, makeMember, makeTeam } from '../../../support/makers/team-members.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { sendForm, visit } from '../../../support/server/visits.ts';

/** As browsers say it. */
const inBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const companyOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const toOf = ({ status, headers }: WireAnswer) => [status, headers.location];
const titleIn = ({ text }: WireAnswer) => /<h1[^>]*>([^<]*)</.exec(text)?.[1];

onBothEngines(
  'The address of a company',
  (node) => {
    test('lists its public, active types by name, with who and how long, and leads to their pages', async () => {
      const { path } = await makeTyped(node(), {
        type: { name: 'Demo', description: 'See it <b>work</b>.', duration_minutes: 45 },
      });
      const member = await makeMember(node(), 'Ada Lovelace');
      await addType(node(), { name: 'Coffee', workspace_membership_id: member.id });
      await addType(node(), { name: 'Hidden', workspace_membership_id: member.id, is_public: false });
      await addType(node(), { name: 'Resting', workspace_membership_id: member.id, active: false });
      const page = await look(node(), `${companyOf(path)}?lang=de`);
      assert.equal(page.status, 200);
      const names = [...page.text.matchAll(/<b dir="auto">([^<]*)<\/b>/g)].map(([, name]) => name);
      assert.deepEqual(
        names.filter((name) => ['Coffee', 'Demo', 'Hidden', 'Resting'].includes(name as string)),
        ['Coffee', 'Demo'],
      );
      assert.match(page.text, /Ada Lovelace/);
      assert.match(page.text, /See it &lt;b&gt;work&lt;\/b&gt;\./);
      assert.match(page.text, /45/);
      assert.ok(page.text.includes(`href="${path}?lang=de"`), 'the language goes along');
    });

    test('passes on what its types’ pages understand, each once and not too much of it', async () => {
      const { path } = await makeTyped(node(), {
        type: { questions: [{ key: 'topics', label: 'Topics', kind: 'choices', choices: ['a', 'b'] }] },
      });
      const company = companyOf(path);
      const after = async (query: string) => {
        const { text } = await look(node(), `${company}?${query}`);
        const [, carried] = new RegExp(`href="${path}([^"]*)"`).exec(text) ?? [];
        return carried;
      };
      assert.equal(await after('&a'.repeat(3_900)), '');
      assert.equal(
        await after('utm_source=x&date=2026-03-03&topics=a&topics=b&topics=a&name=Grace+H'),
        '?date=2026-03-03&amp;topics=a&amp;topics=b&amp;name=Grace+H',
      );
      assert.equal(await after(`email=g@example.org&name=${'x'.repeat(501)}`), '?email=g%40example.org');
      const [first = '', ...others] = Array.from(
        { length: 15 },
        (_, place) => `topics=${place}${'x'.repeat(480)}`,
      );
      assert.equal(
        await after([first, ...others].join('&')),
        `?${[first, ...others.slice(0, 7)].join('&amp;')}`,
      );
    });

    test('lists no type whose page says that it can’t be booked: of a manual or deactivated team, or somebody who left', async () => {
      const { path } = await makeTyped(node(), { type: { name: 'Bookable' } });
      const leaver = await makeMember(node());
      const [changed] = await makeTeam(node(), []);
      const [closed] = await makeTeam(node(), []);
      const types = [
        await addType(node(), { name: 'Of a leaver', workspace_membership_id: leaver.id }),
        await addType(node(), { name: 'Of a manual team', team_id: changed.id }),
        await addType(node(), { name: 'Of a closed team', team_id: closed.id }),
      ];
      const company = companyOf(path);
      const listed = async () =>
        [...(await look(node(), company)).text.matchAll(/<b dir="auto">((?:Of a |Book)[^<]*)<\/b>/g)].map(
          ([, name]) => name,
        );
      assert.deepEqual(await listed(), ['Bookable', 'Of a closed team', 'Of a leaver', 'Of a manual team']);
      await deactivate(node(), leaver);
      dataOf(await node().patch(`/api/v1/teams/${changed.id}`, { mode: 'manual' }));
      dataOf(await node().post(`/api/v1/teams/${closed.id}/deactivate`));
      for (const { path: page } of types) {
        const slug = page.slice(page.lastIndexOf('/'));
        const closedPage = await look(node(), `${company}${slug}`);
        assert.deepEqual([closedPage.status, titleIn(closedPage)], [410, en.errors.closed.title], slug);
      }
      assert.deepEqual(await listed(), ['Bookable']);
    });

    test('of a type that isn’t listed has its page all the same; of an inactive one says so', async () => {
      const { type, path } = await makeTyped(node(), { type: { is_public: false } });
      assert.equal((await look(node(), path)).status, 200);
      await changeType(node(), type, { active: false });
      const resting = await look(node(), path);
      assert.deepEqual([resting.status, titleIn(resting)], [410, en.errors.closed.title]);
      const form = pageForm(node(), path);
      assert.equal((await bookAt(node(), path, { starts_at: TUESDAY }, form)).status, 410);
      await changeType(node(), type, { active: true });
      assert.ok(isBooked(await bookAt(node(), path, { starts_at: TUESDAY }, form)));
    });

    test('once had leads to the present one, with what was asked for; a form sent there still counts', async () => {
      const { type, path } = await makeTyped(node());
      const renamed = await changeType(node(), type, { slug: 'better-demo' });
      const later = new URL(renamed.url as string).pathname;
      assert.deepEqual(toOf(await look(node(), `${path}?date=2026-03-03&name=Grace+H`)), [
        302,
        `${later}?date=2026-03-03&name=Grace+H`,
      ]);
      assert.equal((await look(node(), later.toUpperCase())).status, 200, 'capitals make no difference');
      assert.deepEqual(toOf(await look(node(), `${later}/`)), [302, later]);
      const handle = await takeHandle(node());
      assert.deepEqual(toOf(await look(node(), `${path}?lang=fr`)), [302, `/${handle}/better-demo?lang=fr`]);
      assert.deepEqual(toOf(await look(node(), `${path}/timezone?q=x`)), [
        302,
        `/${handle}/better-demo/timezone?q=x`,
      ]);
      assert.deepEqual(toOf(await look(node(), companyOf(path))), [302, `/${handle}`]);
      const wrong = await bookAt(node(), path, { starts_at: TUESDAY, email: 'no address' });
      assert.equal(wrong.status, 422);
      const [, form] = /name="form" value="([^"]+)"/.exec(wrong.text) ?? [];
      node().clock.advance(5_000);
      assert.ok(isBooked(await bookAt(node(), `/${handle}/better-demo`, { starts_at: TUESDAY }, form)));
      assert.equal(outcomeOf(await bookAt(node(), path, { starts_at: TUESDAY })), 'known');
    });

    test('that nobody has says the same as a wrong link, whatever is there beside it', async () => {
      const { path } = await makeTyped(node());
      const wrong = await look(node(), `/b/${'0'.repeat(54)}`);
      const company = companyOf(path);
      const none = [
        '/nobody-has-this',
        '/nobody-has-this/demo',
        `${company}/not-a-type`,
        '/-',
        `${company}/f`,
      ];
      for (const unknown of none) {
        const { status, text } = await look(node(), unknown, inBrowser);
        assert.deepEqual([status, text], [404, wrong.text], unknown);
      }
      // A workspace that shows nothing isn't there.
      const actor = { type: 'operator', id: 'opk_1' } as const;
      await createWorkspace(node().services, actor, { name: 'Empty', handle: 'shows-nothing' });
      assert.equal((await look(node(), '/shows-nothing', inBrowser)).text, wrong.text);
      const { body } = await visit(node(), '/v1/teams');
      assert.match(JSON.stringify(body), /paths begin with \/api\/v1/, 'a program is told of the API');
    });

    test('of a deleted type, and of a workspace without a handle, is unknown', async () => {
      const { type, path } = await makeTyped(node());
      assert.equal((await node().delete(`/api/v1/meeting_types/${type.id}`)).status, 204);
      assert.equal((await look(node(), path)).status, 404);
      const again = await makeTyped(node());
      dataOf(await node().patch('/api/v1/workspace', { handle: null }));
      assert.equal((await look(node(), again.path)).status, 404);
      assert.equal((await look(node(), companyOf(again.path))).status, 404);
    });

    test('takes GET and forms of its own only', async () => {
      const { path } = await makeTyped(node());
      const methods = [
        [path, 'DELETE'],
        [companyOf(path), 'POST'],
        [path, 'PUT'],
      ] as const;
      for (const [url, method] of methods) {
        assert.equal((await visit(node(), url, stranger(), method)).status, 405, `${method} ${url}`);
      }
      const other = await makeTyped(node());
      const form = pageForm(node(), other.path);
      assert.equal((await bookAt(node(), path, { starts_at: TUESDAY }, form)).status, 422);
      assert.equal(outcomeOf(await bookAt(node(), path, { starts_at: TUESDAY })), 'booked');
    });

    test('is limited for one visitor who looks for others, and for forms', async () => {
      const { path } = await makeTyped(node());
      const headers = stranger();
      const statusOf = async (url: string) => (await visit(node(), url, headers)).status;
      const statuses: number[] = [];
      for (let tries = 0; tries <= 120; tries += 1) statuses.push(await statusOf(`/guess-${tries}`));
      assert.deepEqual([...new Set(statuses)], [404, 429]);
      assert.equal(await statusOf(path), 200, 'what is there is still shown');
      assert.ok(pageLimits.formsOfVisitor < pageLimits.forms);
    });

    test('of a closed workspace counts as unknown, and looking for more of them makes no room for more forms', async () => {
      const { path } = await makeTyped(node());
      const headers = stranger();
      const formStatus = async (email: string) => {
        const fields = { ...grace, email, starts_at: TUESDAY };
        return (await sendForm(node(), path, { fields, form: pageForm(node(), path), headers })).status;
      };
      for (let sent = 0; sent < pageLimits.formsOfVisitor; sent += 1)
        await formStatus(`form-${sent}@example.org`);
      assert.equal(await formStatus('more@example.org'), 429);
      const { id } = await node().otherWorkspace('closed-company');
      await suspendWorkspace(atCommandLine(node(), id), { reason: 'unpaid' });
      const statuses = new Map<number, number>();
      for (let slug = 0; slug < 150; slug += 1) {
        const { status } = await visit(node(), `/closed-company/x-${slug}`, headers);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      assert.deepEqual(
        [...statuses],
        [
          [403, 120],
          [429, 30],
        ],
      );
      assert.equal(await formStatus('again@example.org'), 429);
    });

    test('that another type has taken over books it only once the visitor has seen so', async () => {
      const { type, path } = await makeTyped(node(), { type: { name: 'Free chat' } });
      const before = await look(node(), `${path}?at=${TUESDAY}`);
      const [, meeting_type_id = ''] = /name="meeting_type_id" value="([^"]+)"/.exec(before.text) ?? [];
      assert.equal(meeting_type_id, type.id);
      assert.equal((await node().delete(`/api/v1/meeting_types/${type.id}`)).status, 204);
      const other = await addType(node(), {
        name: 'Paid consulting',
        slug: path.slice(path.lastIndexOf('/') + 1),
        team_id: type.team_id,
      });
      assert.equal(other.path, path);
      const fields = { starts_at: TUESDAY, email: 'seen@example.org', meeting_type_id };
      const again = await bookAt(node(), path, fields);
      assert.equal(again.status, 422);
      assert.ok(again.text.includes(en.booking.changed));
      assert.match(again.text, /Paid consulting/);
      assert.match(again.text, /value="seen@example\.org"/);
      assert.ok(again.text.includes(`name="meeting_type_id" value="${other.type.id}"`));
      assert.ok(isBooked(await bookAt(node(), path, { ...fields, meeting_type_id: other.type.id })));
    });
  },
  behindProxy,
);
