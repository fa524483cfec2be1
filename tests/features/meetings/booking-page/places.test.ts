// Where the meeting is, on the page of a participant; and where they can be called.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, offerTo, outcomeOf, sendForm } from '../../../support/makers/booking-page.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout } from '../../../support/makers/messages-about.ts';
import type { ShownMeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const CALL = { kind: 'phone', caller: 'host' };
const GRACE = 'grace@example.org';

onBothEngines('The page of a participant', (node) => {
  const read = async (id: string) => dataOf<ShownMeetingRequest>(await node().get(`${REQUESTS}/${id}`));
  const text = async (page: string) => (await visit(node(), `/m/${page}`)).text;

  test('says where the meeting will be, and how to get there once it is booked', async () => {
    const address = '12 Analytical Street\nLondon <b>';
    const offered = await offerTo(node(), [GRACE], { location: { kind: 'in_person', address } });
    const before = await text(offered.page);
    assert.ok(before.includes('12 Analytical Street<br>London &lt;b&gt;'));
    assert.ok(before.includes('href="https://www.google.com/maps/search/?api=1&amp;query=12%20Analytical'));
    const video = await offerTo(node(), [GRACE], {
      location: { kind: 'link', url: 'https://meet.example.org/ada' },
    });
    assert.ok(
      !(await text(video.page)).includes('https://meet.example.org/ada'),
      'nobody joins before it is booked',
    );
    dataOf(await applyTransition(node(), video.id, 'book', { starts_at: '2026-04-01T10:00:00Z' }));
    assert.ok((await text(video.page)).includes('href="https://meet.example.org/ada"'));
  });

  test('asks where to call, takes a number as people there write it, and books nothing without', async () => {
    const { id, page, ids } = await offerTo(node(), [GRACE], { location: CALL });
    const answer = { options: [ids[0] as string], round: 1, timezone: 'Europe/London' };
    assert.match(await text(page), /name="phone_number"[^>]* required/);
    assert.equal(await outcomeOf(node(), page, 'answer', { ...answer, phone_number: '' }), 'phone');
    assert.equal(await outcomeOf(node(), page, 'answer', { ...answer, phone_number: '12' }), 'phone');
    assert.equal((await read(id)).status, 'active');
    assert.equal(
      await outcomeOf(node(), page, 'answer', { ...answer, phone_number: '020 7946 0018' }),
      'booked',
    );
    const { place, participants } = await read(id);
    assert.deepEqual(
      [place?.phone_number, participants[0]?.phone_number],
      ['+442079460018', '+442079460018'],
    );
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.number_given by ${GRACE}`,
      `meeting_request.answered by ${GRACE}`,
      `meeting_request.booked by ${GRACE}`,
    ]);
  });

  test('a number can be given and changed later; the hosts hear of it, and it can’t be used to write to them all day', async () => {
    const { id, page } = await offerTo(node(), [GRACE], { location: CALL });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: '2026-04-01T10:00:00Z' }));
    assert.equal((await read(id)).place?.phone_number, null);
    const outcomes: (string | null)[] = [];
    for (const last of [1, 2, 3, 4, 5, 6]) {
      outcomes.push(await outcomeOf(node(), page, 'number', { phone_number: `+44 20 7946 001${last}` }));
    }
    assert.deepEqual(outcomes, ['number', 'number', 'number', 'number', 'number', 'refused']);
    assert.equal((await read(id)).place?.phone_number, '+442079460015');
    const told = await messagesAbout(node(), id, ['place_changed']);
    assert.deepEqual(
      told.map(({ place }) => place),
      [null, null, null, null, null],
    );
    assert.match(told.at(-1)?.text ?? '', /Call Grace|Call grace@example\.org on \+44 20 7946 0015/);
    assert.equal(await outcomeOf(node(), page, 'number', { phone_number: 'x'.repeat(40) }), 'refused');
    const tooLong = await sendForm(node(), page, 'number', { phone_number: '1'.repeat(101) });
    assert.ok(tooLong.status >= 400 && tooLong.status < 500);
  });
});
