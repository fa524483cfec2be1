// A stop loses no mail that was answered, and waits for those that are coming in, for ten seconds at most.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { BareListener, SALES } from './bare-listener.ts';
import { Wire } from './wire.ts';

const SENDER = 'grace@example.org';
const DRAIN_MS = 10_000;

describe('A stop', { concurrency: 4 }, () => {
  test('421 to those who hand nothing in; a mail on its way is stored and answered; nobody new', async () => {
    await using bare = await BareListener.start();
    const { smtp } = bare;
    const idle = await Promise.all([Wire.open(smtp), Wire.open(smtp, { hello: '' })]);
    await using sending = await Wire.open(smtp);
    await sending.envelope(SENDER, SALES);
    sending.write('Subject: half\r\n');
    await using storing = await Wire.open(bare.lmtp, { hello: 'LHLO client.example' });
    let store = () => {};
    bare.beforeStore = () =>
      new Promise((resolve) => {
        store = resolve;
      });
    await storing.envelope(SENDER, SALES);
    storing.write('Subject: whole\r\n\r\n.\r\n');
    const stopped = bare.stop();
    for (const wire of idle) {
      assert.match(await wire.reply(), /^421 4\.3\.2/);
      await wire.closed();
    }
    await assert.rejects(Wire.connect(smtp), { code: 'ECONNREFUSED' });
    store();
    assert.match(await storing.reply(), /^250/);
    assert.match(await storing.reply(), /^421/);
    bare.beforeStore = async () => {};
    assert.match(await sending.say('\r\nmore\r\n.'), /^250/);
    assert.match(await sending.reply(), /^421/);
    await stopped;
    assert.deepEqual(bare.texts, ['Subject: whole\r\n\r\n', 'Subject: half\r\n\r\nmore\r\n']);
  });

  test('a mail that does not end within ten seconds is not stored, and not answered with 250', async () => {
    const bare = await BareListener.start();
    await using wire = await Wire.open(bare.smtp);
    await wire.envelope(SENDER, SALES);
    wire.write('Subject: half\r\n');
    const stopped = bare.stop();
    bare.clock.advance(DRAIN_MS);
    assert.doesNotMatch(await wire.reply(), /^250/);
    await stopped;
    assert.deepEqual(bare.stored, []);
  });

  test('ends connections that nobody has spoken on, and has nothing to do where there were none', async () => {
    const untouched = await BareListener.start();
    await untouched.stop();
    const bare = await BareListener.start();
    const silent = await Promise.all(Array.from({ length: 20 }, () => Wire.connect(bare.smtp)));
    await bare.stop();
    await Promise.all(silent.map((wire) => wire.closed()));
  });
});
