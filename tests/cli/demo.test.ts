// Full lane, because it starts many processes: `rota demo` fills a workspace once and prints commands that work when pasted.
import assert from 'node:assert/strict';
import { type MeetingRequest, type MeetingType, Rota } from '@rota/client';
import { DAY_MS, formatTimestamp } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { failed } from '../support/server/exits.ts';
import { EmptyStorage, type Environment, Program, rota } from '../support/server/process.ts';
import { onEachEngine } from '../support/server/rota.ts';

interface Demo {
  key: string;
  members: number;
  teams: number;
  meeting_types: number;
  meeting_requests: number;
  active_request_id: string;
}

onEachEngine((engine) => {
  describe(`rota demo (${engine})`, () => {
    test('makes a workspace with members, three teams and requests in every state, once', async () => {
      await using storage = await EmptyStorage.make(engine);
      const demo = await storage.json<Demo>('demo');
      const again = await storage.rota('demo');
      const sentence =
        'There is already a workspace with the handle demo: `rota sign-in ada@example.com --workspace demo` prints a link to it, ' +
        'and `rota key create NAME --workspace demo --all-scopes` creates another key';
      assert.deepEqual(again, failed(4, sentence));

      await using served = await storage.serve();
      const rota = new Rota({ url: served.address, key: demo.key });
      assert.equal((await rota.workspace.get()).handle, 'demo');
      const teams = await rota.teams.list().all();
      assert.deepEqual(teams.map(({ name, mode }) => `${name}: ${mode}`).sort(), [
        'Onboarding: stack',
        'Partners: manual',
        'Sales: pool',
      ]);
      const requests = await rota.meetingRequests.list().all();
      const states = new Set(requests.map(({ status }) => status));
      assert.deepEqual([...states].sort(), ['active', 'booked', 'cancelled', 'paused']);
      const members = await rota.members.list().all();
      assert.deepEqual(
        [members.length, teams.length, requests.length],
        [demo.members, demo.teams, demo.meeting_requests],
      );
      await checkStory(rota, requests);
      const types = await rota.meetingTypes.list().all();
      assert.equal(types.length, demo.meeting_types);
      await checkTypes(rota, types);
      const listed = await (await fetch(`${served.address}/demo`)).text();
      for (const { name } of types) assert.ok(listed.includes(name), name);
      const offered = await eventually(async () => {
        const request = await rota.meetingRequests.get(demo.active_request_id);
        return request.options.length > 0 && request;
      });
      assert.deepEqual(
        offered.options.map(({ round, status }) => [round, status]),
        Array(3).fill([1, 'offered']),
      );
      const mail = await eventually(async () => {
        const messages = await rota.messages.list({ kind: 'options', status: 'kept' }).all();
        return messages.find(({ meeting_request_id }) => meeting_request_id === offered.id);
      });
      const host = members.find(({ email }) => email === offered.organizer_email);
      assert.ok(mail.text.includes(host?.name as string), mail.text);
      assert.ok(mail.text.includes(host?.title as string), mail.text);
      const mailbox = await storage.rota('mailbox', '--workspace', 'demo');
      assert.ok(mailbox.stdout.includes(mail.id), mailbox.stdout);
      const [ada] = members.filter(({ email }) => email === 'ada@example.com');
      const calendars = await rota.calendars.list(ada?.id as string).all();
      assert.deepEqual(
        calendars.map(({ type, health }) => [type, health]),
        [['pushed', 'ok']],
      );
      const { data, meta } = await rota.seats.list().page();
      assert.deepEqual([data.length, meta.entitlements[0]?.active_seats], [4, 4]);
      const actors = (await rota.auditLog.list().all()).map(({ actor }) => actor.type);
      assert.deepEqual([...new Set(actors)].sort(), ['cli', 'participant', 'system']);
    });
  });
});

/** Weeks of the past, the meetings of today, and what needs somebody. */
async function checkStory(rota: Rota, requests: MeetingRequest[]): Promise<void> {
  const now = Date.now();
  const first = requests.at(-1);
  assert.ok(first && now - Date.parse(first.created_at) > 30 * DAY_MS, 'it goes back for weeks');
  const booked = requests.filter(({ status }) => status === 'booked');
  const isOn = (days: number) =>
    booked.some(({ starts_at }) => starts_at?.startsWith(formatTimestamp(now + days * DAY_MS).slice(0, 10)));
  assert.deepEqual([isOn(0), isOn(1)], [true, true], 'there are meetings today and tomorrow');
  const unclear = await eventually(
    async () => (await rota.meetingRequests.list({ attention: true }).all())[0],
  );
  assert.equal(unclear.attention?.reason, 'unclear_reply');
  const poll = requests.find(({ participant_emails }) => participant_emails.length > 1);
  const { participants } = await rota.meetingRequests.get(poll?.id as string);
  assert.deepEqual(participants.map(({ response }) => response).sort(), ['chosen', 'none', 'none']);
  const [sales] = await rota.teams.list({ email_address: 'sales.demo@rota.localhost' }).all();
  const { queue } = await rota.teams.rotation(sales?.id as string);
  assert.deepEqual(queue.map(({ status }) => status).sort(), ['available', 'available', 'paused']);
  const [endpoint] = await rota.webhookEndpoints.list().all();
  await eventually(async () => {
    const deliveries = await rota.webhookEndpoints.deliveries.list(endpoint?.id as string).all();
    return deliveries.length > 0 && deliveries.some(({ attempts }) => attempts > 0);
  });
}

/** Two types with what guests have answered, places of every kind of team, and somebody who didn't come. */
async function checkTypes(rota: Rota, types: MeetingType[]): Promise<void> {
  assert.deepEqual(types.map(({ slug, location }) => `${slug}: ${location?.kind}`).sort(), [
    'intro-call: phone',
    'product-demo: generated_link',
  ]);
  const booked = await rota.meetingRequests.list({ status: 'booked' }).all();
  const kinds = new Set(booked.map(({ place }) => place?.kind));
  assert.deepEqual([...kinds].sort(), ['generated_link', 'in_person', 'link', 'phone']);
  for (const { id, questions } of types) {
    const [last] = booked.filter(({ meeting_type_id }) => meeting_type_id === id);
    const { participants } = await rota.meetingRequests.get(last?.id as string);
    assert.deepEqual(
      Object.keys(participants[0]?.answers ?? {}),
      questions.map(({ key }) => key),
    );
  }
  const missed = booked.filter(({ no_show }) => no_show !== null);
  assert.deepEqual(
    missed.map(({ no_show }) => no_show?.by),
    ['guest'],
  );
}

test('rota demo writes to nobody where a mail server is set', async () => {
  await using storage = await EmptyStorage.make('sqlite');
  const environment = { ROTA_SMTP_URL: 'smtp://127.0.0.1:1', ROTA_MAIL_DOMAIN: 'mail.example.com' };
  const { code, stdout } = await rota(['demo'], { ...storage.environment, ...environment });
  assert.equal(code, 0);
  assert.match(stdout, /It sends no mail to these people: they don't exist\./);
  await using served = await storage.serve(environment);
  const demo = new Rota({ url: served.address, key: /sk_live_\w+/.exec(stdout)?.[0] as string });
  await eventually(async () => {
    const requests = await demo.meetingRequests.list({ status: 'active' }).all();
    const shown = await Promise.all(requests.map(({ id }) => demo.meetingRequests.get(id)));
    return shown.every(({ options }) => options.length > 0);
  });
  assert.deepEqual(await demo.messages.list().all(), []);
});

describe('rota demo says how to look at what it made', () => {
  /** The address and the key of the suggested calls. */
  async function suggested(environment: Environment) {
    await using storage = await EmptyStorage.make('sqlite');
    const { code, stdout, stderr } = await rota(['demo'], { ...storage.environment, ...environment });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /^Created the workspace Demo, with 6 members, 3 teams and \d+ meeting requests\.\n/);
    const key = /^ {2}(sk_live_\w+)$/m.exec(stdout)?.[1];
    assert.match(stdout, new RegExp(`^  export ROTA_KEY=${key}$`, 'm'));
    return /^ {2}export ROTA_URL=(.+)$/m.exec(stdout)?.[1];
  }

  test('at the address that ROTA_URL names, else at that of the settings', async () => {
    const note = '   # or the address that the server printed when it started';
    assert.equal(await suggested({ ROTA_URL: 'https://rota.example.com' }), 'https://rota.example.com');
    assert.equal(await suggested({ PORT: '8080' }), `http://127.0.0.1:8080${note}`);
    assert.equal(await suggested({ HOST: '::1', PORT: '8080' }), `http://[::1]:8080${note}`);
    assert.equal(await suggested({ PORT: '0' }), `…${note}`);
  });

  test('with lines that work when they are pasted', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using served = await storage.serve();
    const { stdout } = await rota(['demo'], { ...storage.environment, ROTA_URL: served.address });
    const link = /^ {2}(http\S+\/console\/sign-in\/\w+)$/m.exec(stdout)?.[1] as string;
    assert.match(await (await fetch(link)).text(), /ada@example\.com/);
    const page = /^ {2}(http\S+\/demo)$/m.exec(stdout)?.[1] as string;
    assert.match(await (await fetch(page)).text(), /Intro call/);
    const lines = stdout.split('\n').filter((line) => /^ {2}(export|curl) /.test(line));
    const pasted = lines.map((line) => line.replace('curl ', 'curl -sSf ')).join('\n');
    const program = new Program('bash', ['-euc', pasted], { environment: {}, cwd: '/' });
    const { code, stdout: answers, stderr } = await program.ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(answers.match(/"data":/g)?.length, 8);
    assert.match(answers, /"name":"Sales"/);
    assert.match(answers, /"host_emails":\["dmitri@example.com","emi@example.com"\]/);
  });
});
