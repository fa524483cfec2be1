// Booking links are made, listed, read, changed and deleted by those who may change the team.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { look } from '../../../support/makers/booking-links.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import type { AuditEntry, BookingLink, Page } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('Booking links', (node) => {
  const soon = () => new Date(node().clock.now() + DAY_MS).toISOString();
  const auditOf = async ({ id }: { id: string }) =>
    dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`)).map(
      ({ action, changes }) => ({ action, changes }),
    );

  test('201: with nothing said, a link has no end and as many uses as wanted', async () => {
    const team = await makeTeam(node());
    const answer = await node().post(`${team.path}/booking_links`);
    assert.equal(answer.status, 201);
    const { id, url, created_at, ...others } = dataOf<BookingLink>(answer);
    assert.match(id, /^bl_/);
    assert.match(url, new RegExp(`^${node().url}/b/[0-9a-z]{54}$`));
    assert.equal(created_at, new Date(node().clock.now()).toISOString());
    assert.deepEqual(others, {
      team_id: team.id,
      title: null,
      duration_minutes: null,
      expires_at: null,
      max_uses: null,
      uses: 0,
      // The service is reached on loopback.
      verify_email: false,
      meeting_type_id: null,
      location: null,
    });
  });

  test('verifies addresses unless links lead to this machine only', async () => {
    const team = await makeTeam(node());
    const { url } = node().services.address;
    try {
      for (const [address, expected] of [
        ['https://rota.example.com', true],
        ['http://[::1]:3000', false],
        ['http://localhost:3000', false],
        ['http://192.0.2.1', true],
      ] as const) {
        node().services.address.url = address;
        const { verify_email } = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`));
        assert.equal(verify_email, expected, address);
      }
    } finally {
      node().services.address.url = url;
    }
  });

  test('what is given is kept, read and listed, the newest first', async () => {
    const team = await makeTeam(node());
    const given = {
      title: 'Demo',
      duration_minutes: 45,
      expires_at: soon(),
      max_uses: 7,
      verify_email: true,
      meeting_type_id: null,
      location: { kind: 'custom', text: 'In the lobby' },
    };
    const first = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`, given));
    assert.deepEqual({ ...first, ...given }, first);
    const second = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`));
    assert.deepEqual(dataOf(await node().get(`${team.path}/booking_links/${first.id}`)), first);
    const { body } = await node().get(`${team.path}/booking_links?limit=1`);
    const page = body as Page<BookingLink>;
    assert.deepEqual(page.data, [second]);
    const rest = await node().get(`${team.path}/booking_links?cursor=${page.meta.next_cursor}`);
    assert.deepEqual(dataOf(rest), [first]);
    assert.deepEqual(await auditOf(first), [
      {
        action: 'booking_link.created',
        changes: Object.fromEntries(
          Object.entries({ team_id: team.id, ...given }).map(([field, value]) => [field, [null, value]]),
        ),
      },
    ]);
  });

  test('422: wrong values are named, and nothing is made', async () => {
    const team = await makeTeam(node());
    const past = new Date(node().clock.now()).toISOString();
    for (const [body, type, message] of [
      [{ duration_minutes: 0 }, 'invalid_request', 'duration_minutes must be at least 1'],
      [{ duration_minutes: 1441 }, 'invalid_request', 'duration_minutes must be at most 1440'],
      [{ duration_minutes: '30' }, 'invalid_request', 'duration_minutes must be an integer or null'],
      [{ max_uses: 0 }, 'invalid_request', 'max_uses must be at least 1'],
      [{ max_uses: 1_000_001 }, 'invalid_request', 'max_uses must be at most 1000000'],
      [{ title: 'x'.repeat(201) }, 'invalid_request', 'title must be at most 200 characters'],
      [{ title: ' ' }, 'invalid_request', 'title must not be empty'],
      [{ verify_email: 'yes' }, 'invalid_request', 'verify_email must be a boolean or null'],
      [
        { expires_at: 'soon' },
        'invalid_request',
        'expires_at must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z',
      ],
      [{ expires_at: past }, 'validation_error', 'expires_at must be in the future'],
    ] as const) {
      const answer = await node().post(`${team.path}/booking_links`, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.deepEqual(errorOf(answer), { type, message });
    }
    assert.deepEqual(dataOf(await node().get(`${team.path}/booking_links`)), []);
  });

  test('422: a manual team assigns nobody, and a deactivated one has no new links', async () => {
    const manual = await makeTeam(node(), { mode: 'manual' });
    const refused = await node().post(`${manual.path}/booking_links`);
    assert.deepEqual(errorOf(refused), {
      type: 'invalid_request',
      message: 'A team in manual mode assigns nobody',
    });
    const team = await makeTeam(node());
    const link = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`));
    await node().post(`${team.path}/deactivate`);
    assert.deepEqual(errorOf(await node().post(`${team.path}/booking_links`)), {
      type: 'validation_error',
      message: 'The team is deactivated',
    });
    assert.deepEqual(dataOf(await node().get(`${team.path}/booking_links`)), [link]);
    assert.equal((await node().delete(`${team.path}/booking_links/${link.id}`)).status, 204);
  });

  test('422: a team has at most 100, also when many are made at once', async () => {
    const team = await makeTeam(node());
    const make = () => node().post(`${team.path}/booking_links`);
    while (dataOf<unknown[]>(await node().get(`${team.path}/booking_links?limit=100`)).length < 95)
      await make();
    const answers = await Promise.all(Array.from({ length: 10 }, make));
    assert.equal(answers.filter(({ status }) => status === 201).length, 5);
    const refused = answers.find(({ status }) => status !== 201);
    assert.ok(refused);
    assert.deepEqual(errorOf(refused), {
      type: 'validation_error',
      message: 'A team may have 100 booking links: delete one',
    });
    const [link] = dataOf<BookingLink[]>(await node().get(`${team.path}/booking_links`));
    assert.equal((await node().delete(`${team.path}/booking_links/${link?.id}`)).status, 204);
    assert.equal((await make()).status, 201);
  });

  test('what is given is changed, the rest and the address stay, and the entry has what differs', async () => {
    const team = await makeTeam(node());
    const first = { title: 'Demo', duration_minutes: 45, expires_at: soon(), max_uses: 7 };
    const link = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`, first));
    const path = `${team.path}/booking_links/${link.id}`;
    const change = { title: 'Long demo', duration_minutes: 90, verify_email: true };
    const changed = { ...link, ...change };
    const answer = await node().patch(path, change);
    assert.equal(answer.status, 200);
    assert.deepEqual(dataOf(answer), changed);
    assert.deepEqual(dataOf(await node().get(path)), changed);
    assert.deepEqual((await auditOf(link))[0], {
      action: 'booking_link.updated',
      changes: { title: ['Demo', 'Long demo'], duration_minutes: [45, 90], verify_email: [false, true] },
    });

    const cleared = { title: null, duration_minutes: null, expires_at: null, max_uses: null };
    assert.deepEqual(dataOf(await node().patch(path, cleared)), { ...changed, ...cleared });
    // The same again, and nothing at all, are no changes.
    for (const body of [cleared, {}]) assert.equal((await node().patch(path, body)).status, 200);
    assert.equal((await auditOf(link)).length, 3);
  });

  test('422: what a new link must not have, a changed one must not have either', async () => {
    const team = await makeTeam(node());
    const link = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`, { max_uses: 2 }));
    const path = `${team.path}/booking_links/${link.id}`;
    await node().services.database.transaction((tx) =>
      tx.run('update booking_links set uses = 2 where id = $1', [link.id]),
    );
    const past = new Date(node().clock.now()).toISOString();
    for (const [body, type, message] of [
      [{ duration_minutes: 0 }, 'invalid_request', 'duration_minutes must be at least 1'],
      [{ title: ' ' }, 'invalid_request', 'title must not be empty'],
      [{ verify_email: null }, 'invalid_request', 'verify_email must be a boolean'],
      [{ expires_at: past }, 'validation_error', 'expires_at must be in the future'],
      [
        { max_uses: 1 },
        'validation_error',
        'max_uses must be at least 2, the number of meetings already booked',
      ],
    ] as const) {
      const answer = await node().patch(path, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.deepEqual(errorOf(answer), { type, message });
    }
    assert.deepEqual(dataOf(await node().get(path)), { ...link, uses: 2 });
    assert.equal((await node().patch(path, { max_uses: 2 })).status, 200);
  });

  test('an expired link keeps its end under a new title, and works again with a later one', async () => {
    const team = await makeTeam(node());
    const given = { expires_at: soon() };
    const link = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`, given));
    const path = `${team.path}/booking_links/${link.id}`;
    const page = new URL(link.url).pathname;
    node().clock.advance(DAY_MS);
    assert.equal((await look(node(), page)).status, 410);
    const renamed = await node().patch(path, { ...given, title: 'Demo' });
    assert.equal(dataOf<BookingLink>(renamed).title, 'Demo');
    assert.equal((await node().patch(path, { expires_at: soon() })).status, 200);
    assert.equal((await look(node(), page)).status, 200);
  });

  test('204: a deleted link is gone, with an audit entry of what it was', async () => {
    const team = await makeTeam(node());
    const link = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`, { title: 'Demo' }));
    const path = `${team.path}/booking_links/${link.id}`;
    assert.equal((await node().delete(path)).status, 204);
    for (const answer of [await node().get(path), await node().delete(path)]) {
      assert.deepEqual(errorOf(answer), { type: 'not_found', message: 'Booking link not found' });
    }
    assert.deepEqual((await auditOf(link))[0], {
      action: 'booking_link.deleted',
      changes: {
        team_id: [team.id, null],
        meeting_type_id: [null, null],
        title: ['Demo', null],
        duration_minutes: [null, null],
        expires_at: [null, null],
        max_uses: [null, null],
        verify_email: [false, null],
        location: [null, null],
        uses: [0, null],
      },
    });
  });

  test('404: of another team, and of another workspace', async () => {
    const [team, other] = [await makeTeam(node()), await makeTeam(node())];
    const link = dataOf<BookingLink>(await node().post(`${team.path}/booking_links`));
    const { rawKey: key } = await node().otherWorkspace();
    for (const answer of [
      await node().get(`${other.path}/booking_links/${link.id}`),
      await node().patch(`${other.path}/booking_links/${link.id}`, { title: 'Theirs' }),
      await node().delete(`${other.path}/booking_links/${link.id}`),
      await node().get(`${team.path}/booking_links/${link.id}`, { key }),
      await node().patch(`${team.path}/booking_links/${link.id}`, { title: 'Theirs' }, { key }),
      await node().delete(`${team.path}/booking_links/${link.id}`, { key }),
      await node().get(`${team.path}/booking_links`, { key }),
      await node().post(`${team.path}/booking_links`, {}, { key }),
    ]) {
      assert.equal(answer.status, 404);
    }
    assert.equal((await node().get(`${team.path}/booking_links/${link.id}`)).status, 200);
  });
});
