// A meeting request is created from an organizer and participants; everything else has a default.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { deliveriesTo, payloadsAbout, subscribe } from '../../../support/makers/events.ts';
import { REQUESTS, readRequest } from '../../../support/makers/meeting-requests.ts';
import {
  createMember,
  deactivate,
  entriesAbout,
  makeMember,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const guests = { participant_emails: ['guest@example.org'] };
const NO_ORGANIZER = ['invalid_request', 'organizer_email or team_id is required'] as const;
const NOT_A_MEMBER = [
  'validation_error',
  'organizer_email is not an active member of this workspace',
] as const;

const EVERYTHING = {
  organizer_name: '  Ada Lovelace\t',
  organizer_timezone: 'Europe/Berlin',
  include_introduction: true,
  reminders: [15, 1_440],
  participants: [
    { email: ' Grace@Example.org ', name: ' Grace Hopper\n', timezone: 'America/New_York' },
    { email: 'joan@example.org' },
  ],
  context: {
    title: '  Product demo\n',
    purpose: ' See whether\r\nit fits ',
    description: '\n"Ümläute" & <b>🙂</b>  ',
    duration_minutes: 45,
    timeframe: { start: '2026-04-01T09:00:00+02:00', end: '2026-04-30' },
  },
};

/** A new request with required fields only, without its id. */
const plainRequest = (node: Node, email: string) => ({
  organizer_email: email,
  participant_emails: ['guest@example.org'],
  status: 'active',
  title: null,
  purpose: null,
  description: null,
  include_introduction: false,
  duration_minutes: null,
  reminders: null,
  timeframe: null,
  team_id: null,
  host_emails: [email],
  location: null,
  place: null,
  calendar_event_id: null,
  starts_at: null,
  ends_at: null,
  attention: null,
  no_show: null,
  meeting_type_id: null,
  created_at: timeOf(node),
  updated_at: timeOf(node),
  booked_at: null,
  cancelled_at: null,
  paused_at: null,
});

onBothEngines('the creation of meeting requests', (node) => {
  const create = async (body: object) => dataOf<MeetingRequest>(await node().post(REQUESTS, body));

  test('202: organizer and participants are enough; everything else has its empty value', async () => {
    const { email } = await makeMember(node(), 'Ada');
    node().clock.advance(61_001);
    const answer = await node().post(REQUESTS, { organizer_email: email, ...guests });
    assert.equal(answer.status, 202);
    const { id, ...rest } = dataOf<MeetingRequest>(answer);
    assert.match(id, /^mr_[0-9A-HJKMNP-TV-Z]{26}$/);
    const expected = plainRequest(node(), email);
    assert.deepEqual(rest, expected);
    node().clock.advance(1_000);
    assert.deepEqual(await readRequest(node(), id), { id, ...expected });
  });

  test('202: everything that can be given, names trimmed, texts as written, times in UTC', async () => {
    const { email } = await makeMember(node());
    const answer = await node().post(REQUESTS, { organizer_email: `\t${email} `, ...EVERYTHING });
    assert.equal(answer.status, 202);
    const { id, ...rest } = dataOf<MeetingRequest>(answer);
    const expected = {
      ...plainRequest(node(), email),
      participant_emails: ['Grace@Example.org', 'joan@example.org'],
      title: 'Product demo',
      purpose: EVERYTHING.context.purpose,
      description: EVERYTHING.context.description,
      include_introduction: true,
      duration_minutes: 45,
      reminders: [1_440, 15],
      timeframe: { start: '2026-04-01T07:00:00.000Z', end: '2026-04-30T00:00:00.000Z' },
    };
    assert.deepEqual(rest, expected);
    assert.deepEqual(await readRequest(node(), id), { id, ...expected });
  });

  test('202: the organizer is found whatever the upper and lower case, and is shown as the member is', async () => {
    await createMember(node(), { email: 'Ada.Case@Example.com' });
    for (const organizer_email of ['ada.case@example.com', 'ADA.CASE@EXAMPLE.COM', 'Ada.Case@Example.com']) {
      const request = await create({ organizer_email, ...guests });
      assert.deepEqual(
        [request.organizer_email, request.host_emails],
        ['Ada.Case@Example.com', ['Ada.Case@Example.com']],
      );
      assert.deepEqual(await readRequest(node(), request.id), request);
    }
  });

  test('422: no organizer, or one that is not an active member of the workspace', async () => {
    const gone = await deactivate(node(), await makeMember(node()));
    const { rawKey } = await node().otherWorkspace();
    const elsewhere = await makeMember(node(), null, rawKey);
    const form = ['invalid_request', 'organizer_email must be an email address such as ada@example.com'];
    const type = ['invalid_request', 'organizer_email must be a string or null'];
    await assertRefused(
      node(),
      (
        [
          [{}, NO_ORGANIZER],
          [{ organizer_email: null }, NO_ORGANIZER],
          [{ organizer_email: null, team_id: null, organizer_name: 'Ada' }, NO_ORGANIZER],
          [{ organizer_email: 'nobody@example.com' }, NOT_A_MEMBER],
          [{ organizer_email: gone.email }, NOT_A_MEMBER],
          [{ organizer_email: gone.email.toUpperCase() }, NOT_A_MEMBER],
          [{ organizer_email: elsewhere.email }, NOT_A_MEMBER],
          [{ organizer_email: 'guest@example.org' }, NOT_A_MEMBER],
          ...['', ' ', 'ada', gone.id, 'ada@example.com, bob@example.com'].map((organizer_email) => [
            { organizer_email },
            form,
          ]),
          ...[7, true, ['ada@example.com'], {}].map((organizer_email) => [{ organizer_email }, type]),
        ] as [object, typeof NO_ORGANIZER][]
      ).map(([given, refusal]) => [() => node().post(REQUESTS, { ...guests, ...given }), ...refusal]),
    );
    // Nothing else was wrong: this works.
    const answer = await node().post(
      REQUESTS,
      { ...guests, organizer_email: elsewhere.email },
      { key: rawKey },
    );
    assert.equal(answer.status, 202);
  });

  test('a creation leaves one audit entry with all that was given; kept is also what is not shown', async () => {
    const { email } = await makeMember(node());
    const { id } = await create({ organizer_email: email.toUpperCase(), ...EVERYTHING });
    const kept = await node().services.database.get<object>(
      'select organizer_name, organizer_timezone from meeting_requests where id = $1',
      [id],
    );
    assert.deepEqual({ ...kept }, { organizer_name: 'Ada Lovelace', organizer_timezone: 'Europe/Berlin' });
    assert.deepEqual(await entriesAbout(node(), id), [
      {
        action: 'meeting_request.created',
        target: { type: 'meeting_request', id },
        changes: {
          organizer_email: [null, email],
          organizer_name: [null, 'Ada Lovelace'],
          organizer_timezone: [null, 'Europe/Berlin'],
          participants: [
            null,
            [
              {
                email: 'Grace@Example.org',
                name: 'Grace Hopper',
                timezone: 'America/New_York',
                locale: null,
                phone_number: null,
              },
              {
                email: 'joan@example.org',
                name: null,
                timezone: null,
                locale: null,
                phone_number: null,
              },
            ],
          ],
          team_id: [null, null],
          meeting_type_id: [null, null],
          host_emails: [null, [email]],
          title: [null, 'Product demo'],
          purpose: [null, EVERYTHING.context.purpose],
          description: [null, EVERYTHING.context.description],
          location: [null, null],
          include_introduction: [null, true],
          notify_participants: [null, true],
          reminders: [null, [1_440, 15]],
          duration_minutes: [null, 45],
          timeframe: [null, { start: '2026-04-01T07:00:00.000Z', end: '2026-04-30T00:00:00.000Z' }],
        },
      },
    ]);
  });

  test('202: a repetition with the same Idempotency-Key makes no second request, entry, event or delivery', async () => {
    const { email } = await makeMember(node());
    const endpoint = await subscribe(node(), ['meeting_request.created']);
    const body = { organizer_email: email, ...guests };
    const headers = { 'idempotency-key': `demo of ${email}` };
    const first = await node().post(REQUESTS, body, { headers });
    const made = dataOf<MeetingRequest>(first);
    node().clock.advance(60_000);
    for (let repetition = 1; repetition <= 3; repetition++) {
      const again = await node().post(REQUESTS, body, { headers });
      assert.deepEqual([again.status, again.text], [202, first.text]);
      assert.equal(again.headers['idempotency-replayed'], 'true');
    }
    assert.deepEqual(dataOf(await node().get(`${REQUESTS}?organizer_email=${email}`)), [made]);
    assert.equal((await entriesAbout(node(), made.id)).length, 1);
    assert.equal((await deliveriesTo(node(), endpoint)).length, 1);
    assert.deepEqual(await payloadsAbout(node(), made.id), [
      {
        event: 'meeting_request.created',
        timestamp: made.created_at,
        id: made.id,
        organizer_email: email,
        participant_emails: guests.participant_emails,
        meeting_type_id: null,
        status: 'active',
        created_at: made.created_at,
      },
    ]);
    // Another key means another meeting, even with the same body.
    const other = await node().post(REQUESTS, body, { headers: { 'idempotency-key': `again ${email}` } });
    assert.notEqual(dataOf<MeetingRequest>(other).id, made.id);
    assert.equal((await deliveriesTo(node(), endpoint)).length, 2);
  });
});
