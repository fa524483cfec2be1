// Links that prove who somebody is are taken out of texts for agents, and no others.
import assert from 'node:assert/strict';
import { withoutLinks } from '../../../../src/features/meetings/messages/links.ts';
import { test } from '../../../support/lanes.ts';

const SERVICE = 'https://rota.example.com';
const TOKEN = '01kbq1r5bw1qr2zt5v8n3m7x4c00f2j6k9w3e8t5q1z7y4h0d6s2nv';
const cleaned = (text: string) => withoutLinks(text);

test('every link with a token is taken out, with what follows it', () => {
  for (const path of ['m', 'm/stop', 'b', 'b/confirm', 'console/sign-in']) {
    assert.equal(cleaned(`See ${SERVICE}/${path}/${TOKEN}.`), 'See [link].', path);
  }
  assert.equal(
    cleaned(`<${SERVICE}/m/${TOKEN}?option=opt_01KBQ>, (${SERVICE}/m/${TOKEN})`),
    '<[link]>, ([link])',
  );
  assert.equal(cleaned(`${SERVICE}/m/${TOKEN}/invite.ics\n${SERVICE}/m/${TOKEN}`), '[link]\n[link]');
  assert.equal(cleaned(`${SERVICE}/m/${TOKEN}`.toUpperCase()), '[link]', 'in whatever case');
  assert.equal(cleaned(`Write to r-${TOKEN}@rota.example.com!`), 'Write to [link]!', 'also in an address');
  assert.equal(
    cleaned(`> ${SERVICE}/m/${TOKEN.slice(0, 20)}\n> ${TOKEN.slice(20)} ok`),
    '> [link] ok',
    'broken by a quote',
  );
  assert.equal(cleaned(`http://old.example.com:8080/m/${TOKEN}`), '[link]', 'of an earlier address');
});

test('other links and texts stay', () => {
  for (const text of [
    `${SERVICE}/console/meetings/mtg_01KBQ1R5BW1QR2ZT5V8N3M7X4C`,
    `${SERVICE}/m/`,
    'https://example.org/m/agenda?of=tuesday',
    `a part of one: ${TOKEN.slice(1)}`,
    '[link]',
  ]) {
    assert.equal(cleaned(text), text);
  }
});

test('a long text without an end takes no long time', () => {
  const text = `${SERVICE}/m/`.repeat(20_000);
  assert.equal(cleaned(text), text);
});
