// A link of a meeting type books meetings of that type, as the link says and else as the type does.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  fillIn,
  grace,
  isBooked,
  look,
  outcomeOf,
  startsIn,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { addType, changeType, makeTyped } from '../../../support/makers/meeting-type-pages.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { showRequest } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { AuditEntry, BookingLink, MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const questions = [{ key: 'company', label: 'Which company are you from?', kind: 'text', required: true }];

onBothEngines('A booking link of a meeting type', (node) => {
  const requestsOf = async ({ id }: { id: string }) =>
    dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?team_id=${id}`));

  test('has its title, length, questions and limits, unless the link says otherwise', async () => {
    const { team, type } = await makeTyped(node(), {
      type: { duration_minutes: 45, minimum_notice_minutes: 48 * 60, questions },
    });
    const { path, link } = await addLink(node(), team, { meeting_type_id: type.id });
    assert.equal(link.meeting_type_id, type.id);
    const days = await look(node(), path);
    assert.match(days.text, /<h1 dir="auto">Product demo<\/h1>/);
    assert.ok(startsIn(days).every((start) => start >= '2026-03-04T09:00'));
    assert.equal(outcomeOf(await fillIn(node(), path, { starts_at: TUESDAY, answer_company: 'A' })), 'taken');

    const starts_at = '2026-03-05T10:00:00.000Z';
    const unanswered = await fillIn(node(), path, { starts_at });
    assert.equal(unanswered.status, 422);
    assert.match(unanswered.text, /Which company are you from\?/);
    assert.ok(isBooked(await fillIn(node(), path, { starts_at, answer_company: 'Navy' })));
    const [listed] = await requestsOf(team);
    assert.ok(listed);
    const request = await showRequest(node(), listed.id);
    assert.deepEqual(
      [request?.meeting_type_id, request?.title, request?.duration_minutes, request.participants[0]?.answers],
      [type.id, 'Product demo', 45, { company: 'Navy' }],
    );

    const own = await addLink(node(), team, {
      meeting_type_id: type.id,
      title: 'Short demo',
      duration_minutes: 15,
    });
    const later = '2026-03-05T12:00:00.000Z';
    const answers = { answer_company: 'Army', email: 'other@example.org' };
    assert.ok(isBooked(await fillIn(node(), own.path, { ...grace, starts_at: later, ...answers })));
    const [second] = await requestsOf(team);
    assert.deepEqual(
      [second?.meeting_type_id, second?.title, second?.duration_minutes],
      [type.id, 'Short demo', 15],
    );
  });

  test('can be given a type later and lose it again; a deleted type leaves it plain', async () => {
    const { team, type } = await makeTyped(node(), { type: { questions } });
    const { path, link } = await addLink(node(), team, {});
    const url = `/api/v1/teams/${team.id}/booking_links/${link.id}`;
    const changed = dataOf<BookingLink>(await node().patch(url, { meeting_type_id: type.id }));
    assert.deepEqual(changed, { ...link, meeting_type_id: type.id });
    const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${link.id}`));
    assert.deepEqual(entry?.changes, { meeting_type_id: [null, type.id] });
    assert.deepEqual(dataOf(await node().patch(url, { meeting_type_id: null })), link);
    dataOf(await node().patch(url, { meeting_type_id: type.id }));

    await changeType(node(), type, { active: false });
    assert.equal((await look(node(), path)).status, 410);
    // Other changes don't ask whether the type can be booked at the moment.
    assert.equal((await node().patch(url, { max_uses: 7 })).status, 200);
    await changeType(node(), type, { active: true });

    await node().delete(`/api/v1/meeting_types/${type.id}`);
    assert.equal(dataOf<BookingLink>(await node().get(url)).meeting_type_id, null);
    assert.ok(isBooked(await fillIn(node(), path, { starts_at: TUESDAY })));
    const [request] = await requestsOf(team);
    assert.equal(request?.meeting_type_id, null);
  });

  test('422: a type that isn’t there, is of somebody else or can’t be booked; nothing changes', async () => {
    const { team, type } = await makeTyped(node(), { type: { active: false } });
    const other = await makeTeam(node());
    const others = await addType(node(), { team_id: other.id });
    const member = await makeMember(node());
    const members = await addType(node(), { workspace_membership_id: member.id });
    const links = `/api/v1/teams/${team.id}/booking_links`;
    const { link } = await addLink(node(), team, {});
    for (const [meeting_type_id, message] of [
      ['mt_unknown', 'meeting_type_id is not a meeting type of this workspace'],
      [others.type.id, 'meeting_type_id is a meeting type of another team, or of a member'],
      [members.type.id, 'meeting_type_id is a meeting type of another team, or of a member'],
      [type.id, 'meeting_type_id is not active'],
    ] as const)
      for (const answer of [
        await node().post(links, { meeting_type_id }),
        await node().patch(`${links}/${link.id}`, { meeting_type_id }),
      ]) {
        assert.equal(answer.status, 422);
        assert.deepEqual(errorOf(answer), { type: 'validation_error', message });
      }
    assert.deepEqual(dataOf(await node().get(links)), [link]);
  });

  test('asks for a confirmation as its type does', async () => {
    const { team, type } = await makeTyped(node(), { type: { confirm_email: true } });
    const links = `/api/v1/teams/${team.id}/booking_links`;
    const made = dataOf<BookingLink>(await node().post(links, { meeting_type_id: type.id }));
    assert.equal(made.verify_email, true);
    const { path } = await addLink(node(), team, { meeting_type_id: type.id, verify_email: false });
    assert.ok(isBooked(await fillIn(node(), path, { starts_at: TUESDAY })));
  });
});
