// nginx and Caddy in front of Rota, as deploy/ configures them: calls, streams, mail, and what stays out of their logs.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { sendWithSwaks } from './clients/swaks.ts';
import { type FrontProxy, proxies } from './servers/proxies.ts';
import { KEY, MEMBER, Serving } from './serving.ts';

for (const { name, passesOnMail, start } of proxies) {
  describe(`${name} in front of Rota`, () => {
    let serving: Serving;
    let proxy: FrontProxy;
    const opened = new AsyncDisposableStack();

    before(async () => {
      serving = opened.use(await Serving.start('sqlite', { ROTA_TRUSTED_PROXIES: '127.0.0.1,::1' }));
      const rotaPort = Number(new URL(serving.url).port);
      proxy = opened.use(await start({ rotaPort, smtpPort: serving.smtpPort }));
    });
    after(() => opened.disposeAsync());

    async function open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
      const sent = get(`${proxy.url}${path}`, { headers, ca: proxy.certificate, agent: false });
      const [answer] = await once(sent, 'response');
      return answer.setEncoding('utf8');
    }

    async function read(path: string, headers?: Record<string, string>) {
      const answer = await open(path, headers);
      const text = (await answer.toArray()).join('');
      return { status: answer.statusCode, text };
    }

    test('passes on calls and pages', async () => {
      const { status, text } = await read('/api/v1/workspace', { authorization: `Bearer ${KEY}` });
      assert.equal(status, 200);
      assert.equal(JSON.parse(text).data.handle, 'acme');
      assert.match((await read('/console/sign-in')).text, /<form/);
    });

    test('passes on an event while the stream is open', async () => {
      const stream = await open('/api/v1/events', {
        authorization: `Bearer ${KEY}`,
        accept: 'text/event-stream',
      });
      let heard = '';
      stream.on('data', (text) => {
        heard += text;
      });
      await eventually(async () => heard.includes('retry: 1000'));
      const body = { organizer_email: MEMBER, participants: [{ email: 'grace@example.org' }] };
      const response = await fetch(`${serving.url}/api/v1/meeting_requests`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 202, await response.text());
      await eventually(async () => heard.includes('meeting_request.created'));
      stream.destroy();
    });

    test('keeps the metrics from the world', async () => {
      assert.equal((await read('/metrics')).status, 404);
    });

    test('keeps the tokens of links out of its log', async () => {
      for (const path of ['/m/secret-token', '/b/secret-token', '/console/sign-in/secret-token']) {
        await read(path);
      }
      await read('/healthz');
      await eventually(async () => (await proxy.log()).includes('/healthz'));
      assert.doesNotMatch(await proxy.log(), /secret-token/);
    });

    if (!passesOnMail) return;

    test('leads from http to https', async () => {
      const plain = await fetch(`http://127.0.0.1:${proxy.others?.plain}/console`, { redirect: 'manual' });
      assert.equal(plain.status, 301);
      assert.equal(plain.headers.get('location'), 'https://127.0.0.1/console');
    });

    test('passes on mail', async () => {
      const file = await serving.mail(
        `From: ${MEMBER}`,
        `To: ${serving.teamAddress}, grace@example.org`,
        'Subject: Through the proxy',
        '',
        'Can we meet?',
      );
      const port = proxy.others?.mail as number;
      const { isTaken, told } = await sendWithSwaks({ port, from: MEMBER, to: serving.teamAddress, file });
      assert.ok(isTaken, told);
      await serving.worked('Through the proxy');
    });
  });
}
