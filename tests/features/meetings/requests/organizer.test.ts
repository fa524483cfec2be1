// The organizer of a meeting request can be changed to another active member of the workspace.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import { deactivate, makeMember, reactivate, timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const NO_EMAIL = 'organizer_email must be an email address such as ada@example.com';
const NOBODY = ['validation_error', 'organizer_email is not an active member of this workspace'] as const;
const THE_SAME = ['invalid_request', 'organizer_email is the organizer of the request already'] as const;

onBothEngines('changing the organizer of a meeting request', (node) => {
  const change = (id: string, organizer_email: unknown) =>
    node().post(`${REQUESTS}/${id}/change_organizer`, { organizer_email });

  test('200: the new organizer is named in any case and shown as the member is', async () => {
    const { id, organizer_email: former } = await makeRequest(node());
    const member = await makeMember(node());
    for (const given of [` ${member.email.toUpperCase()} `, former.toUpperCase(), member.email]) {
      node().clock.advance(1_000);
      const shown = given.trim().toLowerCase();
      const changed = dataOf<MeetingRequest>(await change(id, given));
      assert.deepEqual(
        [changed.organizer_email, changed.host_emails, changed.updated_at],
        [shown, [shown], timeOf(node())],
      );
      assert.deepEqual(await readRequest(node(), id), changed);
    }
  });

  test('200: a stack team stays, with the new organizer before it and the former only as one of it', async () => {
    const [first, second, outsider] = [
      await makeMember(node()),
      await makeMember(node()),
      await makeMember(node()),
    ];
    const body = { name: 'Panel', mode: 'stack', member_ids: [first.id, second.id] };
    const team = dataOf<{ id: string }>(await node().post('/api/v1/teams', body));
    const { id, host_emails } = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual(host_emails, [first.email, second.email]);
    for (const [organizer, hosts] of [
      [second, [second, first]],
      [outsider, [outsider, first, second]],
      [first, [first, second]],
    ] as const) {
      const changed = dataOf<MeetingRequest>(await change(id, organizer.email));
      assert.deepEqual(
        changed.host_emails,
        hosts.map(({ email }) => email),
      );
      assert.deepEqual(await readRequest(node(), id), changed);
    }
  });

  test('422: organizer_email is not there, or is no email', async () => {
    const { id } = await makeRequest(node());
    const member = await makeMember(node());
    await assertRefused(node(), [
      [
        () => node().post(`${REQUESTS}/${id}/change_organizer`),
        'invalid_request',
        'organizer_email is required',
      ],
      [() => change(id, undefined), 'invalid_request', 'organizer_email is required'],
      [() => change(id, null), 'invalid_request', 'organizer_email must be a string'],
      [() => change(id, [member.email]), 'invalid_request', 'organizer_email must be a string'],
      // The id of a member is no email.
      ...['', 'ada', 'ada@example', member.id].map(
        (email) => [() => change(id, email), 'invalid_request', NO_EMAIL] as const,
      ),
    ]);
  });

  test('422: the new organizer is nobody, deactivated, or in another workspace', async () => {
    const { id } = await makeRequest(node());
    const gone = await deactivate(node(), await makeMember(node()));
    const { rawKey } = await node().otherWorkspace();
    const elsewhere = await makeMember(node(), null, rawKey);
    await assertRefused(
      node(),
      ['nobody@example.com', gone.email, elsewhere.email].map((email) => [
        () => change(id, email),
        ...NOBODY,
      ]),
    );
    // Nothing else was wrong: this works.
    const back = await reactivate(node(), gone);
    assert.equal((await change(id, back.email)).status, 200);
  });

  test('422: the new organizer is the present one', async () => {
    for (const request of [await makeRequest(node()), await makeRequestAfter(node(), 'pause')]) {
      const { id, organizer_email } = request;
      await assertRefused(
        node(),
        [organizer_email, organizer_email.toUpperCase()].map((email) => [
          () => change(id, email),
          ...THE_SAME,
        ]),
      );
    }
  });

  test('422: a state that forbids it is told before what is wrong with the organizer', async () => {
    const { id, organizer_email } = await makeRequestAfter(node(), 'book');
    const refusal = 'Cannot change the organizer of a request that is booked';
    await assertRefused(
      node(),
      ['nobody@example.com', organizer_email].map((email) => [
        () => change(id, email),
        'invalid_request',
        refusal,
      ]),
    );
  });
});
