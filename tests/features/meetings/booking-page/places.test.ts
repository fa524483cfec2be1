// Where the meeting is, on the page of a participant; and where they can be called.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, offerTo, outcomeOf, sendForm } from '../../../support/makers/booking-page.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout } from '../../../support/makers/messages-about.ts';
import { showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import type { ShownMeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const CALL = { kind: 'phone', caller: 'host' };
const GRACE = 'grace@example.org';

onBothEngines('The page of a participant', (node) => {
  const read = async (id: string) => dataOf<ShownMeetingRequest>(await node().get(`${REQUESTS}/${id}`));
  const told = (id: string) => messagesAbout(node(), id, ['place_changed']);
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
    const mails = await told(id);
    assert.deepEqual(
      mails.map(({ place }) => place),
      [null, null, null, null, null],
    );
    assert.match(mails.at(-1)?.text ?? '', /Call Grace|Call grace@example\.org on \+44 20 7946 0015/);
    assert.equal(await outcomeOf(node(), page, 'number', { phone_number: 'x'.repeat(40) }), 'phone');
    const tooLong = await sendForm(node(), page, 'number', { phone_number: '1'.repeat(101) });
    assert.ok(tooLong.status >= 400 && tooLong.status < 500);
  });

  test('a number counts with an answer that counts: not once it is booked, cancelled or over', async () => {
    const { id, page, ids } = await offerTo(node(), [GRACE], { location: CALL });
    const { starts_at } = dataOf<ShownMeetingRequest>(
      await applyTransition(node(), id, 'book', { starts_at: '2026-04-01T10:00:00Z' }),
    );
    const answer = { options: [ids[0] as string], round: 1 };
    const state = async () => [(await read(id)).participants[0]?.phone_number, (await told(id)).length];
    assert.equal(
      await outcomeOf(node(), page, 'answer', { ...answer, phone_number: '+44 20 7946 0011' }),
      'outdated',
    );
    assert.deepEqual(await state(), [null, 0]);
    node().clock.advance(Date.parse(String(starts_at)) + DAY_MS - node().clock.now());
    assert.equal(await outcomeOf(node(), page, 'number', { phone_number: '+44 20 7946 0011' }), 'refused');
    dataOf(await applyTransition(node(), id, 'cancel'));
    assert.equal(await outcomeOf(node(), page, 'number', { phone_number: '+44 20 7946 0011' }), 'cancelled');
    assert.equal(
      await outcomeOf(node(), page, 'answer', { ...answer, phone_number: '+44 20 7946 0011' }),
      'outdated',
    );
    assert.deepEqual(await state(), [null, 0]);
  });

  test('a meeting that keeps its time while another is looked for has the same limit, for each guest', async () => {
    const { id, pages } = await offerTo(node(), [GRACE, 'hedy@example.org'], { location: CALL });
    const [page, other] = pages as [string, string];
    dataOf(await applyTransition(node(), id, 'book', { starts_at: '2026-05-04T10:00:00Z' }));
    dataOf(await applyTransition(node(), id, 'reschedule', {}));
    await untilIdle(node());
    const option = (await showRequest(node(), id)).options.find(({ status }) => status === 'offered');
    const answerAs = (from: string, last: number) =>
      outcomeOf(node(), from, 'answer', {
        options: [option?.id as string],
        round: 1,
        phone_number: `+44 20 7946 001${last}`,
      });
    const outcomes: (string | null)[] = [];
    for (const last of [1, 2, 3, 4, 5, 6]) outcomes.push(await answerAs(page, last));
    assert.deepEqual(outcomes, ['answered', 'answered', 'answered', 'answered', 'answered', 'refused']);
    assert.equal((await told(id)).length, 5);
    assert.equal((await read(id)).participants[0]?.phone_number, '+442079460015');
    assert.equal(await answerAs(other, 7), 'booked');
  });
});
