// The scheduling settings have defaults, and a change sets what is given and leaves the rest.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const PATH = '/api/v1/workspace/scheduling';

const defaults = {
  duration_minutes: 30,
  options_per_round: 3,
  rounds: 3,
  timeframe_days: 28,
  slot_interval_minutes: 30,
  follow_up_after_business_days: [2, 4],
  reminders: [1_440],
  remind_hosts: false,
  sender_name: 'Rota',
  signature: null,
  participants_may_reschedule: true,
  participants_may_cancel: true,
  hold_options: false,
  seats_required: false,
  outsiders_may_invite: 'nobody',
  holidays: [],
  locale: 'en',
  embed_origins: [],
  location: null,
};

/** Texts that name no website, or that would say more than that in a header. */
const noOrigins = [
  '',
  '*',
  'null',
  'acme.example',
  'https:',
  'https://',
  'https:acme.example',
  'https://*',
  'https://*.acme.example',
  'https://acme.*',
  'http://acme.example',
  'http://10.0.0.1',
  'http://[::1]:8080',
  'https://[2001:db8::1]',
  'http://localhost.acme.example',
  'ftp://acme.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://acme.example/book',
  'https://acme.example/?',
  'https://acme.example#',
  'https://acme.example\\@evil.example',
  'https://ada@acme.example',
  'https://acme.example:99999',
  "https://acme.example;script-src 'unsafe-inline'",
  'https://acme.example;',
  'https://acme.example,https://evil.example',
  'https://acme.example https://evil.example',
  'https://acme.example\r\nx-frame-options: ALLOWALL',
  "https://'self'",
  'https://a"b.example',
  'https://acme..example',
  'https://-acme.example',
  `https://${'a.'.repeat(130)}example`,
  `https://${'a'.repeat(200_000)}`,
];

/** Each date of a year. */
function daysOf(year: number): string[] {
  const days: string[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
    days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

const origins = (count: number) => Array.from({ length: count }, (_, place) => `https://www${place}.example`);

onBothEngines('Scheduling settings', (node) => {
  const freshKey = async () => (await node().otherWorkspace()).rawKey;

  test('200: a workspace begins with the defaults', async () => {
    assert.deepEqual(dataOf(await node().get(PATH, { key: await freshKey() })), defaults);
  });

  test('200: each field can be set on its own, to the end of its range, and the others stay', async () => {
    const key = await freshKey();
    let expected: object = defaults;
    for (const change of [
      { duration_minutes: 1 },
      { duration_minutes: 1_440 },
      { options_per_round: 10 },
      { rounds: 1 },
      { timeframe_days: 62 },
      { slot_interval_minutes: 5 },
      { slot_interval_minutes: 1_440 },
      { follow_up_after_business_days: [] },
      { follow_up_after_business_days: [1, 2, 3, 4, 5, 6, 7, 8, 9, 60] },
      { reminders: [] },
      { reminders: [43_200, 1_440, 60, 15, 5] },
      { remind_hosts: true },
      { sender_name: 'S'.repeat(200) },
      { signature: 's'.repeat(5_000) },
      { participants_may_reschedule: false },
      { participants_may_cancel: false },
      { hold_options: true },
      { seats_required: true },
      { outsiders_may_invite: 'proven' },
      { holidays: ['2026-12-24', '2026-12-25'] },
      { holidays: [] },
      { holidays: daysOf(2028) },
      { locale: 'en-US' },
      { locale: 'fr-CA' },
      { locale: 'es' },
      { embed_origins: origins(20) },
      { embed_origins: [] },
    ]) {
      expected = { ...expected, ...change };
      assert.deepEqual(dataOf(await node().patch(PATH, change, { key })), expected);
    }
    assert.deepEqual(dataOf(await node().get(PATH, { key })), expected);
  });

  test('200: the name is trimmed; null and an empty text take the signature away', async () => {
    const key = await freshKey();
    const named = { sender_name: ' Acme ', signature: 'Bye' };
    assert.deepEqual(dataOf(await node().patch(PATH, named, { key })), {
      ...defaults,
      sender_name: 'Acme',
      signature: 'Bye',
    });
    for (const signature of [null, '']) {
      await node().patch(PATH, { signature: 'Bye' }, { key });
      const { signature: now } = dataOf<typeof defaults>(await node().patch(PATH, { signature }, { key }));
      assert.equal(now, null);
    }
  });

  test('200: holidays are put in order, each once', async () => {
    const key = await freshKey();
    const holidays = ['2027-01-01', '2026-12-25', '2027-01-01', '2026-12-24'];
    const now = dataOf<typeof defaults>(await node().patch(PATH, { holidays }, { key }));
    assert.deepEqual(now.holidays, ['2026-12-24', '2026-12-25', '2027-01-01']);
  });

  test('200: reminders are put in order, the first to come first', async () => {
    const key = await freshKey();
    const now = dataOf<typeof defaults>(await node().patch(PATH, { reminders: [15, 1_440, 60] }, { key }));
    assert.deepEqual(now.reminders, [1_440, 60, 15]);
  });

  test('200: a language tag is stored as it is usually written', async () => {
    const key = await freshKey();
    const now = dataOf<typeof defaults>(await node().patch(PATH, { locale: 'de-at' }, { key }));
    assert.equal(now.locale, 'de-AT');
  });

  test('200: websites that may embed are stored as browsers name them, each once', async () => {
    const key = await freshKey();
    const named: [string, string][] = [
      ['https://WWW.Acme.example', 'https://www.acme.example'],
      [' https://acme.example:443/ ', 'https://acme.example'],
      ['https://acme.example:8443', 'https://acme.example:8443'],
      ['HTTPS://bücher.example', 'https://xn--bcher-kva.example'],
      ['https://192.0.2.7', 'https://192.0.2.7'],
      ['http://localhost:3000', 'http://localhost:3000'],
      ['http://127.0.0.1', 'http://127.0.0.1'],
    ];
    const embed_origins = named.flat();
    const now = dataOf<typeof defaults>(await node().patch(PATH, { embed_origins }, { key }));
    assert.deepEqual(
      now.embed_origins,
      named.map(([, stored]) => stored),
    );
  });

  test('leaves one audit entry with what differs, and none when nothing does', async () => {
    const { id, rawKey: key } = await node().otherWorkspace();
    const entries = async () => {
      const path = '/api/v1/audit_log?action=scheduling_settings.updated';
      return dataOf<{ target: object; changes: object }[]>(await node().get(path, { key }));
    };
    for (const body of [{}, undefined, { rounds: 3, signature: null }, { colour: 'red' }]) {
      assert.deepEqual(dataOf(await node().patch(PATH, body, { key })), defaults);
    }
    assert.deepEqual(await entries(), []);
    await node().patch(PATH, { rounds: 5, follow_up_after_business_days: [3], hold_options: false }, { key });
    const [entry, ...others] = await entries();
    assert.deepEqual([entry?.target, others], [{ type: 'workspace', id }, []]);
    assert.deepEqual(entry?.changes, { rounds: [3, 5], follow_up_after_business_days: [[2, 4], [3]] });
  });

  test('422: each wrong field is named, and nothing changes', async () => {
    const numbers: Record<string, [number, number]> = {
      duration_minutes: [1, 1_440],
      options_per_round: [1, 10],
      rounds: [1, 10],
      timeframe_days: [1, 62],
      slot_interval_minutes: [5, 1_440],
    };
    const flags = [
      'participants_may_reschedule',
      'participants_may_cancel',
      'hold_options',
      'seats_required',
      'remind_hosts',
    ];
    const days = 'follow_up_after_business_days';
    const wrong: [unknown, string][] = [
      ...Object.entries(numbers).flatMap(([name, [min, max]]): [unknown, string][] => [
        [{ [name]: min - 1 }, `${name} must be at least ${min}`],
        [{ [name]: max + 1 }, `${name} must be at most ${max}`],
        [{ [name]: null }, `${name} must be an integer`],
        [{ [name]: `${min}` }, `${name} must be an integer`],
        [{ [name]: min + 0.5 }, `${name} must be an integer`],
      ]),
      ...flags.flatMap((name): [unknown, string][] => [
        [{ [name]: null }, `${name} must be a boolean`],
        [{ [name]: 'true' }, `${name} must be a boolean`],
      ]),
      [{ reminders: null }, 'reminders must be an array'],
      [{ reminders: [60, 4] }, 'reminders[1] must be at least 5'],
      [{ reminders: [43_201] }, 'reminders[0] must be at most 43200'],
      [{ reminders: [60.5] }, 'reminders[0] must be an integer'],
      [{ reminders: [60, 50, 40, 30, 20, 10] }, 'reminders must have at most 5 items'],
      [{ reminders: [60, 1_440, 60] }, 'reminders must not have the same number of minutes twice'],
      [{ [days]: null }, `${days} must be an array`],
      [{ [days]: [2, '4'] }, `${days}[1] must be an integer`],
      [{ [days]: [0] }, `${days}[0] must be at least 1`],
      [{ [days]: [61] }, `${days}[0] must be at most 60`],
      [{ [days]: Array.from({ length: 11 }, (_, day) => day + 1) }, `${days} must have at most 10 items`],
      [{ [days]: [4, 2] }, `${days} must be in ascending order, without repetitions`],
      [{ [days]: [2, 2] }, `${days} must be in ascending order, without repetitions`],
      [{ holidays: null }, 'holidays must be an array'],
      [{ holidays: '2026-12-24' }, 'holidays must be an array'],
      [{ holidays: ['2026-12-24', 24] }, 'holidays[1] must be a string'],
      [{ holidays: ['2026-02-29'] }, 'holidays[0] must be a date such as 2026-12-24'],
      [{ holidays: ['2026-12-24T00:00:00Z'] }, 'holidays[0] must be a date such as 2026-12-24'],
      [{ holidays: [...daysOf(2028), '2029-01-01'] }, 'holidays must have at most 366 items'],
      [{ sender_name: null }, 'sender_name must be a string'],
      [{ sender_name: ' ' }, 'sender_name must not be empty'],
      [{ sender_name: 's'.repeat(201) }, 'sender_name must be at most 200 characters'],
      [{ signature: 7 }, 'signature must be a string or null'],
      [{ signature: 's'.repeat(5_001) }, 'signature must be at most 5000 characters'],
      [{ signature: 'a\0b' }, 'signature must not contain a null character'],
      [{ locale: null }, 'locale must be a string'],
      [{ locale: 'german' }, 'locale must be a language tag such as en-GB or de'],
      [{ locale: 'de-DE-u-ca-buddhist' }, 'locale must be a language tag such as en-GB or de'],
      [{ locale: 'nl' }, 'locale must be one of the languages that messages are written in: en, de, fr, es'],
      [{ embed_origins: null }, 'embed_origins must be an array'],
      [{ embed_origins: 'https://acme.example' }, 'embed_origins must be an array'],
      [{ embed_origins: [null] }, 'embed_origins[0] must be a string'],
      [{ embed_origins: origins(21) }, 'embed_origins must have at most 20 items'],
      ...noOrigins.map((text): [unknown, string] => [
        { embed_origins: ['https://acme.example', text] },
        'embed_origins[1] must be an origin such as https://www.example.com, without a path or a wildcard; ' +
          'http is for localhost and 127.0.0.1 only',
      ]),
      [[], 'body must be a JSON object'],
    ];
    await assertRefused(
      node(),
      wrong.map(([body, message]) => [() => node().patch(PATH, body), 'invalid_request', message]),
    );
  });

  test('changes at the same time do not lose one another', async () => {
    const key = await freshKey();
    const changes = [{ rounds: 9 }, { timeframe_days: 9 }, { hold_options: true }, { sender_name: 'Acme' }];
    await Promise.all([...changes, ...changes].map((change) => node().patch(PATH, change, { key })));
    const now = dataOf<object>(await node().get(PATH, { key }));
    assert.deepEqual(now, Object.assign({}, defaults, ...changes));
  });
});
