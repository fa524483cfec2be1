// Whoever is passed over for want of time keeps their place, and is next as soon as they have time.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { test } from '../../../support/lanes.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { always, never, setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { MeetingRequest, Member, Team } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const RUNS = { sqlite: 40, postgres: 12 };
const PEOPLE = 4;

/** Who has time, by place, and how many requests come then. */
const periods = fc.array(
  fc.record({
    free: fc.array(fc.boolean(), { minLength: PEOPLE, maxLength: PEOPLE }),
    requests: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 5 },
);

onBothEngines.inBothLanes('A rotation of people who sometimes have no time', (node) => {
  let people: Member[];
  before(async () => {
    people = await Promise.all(Array.from({ length: PEOPLE }, () => makeMember(node())));
  });

  test('gives each turn to the first in the queue with time, who alone moves to its end', async () => {
    const run = fc.asyncProperty(periods, async (history) => {
      const body = { name: 'Time', member_ids: people.map(({ id }) => id) };
      const team = dataOf<Team>(await node().post('/api/v1/teams', body));
      const queue = [...people];
      for (const { free, requests } of history) {
        for (const [place, member] of people.entries()) {
          await setAvailability(node(), member, free[place] ? always : never);
        }
        const hasTime = (member: Member) => free[people.indexOf(member)] === true;
        for (let request = 0; request < requests; request += 1) {
          const { next_assignee } = dataOf<Team>(await node().get(`/api/v1/teams/${team.id}`));
          assert.equal(next_assignee?.email, queue[0]?.email, 'next_assignee is the head of the queue');
          const expected = queue.find(hasTime) ?? (queue[0] as Member);
          const asked = { team_id: team.id, participant_emails: ['guest@example.org'] };
          const { organizer_email } = dataOf<MeetingRequest>(await node().post(REQUESTS, asked));
          assert.equal(organizer_email, expected.email);
          queue.splice(queue.indexOf(expected), 1);
          queue.push(expected);
        }
      }
    });
    const { engine } = node().services.database.dialect;
    await fc.assert(run, runs(RUNS[engine], engine));
  });
});
