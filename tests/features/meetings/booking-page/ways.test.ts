// Whole ways through the pages, without a script: every form that is sent comes from the page before.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import {
  ALAN,
  formIn,
  GRACE,
  KURT,
  makeOrganizer,
  makeShown,
  pageOf,
  submit,
  textOf,
} from '../../../support/makers/pages.ts';
import { messagesAbout, showRequest } from '../../../support/makers/scheduling.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const checkedIn = (page: string) => [...page.matchAll(/value="(opt_\w+)" checked/g)].map(([, id]) => id);

onBothEngines.fast('A way through the pages', (node) => {
  test('the link of a message selects its time, and one button books it', async () => {
    const request = await makeShown(node(), [GRACE]);
    const [, second] = request.options;
    const page = await pageOf(node(), request.id, { below: `?option=${second?.id}` });
    assert.deepEqual(checkedIn(page), [second?.id]);
    const { text } = await submit(node(), formIn(page, '/answer', 'Book'));
    assert.match(textOf(text), /You’re booked\..*Booked.*Tuesday, 3 March 09:00–09:30/);
    assert.equal((await showRequest(node(), request.id)).starts_at, second?.starts_at);
    const calendar = /href="([^"]+invite\.ics)"/.exec(text)?.[1] as string;
    assert.match((await visit(node(), calendar)).text, /^BEGIN:VCALENDAR/);
  });

  test('a time that is not offered any more is not selected, and the page says so', async () => {
    const request = await makeShown(node(), [GRACE]);
    const { text } = await submit(node(), formIn(await pageOf(node(), request.id), '/answer', 'none'), [
      'none',
      '1',
    ]);
    assert.match(textOf(text), /Your answer is in\..*Pick a time/);
    const late = await pageOf(node(), request.id, { below: `?option=${request.options[0]?.id}` });
    assert.match(textOf(late), /That time has gone since we emailed you/);
    assert.deepEqual(checkedIn(late), []);
  });

  test('only one time: it is selected', async () => {
    const timeframe = { start: '2026-03-03T08:00:00Z', end: '2026-03-03T08:30:00Z' };
    const request = await makeShown(node(), [GRACE], { context: { timeframe } });
    const page = await pageOf(node(), request.id);
    assert.match(textOf(page), /Does this time work for you\?.*This time doesn’t work/);
    assert.deepEqual(checkedIn(page), [request.options[0]?.id]);
  });

  test('taken meanwhile: the page says so, with fresh times', async () => {
    const organizer_email = (await makeOrganizer(node())).email;
    const request = await makeShown(node(), [GRACE], { organizer_email });
    const [first] = request.options;
    const page = await pageOf(node(), request.id, { below: `?option=${first?.id}` });
    const faster = await makeShown(node(), [ALAN], { organizer_email });
    dataOf(await applyTransition(node(), faster.id, 'book', { starts_at: first?.starts_at }));
    const { text, location } = await submit(node(), formIn(page, '/answer', 'Book'));
    assert.match(location, /outcome=taken/);
    assert.match(textOf(text), /That time has just gone.*Pick a time.*Book this time/);
    assert.ok(!text.includes(first?.id as string));
    assert.equal((await showRequest(node(), request.id)).status, 'active');
  });

  test('a mail leads straight to the form that cancels, or asks for another time', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    dataOf(
      await applyTransition(node(), request.id, 'book', {
        starts_at: request.options[0]?.starts_at as string,
      }),
    );
    const booked = (await messagesAbout(node(), request.id)).find(
      ({ kind, recipient_address }) => kind === 'booked' && recipient_address === GRACE.email,
    );
    const links = [...(booked?.text ?? '').matchAll(/\S+\?open=(\w+)#(\w+)/g)];
    assert.deepEqual(
      links.map(([, form, id]) => [form, id]),
      [
        ['reschedule', 'reschedule'],
        ['cancel', 'cancel'],
      ],
    );
    for (const [link, , id] of links) {
      const { pathname, search } = new URL(link);
      const { text } = await visit(node(), pathname + search);
      assert.deepEqual(
        [...text.matchAll(/<details id="(\w+)" open>/g)].map(([, opened]) => opened),
        [id],
      );
    }
    assert.doesNotMatch(await pageOf(node(), request.id), /<details[^>]* open>/);
  });

  test('choosing a zone on the page of times leads back to its day, with what was marked', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    const marked = 'date=2026-03-12&at=2026-03-11T10:00:00.000Z&at=2026-03-12T09:00:00.000Z';
    const times = await pageOf(node(), request.id, { below: `/times?${marked}` });
    const [, date, action] = /name="date" value="([^"]+)" formaction="([^"]+)"/.exec(times) ?? [];
    assert.equal(date, '2026-03-12');
    const zones = await visit(node(), `${action}?${marked}`);
    assert.match(
      zones.text,
      /href="[^"]+\/times\?date=2026-03-12&amp;at=2026-03-11T10/,
      'back without a change',
    );
    const { location, text } = await submit(node(), formIn(zones.text, '/timezone'), [
      'timezone',
      'America/New_York',
    ]);
    assert.match(location, /\/times\?date=2026-03-12&at=/);
    assert.match(
      textOf(text),
      /your time zone: New York.*Thursday, 12 March.*On other days Wed 11 Mar, 06:00/,
    );
    assert.match(text, /name="at" value="2026-03-12T09:00:00.000Z" checked/);
  });

  test('one of several suggested times was taken meanwhile: the page names it, and the others stay marked', async () => {
    const organizer_email = (await makeOrganizer(node())).email;
    const request = await makeShown(node(), [GRACE, ALAN], { organizer_email });
    const two = '/times?at=2026-03-11T10:00Z&at=2026-03-12T09:00Z&step=send';
    const page = await pageOf(node(), request.id, { below: two });
    const faster = await makeShown(node(), [KURT], { organizer_email });
    dataOf(await applyTransition(node(), faster.id, 'book', { starts_at: '2026-03-12T09:00:00Z' }));
    const { location, text } = await submit(node(), formIn(page, '/times', 'starts_at'));
    assert.match(location, /\/times\?.*outcome=taken/);
    assert.match(textOf(text), /No longer free: Thu 12 Mar, 10:00\. Your other times are still ticked\./);
    assert.deepEqual(
      [...text.matchAll(/name="at" value="([^"]+)" checked/g)].map(([, at]) => at),
      ['2026-03-11T10:00:00.000Z'],
    );
  });

  test('the time that a meeting was to move to was taken meanwhile: others of its day are shown', async () => {
    const organizer_email = (await makeOrganizer(node())).email;
    const request = await makeShown(node(), [GRACE], { organizer_email });
    dataOf(await applyTransition(node(), request.id, 'book', { starts_at: '2026-03-12T09:00:00Z' }));
    const page = await pageOf(node(), request.id, { below: '/times?at=2026-03-12T10:00Z' });
    const faster = await makeShown(node(), [ALAN], { organizer_email });
    dataOf(await applyTransition(node(), faster.id, 'book', { starts_at: '2026-03-12T10:00:00Z' }));
    const { text } = await submit(node(), formIn(page, '/reschedule'));
    assert.match(textOf(text), /That time has just gone.*Thursday, 12 March Morning/);
  });

  test('a poll of three: marked, changed, and booked with the last answer', async () => {
    const request = await makeShown(node(), [GRACE, ALAN, KURT]);
    const [first, second, third] = request.options.map(({ id }) => id) as [string, string, string];
    const answer = async (place: number, ...marked: string[]) => {
      const form = formIn(await pageOf(node(), request.id, { place }), '/answer', 'Send answer');
      form.fields.delete('options[]');
      return submit(node(), form, ...marked.map((id): [string, string] => ['options[]', id]));
    };
    assert.match(textOf((await answer(0, first, second)).text), /Your answer is in\..*1 of 3 has answered/);
    assert.match(textOf((await answer(1)).text), /Please tick at least one time\./);
    await answer(1, second, third);
    assert.deepEqual(checkedIn((await answer(0, second)).text), [second], 'changed');
    const again = await pageOf(node(), request.id, { below: `?option=${first}` });
    assert.deepEqual(checkedIn(again), [first, second], 'a link of a message adds its time');
    assert.match(again, /<details open><summary>Change your answer/);
    const { text } = await answer(2, third, second);
    assert.match(textOf(text), /You’re booked\..*Tuesday, 3 March/);
    assert.match(textOf(await pageOf(node(), request.id, { place: 0 })), /Booked/);
  });

  test('more times: the only participant books one of them', async () => {
    const request = await makeShown(node(), [GRACE]);
    const page = await pageOf(node(), request.id, { below: '/times?at=2026-03-19T10:00:00.000Z' });
    const { text } = await submit(node(), formIn(page, '/times'));
    assert.match(textOf(text), /You’re booked\..*Thursday, 19 March 11:00–11:30/);
  });

  test('more times: one of several suggests some, and has accepted them', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    const below = '/times?at=2026-03-19T10:00:00.000Z&at=2026-03-20T10:00:00.000Z&step=send';
    const { text } = await submit(node(), formIn(await pageOf(node(), request.id, { below }), '/times'));
    assert.match(textOf(text), /We’re asking everybody about your times\..*Thank you.*1 of 2 has answered/);
    assert.match(textOf(await pageOf(node(), request.id, { place: 1 })), /Thursday, 19 March 11:00–11:30/);
  });

  test('a booked meeting is moved, then cancelled, by its only participant', async () => {
    const request = await makeShown(node(), [GRACE]);
    dataOf(await applyTransition(node(), request.id, 'book', { starts_at: '2026-03-19T10:00:00Z' }));
    const page = await pageOf(node(), request.id, { below: '/times?at=2026-03-20T10:00:00.000Z' });
    const moved = await submit(node(), formIn(page, '/reschedule'));
    assert.match(textOf(moved.text), /Your meeting has moved\..*Friday, 20 March 11:00–11:30/);
    const cancelled = await submit(node(), formIn(moved.text, '/cancel'), ['comment', 'I am ill']);
    assert.match(textOf(cancelled.text), /Your meeting is cancelled\..*planned for: Friday, 20 March/);
    assert.equal((await visit(node(), cancelled.location)).status, 200);
  });

  test('one of several asks for another time: the old one holds until there is one', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    dataOf(await applyTransition(node(), request.id, 'book', { starts_at: '2026-03-19T10:00:00Z' }));
    const form = formIn(await pageOf(node(), request.id), '/reschedule');
    const { text } = await submit(node(), form, ['days[]', 'fri'], ['parts[]', 'morning']);
    assert.match(
      textOf(text),
      /We’re looking for another time.*until there’s a new time: Thursday, 19 March.*Tick every time/,
    );
  });

  test('while it is paused, an answer is kept', async () => {
    const request = await makeShown(node(), [GRACE]);
    dataOf(await applyTransition(node(), request.id, 'pause'));
    const page = await pageOf(node(), request.id, { below: `?option=${request.options[0]?.id}` });
    const { text } = await submit(node(), formIn(page, '/answer', 'Send answer'));
    assert.match(textOf(text), /Your answer is in\..*Thank you/);
    dataOf(await applyTransition(node(), request.id, 'resume'));
  });

  test('an outcome that is no news any more is not said', async () => {
    const request = await makeShown(node(), [GRACE]);
    for (const outcome of ['booked', 'moved', 'cancelled', 'suggested', 'answered']) {
      const page = await pageOf(node(), request.id, { below: `?outcome=${outcome}` });
      assert.ok(!page.includes('class="notice'), outcome);
    }
    const path = await pathOf(node(), request.id);
    assert.equal((await visit(node(), `${path}?outcome=won`)).status, 422);
  });
});
