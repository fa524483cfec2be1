// Forms with a file: read as browsers send them, refused unless they are whole, and never long to read.
import assert from 'node:assert/strict';
import { multipartIn } from '../../src/http/multipart.ts';
import { test } from '../support/lanes.ts';

const TYPE = 'multipart/form-data; boundary=bound';
const read = (body: string, type = TYPE) => multipartIn(Buffer.from(body), type);
const part = (head: string, content = 'x') => `--bound\r\n${head}\r\n\r\n${content}\r\n`;
const field = (name: string) => part(`Content-Disposition: form-data; name="${name}"`);
const END = '--bound--\r\n';
const NOT_WHOLE = /must be multipart\/form-data, whole and with its boundary/;

test('fields and files come out as a browser was given them', async () => {
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10]);
  const form = new FormData();
  form.set('title', 'Grüße\r\nzweite Zeile');
  form.set('empty', '');
  form.set('logo', new File([new Uint8Array(bytes)], 'Logo "neu" ü.png', { type: 'image/png' }));
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const type = sent.headers.get('content-type') as string;
  const parts = multipartIn(body, type).map(({ content, ...named }) => [named, content.toString('latin1')]);
  assert.deepEqual(parts, [
    [{ name: 'title', isFile: false }, Buffer.from('Grüße\r\nzweite Zeile').toString('latin1')],
    [{ name: 'empty', isFile: false }, ''],
    [{ name: 'logo', isFile: true }, bytes.toString('latin1')],
  ]);
  // Cut anywhere before its end, it is no form.
  const end = body.lastIndexOf('--');
  for (let at = 0; at < end + 2; at++) {
    assert.throws(() => multipartIn(body.subarray(0, at), type), NOT_WHOLE, `after ${at} bytes`);
  }
});

test('a boundary may be quoted, and stand among other parameters', () => {
  for (const type of [
    'multipart/form-data; boundary="bound"',
    'multipart/form-data; charset=utf-8; Boundary=bound; x=y',
  ]) {
    assert.deepEqual(
      read(field('a') + END, type).map(({ name }) => name),
      ['a'],
    );
  }
});

test('what is no form is refused', () => {
  for (const [body, type] of [
    ['', TYPE],
    [END, 'multipart/form-data'],
    [field('a') + END, 'multipart/form-data; boundary=another'],
    [`something before\r\n${field('a')}${END}`, TYPE],
    [part('Content-Type: text/plain') + END, TYPE],
    [part('Content-Disposition: form-data; name=""') + END, TYPE],
    [field('a'.repeat(51)) + END, TYPE],
    [`${field('a')}--boundary\r\n${END}`, TYPE],
  ] as const) {
    assert.throws(() => read(body, type), NOT_WHOLE, body);
  }
});

test('many parts, and long heads, are refused without being read', () => {
  assert.equal(read(field('a').repeat(20) + END).length, 20);
  assert.throws(() => read(field('a').repeat(40_000) + END), /at most 20 fields/);
  const head = `${'X-Line: x\r\n'.repeat(100_000)}Content-Disposition: form-data; name="a"`;
  assert.throws(() => read(part(head) + END), NOT_WHOLE);
  assert.throws(() => read(field('%0A'.repeat(100_000)) + END), NOT_WHOLE);
});
