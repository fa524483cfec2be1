// `rota doctor --calendar` tries what Rota does with the accounts of a member, and leaves no event behind.
import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { synced } from '../support/makers/calendars.ts';
import { insertConnection, readConnections } from '../support/makers/connections.ts';
import {
  connectAccount,
  type ProviderAccount,
  type ProviderServer,
  providerServers,
} from '../support/makers/provider-accounts.ts';
import { createMember, deactivate, type Member } from '../support/makers/team-members.ts';
import type { AskedOf, Fault } from '../support/receivers/answering-server.ts';
import { failed } from '../support/server/exits.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { type Exit, rota } from '../support/server/process.ts';
import {
  dataOf,
  type Engine,
  freshStorage,
  type Node,
  onEachEngine,
  startNode,
} from '../support/server/rota.ts';

const ADA = 'ada@example.com';
const kinds = ['google', 'microsoft'] as const;
const names = { google: 'Google', microsoft: 'Microsoft' };

/** A running service with a member whose accounts are connected, and the command beside it. */
class Surgery implements AsyncDisposable {
  readonly node: Node;
  readonly member: Member;
  readonly #environment: Record<string, string>;
  readonly #close: () => Promise<void>;

  private constructor(
    parts: Pick<Surgery, 'node' | 'member'>,
    environment: Record<string, string>,
    close: () => Promise<void>,
  ) {
    ({ node: this.node, member: this.member } = parts);
    this.#environment = environment;
    this.#close = close;
  }

  static async open(engine: Engine, servers: ProviderServer[]): Promise<Surgery> {
    const storage = await freshStorage(engine);
    const settings = Object.assign({}, ...servers.map((one) => one.settings));
    // The command goes by the machine's clock.
    const node = await startNode(storage, { clock: new ManualClock(Date.now()), environment: settings });
    const member = await createMember(node, { email: ADA, timezone: 'Asia/Tokyo' });
    return new Surgery({ node, member }, { ...storage.environment, ...settings }, async () => {
      await node.stop();
      await storage.remove();
    });
  }

  async connect(server: ProviderServer, email = ADA): Promise<ProviderAccount> {
    const account = server.addAccount(email);
    account.add('2026-12-24T09:00:00Z', '2026-12-24T10:00:00Z');
    const { calendar } = await connectAccount(this.node, this.member, server, account);
    await synced(this.node, calendar);
    return account;
  }

  doctor(...words: string[]): Promise<Exit> {
    return this.doctorWith({}, ...words);
  }

  doctorWith(settings: Record<string, string>, ...words: string[]): Promise<Exit> {
    return rota(['doctor', ...words], { ...this.#environment, ...settings });
  }

  /** What is said about the only account. */
  async lines(): Promise<string[]> {
    const { stdout, stderr } = await this.doctor('--calendar', ADA);
    assert.equal(stderr, '');
    assert.doesNotMatch(stdout, /-token\.|client-secret/);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ {2,}/g, ' '));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

onEachEngine((engine) => {
  for (const kind of kinds) {
    const name = `${names[kind]}, ${ADA}`;
    const refreshed = [`ok ${name} gives Rota a new access token`];
    const untilMade = [
      ...refreshed,
      `ok ${name} lists 1 calendar, and lets Rota write to 1`,
      `ok ${name} shows 1 event in 1 calendar that Rota uses`,
    ];
    const rest = [
      `ok ${name} moves it by an hour`,
      `ok ${name} shows it at its new time`,
      `ok ${name} lists it among the changes (1 event)`,
      `ok ${name} removes it`,
    ];

    describe(`rota doctor --calendar with ${names[kind]} (${engine})`, () => {
      test('goes through everything, and only its owner’s events are left', async () => {
        await using server = await providerServers[kind]();
        await using surgery = await Surgery.open(engine, [server]);
        const account = await surgery.connect(server);
        const before = account.events();
        const made: AskedOf[] = [];
        server.answerWith = (asked) => {
          if (asked.method === 'POST') made.push(asked);
          return undefined;
        };
        const { code, stdout, stderr } = await surgery.doctor('--calendar', 'Ada@Example.com');
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
        const said = stdout
          .trimEnd()
          .split('\n')
          .map((line) => line.replace(/ {2,}/g, ' '));
        assert.deepEqual(said, [
          ...untilMade,
          `ok ${name} accepts a test event tomorrow at 03:00, with a video call`,
          ...rest,
        ]);
        assert.deepEqual(account.events(), before);
        assert.equal(made.length, 1);
        // Three in the morning in Tokyo.
        assert.match(made[0]?.body ?? '', /"dateTime":"20\d\d-\d\d-\d\dT18:00:00/);
        const { stdout: asJson } = await surgery.doctor('--calendar', ADA, '--json');
        const { ok, checks } = JSON.parse(asJson);
        assert.deepEqual([ok, checks.length], [true, said.length]);
        assert.deepEqual(
          await readConnections(surgery.node, surgery.member).then((all) => all.map(({ status }) => status)),
          ['connected'],
        );
      });

      test('says which step fails, and deletes the test event anyway', async () => {
        await using server = await providerServers[kind]();
        await using surgery = await Surgery.open(engine, [server]);
        const account = await surgery.connect(server);
        const before = account.events();
        const advice = `. To fix: docs/operate/${kind}-calendar.md#when-something-is-wrong`;
        const broken = { status: 500, body: {} };
        const removed = `ok ${name} deletes the test event anyway`;
        const made = `ok ${name} accepts a test event tomorrow at 03:00, with a video call`;
        const tryWith = async (fault: (asked: AskedOf, time: number) => Fault | undefined) => {
          const times: Record<string, number> = {};
          server.answerWith = (asked) => {
            times[asked.method] = (times[asked.method] ?? 0) + 1;
            return fault(asked, times[asked.method] ?? 0);
          };
          return surgery.lines();
        };

        const lost = await tryWith(({ method }, time) =>
          method === 'POST' && time === 1 ? 'lost' : undefined,
        );
        assert.deepEqual(lost, [
          ...untilMade,
          `fail ${name} making an event failed: the connection was closed before the answer was complete${advice}`,
          removed,
        ]);
        assert.deepEqual(account.events(), before);

        const unmoved = await tryWith(({ method }) => (method === 'PATCH' ? broken : undefined));
        assert.deepEqual(unmoved, [
          ...untilMade,
          made,
          `fail ${name} moving the event failed: ${names[kind]} answered 500${advice}`,
          removed,
        ]);
        assert.deepEqual(account.events(), before);

        const refused = await tryWith(({ method }) =>
          method === 'POST' ? { status: 403, body: {} } : undefined,
        );
        assert.deepEqual(refused, [
          ...untilMade,
          `fail ${name} making an event failed: ${names[kind]} refused access (403)${advice}`,
        ]);

        const left = await tryWith(({ method }) => (method === 'DELETE' ? broken : undefined));
        assert.deepEqual(left.slice(-2, -1), [
          `fail ${name} removing the event failed: ${names[kind]} answered 500${advice}`,
        ]);
        assert.match(
          left.at(-1) ?? '',
          /^fail .* may still have the event: removing it failed: .* answered 500\. To fix: look for "Rota test: will be deleted in a moment" at 20\S+Z or/,
        );
        assert.equal(account.events().length, before.length + 1);

        const waiting = await tryWith(() => ({ status: 429, body: {} }));
        assert.deepEqual(waiting, [
          ...refreshed,
          `fail ${name} listing the calendars failed: ${names[kind]} asks Rota to wait (429). To fix: try again in a few minutes`,
        ]);
      });

      test('says if there is no video call, or not yet', async () => {
        await using server = await providerServers[kind]();
        await using surgery = await Surgery.open(engine, [server]);
        const account = await surgery.connect(server);
        account.calls('late');
        assert.deepEqual(await surgery.lines(), [
          ...untilMade,
          `ok ${name} accepts a test event tomorrow at 03:00, and is still making its video call`,
          ...rest,
        ]);
        account.calls('missing');
        assert.deepEqual(await surgery.lines(), [
          ...untilMade,
          `warn ${name} accepts a test event tomorrow at 03:00, but makes no video call. To fix: the account may have no licence for it, or it is switched off`,
          ...rest,
        ]);
      });

      test('finds out that the consent was taken back, as the service would', async () => {
        await using server = await providerServers[kind]();
        await using surgery = await Surgery.open(engine, [server]);
        await surgery.connect(server);
        server.oauth.takeBack(ADA);
        const { node, member } = surgery;
        assert.deepEqual(await surgery.lines(), [
          `fail ${name} getting an access token failed: ${names[kind]} refuses Rota's access (invalid_grant). To fix: have its owner connect it again`,
        ]);
        const [connection] = await readConnections(node, member);
        assert.equal(connection?.status, 'broken');
        const messages = dataOf<{ kind: string }[]>(await node.get('/api/v1/messages'));
        assert.deepEqual(
          messages.map((one) => one.kind),
          ['calendar_disconnected'],
        );
        assert.deepEqual(await surgery.lines(), [
          `fail ${name} no longer lets Rota in. To fix: have its owner connect it again`,
        ]);
      });

      test('shares the tokens with the service, which the provider replaces at each use', async () => {
        await using server = await providerServers[kind]();
        await using surgery = await Surgery.open(engine, [server]);
        server.oauth.rotation = 'replaced';
        const account = await surgery.connect(server);
        // The next sync, meanwhile.
        surgery.node.clock.advance(6 * MINUTE_MS);
        const both = await Promise.all([surgery.lines(), surgery.lines()]);
        for (const said of both)
          assert.ok(
            said.every((line) => line.startsWith('ok ')),
            said.join('\n'),
          );
        assert.equal(account.events().length, 1);
        const [connection] = await readConnections(surgery.node, surgery.member);
        assert.equal(connection?.status, 'connected');
      });
    });
  }

  describe(`rota doctor --calendar (${engine})`, () => {
    test('tries each account of the member, and makes an event only where bookings go', async () => {
      await using google = await providerServers.google();
      await using microsoft = await providerServers.microsoft();
      await using surgery = await Surgery.open(engine, [google, microsoft]);
      const { node, member } = surgery;
      await surgery.connect(google);
      await node.services.database.change('update calendars set receives_bookings = 0', []);
      await surgery.connect(microsoft, 'ada@work.example');
      await insertConnection(node, node.workspaceId, member.id, { status: 'pending', account_email: null });
      const said = await surgery.lines();
      const of = (name: string) => said.filter((line) => line.includes(name));
      assert.equal(
        of(`Google, ${ADA}`).at(-1),
        `ok Google, ${ADA} gets no bookings from Rota, so no event was made`,
      );
      assert.equal(of('Microsoft, ada@work.example').at(-1), 'ok Microsoft, ada@work.example removes it');
      assert.equal(google.asked.filter(({ method }) => method !== 'GET').length, 0);
      assert.deepEqual(said, [...of('Google'), ...of('Microsoft')]);
    });

    test('asks for a member who has an account, in one workspace', async () => {
      await using surgery = await Surgery.open(engine, []);
      const { node, member } = surgery;
      const [none] = await surgery.lines();
      assert.equal(
        none,
        `fail calendars ${ADA} has connected no account. To fix: connect one on http://127.0.0.1:0/console/members/${member.id}/calendars`,
      );
      await insertConnection(node, node.workspaceId, member.id, { account_email: ADA });
      assert.match(
        (await surgery.lines())[0] ?? '',
        /^fail Google, .* can't be asked: its application isn't set up any more/,
      );
      const readOnly = await surgery.doctorWith({ ROTA_READ_ONLY: 'true' }, '--calendar', ADA);
      assert.equal(readOnly.code, 4);
      assert.match(readOnly.stderr, /it is read-only/);
      await deactivate(node, member);
      assert.deepEqual(await surgery.doctor('--calendar', ADA), failed(3, `Active member ${ADA} not found`));
      assert.deepEqual(
        await surgery.doctor('--calendar', 'nobody@example.com'),
        failed(3, 'Active member nobody@example.com not found'),
      );
      await node.otherWorkspace('other');
      const unsaid = await surgery.doctor('--calendar', ADA);
      assert.equal(unsaid.code, 2);
      assert.match(unsaid.stderr, /say which, as in --workspace/);
      const alone = await surgery.doctor('--workspace', 'other');
      assert.equal(alone.code, 2);
      assert.match(alone.stderr, /^rota: --workspace is only for --calendar\n/);
    });
  });
});
