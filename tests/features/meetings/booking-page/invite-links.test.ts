// Participants fetch the invite with their link; guessed links are refused, and slowed down.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout } from '../../../support/makers/messages-about.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { readInvite } from '../../../support/receivers/calendar.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const FIRST = '2026-04-01T10:00:00.000Z';
const SECOND = '2026-04-02T15:00:00.000Z';

onBothEngines('The invite behind a link', (node) => {
  const linkOf = async (id: string, place = 0) => {
    const shown = await node().get(`/api/v1/meeting_requests/${id}`);
    return dataOf<{ participants: { booking_url: string }[] }>(shown).participants[place]
      ?.booking_url as string;
  };
  const fetched = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test('200: it is the one that was sent last, for each participant, and for calendars only', async () => {
    const { id } = await makeRequest(node(), {
      participant_emails: ['grace@example.org', 'alan@example.net'],
      organizer_email: (await makeMember(node())).email,
    });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: FIRST }));
    dataOf(await applyTransition(node(), id, 'reschedule', { starts_at: SECOND }));
    const messages = await messagesAbout(node(), id, ['rescheduled']);
    for (const place of [0, 1]) {
      const sent = messages.find((message) => message.place === place)?.invite;
      const { status, headers, text } = await fetched(`${await linkOf(id, place)}/invite.ics`);
      assert.deepEqual([status, text], [200, sent]);
      assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8; method=REQUEST');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
    }
  });

  test('200: there is one for a request that nobody is written to about', async () => {
    const { id } = await makeRequest(node(), { notify_participants: false });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: FIRST }));
    const { status, text } = await fetched(`${await linkOf(id)}/invite.ics`);
    assert.deepEqual([status, readInvite(text).starts_at], [200, Date.parse(FIRST)]);
  });

  test('404: nothing is booked, it is cancelled, or the token is not one of ours', async () => {
    const { id } = await makeRequest(node());
    const link = await linkOf(id);
    const statusOf = async (url: string) => (await fetched(url)).status;
    assert.equal(await statusOf(`${link}/invite.ics`), 404);
    dataOf(await applyTransition(node(), id, 'book', { starts_at: FIRST }));
    assert.equal(await statusOf(`${link}/invite.ics`), 200);
    dataOf(await applyTransition(node(), id, 'reschedule', {}));
    assert.equal(await statusOf(`${link}/invite.ics`), 200, 'the time is still taken');
    const changed = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const wrong of [
      changed,
      `${link}0`,
      link.slice(0, -1),
      `${node().url}/m/x`,
      `${node().url}/m/%00`,
    ]) {
      assert.equal(await statusOf(`${wrong}/invite.ics`), 404, wrong);
    }
    dataOf(await applyTransition(node(), id, 'cancel', {}));
    assert.equal(await statusOf(`${link}/invite.ics`), 404);
  });

  test('429: who guesses tokens is slowed down, and who has a link still gets in', async () => {
    const { id } = await makeRequest(node());
    dataOf(await applyTransition(node(), id, 'book', { starts_at: FIRST }));
    const statuses = [];
    for (let guess = 0; guess < 125; guess += 1) {
      statuses.push((await fetched(`${node().url}/m/${'0'.repeat(54)}/invite.ics`)).status);
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
    assert.equal((await fetched(`${await linkOf(id)}/invite.ics`)).status, 200);
  });
});
