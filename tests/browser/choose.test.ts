// One person chooses a time: it is booked, with an invite. Other times: by wishes, or by the free ones of each day.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import {
  bannerOf,
  button,
  chooseDay,
  freeTimes,
  linkOf,
  makeMeeting,
  makeOrganizer,
  ORGANIZER,
  offeredTimes,
  settled,
  words,
} from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest } from '../support/browser/visitors.ts';
import { offeredIn, startsOf, writtenAbout } from '../support/makers/scheduling.ts';
import { readInvite } from '../support/receivers/calendar.ts';

onSqlite('Choosing a time', (node) => {
  browserTest('a chosen time is booked, and its invite can be downloaded', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    assert.equal(await page.title(), `${words.choose.over}: ${words.meetingWith(ORGANIZER)} · Acme`);
    assert.equal(await offeredTimes(page).count(), 3);

    await offeredTimes(page).nth(1).click();
    await button(page, words.choose.button).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();

    const booked = await settled(node(), meeting);
    assert.deepEqual([booked.status, booked.starts_at], ['booked', meeting.options[1]?.starts_at]);
    assert.ok((await writtenAbout(node(), meeting.id)).includes('booked to grace@example.org'));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: words.booked.addToCalendar }).click(),
    ]);
    const invite = readInvite(await text(await download.createReadStream()));
    assert.equal(invite.starts_at, Date.parse(booked.starts_at as string));
  });
});

onSqlite.full('Choosing a time', (node) => {
  browserTest('the time in a link of a mail is chosen already', async (visit) => {
    const meeting = await makeMeeting(node());
    const third = meeting.options[2];
    const page = await visit(`${linkOf(meeting)}?option=${third?.id}`);
    assert.ok(await offeredTimes(page).nth(2).locator('input').isChecked());
    await button(page, words.choose.button).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();
    assert.equal((await settled(node(), meeting)).starts_at, third?.starts_at);
  });

  browserTest('without a choice, the browser asks for one and nothing is sent', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    await button(page, words.choose.button).click();
    assert.equal(await page.locator('input:invalid').count(), 3);
    assert.equal((await settled(node(), meeting)).status, 'active');
  });

  browserTest('none of these, with wishes and a comment: other times are offered', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    await page.getByText(words.none.summary).click();
    await page.getByLabel(words.days.thu).check();
    await page.getByLabel(words.partsOfDay.afternoon).check();
    await page.getByLabel(words.none.comment).fill('In the second half of the week, please.');
    await button(page, words.none.button).click();
    await bannerOf(page).getByText(words.outcomes.declined).waitFor();

    const shown = await settled(node(), meeting);
    const offered = startsOf(offeredIn(shown));
    assert.ok(offered.length > 0 && offered.every((start) => !startsOf(meeting.options).includes(start)));
    // On the page, too.
    await page.goto(linkOf(meeting));
    assert.equal(await offeredTimes(page).count(), offered.length);
    const dates = offered.map((start) => new Date(start));
    assert.deepEqual(
      dates.map((date) => date.getUTCDay()),
      dates.map(() => 4),
      'all on Thursdays',
    );
    assert.ok(
      dates.every((date) => date.getUTCHours() >= 11),
      'in the afternoon, in Berlin',
    );
  });

  browserTest('more times are shown day by day, in place, and one is booked', async (visit) => {
    const meeting = await makeMeeting(node());
    const page = await visit(linkOf(meeting));
    await page.getByRole('link', { name: words.times.more }).click();
    await page.getByRole('heading', { name: words.times.choose }).waitFor();
    await page.evaluate('globalThis.isSame = true');
    await chooseDay(page, 4);
    const slot = freeTimes(page).first();
    const start = await slot.getAttribute('value');
    await slot.click();
    await page.getByRole('heading', { name: words.times.chooseQuestion }).waitFor();
    assert.equal(await page.evaluate('globalThis.isSame'), true, 'no page was loaded');
    await button(page, words.times.chooseButton).click();
    await bannerOf(page).getByText(words.outcomes.booked).waitFor();
    const booked = await settled(node(), meeting);
    assert.deepEqual([booked.status, booked.starts_at], ['booked', start]);
  });

  browserTest(
    'of two people on one slot at once, one has it and the other sees fresh times',
    async (visit) => {
      const organizer_email = await makeOrganizer(node());
      const meetings = [
        await makeMeeting(node(), { organizer_email }),
        await makeMeeting(node(), { organizer_email }),
      ];
      assert.deepEqual(startsOf(meetings[0]?.options ?? []), startsOf(meetings[1]?.options ?? []));
      const pages = await Promise.all(meetings.map((meeting) => visit(linkOf(meeting))));
      for (const page of pages) await offeredTimes(page).first().click();
      await Promise.all(pages.map((page) => button(page, words.choose.button).click()));
      const said = await Promise.all(pages.map((page) => bannerOf(page).innerText()));
      assert.deepEqual([...said].sort(), [words.outcomes.booked, words.outcomes.taken].sort());

      const slower = pages[said.indexOf(words.outcomes.taken)];
      assert.ok(slower);
      await offeredTimes(slower).first().click();
      await button(slower, words.choose.button).click();
      await bannerOf(slower).getByText(words.outcomes.booked).waitFor();
      const booked = await Promise.all(meetings.map((meeting) => settled(node(), meeting)));
      assert.deepEqual(
        booked.map(({ status }) => status),
        ['booked', 'booked'],
      );
      assert.notEqual(booked[0]?.starts_at, booked[1]?.starts_at);
    },
  );
});
