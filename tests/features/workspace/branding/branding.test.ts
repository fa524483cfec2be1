// What guests see of a company has defaults, and a change sets what is given and leaves the rest.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { leave } from '../../../support/makers/closed-workspaces.ts';
import { chunk, header, pictures, png, pngOf } from '../../../support/makers/pictures.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const PATH = '/api/v1/workspace/branding';
const LOGO = `${PATH}/logo`;

const defaults = {
  company_name: 'Other',
  accent_color: null,
  website_url: null,
  postal_address: null,
  show_rota: true,
  logo: null,
};

interface Branding {
  company_name: string;
  accent_color: string | null;
  logo: { url: string; content_type: string; width: number; height: number; size_bytes: number } | null;
}

onBothEngines('Branding', (node) => {
  const freshKey = async () => (await node().otherWorkspace()).rawKey;
  const put = (rawBody: Uint8Array, key: string, type = 'image/png') =>
    node().call('PUT', LOGO, { key, rawBody: Buffer.from(rawBody), headers: { 'content-type': type } });
  const get = async (key: string) => dataOf<Branding>(await node().get(PATH, { key }));
  const entries = async (key: string, action: string) =>
    dataOf<{ target: object; changes: Record<string, unknown> }[]>(
      await node().get(`/api/v1/audit_log?action=${action}`, { key }),
    );

  test('200: a workspace begins with its name and nothing else, and follows its name', async () => {
    const key = await freshKey();
    assert.deepEqual(await get(key), defaults);
    await node().patch('/api/v1/workspace', { name: 'Acme' }, { key });
    assert.equal((await get(key)).company_name, 'Acme');
  });

  test('200: each field can be set on its own, and the others stay', async () => {
    const key = await freshKey();
    let expected: object = defaults;
    for (const change of [
      { company_name: 'A'.repeat(200) },
      { accent_color: '#f5c400' },
      { website_url: 'https://www.example.com/de?a=b#c' },
      { website_url: 'http://localhost:8080' },
      { postal_address: 'Torstraße 1\n10119 Berlin' },
      { postal_address: 'x'.repeat(500) },
      { show_rota: false },
    ]) {
      expected = { ...expected, ...change };
      assert.deepEqual(dataOf(await node().patch(PATH, change, { key })), expected);
    }
    assert.deepEqual(await get(key), expected);
  });

  test('200: text is trimmed, a colour in lower case; null and an empty text set a field back', async () => {
    const key = await freshKey();
    const set = { company_name: ' Acme ', accent_color: '#F5C400', website_url: ' https://acme.example ' };
    assert.deepEqual(dataOf(await node().patch(PATH, set, { key })), {
      ...defaults,
      company_name: 'Acme',
      accent_color: '#f5c400',
      website_url: 'https://acme.example',
    });
    const empty = { company_name: '', website_url: ' ', postal_address: '', accent_color: null };
    assert.deepEqual(dataOf(await node().patch(PATH, empty, { key })), defaults);
    await node().patch(PATH, set, { key });
    const none = { company_name: null, website_url: null, postal_address: null, accent_color: null };
    assert.deepEqual(dataOf(await node().patch(PATH, none, { key })), defaults);
  });

  test('leaves one audit entry with what differs, and none when nothing does', async () => {
    const { id, rawKey: key } = await node().otherWorkspace();
    for (const body of [{}, undefined, { show_rota: true, company_name: null }, { colour: 'red' }]) {
      assert.deepEqual(dataOf(await node().patch(PATH, body, { key })), defaults);
    }
    assert.deepEqual(await entries(key, 'branding.updated'), []);
    await node().patch(PATH, { accent_color: '#000000', show_rota: true }, { key });
    const [entry, ...others] = await entries(key, 'branding.updated');
    assert.deepEqual([entry?.target, others], [{ type: 'workspace', id }, []]);
    assert.deepEqual(entry?.changes, { accent_color: [null, '#000000'] });
  });

  test('422: each wrong field is named, and nothing changes', async () => {
    const key = await freshKey();
    const patch = (body: object) => () => node().patch(PATH, body, { key });
    const wrong = (field: string, value: unknown, message: string) =>
      [patch({ show_rota: false, [field]: value }), 'invalid_request', `${field} ${message}`] as const;
    const colour = 'must be a colour such as #1f5fd0';
    const address = 'must be a web address such as https://www.example.com';
    await assertRefused(node(), [
      wrong('company_name', 5, 'must be a string or null'),
      wrong('company_name', 'a'.repeat(201), 'must be at most 200 characters'),
      ...['red', '#fff', '#12345g', '1f5fd0', '#1f5fd0ff', '#1f5fd0\n', ''].map((value) =>
        wrong('accent_color', value, colour),
      ),
      ...[
        ...[
          'acme.example',
          'javascript:alert(1)',
          'data:text/html,x',
          'ftp://acme.example',
          '//acme.example',
        ],
        ...['https:acme.example', 'https:///acme', 'https://', 'https://acme .example', 'https://a\\b'],
        ...['https://acme.example/\nx', 'https://[1'],
      ].map((value) => wrong('website_url', value, address)),
      wrong('website_url', 'https://ada:secret@acme.example', 'must not contain a user name or password'),
      wrong('website_url', `https://a.example/${'a'.repeat(2_048)}`, 'must be at most 2048 characters'),
      wrong('postal_address', 'x'.repeat(501), 'must be at most 500 characters'),
      wrong('show_rota', 1, 'must be a boolean'),
      wrong('show_rota', null, 'must be a boolean'),
    ]);
  });

  test('200: a PNG, a JPEG or a WebP becomes the logo, whatever its type is said to be', async () => {
    const key = await freshKey();
    const types = {
      png: 'image/png',
      jpeg: 'image/jpeg',
      progressiveJpeg: 'image/jpeg',
      webp: 'image/webp',
      losslessWebp: 'image/webp',
      transparentWebp: 'image/webp',
    } as const;
    for (const [name, content_type] of Object.entries(types)) {
      const bytes = pictures[name as keyof typeof types];
      const { logo } = dataOf<Branding>(await put(bytes, key));
      const { url, ...about } = logo as NonNullable<typeof logo>;
      assert.deepEqual(about, { content_type, width: 24, height: 12, size_bytes: bytes.length }, name);
      const shown = await fetch(url);
      assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, content_type]);
      assert.deepEqual(await shown.bytes(), bytes);
    }
    assert.deepEqual((await get(key)).company_name, 'Other');
  });

  test('a logo is served so that it can be nothing but a picture', async () => {
    const key = await freshKey();
    const { logo } = dataOf<Branding>(await put(pictures.png, key));
    assert.ok(logo?.url.startsWith(`${node().url}/pages/logo?key=`));
    const { headers } = await fetch(logo?.url ?? '');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(headers.get('cache-control'), 'public, max-age=86400, immutable');
    assert.equal((await fetch(logo?.url ?? '', { method: 'HEAD' })).status, 200);
  });

  test('each upload has another URL, and the one before leads nowhere', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const urlOf = async (bytes: Uint8Array) => dataOf<Branding>(await put(bytes, key)).logo?.url as string;
    const first = await urlOf(pictures.png);
    const second = await urlOf(pictures.png);
    assert.notEqual(first, second);
    assert.equal((await fetch(first)).status, 404);
    assert.equal((await node().delete(LOGO, { key })).status, 204);
    assert.equal((await fetch(second)).status, 404);
    assert.equal((await get(key)).logo, null);
    for (const wrong of ['', '?key=', '?key=x', "?key=' or 1=1 --"]) {
      assert.equal((await fetch(`${node().url}/pages/logo${wrong}`)).status, 404);
    }
    const changes = (await entries(key, 'branding.logo_set')).map((entry) => entry.changes.logo);
    const described = 'image/png, 24 × 12 pixels, 277 bytes';
    assert.deepEqual(changes, [
      [described, described],
      [null, described],
    ]);
    const [removed] = await entries(key, 'branding.logo_removed');
    assert.deepEqual(removed?.changes, { logo: [described, null] });
  });

  test('a closed workspace shows no logo', async () => {
    const { id, rawKey: key } = await node().otherWorkspace();
    const { logo } = dataOf<Branding>(await put(pictures.png, key));
    await leave(node(), 30, id);
    assert.equal((await fetch(logo?.url ?? '')).status, 404);
  });

  test('404: there is no logo to remove', async () => {
    const key = await freshKey();
    await assertRefused(node(), [
      [() => node().delete(LOGO, { key }), 'not_found', 'Logo not found'] as const,
    ]);
  });

  test('a logo may have 256 KiB; 413 beyond that', async () => {
    const key = await freshKey();
    const largest = png({ bytes: 256 * 1024 });
    assert.equal(largest.length, 262_144);
    assert.equal(dataOf<Branding>(await put(largest, key)).logo?.size_bytes, 262_144);
    const { status, body } = await put(png({ bytes: 256 * 1024 + 1 }), key);
    const error = { type: 'payload_too_large', message: 'The body must be at most 256 KiB' };
    assert.deepEqual({ status, body }, { status: 413, body: { error } });
  });

  test('415: other types are refused, and say which are taken', async () => {
    const key = await freshKey();
    for (const type of [
      'image/svg+xml',
      'image/gif',
      'text/html',
      'application/octet-stream',
      'application/json',
    ]) {
      const { status, body } = await put(pictures.png, key, type);
      const message =
        'The body must be a PNG, JPEG or WebP picture, sent with Content-Type: image/png, image/jpeg or image/webp';
      assert.deepEqual(
        { status, body },
        { status: 415, body: { error: { type: 'unsupported_media_type', message } } },
        type,
      );
    }
    assert.equal((await get(key)).logo, null);
  });

  test('422: what is no picture, or more than one, or too large, is refused, and nothing changes', async () => {
    const key = await freshKey();
    const text = (content: string) => new Uint8Array(Buffer.from(content));
    const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
    const changed = (bytes: Uint8Array, at: number, value: number) => bytes.with(at, value);
    const cut = (bytes: Uint8Array, by = 1) => bytes.subarray(0, bytes.length - by);
    const pixels = chunk('IDAT', Buffer.alloc(20));
    const end = chunk('IEND');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

    const format = 'The logo must be a PNG, JPEG or WebP picture';
    const damaged = 'The logo must be a whole picture: this file is damaged or cut off';
    const animated = 'The logo must be a still picture: this one is animated';
    const more =
      'The logo must be a picture and nothing else: this file goes on after the end of the picture';
    const size = (wide: number, high: number) =>
      `The logo must be at most 4096 pixels wide and high: this one is ${wide} × ${high}`;
    const { png: good, jpeg, webp, losslessWebp, transparentWebp, animatedWebp } = pictures;
    const wrong: [Uint8Array, string][] = [
      [text(svg), format],
      [text('GIF89a\u0001\u0000\u0001\u0000'), format],
      [text('hello'), format],
      [good.subarray(0, 7), format],
      // SVG, or a page, that begins like a picture.
      [joined(good.subarray(0, 8), text(svg)), damaged],
      [joined(text('RIFF\u0010\u0000\u0000\u0000WEBP'), text(svg)), more],
      [joined(jpeg.subarray(0, 4), text(svg)), damaged],
      // A picture, and something else after it.
      [joined(good, text('<script>alert(1)</script>')), more],
      [joined(good, good), more],
      [joined(jpeg, text('PK\u0003\u0004')), more],
      [joined(webp, text('<html>')), more],
      // Cut off, at every place.
      ...[good, jpeg, webp, losslessWebp, transparentWebp].flatMap((bytes) =>
        [1, 2, 5, 13, 25].map((by): [Uint8Array, string] => [cut(bytes, by), damaged]),
      ),
      // One bit is another.
      [changed(good, 30, (good[30] as number) ^ 1), damaged],
      [changed(good, good.length - 20, (good[good.length - 20] as number) ^ 1), damaged],
      [changed(webp, 23, 0), damaged],
      [changed(losslessWebp, 20, 0), damaged],
      // Parts are missing, or twice.
      [pngOf(header(1, 1), end), damaged],
      [pngOf(pixels, end), damaged],
      [pngOf(header(1, 1), header(1, 1), pixels, end), damaged],
      [pngOf(header(1, 1), chunk('acTL', Buffer.alloc(8)), pixels, end), animated],
      [animatedWebp, animated],
      // A few bytes that would take gigabytes of memory.
      [pngOf(header(65_500, 65_500), pixels, end), size(65_500, 65_500)],
      [pngOf(header(4_294_967_295, 1), pixels, end), size(4_294_967_295, 1)],
      [pngOf(header(4_097, 10), pixels, end), size(4_097, 10)],
      [pngOf(header(0, 10), pixels, end), size(0, 10)],
      [withJpegSize(jpeg, 65_535, 65_535), size(65_535, 65_535)],
    ];
    await assertRefused(node(), [
      [() => put(text(''), key), 'invalid_request', 'body is required'] as const,
      ...wrong.map(([bytes, message]) => [() => put(bytes, key), 'invalid_request', message] as const),
    ]);
  });
});

/** The frame says the height and the width. */
function withJpegSize(jpeg: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}
