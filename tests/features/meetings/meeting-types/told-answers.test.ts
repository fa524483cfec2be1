// Hosts read what a guest has answered in their mails and their calendar; guests never do.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { TUESDAY } from '../../../support/makers/booking-links.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { makeTyped } from '../../../support/makers/meeting-type-pages.ts';
import { messagesAbout } from '../../../support/makers/messages-about.ts';
import { untilIdle } from '../../../support/makers/scheduling.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const questions = [
  { key: 'company', label: 'Which company?', kind: 'text' },
  { key: 'topics', label: 'Topics', kind: 'choices', choices: ['Reporting', 'Permissions'] },
];
const first = { company: 'Hopper <b>& Sons\u202e', topics: ['Reporting', 'Permissions'] };

onBothEngines('Answers to the questions of a meeting type', (node) => {
  const make = async (participants: object[]) => {
    const { type } = await makeTyped(node(), { type: { questions } });
    const request = dataOf<MeetingRequest>(
      await node().post(REQUESTS, { meeting_type_id: type.id, participants }),
    );
    await untilIdle(node());
    return request;
  };
  const unfolded = (invite: string | null) => (invite ?? '').replace(/\r\n[ \t]/g, '');

  test('are in every mail to hosts, and in the description of their invites', async () => {
    const { id, organizer_email } = await make([{ email: 'grace@example.org', answers: first }]);
    await node().post(`${REQUESTS}/${id}/book`, { starts_at: TUESDAY });
    await node().post(`${REQUESTS}/${id}/reschedule`, { starts_at: '2026-03-03T12:00:00.000Z' });
    await untilIdle(node());
    const messages = await messagesAbout(node(), id);
    const toHost = messages.filter(({ to }) => to === organizer_email);
    assert.deepEqual(
      toHost.map(({ kind }) => kind),
      ['assigned', 'booked', 'rescheduled'],
    );
    for (const { kind, text, invite } of toHost) {
      assert.match(text, /Which company\? Hopper <b>& Sons\s+Topics: Reporting, Permissions/, kind);
      if (invite)
        assert.match(
          unfolded(invite),
          /DESCRIPTION:.*Which company\? Hopper <b>& Sons\\nTopics: Reporting\\, Permissions/,
        );
    }
    for (const { to, text, invite, shared } of messages.filter((each) => !toHost.includes(each))) {
      assert.equal(to, 'grace@example.org');
      for (const told of [text, unfolded(invite), unfolded(shared)])
        assert.doesNotMatch(told, /Hopper|Topics/);
    }
  });

  test('say whose they are, with several guests', async () => {
    const { id, organizer_email } = await make([
      { email: 'grace@example.org', name: 'Grace Hopper', answers: { company: 'Navy' } },
      { email: 'alan@example.net', name: 'Alan Turing' },
      { email: 'barbara@example.net', answers: { topics: ['Permissions'] } },
    ]);
    const [assigned] = await messagesAbout(node(), id, ['assigned']);
    assert.equal(assigned?.to, organizer_email);
    assert.match(
      assigned?.text ?? '',
      /Grace Hopper\s+Which company\? Navy\s+barbara@example\.net\s+Topics: Permissions/,
    );
  });
});
