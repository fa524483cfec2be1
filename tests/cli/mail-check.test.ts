// `rota mail check` tells what of a domain's records is right, and the exact record to add where something is not.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after } from 'node:test';
import { checkServer } from '../../src/cli/doctor/mail-connect.ts';
import { checkDkim, checkDmarc, checkSpf, sendersOf } from '../../src/cli/doctor/mail-policies.ts';
import { checkMx, checkPtr, type Finding } from '../../src/cli/doctor/mail-servers.ts';
import { createRecords } from '../../src/network/records.ts';
import { systemClock } from '../../src/time/clock.ts';
import { describe, test } from '../support/lanes.ts';
import { keyRecord, publish } from '../support/makers/signed-mail.ts';
import { makeCertificate } from '../support/receivers/certificate.ts';
import { NameServer } from '../support/receivers/name-server.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { succeeded } from '../support/server/exits.ts';
import { closedPort, type Environment, rota } from '../support/server/process.ts';

const server = await NameServer.start();
after(() => server[Symbol.asyncDispose]());

const records = createRecords(systemClock, { servers: [server.address] });

const check = (words: string[], environment: Environment = {}) =>
  rota(['mail', 'check', ...words, '--resolver', server.address], environment);

const outcomes = (findings: Finding[]) => findings.map(({ verdict, found: text }) => [verdict, text]);

/** What is found for the domain, and the exit code. */
async function found(words: string[], environment: Environment = {}) {
  const { code, stdout, stderr } = await check([...words, '--json'], environment);
  assert.equal(stderr, '');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { code, of: (checked: string) => findings.filter((one) => one.checked === checked) };
}

/** A public address that is nobody's here: nothing connects to it. */
const ADDRESS = '93.184.215.14';
const REVERSE = '14.215.184.93.in-addr.arpa';
server.records.set(REVERSE, { PTR: ['mail.example.com'] });
server.meanings.set('mail.example.com', [ADDRESS]);

function publishMx(domain: string, ...mx: string[]): void {
  server.records.set(domain, { ...server.records.get(domain), MX: mx });
}

describe('rota mail check', { concurrency: 2 }, () => {
  test('0: everything is right', async () => {
    publish(server, 'example.com', { spf: `ip4:${ADDRESS} -all`, dmarc: 'p=reject' });
    publishMx('example.com', '10 mail.example.com');
    const words = ['example.com', '--from', ADDRESS, '--selector', 'rota'];
    assert.deepEqual(
      await check(words),
      succeeded(
        [
          'Checked example.com',
          `ok  MX     mail.example.com (${ADDRESS}), not on this machine: fine if that server forwards mail here`,
          `ok  PTR    ${ADDRESS} is mail.example.com, and mail.example.com is ${ADDRESS}`,
          `ok  SPF    names ${ADDRESS} (--from), 0 of 10 look-ups`,
          'ok  DKIM   rota, rsa with 2048 bits',
          'ok  DMARC  p=reject: forged mail is refused',
          '',
        ].join('\n'),
      ),
    );
  });

  test('0: without --selector and --from less is checked, and it says so', async () => {
    publish(server, 'less.example.com', { spf: 'mx -all', dmarc: 'p=none' });
    publishMx('less.example.com', '10 mail.example.com');
    const { code, of } = await found([], { ROTA_MAIL_DOMAIN: 'less.example.com' });
    assert.equal(code, 0);
    assert.deepEqual(of('DKIM'), [
      {
        checked: 'DKIM',
        verdict: 'skipped',
        found: 'give --selector NAME, if your mail server signs; or let Rota sign: `rota mail dkim`',
        records: [],
      },
    ]);
    assert.equal(
      of('SPF')[0]?.found,
      '"v=spf1 mx -all", 1 of 10 look-ups; give --from ADDRESS to check that it names your server',
    );
    assert.equal(of('DMARC')[0]?.found, "p=none: forged mail isn't refused yet");
  });

  test('1: nothing is there, and every record to add is told', async () => {
    const { code, stdout, stderr } = await check([
      'new.example.com',
      '--from',
      '93.184.215.20',
      '--selector',
      'mail',
    ]);
    assert.deepEqual([code, stderr], [1, '']);
    assert.equal(
      stdout,
      [
        'Checked new.example.com',
        'missing  MX     mail for new.example.com has no server',
        '  add: new.example.com. MX 10 mail.new.example.com.',
        'missing  PTR    93.184.215.20 has no name: your provider can set one',
        '  add: 20.215.184.93.in-addr.arpa. PTR NAME.',
        "missing  SPF    new.example.com doesn't say who may send its mail",
        '  add: new.example.com. TXT "v=spf1 ip4:93.184.215.20 -all"',
        'missing  DKIM   there is no key mail; KEY is the public key of the server that signs',
        '  add: mail._domainkey.new.example.com. TXT "v=DKIM1; k=rsa; p=KEY"',
        // That of example.com holds for it, too.
        'ok       DMARC  p=reject by example.com: forged mail is refused',
        '',
      ].join('\n'),
    );
  });

  test('1: MX that leads nowhere', async () => {
    server.meanings.set('bare.example.net', [ADDRESS]);
    server.meanings.set('private.example.net', ['10.0.0.1']);
    server.meanings.set('alias.example.net', [ADDRESS]);
    server.records.set('alias.example.net', { CNAME: ['mail.example.com'] });
    for (const [domain, mx, sentence] of [
      [
        'bare.example.net',
        undefined,
        `mail for bare.example.net has no server; until then, mail goes to ${ADDRESS}, the address of bare.example.net`,
      ],
      ['null.example.net', '0 ', 'null.example.net says that it accepts no mail'],
      ['nowhere.example.net', '10 gone.example.net', 'gone.example.net has no address'],
      [
        'inside.example.net',
        '10 private.example.net',
        'private.example.net has an address that nobody else can reach: 10.0.0.1',
      ],
      [
        'other.example.net',
        '10 alias.example.net',
        'alias.example.net is an alias of mail.example.com: it must have its own address',
      ],
      ['number.example.net', `10 ${ADDRESS}`, `${ADDRESS} must be a name, not an address`],
    ] as const) {
      if (mx !== undefined) publishMx(domain, mx);
      const { findings } = await checkMx(records, domain);
      assert.deepEqual(outcomes(findings), [[mx === undefined ? 'missing' : 'wrong', sentence]]);
    }
  });

  test('1: PTR that leads elsewhere', async () => {
    server.records.set('30.215.184.93.in-addr.arpa', { PTR: ['customer.example.net'] });
    assert.deepEqual(await checkPtr(records, '93.184.215.30'), {
      checked: 'PTR',
      verdict: 'wrong',
      found: '93.184.215.30 is customer.example.net, which has no such address',
      records: ['customer.example.net. A 93.184.215.30'],
    });
  });

  test('1: SPF that is wrong', async () => {
    const many = Array.from({ length: 11 }, (_, place) => `include:spf${place}.example.net`);
    for (let place = 0; place < 11; place += 1) publish(server, `spf${place}.example.net`, { spf: '?all' });
    const fix = (domain: string, spf: string) => [`${domain}. TXT "v=spf1 ${spf}"`];
    for (const [domain, spf, sentence, fixes] of [
      [
        'spf-open.example.net',
        '+all',
        '"v=spf1 +all" lets anybody send mail as spf-open.example.net',
        fix('spf-open.example.net', '-all'),
      ],
      [
        'spf-vague.example.net',
        'mx ?all',
        '"v=spf1 mx ?all" doesn\'t say that nobody else may',
        fix('spf-vague.example.net', 'mx -all'),
      ],
      [
        'spf-endless.example.net',
        'mx',
        '"v=spf1 mx" doesn\'t say that nobody else may',
        fix('spf-endless.example.net', 'mx -all'),
      ],
      [
        'spf-many.example.net',
        `${many.join(' ')} -all`,
        `"v=spf1 ${many.join(' ')} -all" can't be used: Too many DNS requests`,
        [],
      ],
      [
        'spf-broken.example.net',
        'ip4:300.1.1.1 -all',
        '"v=spf1 ip4:300.1.1.1 -all" can\'t be used: invalid IP address',
        [],
      ],
      [
        'spf-other.example.net',
        'ip4:192.0.2.7 ~all',
        `does not name ${ADDRESS} (--from)`,
        fix('spf-other.example.net', `ip4:192.0.2.7 ip4:${ADDRESS} ~all`),
      ],
    ] as const) {
      publish(server, domain, { spf });
      const finding = await checkSpf(records, domain, { addresses: [ADDRESS], source: '--from' });
      assert.deepEqual(finding, { checked: 'SPF', verdict: 'wrong', found: sentence, records: fixes });
    }
    server.records.set('spf-two.example.net', { TXT: ['v=spf1 -all', 'another', 'v=spf1 mx -all'] });
    assert.deepEqual(
      outcomes([await checkSpf(records, 'spf-two.example.net', { addresses: [], source: '' })]),
      [['wrong', 'spf-two.example.net has 2 records: with more than one, none counts']],
    );
  });

  test('SPF must name the server that ROTA_SMTP_URL sends through', async () => {
    server.meanings.set('relay.example.org', ['93.184.215.40']);
    publish(server, 'relayed.example.org', { spf: 'a:relay.example.org -all' });
    server.meanings.set('elsewhere.example.org', ['93.184.215.41']);
    for (const [host, verdict, sentence] of [
      [
        'relay.example.org',
        'ok',
        'names 93.184.215.40 (relay.example.org; if it sends from others, give one with --from), 1 of 10 look-ups',
      ],
      [
        'elsewhere.example.org',
        'wrong',
        'does not name 93.184.215.41 (elsewhere.example.org; if it sends from others, give one with --from)',
      ],
      [
        '127.0.0.1',
        'ok',
        '"v=spf1 a:relay.example.org -all", 1 of 10 look-ups; give --from ADDRESS to check that it names your server',
      ],
    ] as const) {
      const senders = await sendersOf(records, undefined, `smtp://user:pass@${host}:587`);
      assert.deepEqual(outcomes([await checkSpf(records, 'relayed.example.org', senders)]), [
        [verdict, sentence],
      ]);
    }
  });

  test('1: DKIM and DMARC that are wrong', async () => {
    const small = keyRecord(generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey);
    for (const [selector, key, sentence] of [
      ['withdrawn', 'v=DKIM1; p=', 'the key withdrawn was withdrawn'],
      ['small', small, 'the key small has 512 bits: receivers want at least 1,024, better 2,048'],
      ['nonsense', 'v=DKIM1; p=AAAA', 'nonsense._domainkey.keys.example.net has no readable key'],
      ['testing', `${keyRecord()}; t=s:y`, 'the key testing is marked as a test: remove t=y'],
    ] as const) {
      server.records.set(`${selector}._domainkey.keys.example.net`, { TXT: [key] });
      assert.deepEqual(outcomes([await checkDkim(records, 'keys.example.net', selector)]), [
        ['wrong', sentence],
      ]);
    }
    publish(server, 'policy.example.org', { dmarc: 'p=maybe' });
    server.records.set('_dmarc.policies.example.org', { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] });
    for (const [domain, sentence] of [
      ['policy.example.org', '"v=DMARC1; p=maybe" has no policy'],
      ['policies.example.org', '_dmarc.policies.example.org has 2 records: with more than one, none counts'],
      ['nothing.example.org', "nothing.example.org doesn't say what to do with forged mail"],
    ] as const) {
      assert.equal((await checkDmarc(records, domain)).found, sentence);
    }
  });

  test('1: a DNS server that fails', async () => {
    for (const name of ['failing.example.org', '_dmarc.failing.example.org'])
      server.meanings.set(name, 'failing');
    const { code, of } = await found(['failing.example.org']);
    const sentence = 'look-up failed: no DNS server answered; try again, or use --resolver';
    assert.deepEqual(
      [code, ...['MX', 'SPF', 'DMARC'].map((checked) => of(checked)[0]?.found)],
      [1, sentence, sentence, sentence],
    );
  });

  test('--connect tries the servers', async () => {
    await using plain = await SmtpServer.start();
    server.meanings.set('here.example.com', ['127.0.0.1']);
    publishMx('connected.example.com', '10 here.example.com');
    const { of } = await found(['connected.example.com', '--connect', '--port', String(plain.port)]);
    const without = `127.0.0.1 port ${plain.port} answers without STARTTLS: set ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY`;
    assert.deepEqual(outcomes(of('SMTP')), [['wrong', without]]);
    assert.deepEqual(plain.taken, []);
  });

  test('a server with STARTTLS is right, also with a certificate of its own; one that is not there is wrong', async () => {
    const host = { name: 'here.example.com', addresses: ['127.0.0.1'] };
    await using secure = await SmtpServer.start({
      certificate: makeCertificate({ name: 'here.example.com' }),
    });
    const { verdict, found: text } = await checkServer(host, secure.port);
    assert.equal(verdict, 'ok');
    assert.match(
      text,
      /answers with STARTTLS; its certificate is not valid and trusted for here\.example\.com/,
    );

    await using dropping = await SmtpServer.start({ script: () => 'drop' });
    assert.match((await checkServer(host, dropping.port)).found, /^127\.0\.0\.1 port \d+ can't be used: /);
    await using refusing = await SmtpServer.start({ script: () => '554 5.7.1 go away' });
    assert.match((await checkServer(host, refusing.port)).found, /can't be used: .*554 5\.7\.1 go away/);
    assert.match((await checkServer(host, await closedPort())).found, /can't be used: .*ECONNREFUSED/);
  });

  test('2: wrong usage', async () => {
    for (const [words, sentence] of [
      [[], 'DOMAIN is missing, and ROTA_MAIL_DOMAIN is not set'],
      [['a b'], 'DOMAIN must be a domain name such as mail.example.com'],
      [['a.example', '--from', 'mail.example.com'], '--from must be an IP address such as 203.0.113.10'],
      [
        ['a.example', '--resolver', 'dns.example'],
        '--resolver must be an address such as 9.9.9.9, [2620:fe::fe]:53 or 127.0.0.1:5353',
      ],
    ] as const) {
      const { code, stderr } = await rota(['mail', 'check', ...words]);
      assert.deepEqual([code, stderr.split('\n')[0]], [2, `rota: ${sentence}`]);
    }
  });
});
