// What a host did to a meeting in their calendar: said on the request's page, and decided there with one click.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/time/timestamps.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import {
  type ConnectedCalendar,
  connectCalendar,
  seenInCalendar,
  writeEvent,
} from '../support/makers/receiving-calendars.ts';
import { showRequest } from '../support/makers/scheduling.ts';
import { createMember, type Member } from '../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const START = Date.parse('2026-04-01T10:00:00Z');
const HALF_HOUR = 30 * MINUTE_MS;

onBothEngines('A meeting that was changed in a calendar, in the console', (node) => {
  let admin: SignedIn;
  let ada: Member;
  let calendar: ConnectedCalendar;
  before(async () => {
    admin = await signedIn(node(), await owner(node()));
    ada = await createMember(node(), { email: 'ada@example.com', name: 'Ada Lovelace' });
    calendar = await connectCalendar(node(), ada);
  });

  let day = 0;
  /** Changed by so many hours, or deleted. */
  const changed = async (hours: number | null) => {
    day += 1;
    const start = START + day * 24 * HOUR_MS;
    const { id } = await makeRequest(node(), { organizer_email: ada.email });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: new Date(start).toISOString() }));
    const request = await showRequest(node(), id);
    await writeEvent(node(), calendar, request);
    const at = (moved: number) => ({
      start: start + moved * HOUR_MS,
      end: start + moved * HOUR_MS + HALF_HOUR,
    });
    const seen = (moved: number | null) =>
      seenInCalendar(node(), calendar, request, moved === null ? null : at(moved));
    await seen(hours);
    const fields = (moved: number) => ({
      starts_at: new Date(at(moved).start).toISOString(),
      ends_at: new Date(at(moved).end).toISOString(),
    });
    return { id, path: `/console/requests/${id}`, request, seen, fields };
  };
  const page = async (path: string) => (await admin.get(path)).text;
  const press = async (path: string, fields: Record<string, string> = {}) => {
    const answer = await admin.post(path, fields);
    assert.equal(answer.status, 303, answer.text);
    return page(answer.headers.location as string);
  };

  test('moved: the page says to when, and one click moves the meeting there', async () => {
    const { id, path, fields } = await changed(3);
    const text = await page(path);
    assert.match(
      text,
      /In <bdi>Ada Lovelace<\/bdi>’s calendar, it’s now on Thursday, 2 April, 13:00–13:30\./,
    );
    assert.match(text, /Move meeting to Thu 2 Apr, 13:00/);
    assert.match(text, /Put event back/);
    assert.equal(text.match(/class="button careful"/g)?.length, 1, 'one way to cancel it');
    const after = await press(`${path}/follow-calendar`, fields(3));
    assert.match(after, /Meeting moved\. Everybody gets an updated invitation\./);
    assert.doesNotMatch(after, /Put it back/);
    assert.equal((await showRequest(node(), id)).starts_at, fields(3).starts_at);
  });

  test('deleted: cancel it or put it back; put back, it stays as it is', async () => {
    const { id, path, request } = await changed(null);
    const text = await page(path);
    assert.match(text, /It was deleted from <bdi>Ada Lovelace<\/bdi>’s calendar\./);
    assert.doesNotMatch(text, /Move meeting to/);
    const after = await press(`${path}/put-back`);
    assert.match(after, /It’ll be back in the calendar in a moment/);
    const { starts_at, attention } = await showRequest(node(), id);
    assert.deepEqual([starts_at, attention], [request.starts_at, null]);
  });

  test('422: a time that is no longer in the calendar, and one at which a host has another meeting', async () => {
    const { path, seen, fields } = await changed(3);
    await seen(4);
    const stale = await admin.post(`${path}/follow-calendar`, fields(3));
    assert.equal(stale.status, 422);
    assert.match(stale.text, /The calendar has changed since/);
    const other = await makeRequest(node(), { organizer_email: ada.email });
    dataOf(await applyTransition(node(), other.id, 'book', { starts_at: fields(4).starts_at }));
    const taken = await admin.post(`${path}/follow-calendar`, fields(4));
    assert.equal(taken.status, 422);
    assert.match(taken.text, /Ada Lovelace already has a meeting on/);
    await seen(0);
    const back = await admin.post(`${path}/put-back`);
    assert.equal(back.status, 422);
    assert.match(back.text, /There’s nothing to put back any more/);
  });

  test('the overview and the conversation say what happened', async () => {
    const { path } = await changed(5);
    assert.match(await page('/console'), /was moved in a calendar/);
    assert.match(await page(path), /Moved in Ada Lovelace’s calendar/);
  });
});
