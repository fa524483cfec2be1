// Mails that were made to take long or to break something are read within bounds, or stopped by one.
import assert from 'node:assert/strict';
import { readMail } from '../../src/mail-in/read.ts';
import { describe, test } from '../support/lanes.ts';
import { hostileMails } from './hostile-mails.ts';

describe('A hostile mail', () => {
  for (const { name, raw, reason } of hostileMails) {
    // Far above what it takes, far below what anything that is not linear would.
    test(`of ${name} is read`, { timeout: 10_000 }, async () => {
      const mail = await readMail(raw);
      if (reason !== undefined) assert.deepEqual(mail.nature, { nature: 'automatic', reason });
      if (reason !== undefined && name !== 'one byte too many') {
        assert.equal(mail.from[0]?.address, 'grace@example.com', 'its headers are read all the same');
      }
      assert.ok(mail.text.length <= 100_000);
      assert.ok(mail.reply.length <= 10_000);
      assert.ok(mail.subject.length <= 500);
      assert.ok(mail.to.length <= 200);
    });
  }
});
