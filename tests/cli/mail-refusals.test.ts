// Full lane, because it starts many processes: `rota serve` does not start with a mail server but without what messages need; other commands do not mind.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from '../support/lanes.ts';
import { FIRST_KEY, signingWith } from '../support/makers/dkim.ts';
import { failed } from '../support/server/exits.ts';
import { EmptyStorage, rota } from '../support/server/process.ts';

test('with ROTA_SMTP_URL, rota serve says what else to set, and has touched nothing', async () => {
  await using storage = await EmptyStorage.make('sqlite');
  const environment = { ...storage.environment, ROTA_SMTP_URL: 'smtp://mail.example.com', HOST: '0.0.0.0' };
  const sentences = [
    'ROTA_MAIL_DOMAIN is required with ROTA_SMTP_URL: set it to the domain that messages are sent from, such as mail.example.com',
    'ROTA_PUBLIC_URL is required with ROTA_SMTP_URL: set it to the address where participants reach the service, such as ' +
      'https://meet.example.com',
  ];
  assert.deepEqual(await rota(['serve'], environment), failed(2, sentences.join('\nrota: ')));
  assert.ok(!existsSync(storage.environment.ROTA_DATA_DIR as string));
  assert.equal((await rota(['help'], environment)).code, 0);
});

test('with a key to sign that can not be used, rota serve says which setting is wrong, and has touched nothing', async () => {
  await using storage = await EmptyStorage.make('sqlite');
  const good = {
    ...storage.environment,
    ROTA_MAIL_DOMAIN: 'meet.example.com',
    ...signingWith('first', FIRST_KEY, 'meet.example.com'),
  };
  for (const [change, sentence] of [
    [
      { ROTA_DKIM_KEY: FIRST_KEY.pem.slice(0, 900) },
      'ROTA_DKIM_KEY must be a private key in PEM without a passphrase, as `rota mail dkim` makes one',
    ],
    [
      { ROTA_DKIM_SELECTOR: '' },
      'ROTA_DKIM_DOMAIN, ROTA_DKIM_SELECTOR, ROTA_DKIM_KEY go together: set ROTA_DKIM_SELECTOR, too, or none of them',
    ],
    [
      { ROTA_DKIM_DOMAIN: 'example.org' },
      'ROTA_DKIM_DOMAIN must be meet.example.com, as ROTA_MAIL_DOMAIN is, or a domain above it: a signature of example.org ' +
        'proves nothing about mail from there',
    ],
  ] as const) {
    assert.deepEqual(await rota(['serve'], { ...good, ...change }), failed(2, sentence));
  }
  assert.ok(!existsSync(storage.environment.ROTA_DATA_DIR as string));
});
