// An export has everything about a person that an erasure would find, page by page, and nothing of others.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import { makeLinked } from '../../../support/makers/booking-links.ts';
import { handInOne } from '../../../support/makers/letters.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const ANN = 'ann@guests.example.org';
const EXPORTS = '/api/v1/exports';

interface Exported {
  data: { kind: string; id: string; data: Record<string, unknown> }[];
  meta: { has_more: boolean; next_cursor: string | null };
}

/** All pages of this size. */
async function exportOf(node: Node, email: string, limit: number) {
  const records: Exported['data'] = [];
  let after: string | null = null;
  do {
    const answer = await node.post(EXPORTS, { email, limit, after });
    assert.equal(answer.status, 200, answer.text);
    const { data, meta } = answer.body as Exported;
    assert.ok(data.length <= limit);
    assert.equal(meta.has_more, meta.next_cursor !== null);
    records.push(...data);
    after = meta.next_cursor;
  } while (after !== null);
  return records;
}

const answers = [{ key: 'company', label: 'Which company?', value: 'Quincy & Adams' }];

onBothEngines('An export', (node) => {
  let requestId: string;
  before(async () => {
    const member = await makeMember(node());
    const type = dataOf<{ id: string }>(
      await node().post('/api/v1/meeting_types', {
        name: 'Demo',
        workspace_membership_id: member.id,
        questions: answers.map(({ key, label }) => ({ key, label, kind: 'text' })),
      }),
    );
    const ann = { email: 'Ann@Guests.example.org', name: 'Ann', answers: { company: 'Quincy & Adams' } };
    const request = await makeRequest(node(), {
      meeting_type_id: type.id,
      organizer_email: member.email,
      participants: [ann, { email: 'ben@example.org', answers: { company: 'Ben’s own' } }],
    });
    requestId = request.id;
    await untilIdle(node());
    await applyTransition(node(), request.id, 'cancel', { notify: true });
    const { team } = await makeLinked(node(), { size: 1 });
    const to = String(team.email_address);
    await handInOne(node(), { from: `Ann <${ANN}>`, to, text: 'Hello there' }, { recipient: to });
    await node().patch(`/api/v1/teams/${team.id}`, { description: `For ${ANN}` });
    await untilIdle(node());
  });

  test('has the same records in pages of any size', async () => {
    const whole = await exportOf(node(), ANN, 100);
    const kinds = Object.keys(Object.groupBy(whole, ({ kind }) => kind)).sort();
    assert.deepEqual(kinds, ['audit_entry', 'event', 'mail', 'meeting_request', 'message', 'teams']);
    assert.deepEqual(await exportOf(node(), ANN.toUpperCase(), 1), whole);
    assert.deepEqual(await exportOf(node(), ANN, 7), whole);
    const request = whole.find(({ id }) => id === requestId);
    assert.deepEqual(
      [request?.data.status, request?.data.participation],
      [
        'cancelled',
        {
          email: 'Ann@Guests.example.org',
          name: 'Ann',
          phone_number: null,
          comment: null,
          wishes: null,
          answers,
        },
      ],
    );
    assert.match(String(whole.find(({ kind }) => kind === 'mail')?.data.raw), /^From: Ann .*^Message-ID: /ms);
    assert.ok(whole.some(({ kind, data }) => kind === 'message' && data.text === 'Hello there'));
    assert.ok(whole.filter(({ kind }) => kind === 'message').every(({ data }) => 'subject' in data));
  });

  test('has nothing about somebody else, nor of another workspace', async () => {
    assert.deepEqual(await exportOf(node(), 'nobody@example.org', 100), []);
    const { rawKey } = await node().otherWorkspace();
    const answer = await node().post(EXPORTS, { email: ANN }, { key: rawKey });
    assert.deepEqual(answer.body, { data: [], meta: { has_more: false, next_cursor: null } });
  });

  test('refuses a cursor of something else', async () => {
    const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const others = [
      'x',
      cursorOf(['members; drop', null]),
      cursorOf(['clock', null]),
      cursorOf(['events', []]),
    ];
    for (const after of [
      ...others,
      cursorOf(['events', [{}]]),
      cursorOf(['constructor', null]),
      cursorOf(null),
    ]) {
      const answer = await node().post(EXPORTS, { email: ANN, after });
      assert.equal(answer.status, 422, after);
      assert.match(errorOf(answer).message, /^after must be/);
    }
  });
});
