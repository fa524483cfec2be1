// Nobody gets into a closed workspace: keys, streams, sessions, links and pages are refused.
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { recipientFor } from '../../../../src/features/meetings/inbox/addresses.ts';
import { receive } from '../../../../src/features/meetings/inbox/receive.ts';
import type { Recipient } from '../../../../src/mail-in/arrival.ts';
import { stopUrl } from '../../../../src/mail-out/links.ts';
import { ask, useLink } from '../../../support/console/door.ts';
import { linkFor, owner, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { behindProxy, fillIn, look, makeLinked, TUESDAY } from '../../../support/makers/booking-links.ts';
import { offerTo, sendForm } from '../../../support/makers/booking-page.ts';
import { comeBack, leave, resume, suspend } from '../../../support/makers/closed-workspaces.ts';
import { MAIL_DOMAIN } from '../../../support/makers/mail.ts';
import { png } from '../../../support/makers/pictures.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';
import { Follower } from '../../../support/server/stream.ts';
import { visit } from '../../../support/server/visits.ts';

const HEARTBEAT_MS = 15_000;

onBothEngines(
  'A workspace that is closed',
  (node) => {
    afterEach(async () => {
      await comeBack(node());
      await resume(node());
    });

    test('403: refuses its keys and says why; those of others work', async () => {
      const other = await node().otherWorkspace();
      await suspend(node(), 'unpaid bills');
      const refused = await node().get('/api/v1/teams');
      assert.equal(refused.status, 403);
      assert.equal(
        errorOf(refused).message,
        'The workspace is suspended (unpaid bills): ask whoever runs the service',
      );
      assert.equal((await node().get('/api/v1/teams', { key: other.rawKey })).status, 200);
      await resume(node());
      await leave(node());
      assert.match(
        errorOf(await node().post('/api/v1/teams', { name: 'Sales' })).message,
        /is being deleted/,
      );
      await comeBack(node());
      assert.equal((await node().get('/api/v1/teams')).status, 200);
    });

    test('ends the streams of its events', async () => {
      await using follower = await Follower.open(node());
      await suspend(node());
      node().clock.advance(HEARTBEAT_MS);
      await follower.until(() => follower.hasEnded);
    });

    test('403: shows its members that it is suspended, and only admins why', async () => {
      const member = await signedIn(node(), await makeMember(node()));
      const admin = await signedIn(node(), await owner(node()));
      await suspend(node(), 'unpaid bills');
      for (const [session, learnsWhy] of [
        [member, false],
        [admin, true],
      ] as const) {
        const page = await session.get('/console');
        assert.equal(page.status, 403);
        assert.match(page.text, /This workspace isn’t available/);
        assert.match(page.text, /The workspace is suspended/);
        assert.equal(page.text.includes('unpaid bills'), learnsWhy);
        assert.equal((await session.post('/console/settings', { name: 'Ours' })).status, 403);
      }
      await resume(node());
      assert.equal((await member.get('/console')).status, 200);
    });

    test('403: lets nobody sign in, uses no link up, and sends none', async () => {
      const admin = await owner(node());
      const url = await linkFor(node(), admin);
      await suspend(node(), 'unpaid bills');
      for (const page of [await visit(node(), new URL(url).pathname), await useLink(node(), url)]) {
        assert.equal(page.status, 403);
        assert.match(page.text, /suspended \(unpaid bills\)/);
        assert.equal(page.headers['set-cookie'], undefined);
      }
      const links = () => node().services.database.get('select count(*) as count from sign_in_links');
      const before = await links();
      assert.equal((await ask(node(), admin.email)).status, 303);
      assert.deepEqual(await links(), before);
      await resume(node());
      assert.equal((await useLink(node(), url)).status, 303);
    });

    test('403: tells participants in their language that the page isn’t available, and takes no answer', async () => {
      const { id, page, ids } = await offerTo(node(), ['grace@example.org']);
      dataOf(await node().patch('/api/v1/workspace/branding', { website_url: 'https://acme.example' }));
      await node().call('PUT', '/api/v1/workspace/branding/logo', {
        rawBody: Buffer.from(png({})),
        headers: { 'content-type': 'image/png' },
      });
      assert.match((await visit(node(), `/m/${page}`)).text, /<img/);
      await suspend(node(), 'unpaid bills');
      for (const [language, title] of [
        ['en', 'This page isn’t available at the moment'],
        ['de', 'Diese Seite ist zurzeit nicht verfügbar'],
      ] as const) {
        const shown = await visit(node(), `/m/${page}`, { 'accept-language': language });
        assert.equal(shown.status, 403);
        assert.ok(shown.text.includes(title));
        assert.doesNotMatch(shown.text, /unpaid|suspended/);
        assert.match(shown.text, /<header class="company">.*Acme.*<\/header>/);
        assert.doesNotMatch(shown.text, /<img|acme\.example/, 'a closed workspace serves no logo');
      }
      // Where they don't want mail any more, which they can still say.
      const { address, secrets } = node().services;
      const stop = stopUrl(address.url, secrets.linkKeys(), { request_id: id, place: 0 });
      const stopping = await visit(node(), new URL(stop).pathname);
      assert.equal(stopping.status, 200);
      assert.match(stopping.text, /<header class="company">.*Acme.*<\/header>/);
      assert.doesNotMatch(stopping.text, /<img|acme\.example/);
      const sent = await sendForm(node(), page, 'answer', { options: ids.slice(0, 1), round: 1 });
      assert.equal(sent.status, 403);
      assert.match(sent.text, /isn’t available at the moment/);
      assert.equal((await visit(node(), `/m/${page}/invite.ics`)).status, 403);
      await resume(node());
      assert.equal((await visit(node(), `/m/${page}`)).status, 200);
      const { status } = dataOf<{ status: string }>(await node().get(`/api/v1/meeting_requests/${id}`));
      assert.equal(status, 'active');
    });

    test('403: books nothing with its booking links', async () => {
      const { path } = await makeLinked(node());
      await suspend(node());
      for (const page of [await look(node(), path), await fillIn(node(), path, { starts_at: TUESDAY })]) {
        assert.equal(page.status, 403);
        assert.match(page.text, /isn’t available at the moment/);
      }
      await resume(node());
      assert.equal((await look(node(), path)).status, 200);
    });

    test('takes mail, which waits until it is resumed', async () => {
      const { services, clock, workspaceId } = node();
      await node().patch('/api/v1/workspace', { handle: 'acme' });
      const address = `acme@${MAIL_DOMAIN}`;
      await suspend(node());
      const recipient = (await recipientFor(services, address)) as Recipient;
      assert.equal(recipient.workspace_id, workspaceId);
      const raw = Buffer.from(
        `From: owner@example.com\r\nTo: ${address}\r\nMessage-ID: <closed@example.com>\r\nSubject: Hello\r\n\r\nHello\r\n`,
      );
      const client = { address: '127.0.0.1', name: null };
      const [stored] = await receive(services, {
        recipients: [recipient],
        sender: 'owner@example.com',
        client,
        raw,
      });
      const status = async () =>
        await services.database.get<{
          status: string;
          understood_as: string | null;
          ignored_because: string | null;
        }>('select status, understood_as, ignored_because from messages where id = $1', [stored?.id ?? '']);
      clock.advance(60 * 60_000);
      await untilIdle(node());
      assert.deepEqual(await status(), { status: 'received', understood_as: null, ignored_because: null });
      await resume(node());
      await untilIdle(node());
      const after = await status();
      assert.ok(after?.understood_as ?? after?.ignored_because);
    });
  },
  { environment: { ...behindProxy.environment, ROTA_MAIL_DOMAIN: MAIL_DOMAIN } },
);
