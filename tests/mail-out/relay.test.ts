// ROTA_SMTP_URL says which server, which port, with which login, and whether TLS can be done without.
import assert from 'node:assert/strict';
import { readRelay } from '../../src/mail-out/relay.ts';
import { test } from '../support/lanes.ts';

test('A mail server is named by a URL', () => {
  assert.deepEqual(readRelay('smtp://rota%40example.com:p%40ss%3A%2F%25@Mail.Example.com:2587'), {
    host: 'Mail.Example.com',
    port: 2587,
    isSecure: false,
    requiresStartTls: true,
    login: { user: 'rota@example.com', pass: 'p@ss:/%' },
  });
  const { login, ...smtps } = readRelay('smtps://mail.example.com');
  assert.deepEqual(
    [smtps.port, smtps.isSecure, smtps.requiresStartTls, login],
    [465, true, false, undefined],
  );
  assert.equal(readRelay('smtp://mail.example.com').port, 587);
});

test('STARTTLS is required, but on this machine', () => {
  const isRequired = (host: string) => readRelay(`smtp://${host}`).requiresStartTls;
  const here = ['localhost', '127.0.0.1', '127.8.9.10', '[::1]', '[::ffff:127.0.0.1]'];
  assert.deepEqual(here.filter(isRequired), []);
  const elsewhere = [
    ...['mail.example.com', '10.0.0.1', '128.0.0.1', '0.0.0.0', '[::2]', '[::ffff:10.0.0.1]'],
    // Names can lead anywhere.
    ...['localhost.example.com', '127.0.0.1.example.com', 'mail.localhost'],
  ];
  assert.deepEqual(elsewhere.filter(isRequired), elsewhere);
  assert.equal(readRelay('smtp://[::1]:25').host, '::1');
});
