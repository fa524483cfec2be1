// Participants can be given in two forms; both are trimmed, limited, and kept once each.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import { REQUESTS, readRequest } from '../../../support/makers/meeting-requests.ts';
import { entriesAbout, makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const EMAIL = 'must be an email address such as ada@example.com';
const ZONE = 'must be an IANA time zone such as Europe/Berlin';
const MISSING = 'participant_emails or participants is required';
const BOTH = 'participants must not be given with participant_emails';

const fifty = Array.from({ length: 50 }, (_, place) => `guest-${place}@example.org`);
const objects = (emails: string[]) => emails.map((email) => ({ email }));
/** The same list in both forms. */
const inBothForms = (emails: string[]) => [{ participant_emails: emails }, { participants: objects(emails) }];

onBothEngines('the participants of a new meeting request', (node) => {
  let organizer: string;
  before(async () => {
    organizer = (await makeMember(node())).email;
  });
  const create = async (given: object) =>
    dataOf<MeetingRequest>(await node().post(REQUESTS, { organizer_email: organizer, ...given }));
  const assertEachRefused = (calls: (readonly [given: object, message: string])[]) =>
    assertRefused(
      node(),
      calls.map(([given, message]) => [
        () => node().post(REQUESTS, { organizer_email: organizer, ...given }),
        'invalid_request',
        message,
      ]),
    );
  /** With names and time zones, which are not part of what a request shows; the audit log and the table agree. */
  const recorded = async ({ id }: MeetingRequest) => {
    const kept = await node().services.database.all<object>(
      'select email, name, timezone, locale, phone_number from meeting_request_participants where request_id = $1 order by place',
      [id],
    );
    const [entry] = await entriesAbout(node(), id);
    assert.deepEqual(
      kept.map((row) => ({ ...row })),
      entry?.changes.participants?.[1],
    );
    return entry?.changes.participants?.[1];
  };

  test('202: either way, everybody is kept in the order given and as written, spaces around left out', async () => {
    const emails = [
      'zoe@example.org',
      ' Grace.Hopper@Example.ORG\n',
      '用户@例子.公司',
      'ada+tag@example.org',
    ];
    const shown = emails.map((email) => email.trim());
    for (const given of inBothForms(emails)) {
      const request = await create(given);
      assert.deepEqual(request.participant_emails, shown);
      assert.deepEqual((await readRequest(node(), request.id)).participant_emails, shown);
      assert.deepEqual(
        await recorded(request),
        shown.map((email) => ({ email, name: null, timezone: null, locale: null, phone_number: null })),
      );
    }
  });

  test('202: the other form may be null', async () => {
    const [emails, people] = inBothForms(['grace@example.org']);
    for (const given of [
      { ...emails, participants: null },
      { ...people, participant_emails: null },
    ]) {
      assert.deepEqual((await create(given)).participant_emails, ['grace@example.org']);
    }
  });

  test('202: names are trimmed, time zones and languages kept; an empty name and null are none, other fields ignored', async () => {
    const request = await create({
      participants: [
        {
          email: 'a@example.org',
          name: '  Grace Hopper\n',
          timezone: 'America/New_York',
          locale: 'en-us',
          phone_number: '+1 (212) 555-0123',
        },
        { email: 'b@example.org', name: '', timezone: null, locale: null, phone_number: null },
        { email: 'c@example.org', name: ' \t ', timezone: 'UTC', role: 'admin' },
        { email: 'd@example.org', name: null },
        { email: 'e@example.org', name: ` ${'n'.repeat(200)} ` },
      ],
    });
    const nothing = { name: null, timezone: null, locale: null, phone_number: null };
    assert.deepEqual(await recorded(request), [
      {
        email: 'a@example.org',
        name: 'Grace Hopper',
        timezone: 'America/New_York',
        locale: 'en-US',
        phone_number: '+12125550123',
      },
      { ...nothing, email: 'b@example.org' },
      { ...nothing, email: 'c@example.org', timezone: 'UTC' },
      { ...nothing, email: 'd@example.org' },
      { ...nothing, email: 'e@example.org', name: 'n'.repeat(200) },
    ]);
  });

  test('202: of the same address, whatever its case and spaces, the first is kept', async () => {
    const emails = [
      'Grace@Example.org',
      'joan@example.org',
      'grace@example.org',
      ' GRACE@EXAMPLE.ORG ',
      'JOAN@example.org',
      'grace+x@example.org',
      'ΣΟΦΟΣ@example.org',
      'σοφος@example.org',
    ];
    const each = ['Grace@Example.org', 'joan@example.org', 'grace+x@example.org', 'ΣΟΦΟΣ@example.org'];
    for (const given of inBothForms(emails)) {
      const request = await create(given);
      assert.deepEqual(request.participant_emails, each);
      assert.deepEqual((await readRequest(node(), request.id)).participant_emails, each);
    }
    const named = await create({
      participants: [
        { email: 'grace@example.org' },
        { email: 'GRACE@example.org', name: 'Grace', timezone: 'UTC' },
      ],
    });
    assert.deepEqual(await recorded(named), [
      { email: 'grace@example.org', name: null, timezone: null, locale: null, phone_number: null },
    ]);
  });

  test('202: one to fifty; the organizer and other members can be among them, and are no hosts for that', async () => {
    const colleague = await makeMember(node());
    for (const emails of [['one@example.org'], fifty, [organizer, colleague.email]]) {
      for (const given of inBothForms(emails)) {
        const request = await create(given);
        assert.deepEqual(request.participant_emails, emails);
        assert.deepEqual(request.host_emails, [organizer]);
        assert.deepEqual(await readRequest(node(), request.id), request);
      }
    }
  });

  test('422: none at all, or both forms', async () => {
    const [emails, people] = inBothForms(['grace@example.org']);
    await assertRefused(node(), [[() => node().post(REQUESTS), 'invalid_request', MISSING]]);
    await assertEachRefused([
      [{}, MISSING],
      [{ participant_emails: null }, MISSING],
      [{ participants: null, participant_emails: null }, MISSING],
      [{ ...emails, ...people }, BOTH],
      [{ participant_emails: [] }, 'participant_emails must have at least 1 item'],
      [{ participants: [] }, 'participants must have at least 1 item'],
      // An empty list is not the same as no list.
      [{ ...emails, participants: [] }, 'participants must have at least 1 item'],
      [{ ...people, participant_emails: [] }, 'participant_emails must have at least 1 item'],
    ]);
  });

  test('422: more than fifty, counted as they were sent', async () => {
    for (const emails of [
      [...fifty, 'last@example.org'],
      [...fifty, fifty[0] as string],
    ]) {
      await assertEachRefused([
        [{ participant_emails: emails }, 'participant_emails must have at most 50 items'],
        [{ participants: objects(emails) }, 'participants must have at most 50 items'],
      ]);
    }
  });

  test('422: what is no address, each told by its place', async () => {
    const good = 'grace@example.org';
    const wrong = [
      '',
      ' ',
      'grace',
      'grace@localhost',
      'Grace <grace@example.org>',
      'a@example.org,b@example.org',
    ];
    const tooLong = `${'m'.repeat(64)}@${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(62)}`;
    assert.equal(tooLong.length, 255);
    await assertEachRefused([
      ...wrong.flatMap(
        (email) =>
          [
            [{ participant_emails: [good, email] }, `participant_emails[1] ${EMAIL}`],
            [{ participants: objects([good, good, email]) }, `participants[2].email ${EMAIL}`],
          ] as const,
      ),
      [{ participant_emails: [tooLong] }, 'participant_emails[0] must be at most 254 characters'],
      [{ participants: objects([tooLong]) }, 'participants[0].email must be at most 254 characters'],
      ...[null, 7, { email: good }, [good]].map(
        (email) => [{ participant_emails: [email] }, 'participant_emails[0] must be a string'] as const,
      ),
      ...[null, 7, [good]].map(
        (email) => [{ participants: [{ email }] }, 'participants[0].email must be a string'] as const,
      ),
    ]);
  });

  test('422: lists that are none, and people that are none', async () => {
    const email = 'grace@example.org';
    await assertEachRefused([
      ...['grace@example.org', 7, true, { email }, { 0: email, length: 1 }].flatMap(
        (given) =>
          [
            [{ participant_emails: given }, 'participant_emails must be an array or null'],
            [{ participants: given }, 'participants must be an array or null'],
          ] as const,
      ),
      ...[email, null, 7, [email]].map(
        (given) => [{ participants: [{ email }, given] }, 'participants[1] must be a JSON object'] as const,
      ),
      [{ participants: [{ email }, {}] }, 'participants[1].email is required'],
      [{ participants: [{ name: 'Grace' }] }, 'participants[0].email is required'],
    ]);
  });

  test('422: a name that is too long or none, a time zone that there is not', async () => {
    const refused = (given: object, message: string) =>
      [{ participants: [{ email: 'grace@example.org', ...given }] }, `participants[0].${message}`] as const;
    await assertEachRefused([
      refused({ name: 'n'.repeat(201) }, 'name must be at most 200 characters'),
      ...[7, false, ['Grace'], {}].map((name) => refused({ name }, 'name must be a string or null')),
      ...['+01:00', 'Mars/Phobos', '', ' ', 'UTC+1', 'Europe/Berlin '].map((timezone) =>
        refused({ timezone }, `timezone ${ZONE}`),
      ),
      ...[60, ['UTC']].map((timezone) => refused({ timezone }, 'timezone must be a string or null')),
    ]);
  });
});
