// The branding in the console: its forms, a logo as browsers upload it, and previews of what is typed.
import assert from 'node:assert/strict';
import { accentStyle } from '../../src/html/brand/accent-style.ts';
import { makeFormToken } from '../../src/tokens/form-tokens.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { pictures, png } from '../support/makers/pictures.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { send, type WireAnswer } from '../support/server/http.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const PAGE = '/console/settings/branding';
const LOGO = `${PAGE}/logo`;
const SAMPLE = `${PAGE}/sample-page`;
const API = '/api/v1/workspace/branding';

const fields = {
  company_name: 'Acme Ltd',
  accent_color: '#F5C400',
  website_url: 'https://acme.example',
  postal_address: '12 Analytical Street\r\nLondon',
  show_rota: 'true',
};

interface Upload {
  file: Uint8Array;
  token?: string;
  name?: string;
  headers?: Record<string, string>;
}

/** As a browser sends a form with a file. */
async function upload({ node, cookie, sessionId }: SignedIn, given: Upload): Promise<WireAnswer> {
  const { secrets, clock } = node.services;
  const {
    file,
    token = makeFormToken(secrets.linkKeys(), sessionId, clock.now()),
    name = 'logo.png',
  } = given;
  const form = new FormData();
  form.set('form', token);
  form.set('logo', new File([new Uint8Array(file)], name, { type: 'image/png' }));
  const body = new Response(form);
  const type = body.headers.get('content-type') as string;
  return send({
    method: 'POST',
    url: node.url + LOGO,
    headers: {
      cookie,
      'content-type': type,
      origin: 'null',
      'sec-fetch-site': 'same-origin',
      ...given.headers,
    },
    body: Buffer.from(await body.arrayBuffer()),
  });
}

const brandingOf = async (node: Node) =>
  dataOf<Record<string, unknown> & { logo: { url: string } | null }>(await node.get(API));

onBothEngines('Branding in the console', (node) => {
  const admin = async () => {
    node().clock.advance(60_000);
    return signedIn(node(), await owner(node()));
  };

  test('403: it is for admins', async () => {
    const member = await signedIn(node(), await makeMember(node()));
    for (const path of [PAGE, SAMPLE]) assert.equal((await member.get(path)).status, 403);
    assert.equal((await member.post(PAGE, fields)).status, 403);
    assert.equal((await upload(member, { file: png() })).status, 403);
  });

  test('what is typed is saved, and says so', async () => {
    const boss = await admin();
    const saved = await boss.post(PAGE, fields);
    assert.equal(saved.headers.location, `${PAGE}?done=branding_saved`, saved.text);
    const { company_name, accent_color, website_url, postal_address, show_rota } = await brandingOf(node());
    assert.deepEqual(
      { company_name, accent_color, website_url, postal_address, show_rota },
      { ...fields, accent_color: '#f5c400', show_rota: true },
    );
    const { text } = await boss.get(`${PAGE}?done=branding_saved`);
    assert.match(text, /Branding saved\. Guests see it from now on\./);
    assert.match(text, /name="accent_color"[^>]* value="#f5c400"/);
    const { show_rota: _, ...unchecked } = fields;
    await boss.post(PAGE, { ...unchecked, company_name: '' });
    assert.deepEqual(
      [(await brandingOf(node())).company_name, (await brandingOf(node())).show_rota],
      ['Acme', false],
    );
  });

  test('what is wrong is said at its field, in words for people, with what was typed', async () => {
    const boss = await admin();
    for (const [wrong, said] of [
      [{ accent_color: 'yellow' }, '“Colour” has to be a colour such as #1f5fd0.'],
      [
        { website_url: 'acme.example' },
        'Give the website as a whole address, such as https://www.example.com.',
      ],
      [{ company_name: 'A'.repeat(201) }, '“Company name” can have at most 200 characters.'],
    ] as const) {
      const { status, text } = await boss.post(PAGE, { ...fields, ...wrong });
      assert.equal(status, 422);
      assert.ok(text.includes(said), said);
      assert.ok(text.includes(Object.values(wrong)[0] as string));
    }
  });

  test('a logo is uploaded, shown, and removed', async () => {
    const boss = await admin();
    for (const [name, file] of Object.entries({ png: pictures.png, webp: pictures.webp })) {
      const sent = await upload(boss, { file });
      assert.equal(sent.headers.location, `${PAGE}?done=logo_set`, `${name}: ${sent.text}`);
      const { url } = (await brandingOf(node())).logo ?? { url: '' };
      assert.deepEqual(await (await fetch(url)).bytes(), file);
      const { text } = await boss.get(PAGE);
      assert.ok(text.includes(`src="${new URL(url).pathname}${new URL(url).search}"`));
    }
    const removed = await boss.post(`${LOGO}/remove`);
    assert.equal(removed.headers.location, `${PAGE}?done=logo_removed`);
    assert.equal((await brandingOf(node())).logo, null);
  });

  test('a file that is no logo is refused on the page', async () => {
    const boss = await admin();
    for (const [file, said] of [
      [new Uint8Array(), 'Choose a file.'],
      [new Uint8Array(Buffer.from('<svg/>')), 'The logo must be a PNG, JPEG or WebP picture.'],
      [pictures.png.subarray(0, 100), 'The logo must be a whole picture: this file is damaged or cut off.'],
      [png({ bytes: 400 * 1024 }), 'The logo must be at most 256 KiB: this file has 400 KiB.'],
    ] as const) {
      const { status, text } = await upload(boss, { file });
      assert.deepEqual([status, text.includes(said)], [422, true], said);
    }
    assert.equal((await upload(boss, { file: png({ bytes: 3 * 1024 * 1024 }) })).status, 413);
    assert.equal((await upload(boss, { file: png(), token: 'wrong' })).status, 422);
    const elsewhere = await upload(boss, { file: png(), headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(elsewhere.status, 403);
    const cut = await upload(boss, {
      file: png(),
      headers: { 'content-type': 'multipart/form-data; boundary=another' },
    });
    assert.equal(cut.status, 422);
    assert.equal((await brandingOf(node())).logo, null);
  });

  test('without a script, a button previews what is typed, and saves nothing', async () => {
    const boss = await admin();
    const before = await brandingOf(node());
    const typed = { ...fields, company_name: 'Another & Sons', accent_color: '#0a6f46' };
    const { status, headers } = await boss.post(`${PAGE}/preview`, typed);
    assert.equal(status, 303);
    const { text } = await boss.get(String(headers.location));
    assert.match(text, /name="company_name"[^>]* value="Another &amp; Sons"/);
    const [, src = ''] = /<iframe[^>]* src="([^"]+)"/.exec(text) ?? [];
    const page = await boss.get(src.replaceAll('&amp;', '&'));
    assert.ok(page.text.includes('<bdi>Another &amp; Sons</bdi>'));
    assert.ok(page.text.includes('Another &amp; Sons · 12 Analytical Street, London'));
    assert.ok(page.text.includes(accentStyle('#0a6f46').url.replaceAll('&', '&amp;')));
    assert.deepEqual(await brandingOf(node()), before);
    // What is far too long leads to a page, too.
    const long = { ...typed, company_name: 'ü'.repeat(5_000), postal_address: 'ü'.repeat(5_000) };
    const cut = await boss.post(`${PAGE}/preview`, long);
    assert.equal((await boss.get(String(cut.headers.location))).status, 200);
  });

  test('a preview can be framed by our own pages, runs nothing and sends nothing', async () => {
    const boss = await admin();
    const mail = await boss.get(`${PAGE}/sample-mail?company_name=Sunshine&accent_color=%23f5c400`);
    assert.deepEqual([mail.status, mail.headers['x-frame-options']], [200, 'SAMEORIGIN']);
    assert.match(mail.text, /Sunshine[\s\S]*#f5c400/);
    const { headers, text } = await boss.get(SAMPLE);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin$/);
    assert.match(policy, /form-action 'none'/);
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(text, /<script/);
    const framing = await boss.get(PAGE);
    assert.match(
      String(framing.headers['content-security-policy']),
      /frame-ancestors 'none'; frame-src 'self'$/,
    );
    assert.equal(framing.headers['x-frame-options'], 'DENY');
  });

  test('a preview takes whatever is typed for what it is', async () => {
    const boss = await admin();
    const evil = '"><script>alert(1)</script>';
    const query = new URLSearchParams({
      company_name: evil,
      accent_color: 'red;}*{display:none',
      website_url: 'javascript:alert(1)',
      postal_address: evil,
      show_rota: evil,
    });
    const { status, text } = await boss.get(`${SAMPLE}?${query}`);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /<script|javascript:|display:none/);
  });
});
