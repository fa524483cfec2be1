// What a stranger types into the form of a booking link does not reach others, and is limited by the day.
import assert from 'node:assert/strict';
import { en } from '../../../../src/html/words/en.ts';
import { test } from '../../../support/lanes.ts';
import {
  behindProxy,
  fillIn,
  formOf,
  grace,
  isBooked,
  makeLinked,
} from '../../../support/makers/booking-links.ts';
import { writtenTo } from '../../../support/makers/letters.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import type { MeetingRequest, Message } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { sendForm } from '../../../support/server/visits.ts';

const HOUR_MS = 3_600_000;
const VICTIM = 'victim@example.org';
const at = (hour: number) => `2026-03-03T${String(hour).padStart(2, '0')}:00:00.000Z`;

async function onlyRequest(node: Node, teamId: string) {
  const [request] = dataOf<MeetingRequest[]>(await node.get(`${REQUESTS}?team_id=${teamId}`));
  return showRequest(node, request?.id as string);
}

onBothEngines(
  'The name that a stranger types',
  (node) => {
    test('is for the hosts: the person gets a mail and an invite without it', async () => {
      const { team, path } = await makeLinked(node());
      const fields = { name: 'You have won', email: VICTIM, starts_at: at(10) };
      assert.ok(isBooked(await fillIn(node(), path, fields)));
      await untilIdle(node());
      const { id, participants, host_emails } = await onlyRequest(node(), team.id);
      assert.equal(participants[0]?.name, 'You have won');
      const [toVictim] = await writtenTo(node(), id, VICTIM);
      assert.doesNotMatch(`${toVictim?.subject} ${toVictim?.text}`, /won/);
      const [toHost] = await writtenTo(node(), id, host_emails[0]);
      assert.match(toHost?.text ?? '', /You have won/);
      const invite = await node().services.database.get<{ text: string }>(
        'select text from invites where request_id = $1',
        [id],
      );
      assert.doesNotMatch(invite?.text ?? 'won', /won/);
    });

    test('is none if it leads somewhere', async () => {
      const { team, path } = await makeLinked(node());
      assert.ok(isBooked(await fillIn(node(), path, { name: 'Win at evil.example', starts_at: at(11) })));
      assert.equal((await onlyRequest(node(), team.id)).participants[0]?.name, null);
    });
  },
  behindProxy,
);

onBothEngines(
  'What strangers may ask for in a day',
  (node) => {
    test('ends for one network and for the workspace, with and without confirmation; admins are told', async () => {
      const books = await makeLinked(node());
      const confirms = await makeLinked(node(), { link: { verify_email: true } });
      let people = 0;
      const ask = async ({ path }: { path: string }, network: string, hour: number) => {
        people += 1;
        const fields = { ...grace, email: `p${people}@example.org`, starts_at: at(hour) };
        const headers = { 'x-forwarded-for': network };
        const { status, text } = await sendForm(node(), path, {
          fields,
          form: formOf(node(), path),
          headers,
        });
        return status === 303 ? 'taken' : text.includes(en.booking.limited) ? 'limited' : `${status}`;
      };
      assert.equal(await ask(books, '2001:db8:1::1', 10), 'taken');
      assert.equal(await ask(confirms, '2001:db8:1::2', 10), 'taken');
      assert.equal(await ask(books, '2001:db8:1::3', 11), 'limited');
      assert.equal(await ask(confirms, '2001:db8:1::4', 11), 'limited');
      assert.equal(await ask(books, '2001:db8:2::1', 11), 'taken');
      assert.equal(await ask(books, '2001:db8:3::1', 12), 'limited');
      await untilIdle(node());
      const told = dataOf<Message[]>(await node().get('/api/v1/messages?kind=outsiders_limited'));
      assert.deepEqual(
        told.map(({ to }) => to),
        ['owner@example.com'],
      );
      // The clock starts at nine.
      await passTime(node(), 16 * HOUR_MS);
      assert.equal(await ask(books, '2001:db8:1::1', 14), 'taken');
    });
  },
  {
    environment: {
      ...behindProxy.environment,
      ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY: '3',
      ROTA_MAX_OUTSIDER_MESSAGES_PER_NETWORK: '2',
    },
  },
);
