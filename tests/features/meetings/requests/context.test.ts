// The descriptive fields of a new meeting request have limits, and null means not given.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import { REQUESTS, readRequest } from '../../../support/makers/meeting-requests.ts';
import { entriesAbout, makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const ZONE = 'must be an IANA time zone such as Europe/Berlin';
const TIME = 'must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';
const NOT_BEFORE = 'context.timeframe.start must be before context.timeframe.end';

onBothEngines('what a new meeting request says', (node) => {
  let required: object;
  before(async () => {
    const { email } = await makeMember(node());
    required = { organizer_email: email, participant_emails: ['guest@example.org'] };
  });
  const create = async (given: object) =>
    dataOf<MeetingRequest>(await node().post(REQUESTS, { ...required, ...given }));
  const assertEachRefused = (calls: (readonly [given: object, message: string])[]) =>
    assertRefused(
      node(),
      calls.map(([given, message]) => [
        () => node().post(REQUESTS, { ...required, ...given }),
        'invalid_request',
        message,
      ]),
    );

  test('202: null and an empty text mean the same as nothing; what is not in the contract is ignored', async () => {
    const bare = await create({});
    const changes = (await entriesAbout(node(), bare.id))[0]?.changes;
    for (const given of [
      { organizer_name: null, organizer_timezone: null, team_id: null, participants: null, context: null },
      { context: {} },
      {
        context: { title: null, purpose: null, description: null, duration_minutes: null, timeframe: null },
      },
      { organizer_name: ' \n', context: { title: ' \t ' } },
      { organizer_name: '', context: { title: '' } },
      { context: { purpose: '', description: '' } },
      {
        id: 'mr_01KJPWD6M0A57CPWZ0TQZND9PP',
        status: 'booked',
        title: 'Not in the context',
        duration_minutes: 5,
        host_emails: ['guest@example.org'],
        booked_at: bare.created_at,
        context: { status: 'booked', starts_at: bare.created_at, colour: 'red' },
      },
    ]) {
      const { id, ...rest } = await create(given);
      assert.deepEqual({ ...rest, id: bare.id }, bare, JSON.stringify(given));
      assert.notEqual(id, bare.id);
      assert.deepEqual(await readRequest(node(), id), { id, ...rest });
      assert.deepEqual((await entriesAbout(node(), id))[0]?.changes, changes, JSON.stringify(given));
    }
  });

  test('202: the longest names and texts are kept whole; spaces around a name do not count', async () => {
    for (const letter of ['x', '🙂']) {
      const [name, text] = [letter.repeat(200), letter.repeat(5_000)];
      const { id, title, purpose, description } = await create({
        organizer_name: `  ${name}\n`,
        context: { title: `\t${name}  `, purpose: text, description: text },
      });
      assert.deepEqual([title, purpose, description], [name, text, text]);
      const read = await readRequest(node(), id);
      assert.deepEqual([read.title, read.purpose, read.description], [name, text, text]);
      const [entry] = await entriesAbout(node(), id);
      assert.deepEqual(entry?.changes.organizer_name, [null, name]);
    }
  });

  test('422: names and texts that are too long, or none', async () => {
    const [name, text] = ['x'.repeat(201), 'x'.repeat(5_001)];
    await assertEachRefused([
      [{ organizer_name: name }, 'organizer_name must be at most 200 characters'],
      [{ context: { title: name } }, 'context.title must be at most 200 characters'],
      [{ context: { purpose: text } }, 'context.purpose must be at most 5000 characters'],
      // Texts are not trimmed, so spaces count.
      [
        { context: { description: ` ${text.slice(1)}` } },
        'context.description must be at most 5000 characters',
      ],
      [{ organizer_name: 7 }, 'organizer_name must be a string or null'],
      [{ organizer_name: ['Ada'] }, 'organizer_name must be a string or null'],
      ...['title', 'purpose', 'description'].flatMap((field) =>
        [7, false, ['Demo'], {}].map(
          (value) => [{ context: { [field]: value } }, `context.${field} must be a string or null`] as const,
        ),
      ),
      ...['Demo', 7, true, [], [{ title: 'Demo' }]].map(
        (context) => [{ context }, 'context must be a JSON object or null'] as const,
      ),
    ]);
  });

  test('202: include_introduction is what was given', async () => {
    for (const include_introduction of [true, false]) {
      const request = await create({ include_introduction });
      assert.equal(request.include_introduction, include_introduction);
      assert.equal((await readRequest(node(), request.id)).include_introduction, include_introduction);
    }
  });

  test('422: include_introduction is neither true nor false', async () => {
    await assertEachRefused(
      [null, 'true', 1, 0, []].map((include_introduction) => [
        { include_introduction },
        'include_introduction must be a boolean',
      ]),
    );
  });

  test('202: a meeting takes from a minute to a day', async () => {
    for (const duration_minutes of [1, 30, 1_440]) {
      const request = await create({ context: { duration_minutes } });
      assert.equal(request.duration_minutes, duration_minutes);
      assert.equal((await readRequest(node(), request.id)).duration_minutes, duration_minutes);
    }
  });

  test('422: a duration out of range, or no whole number', async () => {
    await assertEachRefused(
      (
        [
          [0, 'at least 1'],
          [-30, 'at least 1'],
          [1_441, 'at most 1440'],
          [1e300, 'at most 1440'],
          [30.5, 'an integer or null'],
          ['30', 'an integer or null'],
          [true, 'an integer or null'],
          [[30], 'an integer or null'],
        ] as const
      ).map(([duration_minutes, words]) => [
        { context: { duration_minutes } },
        `context.duration_minutes must be ${words}`,
      ]),
    );
  });

  test("202: the organizer's time zone is one of the IANA database", async () => {
    for (const zone of [
      'Europe/Berlin',
      'UTC',
      'Asia/Kolkata',
      'America/Argentina/Buenos_Aires',
      'Etc/GMT+5',
    ]) {
      const { id } = await create({ organizer_timezone: zone });
      const [entry] = await entriesAbout(node(), id);
      assert.deepEqual(entry?.changes.organizer_timezone, [null, zone]);
    }
  });

  test('422: what is no time zone of the IANA database', async () => {
    await assertEachRefused([
      ...[
        '+01:00',
        '-0500',
        '+1',
        'Mars/Phobos',
        '',
        ' ',
        'UTC+1',
        'GMT+01:00',
        'Europe',
        'Europe/Berlin ',
        'Z',
      ].map((zone) => [{ organizer_timezone: zone }, `organizer_timezone ${ZONE}`] as const),
      ...[60, false, ['UTC']].map(
        (zone) => [{ organizer_timezone: zone }, 'organizer_timezone must be a string or null'] as const,
      ),
    ]);
  });

  test('202: the timeframe is told in UTC; its start comes before its end as a time, not as a text', async () => {
    for (const [given, shown] of [
      [
        ['2026-04-01T09:00:00Z', '2026-04-01T09:00:00.001Z'],
        ['2026-04-01T09:00:00.000Z', '2026-04-01T09:00:00.001Z'],
      ],
      [
        ['2026-04-01T10:00:00+02:00', '2026-04-01T09:00:00Z'],
        ['2026-04-01T08:00:00.000Z', '2026-04-01T09:00:00.000Z'],
      ],
      // A day is its midnight; and it may be over.
      [
        ['1999-12-31', '2000-01-01'],
        ['1999-12-31T00:00:00.000Z', '2000-01-01T00:00:00.000Z'],
      ],
    ] as const) {
      const request = await create({ context: { timeframe: { start: given[0], end: given[1] } } });
      assert.deepEqual(request.timeframe, { start: shown[0], end: shown[1] });
      assert.deepEqual((await readRequest(node(), request.id)).timeframe, request.timeframe);
    }
  });

  test('422: a timeframe whose start is not before its end, or of which a half is missing or no time', async () => {
    const [start, end] = ['2026-04-01T09:00:00Z', '2026-04-02T09:00:00Z'];
    const wrong = ['', 'tomorrow', '2026-04-01T09:00:00', '2026-02-30', '2026-04-01T25:00:00Z', '1775034000'];
    const texts = ['start', 'end'].flatMap((field) => [
      ...wrong.map((time) => [{ start, end, [field]: time }, `context.timeframe.${field} ${TIME}`] as const),
      ...[null, 1_775_034_000_000].map(
        (time) => [{ start, end, [field]: time }, `context.timeframe.${field} must be a string`] as const,
      ),
    ]);
    await assertEachRefused(
      (
        [
          [{ start, end: start }, NOT_BEFORE],
          [{ start: '2026-04-01T09:00:00.001Z', end: start }, NOT_BEFORE],
          [{ start: end, end: start }, NOT_BEFORE],
          [{ start, end: '2026-04-01T10:00:00+02:00' }, NOT_BEFORE],
          [{ start, end: '2026-04-01T11:00:00+02:00' }, NOT_BEFORE],
          [{}, 'context.timeframe.start is required'],
          [{ end }, 'context.timeframe.start is required'],
          [{ start }, 'context.timeframe.end is required'],
          ...texts,
          ...[start, 7, [start, end]].map(
            (timeframe) => [timeframe, 'context.timeframe must be a JSON object or null'] as const,
          ),
        ] as const
      ).map(([timeframe, message]) => [{ context: { timeframe } }, message]),
    );
  });

  test('422: what the request itself has wrong is told before what the workspace does not have', async () => {
    const nobody = { organizer_email: 'nobody@example.com' };
    await assertEachRefused([
      [{ ...nobody, organizer_timezone: 'Mars/Phobos' }, `organizer_timezone ${ZONE}`],
      [{ ...nobody, context: { duration_minutes: 0 } }, 'context.duration_minutes must be at least 1'],
      [{ ...nobody, context: { timeframe: { start: '2026-04-02', end: '2026-04-01' } } }, NOT_BEFORE],
      [{ ...nobody, participant_emails: null }, 'participant_emails or participants is required'],
    ]);
  });
});
