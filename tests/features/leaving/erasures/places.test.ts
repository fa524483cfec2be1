// Every column with text has a decision about addresses, and every way to write an address is found.
import assert from 'node:assert/strict';
import { isInMail } from '../../../../src/features/leaving/erasures/mail-mentions.ts';
import { places } from '../../../../src/features/leaving/erasures/places.ts';
import { bytesOfMention, mentionsOf, mentionsOfName } from '../../../../src/text/mentions.ts';
import { describe, test } from '../../../support/lanes.ts';
import { columnsOf } from '../../../support/makers/erasures.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('The list of places', (node) => {
  test('has every column of the schema that can hold text, and no other', async () => {
    const columns = await columnsOf(node().services.database);
    const engine = node().services.database.dialect.engine;
    const ofSchema = columns
      .filter(({ type }) => /text|char|bytea|blob|json/.test(type))
      .map(({ table, column }) => `${table}.${column}`);
    const listed = Object.entries(places)
      // A table of PostgreSQL alone.
      .filter(([table]) => engine === 'postgres' || table !== 'rate_limit_windows')
      .flatMap(([table, { columns: decided }]) => Object.keys(decided).map((column) => `${table}.${column}`));
    assert.deepEqual(
      listed.sort(),
      ofSchema.sort(),
      'decide in src/features/leaving/erasures/places.ts what becomes of an address in the column',
    );
  });
});

describe('A mention of an address', () => {
  const ann = mentionsOf('ann@example.com');
  test('is found however it is written', () => {
    const texts = [
      'ann@example.com',
      'Write to ANN@Example.COM.',
      '"Ann" <ann@example.com>',
      "'ann@example.com'",
      'mailto:ann@example.com?subject=x',
      'https://x.test/?to=ann@example.com&a=b',
      'https://x.test/?to=ann%40example.com',
      'mailto%3Aann%40example.com',
      'ATTENDEE:mailto:ann@exam\r\n ple.com',
      'ATTENDEE:mailto:an\n\tn@example.com',
      'quoted=\r\n-printable an=\r\nn=40example.com',
      'a&#64;b, ann&#64;example.com',
      '{"to":"x\\nann\\u0040example.com"}',
      '_ann@example.com_',
      'ann@example.com, bob@example.com',
    ];
    for (const text of texts) {
      assert.ok(ann.isIn(text), text);
      const left = ann.replaceIn(text, 'X');
      assert.ok(!ann.isIn(left), left);
    }
    assert.equal(ann.replaceIn(texts.at(-1) as string, 'X'), 'X, bob@example.com');
  });

  test('is not found in other addresses', () => {
    const others = `joann@example.com ann+news@example.com x+ann@example.com jo.ann@example.com jo-ann@example.com o'ann@example.com
      ann@example.com.au ann@example.company ann@my-example.com ann@example.com-x.org jo%2Bann@example.com`;
    for (const text of others.split(/\s+/)) assert.equal(ann.replaceIn(text, 'X'), text);
  });

  test('is found in any spelling of letters beyond ASCII', () => {
    const jose = mentionsOf('José@example.com');
    for (const text of ['JOSÉ@EXAMPLE.COM', 'jose\u0301@example.com', 'josé@example.com'])
      assert.ok(jose.isIn(text), text);
    assert.ok(!jose.isIn('jose@example.com'));
    assert.ok(mentionsOf('σοφος@example.gr').isIn('ΣΟΦΟΣ@example.gr'));
    assert.ok(mentionsOf('σοφος@example.gr').isIn('σοφος@example.gr'));
    const bytes = Buffer.from('…\0JOSÉ@Example.COM\0').toString('latin1');
    assert.equal([...bytes.matchAll(bytesOfMention('josé@example.com'))].length, 1);
  });

  test('is looked for in text of any length that begins like it again and again', () => {
    for (const text of [
      'ann@'.repeat(250_000),
      'a'.repeat(1_000_000),
      'a\r\n '.repeat(250_000),
      "a'".repeat(500_000),
    ]) {
      assert.ok(!ann.isIn(text));
    }
  });

  test('is found in a mail as it came in', () => {
    const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
    const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\r\n');
    const inside = `From: x@y.test\r\n\r\nForwarded for ann@example.com, who is away`;
    for (const raw of [
      mail('From: Ann <ann@example.com>', '', 'Hello'),
      mail('Cc: bob@example.com,', '\tAnn@example.com', '', 'Hello'),
      mail('From: x@y.test', 'Content-Transfer-Encoding: quoted-printable', '', 'to ann=40exa=', 'mple.com'),
      mail(
        'From: x@y.test',
        'Content-Transfer-Encoding: base64',
        '',
        base64(`${'x'.repeat(80)} ann@example.com`),
      ),
      mail(`Subject: =?utf-8?B?${base64('é ann@example.com')}?=`, '', 'Hello'),
      mail('Content-Type: message/rfc822', '', base64(`X: y\r\n\r\n${base64(inside)}`)),
    ]) {
      assert.ok(isInMail(raw, ann), raw.toString());
    }
    assert.ok(!isInMail(mail('From: joann@example.com', '', base64('not ann+x@example.com')), ann));
  });

  test('of a name is the whole name', () => {
    const name = mentionsOfName('Ann Li');
    assert.equal(name.replaceIn('Ann Li, Ann Lindt and (Ann Li)', 'X'), 'X, Ann Lindt and (X)');
    assert.equal(mentionsOfName('A. (b) $1').replaceIn('A. (b) $1', '$&'), '$&');
  });
});
