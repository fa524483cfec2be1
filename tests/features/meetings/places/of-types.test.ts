// A meeting type says where its meetings are, more specific than its team.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const at = (name: string) => ({ kind: 'link', url: `https://meet.example.org/${name}` });

onBothEngines('The location of a meeting type', (node) => {
  test('counts before that of the team, and after that of the request; a deleted type has none', async () => {
    const member = await makeMember(node());
    const team = dataOf<{ id: string }>(
      await node().post('/api/v1/teams', { name: 'Typed', member_ids: [member.id], location: at('team') }),
    );
    const type = dataOf<{ id: string }>(
      await node().post('/api/v1/meeting_types', { name: 'Demo', team_id: team.id, location: at('type') }),
    );
    const booked = async (fields: object, between?: () => Promise<unknown>) => {
      const { id } = await makeRequest(node(), { team_id: team.id, meeting_type_id: type.id, ...fields });
      await between?.();
      const body = { starts_at: '2026-04-01T10:00:00Z', force: true };
      return dataOf<MeetingRequest>(await applyTransition(node(), id, 'book', body)).place?.join_url;
    };
    assert.equal(await booked({}), 'https://meet.example.org/type');
    assert.equal(await booked({ location: at('request') }), 'https://meet.example.org/request');
    const remove = () => node().delete(`/api/v1/meeting_types/${type.id}`);
    assert.equal(await booked({}, remove), 'https://meet.example.org/team');
  });
});
