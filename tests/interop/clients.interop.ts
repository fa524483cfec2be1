// Mail that clients of others hand in to `rota serve`: taken or refused, and what comes of it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { postWithCurl } from './clients/curl.ts';
import { mailClients } from './clients/index.ts';
import { runClient } from './clients/mail-client.ts';
import { pathWithSwaks, sendWithSwaks } from './clients/swaks.ts';
import { documented } from './documented.ts';
import { KEY, MAIL_DOMAIN, MEMBER, Serving } from './serving.ts';

const TOO_LARGE = 1024 * 1024 + 1;

onEachEngine((engine) => {
  describe(`rota serve (${engine}) takes mail`, () => {
    let serving: Serving;
    before(async () => {
      serving = await Serving.start(engine);
    });
    after(() => serving[Symbol.asyncDispose]());

    /** A mail of an outsider to the team. */
    const mailOf = (author: string, subject: string) =>
      serving.mail(
        `From: ${author}`,
        `To: ${serving.teamAddress}`,
        `Subject: ${subject}`,
        `Message-ID: <${subject.replaceAll(' ', '-')}@client.example>`,
        '',
        'Could we talk for 45 minutes?',
        '.',
        '..two dots',
        '',
      );

    for (const client of mailClients) {
      const place = mailClients.indexOf(client);
      const stranger = `stranger-${place}@client.example`;

      test(`of ${client.name}: one to a team makes a request, over STARTTLS and without`, async () => {
        for (const certificate of [undefined, serving.certificate]) {
          const subject = `Demo ${place}${certificate === undefined ? '' : ' in secret'}`;
          // One author each: who has an open request isn't given a second one by another mail.
          const author = `${subject.replaceAll(' ', '-').toLowerCase()}@client.example`;
          const file = await mailOf(author, subject);
          const { smtpPort: port, teamAddress: to } = serving;
          const { isTaken, told } = await client.send({
            port,
            from: author,
            to,
            file,
            ...(certificate !== undefined && { certificate }),
          });
          assert.ok(isTaken, told);
          const message = await serving.worked(subject);
          assert.deepEqual(
            [message.understood_as, message.status, message.from, message.to],
            ['new_request', 'received', author, to],
          );
          const request = await serving.request(String(message.meeting_request_id));
          assert.deepEqual(
            [request.title, request.participant_emails, request.organizer_email, request.duration_minutes],
            [subject, [author], MEMBER, 45],
          );
          assert.match(String(request.description), /^\.\s+\.\.two dots$/m);
        }
      });

      test(`of ${client.name}: an address of somebody else is 550, and nothing is kept`, async () => {
        const file = await mailOf(stranger, `Relayed ${place}`);
        for (const to of ['grace@example.org', `nobody.acme@${MAIL_DOMAIN}`]) {
          const { isTaken, told } = await client.send({ port: serving.smtpPort, from: stranger, to, file });
          assert.equal(isTaken, false);
          assert.match(told, /550/);
        }
        const kept = await serving.messages('direction=in');
        assert.ok(!kept.some(({ subject }) => subject.startsWith('Relayed')));
      });

      test(`of ${client.name}: one that is too large is 552, and nothing is kept`, async () => {
        const file = await serving.mail(
          `From: ${stranger}`,
          `Subject: Large ${place}`,
          '',
          ...lines(TOO_LARGE),
          '',
        );
        const { smtpPort: port, teamAddress: to } = serving;
        const { isTaken, told } = await client.send({ port, from: stranger, to, file });
        assert.equal(isTaken, false);
        assert.match(told, /552/);
        const kept = await serving.messages('direction=in');
        assert.ok(!kept.some(({ subject }) => subject.startsWith('Large')));
      });
    }

    test('over LMTP, with an answer for each recipient', async () => {
      const { lmtpPort: port, teamAddress } = serving;
      const from = 'lmtp@client.example';
      const file = await mailOf(from, 'Demo over LMTP');
      const to = `${teamAddress},nobody.acme@${MAIL_DOMAIN}`;
      const { told } = await sendWithSwaks({ port, from, to, file }, ['--protocol', 'LMTP']);
      assert.match(told, /<\W+550 /);
      assert.equal((await serving.worked('Demo over LMTP')).understood_as, 'new_request');
    });

    test('that is posted, as providers do', async () => {
      const file = await mailOf('posted@client.example', 'Demo that is posted');
      const { isTaken, told } = await postWithCurl(`${serving.url}/api/v1/inbound_messages`, KEY, file);
      assert.ok(isTaken, told);
      assert.equal((await serving.worked('Demo that is posted')).understood_as, 'new_request');
    });

    test('of every command of docs/operate/inbound-mail.md that hands mail in', async () => {
      const commands = [
        documented('curl --url smtp:'),
        documented('swaks --server'),
        documented('--data-binary'),
      ]
        .join('\n')
        .replaceAll('127.0.0.1:2525', `127.0.0.1:${serving.smtpPort}`)
        .replaceAll('rota.localhost', MAIL_DOMAIN);
      const environment = { ROTA_URL: serving.url, ROTA_KEY: KEY, PATH: await pathWithSwaks() };
      const { isTaken, told } = await runClient(
        ['/bin/bash', '-euc', `cd ${serving.folder}\n${commands}`],
        environment,
      );
      assert.ok(isTaken, told);
      const requests = await eventually(async () => {
        const found = await serving.requests('participant_email=grace@example.org');
        return found.length === 2 && found;
      });
      for (const { title, organizer_email } of requests) {
        assert.deepEqual([title, organizer_email], ['Product demo', MEMBER]);
      }
    });

    test('of the same Message-ID once, whichever client brings it', async () => {
      const { smtpPort: port, teamAddress: to } = serving;
      const from = 'twice@client.example';
      const file = await mailOf(from, 'Demo twice');
      for (const client of mailClients) {
        const { isTaken, told } = await client.send({ port, from, to, file });
        assert.ok(isTaken, told);
      }
      await serving.worked('Demo twice');
      const kept = await serving.messages('direction=in');
      assert.equal(kept.filter(({ subject }) => subject === 'Demo twice').length, 1);
    });
  });
});

/** Text of about so many bytes. */
const lines = (bytes: number) => Array.from({ length: Math.ceil(bytes / 72) }, () => 'x'.repeat(70));
