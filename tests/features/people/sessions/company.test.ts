// The pages of a link to sign in with show the company that it leads to. To somebody without a link, none is named.
import assert from 'node:assert/strict';
import { before, beforeEach } from 'node:test';
import { DOOR, useLink } from '../../../support/console/door.ts';
import { linkFor, type Person, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { resume, suspend } from '../../../support/makers/closed-workspaces.ts';
import { png } from '../../../support/makers/pictures.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const MINUTE_MS = 60_000;
const LOGO = /<header class="company">.*<img src="\/[^"]+" width="\d+" height="\d+" alt="Rockets Ltd">/;
const ANYTHING = /Rockets|Acme|class="company"|accent\.css|rockets\.example/;

const pageOf = (node: Node, url: string) => visit(node, new URL(url).pathname);

onBothEngines('The company on the pages of signing in', (node) => {
  let member: Person;

  before(async () => {
    const branding = '/api/v1/workspace/branding';
    const fields = {
      company_name: 'Rockets Ltd',
      accent_color: '#f5c400',
      website_url: 'https://rockets.example',
    };
    dataOf(await node().patch(branding, fields));
    await node().call('PUT', `${branding}/logo`, {
      rawBody: Buffer.from(png({})),
      headers: { 'content-type': 'image/png' },
    });
    member = await makeMember(node());
  });

  // An address has few forms a minute.
  beforeEach(() => node().clock.advance(MINUTE_MS));

  test('is at the top of a link’s page, in its colour, above the workspace if that has another name', async () => {
    const { status, text } = await pageOf(node(), await linkFor(node(), member));
    assert.equal(status, 200);
    assert.match(text, LOGO);
    assert.match(text, /accent\.css\?[^"]*color=f5c400/);
    assert.match(text, /<title>Sign in · Rockets Ltd<\/title>/);
    assert.match(
      text,
      /<p class="over">Acme<\/p>\s*<h1[^>]*>Sign in to <bdi>Rockets Ltd<\/bdi>’s scheduling/,
    );
    dataOf(await node().patch('/api/v1/workspace', { name: 'Rockets Ltd' }));
    assert.doesNotMatch((await pageOf(node(), await linkFor(node(), member))).text, /class="over"/);
    dataOf(await node().patch('/api/v1/workspace', { name: 'Acme' }));
  });

  test('is on the page of a link that has been used, or has expired', async () => {
    const [used, late] = [await linkFor(node(), member), await linkFor(node(), member)];
    assert.equal((await useLink(node(), used)).status, 303);
    node().clock.advance(15 * MINUTE_MS);
    for (const answer of [
      await pageOf(node(), used),
      await useLink(node(), used),
      await pageOf(node(), late),
      await useLink(node(), late),
    ]) {
      assert.equal(answer.status, 410);
      assert.match(answer.text, LOGO);
    }
  });

  test('is named where the workspace is closed, without a logo or a way there', async () => {
    const url = await linkFor(node(), member);
    const session = await signedIn(node(), member);
    await suspend(node());
    for (const answer of [
      await pageOf(node(), url),
      await useLink(node(), url),
      await session.get('/console'),
    ]) {
      assert.equal(answer.status, 403);
      assert.match(answer.text, /<header class="company">.*Rockets Ltd.*<\/header>/);
      assert.doesNotMatch(answer.text, /<img|rockets\.example/);
    }
    await resume(node());
  });

  test('is nowhere without a link that the service made', async () => {
    const url = await linkFor(node(), member);
    const token = url.split('/').at(-1) as string;
    const guessed = url.replace(token, token.slice(0, -1) + (token.endsWith('0') ? '1' : '0'));
    for (const path of [DOOR, `${DOOR}?done=sent`, `${DOOR}?done=signed_out`, new URL(guessed).pathname]) {
      assert.doesNotMatch((await visit(node(), path)).text, ANYTHING, path);
    }
  });
});
