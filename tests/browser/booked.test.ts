// A booked meeting is moved or cancelled by who takes part, where the workspace allows it.
import assert from 'node:assert/strict';
import {
  ALAN,
  bannerOf,
  button,
  freeTimes,
  GRACE,
  linkOf,
  makeMeeting,
  ORGANIZER,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest } from '../support/browser/visitors.ts';
import { applyTransition } from '../support/makers/meeting-requests.ts';
import { type Shown, writtenAbout } from '../support/makers/scheduling.ts';
import { dataOf, type Node } from '../support/server/rota.ts';

async function makeBooked(node: Node, fields: object = {}): Promise<Shown> {
  const meeting = await makeMeeting(node, fields);
  dataOf(await applyTransition(node, meeting.id, 'book', { starts_at: meeting.options[0]?.starts_at }));
  return settled(node, meeting);
}

onSqlite('A booked meeting', (node) => {
  browserTest('shows its time, whose it is, and nothing of the hosts', async (visit) => {
    const meeting = await makeBooked(node());
    const page = await visit(linkOf(meeting));
    await page.getByRole('heading', { name: words.meetingWith(ORGANIZER) }).waitFor();
    await page.getByText('Solutions engineer').waitFor();
    // From four in the afternoon of the fifth of March, in Berlin.
    const day = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'Europe/Berlin',
    });
    const shown = await page.locator('.when').textContent();
    assert.ok(
      shown?.includes(day.format(new Date(meeting.starts_at as string)).replace(/,? /, ', ')),
      `${shown}`,
    );
    assert.ok(!(await page.content()).includes('@'), 'no address');
  });

  browserTest('is moved to a free time at once, by the only participant', async (visit) => {
    const meeting = await makeBooked(node());
    const page = await visit(linkOf(meeting));
    await page.getByRole('link', { name: words.booked.reschedule }).click();
    await page.getByRole('heading', { name: words.times.move }).waitFor();
    const slot = freeTimes(page).nth(4);
    const start = await slot.getAttribute('value');
    await slot.click();
    await button(page, words.times.moveButton).click();
    await bannerOf(page).getByText(words.outcomes.moved).waitFor();
    const moved = await settled(node(), meeting);
    assert.deepEqual([moved.status, moved.starts_at], ['booked', start]);
    assert.equal(moved.calendar_event_id, meeting.calendar_event_id);
    assert.ok(
      (await writtenAbout(node(), meeting.id)).some((line) => line.startsWith('rescheduled to ada-')),
    );
  });
});

onSqlite.full('A booked meeting', (node) => {
  browserTest('of several: others are asked about other times, and the old one holds', async (visit) => {
    const meeting = await makeBooked(node(), { participants: [GRACE, ALAN] });
    const page = await visit(linkOf(meeting));
    await page.getByText(words.booked.rescheduleSeveral).click();
    await page.getByLabel(words.days.fri).check();
    await button(page, words.booked.rescheduleButton).click();
    await bannerOf(page).getByText(words.outcomes.reopened).waitFor();
    await page.getByText(words.stillBooked).waitFor();
    const reopened = await settled(node(), meeting);
    assert.deepEqual([reopened.status, reopened.starts_at], ['active', meeting.starts_at]);
  });

  browserTest('is cancelled with a word to the others, who are told', async (visit) => {
    const meeting = await makeBooked(node());
    const page = await visit(linkOf(meeting));
    await page.getByText(words.cancel.summary, { exact: true }).click();
    await page.getByLabel(words.cancel.comment(ORGANIZER)).fill('We found another way.');
    await button(page, words.cancel.button).click();
    await bannerOf(page).getByText(words.outcomes.cancelled).waitFor();
    assert.equal(await button(page, words.cancel.button).count(), 0);
    assert.equal((await settled(node(), meeting)).status, 'cancelled');
    const written = await writtenAbout(node(), meeting.id);
    assert.equal(written.filter((line) => line.startsWith('cancelled to ')).length, 2, written.join(', '));
  });

  browserTest('offers neither where the workspace does not allow it', async (visit) => {
    const settings = (may: boolean) =>
      node().patch('/api/v1/workspace/scheduling', {
        participants_may_reschedule: may,
        participants_may_cancel: may,
      });
    const meeting = await makeBooked(node());
    dataOf(await settings(false));
    try {
      const page = await visit(linkOf(meeting));
      await page.getByRole('link', { name: words.booked.addToCalendar }).waitFor();
      assert.equal(await page.getByText(words.cancel.summary, { exact: true }).count(), 0);
      assert.equal(await page.getByRole('link', { name: words.booked.reschedule }).count(), 0);
    } finally {
      dataOf(await settings(true));
    }
  });
});
