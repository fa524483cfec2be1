// Lists of people as they are pasted from mails and spreadsheets.
import assert from 'node:assert/strict';
import { mailboxesIn } from '../../src/text/mailbox-list.ts';
import { describe, test } from '../support/lanes.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@acme.com' };
const ben = { name: 'Ben Okri', email: 'ben@acme.com' };
const nameless = { name: null, email: 'cleo@acme.com' };

describe('A pasted list of people', () => {
  for (const [written, expected] of [
    ['Ada Lovelace <ada@acme.com>, cleo@acme.com', [ada, nameless]],
    ['Ada Lovelace <ada@acme.com>;Ben Okri <ben@acme.com>;', [ada, ben]],
    ['Ada Lovelace <ada@acme.com>\r\n\r\n  cleo@acme.com\n', [ada, nameless]],
    ['"Lovelace, Ada" <ada@acme.com>, "Ben Okri"<ben@acme.com>', [ada, ben]],
    ['Lovelace, Ada <ada@acme.com>; Okri, Ben <ben@acme.com>', [ada, ben]],
    ['Lovelace, Ada <ada@acme.com>, Okri, Ben <ben@acme.com>', [ada, ben]],
    ['Ada Lovelace\tada@acme.com\nben@acme.com\tBen Okri', [ada, ben]],
    ['ada@acme.com cleo@acme.com', [{ ...ada, name: null }, nameless]],
    ['<cleo@acme.com>', [nameless]],
    ['', []],
    [' ,;\n, ', []],
  ] as const) {
    test(JSON.stringify(written), () => assert.deepEqual(mailboxesIn(written), expected));
  }

  test('what is no address stays, to be refused by name', () => {
    assert.deepEqual(
      mailboxesIn('ada at acme, cleo@acme.com, Ben <ben@, just words').map(({ email }) => email),
      ['ada at acme', 'cleo@acme.com', '<ben@', 'just words'],
    );
  });
});
