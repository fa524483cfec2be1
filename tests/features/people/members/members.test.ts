// Members are created with a valid email that is unique in the workspace, in any case.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  createMember,
  entriesAbout,
  listMembers,
  MEMBERS,
  type Member,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const taken = ['validation_error', 'email belongs to a member of this workspace already'] as const;

onBothEngines('workspace members', (node) => {
  test('201: a member is created with the fields of the contract, email and name trimmed', async () => {
    const answer = await node().post(MEMBERS, {
      email: ' Ada.Lovelace@Example.com\n',
      name: '  Ada Lovelace\t',
      role: 'admin',
    });
    assert.equal(answer.status, 201);
    const { id, ...rest } = dataOf<Member>(answer);
    assert.match(id, /^mem_[0-9A-Z]{26}$/);
    assert.deepEqual(rest, {
      email: 'Ada.Lovelace@Example.com',
      name: 'Ada Lovelace',
      role: 'admin',
      timezone: null,
      title: null,
      introduction: null,
      meeting_url: null,
      invited_at: null,
      last_signed_in_at: null,
      deactivated_at: null,
      created_at: timeOf(node()),
    });
    const read = await node().get(`${MEMBERS}/${id}`);
    assert.deepEqual([read.status, read.body], [200, { data: { id, ...rest } }]);
  });

  test('a missing, null or blank name is null; the role is member unless given', async () => {
    for (const [number, name] of [undefined, null, '', '  \n'].entries()) {
      const email = `nameless-${number}@example.com`;
      const { id, ...created } = await createMember(node(), { email, name });
      assert.deepEqual(created, {
        email,
        name: null,
        role: 'member',
        timezone: null,
        title: null,
        introduction: null,
        meeting_url: null,
        invited_at: null,
        last_signed_in_at: null,
        deactivated_at: null,
        created_at: timeOf(node()),
      });
    }
    const long = await createMember(node(), {
      email: 'long@example.com',
      name: ` ${'n'.repeat(200)} `,
      role: 'member',
    });
    assert.deepEqual([long.name, long.role], ['n'.repeat(200), 'member']);
  });

  test('201: with a time zone, a title and an introduction, which the audit entry has too', async () => {
    const about = { timezone: 'Asia/Kathmandu', title: 'Engineer', introduction: 'Ada knows reports.' };
    const { id, ...created } = await createMember(node(), { email: 'about@example.com', ...about });
    assert.deepEqual(created, { ...created, ...about });
    assert.deepEqual(dataOf(await node().get(`${MEMBERS}/${id}`)), { id, ...created });
    const [entry] = await entriesAbout(node(), id);
    assert.deepEqual(entry?.changes, {
      email: [null, 'about@example.com'],
      name: [null, null],
      role: [null, 'member'],
      timezone: [null, 'Asia/Kathmandu'],
      title: [null, 'Engineer'],
      introduction: [null, 'Ada knows reports.'],
    });
  });

  test('201: addresses of every usual form are taken as they are written', async () => {
    for (const email of [
      'a@b.co',
      "o'neil+tag_1@mail.example.co.uk",
      'first.last@sub-domain.example',
      '!#$%&*/=?^`{|}~-@example.com',
      'UPPER.Case@EXAMPLE.org',
      'jörg@müller.example',
      '用户@例子.公司',
      'x@xn--mller-kva.example',
      `${'l'.repeat(64)}@example.com`,
      `x@${'d'.repeat(63)}.example`,
    ]) {
      assert.equal((await createMember(node(), { email })).email, email);
    }
  });

  test('422: a malformed email address', async () => {
    const wrong = [
      '',
      '   ',
      'ada',
      'ada@',
      '@example.com',
      'ada@localhost',
      'ada@1.2.3.4',
      'ada@example..com',
      'ada@.example.com',
      'ada@example.com.',
      'ada@-example.com',
      'ada@example-.com',
      'ada@exa_mple.com',
      '.ada@example.com',
      'ada.@example.com',
      'ada..l@example.com',
      'ada@home@example.com',
      'ada lovelace@example.com',
      'ada@exam ple.com',
      'ada\n@example.com',
      'ada@example.com\nbcc: eve@example.com',
      'Ada <ada@example.com>',
      'ada@example.com, eve@example.com',
      'mailto:ada@example.com',
      `${'l'.repeat(65)}@example.com`,
      `ada@${'d'.repeat(64)}.com`,
    ];
    await assertRefused(
      node(),
      wrong.map((email) => [
        () => node().post(MEMBERS, { email }),
        'invalid_request',
        'email must be an email address such as ada@example.com',
      ]),
    );
  });

  test('an address has at most 254 characters, spaces around it not counted', async () => {
    const longest = `${'m'.repeat(64)}@${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(61)}`;
    assert.equal(longest.length, 254);
    assert.equal((await createMember(node(), { email: `  ${longest}\t` })).email, longest);
    await assertRefused(node(), [
      [
        () => node().post(MEMBERS, { email: `${longest}f` }),
        'invalid_request',
        'email must be at most 254 characters',
      ],
      // The limits of mail are in bytes.
      [
        () => node().post(MEMBERS, { email: `${'ü'.repeat(64)}@${'ü'.repeat(62)}.example` }),
        'invalid_request',
        'email must be an email address such as ada@example.com',
      ],
    ]);
  });

  test('422: each wrong field is named, with what is wrong with it', async () => {
    const email = 'wrong@example.com';
    await assertRefused(
      node(),
      (
        [
          [undefined, 'email is required'],
          [{}, 'email is required'],
          [{ name: 'Ada', role: 'member' }, 'email is required'],
          [{ email: null }, 'email must be a string'],
          [{ email: 7 }, 'email must be a string'],
          [{ email: [email] }, 'email must be a string'],
          [{ email, name: 7 }, 'name must be a string or null'],
          [{ email, name: 'n'.repeat(201) }, 'name must be at most 200 characters'],
          ...['owner', 'Admin', 'manager', '', ' member'].map(
            (role) => [{ email, role }, 'role must be one of member, admin'] as const,
          ),
          [{ email, role: null }, 'role must be a string'],
          [{ email, role: ['admin'] }, 'role must be a string'],
          [[], 'body must be a JSON object'],
        ] as const
      ).map(([body, message]) => [() => node().post(MEMBERS, body), 'invalid_request', message]),
    );
  });

  /** Several spellings are one email: with a member of the first, all are taken, and all find that member. */
  async function assertSameEmail([first, ...others]: string[]): Promise<void> {
    const member = await createMember(node(), { email: first });
    const refusals = [first, ...others].map(
      (email) => [() => node().post(MEMBERS, { email }), ...taken] as const,
    );
    await assertRefused(node(), refusals);
    for (const email of others) {
      const found = await listMembers(node(), `?email=${encodeURIComponent(email)}`);
      assert.deepEqual(found.data, [member], email);
    }
    dataOf(await node().post(`${MEMBERS}/${member.id}/deactivate`));
    await assertRefused(node(), refusals);
  }

  test('422: an email that a member has, in any case, also after the member was deactivated', () =>
    assertSameEmail(['Grace.Hopper@Example.com', 'grace.hopper@example.com', 'GRACE.HOPPER@EXAMPLE.COM']));

  test('422: an email that a member has, in any case, beyond ASCII', async () => {
    await assertSameEmail(['Élodie@Example.com', 'élodie@example.com', 'ÉLODIE@EXAMPLE.COM']);
    await assertSameEmail(['жанна@пример.example', 'ЖАННА@ПРИМЕР.EXAMPLE']);
    // Two encodings of the same letter: one code point, or a letter and its accent.
    await assertSameEmail(['Ren\u00e9@example.com', 'Rene\u0301@example.com', 'RENE\u0301@example.com']);
  });

  test('422: an email that a member has, with letters whose upper and lower case are not one to one', async () => {
    // The small sigma at the end of a word; before a point and a letter, lower-casing does not see that end.
    await assertSameEmail(['νίκος.παππάς@example.com', 'ΝΊΚΟΣ.ΠΑΠΠΆΣ@EXAMPLE.COM']);
    // The sharp s has a capital letter, which is not what upper-casing makes of the small one.
    await assertSameEmail(['weiß@example.com', 'WEIẞ@EXAMPLE.COM']);
    // One code point in lower case, a letter and its accent in upper case.
    await assertSameEmail(['\u01f0an@example.com', 'J\u030can@example.com', 'j\u030can@example.com']);
  });

  test('201: another workspace can have a member with the same email, and sees only its own', async () => {
    const { rawKey } = await node().otherWorkspace();
    const ours = await createMember(node(), { email: 'shared@example.com', name: 'Ours' });
    const theirs = await createMember(node(), { email: 'Shared@example.com', name: 'Theirs' }, rawKey);
    assert.notEqual(ours.id, theirs.id);
    assert.deepEqual((await listMembers(node(), '?email=shared@example.com')).data, [ours]);
    assert.deepEqual((await listMembers(node(), '', rawKey)).data, [theirs]);
  });

  test('of many simultaneous creates of one email exactly one is 201', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        node().post(MEMBERS, { email: number % 2 ? 'Race@example.com' : 'race@EXAMPLE.com' }, { key }),
      ),
    );
    const [won, ...others] = answers.sort((one, other) => one.status - other.status);
    assert.equal(won?.status, 201);
    const [type, message] = taken;
    for (const { status, body } of others) {
      assert.deepEqual({ status, body }, { status: 422, body: { error: { type, message } } });
    }
    assert.deepEqual((await listMembers(node(), '', key)).data, [dataOf(won)]);
    const entries = await node().get('/api/v1/audit_log?action=member.created', { key });
    assert.equal(dataOf<unknown[]>(entries).length, 1);
  });

  test('a new member leaves one audit entry', async () => {
    const { id } = await createMember(node(), { email: ' Audited@Example.com ', name: 'Ada', role: 'admin' });
    assert.deepEqual(await entriesAbout(node(), id), [
      {
        action: 'member.created',
        target: { type: 'member', id },
        changes: { email: [null, 'Audited@Example.com'], name: [null, 'Ada'], role: [null, 'admin'] },
      },
    ]);
  });
});
