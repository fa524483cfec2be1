// Calls of Google Meet and Microsoft Teams are made with the event in the organizer's calendar.
import assert from 'node:assert/strict';
import { askForPlace } from '../../../../src/features/meetings/requests/places/places.ts';
import { asScheduling } from '../../../../src/features/meetings/schedules/operations.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { behindProxy, look } from '../../../support/makers/booking-links.ts';
import { silentProviders } from '../../../support/makers/connections.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { addType } from '../../../support/makers/meeting-type-pages.ts';
import { inShort, messagesAbout } from '../../../support/makers/messages-about.ts';
import {
  type ConnectedCalendar,
  connectCalendar,
  setConnectionStatus,
  wantedIn,
  writeEvent,
} from '../../../support/makers/receiving-calendars.ts';
import { always, setAvailability } from '../../../support/makers/taken-times.ts';
import { type Member, makeMember, TEAMS } from '../../../support/makers/team-members.ts';
import { propertyIn } from '../../../support/receivers/calendar.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import type { ShownMeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const AT = { starts_at: '2026-04-01T10:00:00Z' };
const GRACE = 'grace@example.org';
const LINK = 'https://meet.google.com/abc-defg-hij';

const services = [
  { provider: 'google', kind: 'google_meet', name: 'Google' },
  { provider: 'microsoft', kind: 'microsoft_teams', name: 'Microsoft' },
] as const;

onBothEngines(
  'A call that a calendar makes',
  (node) => {
    const read = async (id: string) => dataOf<ShownMeetingRequest>(await node().get(`${REQUESTS}/${id}`));
    const ask = (fields: object) => node().post(REQUESTS, { participant_emails: [GRACE], ...fields });
    /** The sync has written the event, and tells of it. */
    const written = async (
      calendar: ConnectedCalendar,
      id: string,
      conference: Parameters<typeof writeEvent>[3],
    ) => {
      await writeEvent(node(), calendar, await read(id), conference);
      await askForPlace(asScheduling(node().services, node().workspaceId), id);
      await untilIdle(node());
    };
    const told = async (id: string, to: string) =>
      (await messagesAbout(node(), id, ['booked', 'place_changed', 'cancelled']))
        .filter((message) => message.to === to)
        .map((message) => inShort(message).replace(` ${to}`, ''));
    const booked = async (provider: 'google' | 'microsoft', kind: string) => {
      const ada = await makeMember(node(), 'Ada');
      const calendar = await connectCalendar(node(), ada, provider);
      const { id } = await makeRequest(node(), {
        organizer_email: ada.email,
        participant_emails: [GRACE],
        location: { kind },
      });
      dataOf(await applyTransition(node(), id, 'book', AT));
      await untilIdle(node());
      return { ada, calendar, id };
    };
    const failedLater = async (id: string) => {
      for (let tries = 0; tries < 7; tries += 1) {
        await untilIdle(node());
        node().clock.advance(20 * MINUTE_MS);
      }
      await untilIdle(node());
      return read(id);
    };

    for (const { provider, kind, name } of services) {
      test(`${kind}: pending until the event is written, then the place, of which everybody hears`, async () => {
        const { ada, calendar, id } = await booked(provider, kind);
        assert.deepEqual(await wantedIn(node(), calendar), [`${id} ${kind}`]);
        assert.equal((await read(id)).place?.status, 'pending');
        await written(calendar, id, { status: 'pending' });
        assert.equal((await read(id)).place?.status, 'pending');
        await written(calendar, id, { status: 'ready', join_url: LINK });
        const { place, attention } = await read(id);
        assert.deepEqual([place?.status, place?.join_url, attention], ['ready', LINK, null]);
        assert.deepEqual(await told(id, GRACE), ['booked REQUEST 0', 'place_changed REQUEST 1']);
        assert.deepEqual(await told(id, ada.email), ['booked no invite', 'place_changed no invite']);
        const [, news] = (await messagesAbout(node(), id, ['booked', 'place_changed'])).filter(
          ({ to }) => to === GRACE,
        );
        assert.equal(propertyIn(news?.invite ?? '', 'LOCATION'), LINK);
        assert.equal((await payloadsAbout(node(), id)).at(-1)?.event, 'meeting_request.place_changed');
        await written(calendar, id, { status: 'ready', join_url: LINK });
        assert.equal((await told(id, GRACE)).length, 2, 'once');
      });

      test(`${kind}: who has no such calendar can't be given the meeting, and is passed over in a pool`, async () => {
        const other = provider === 'google' ? 'microsoft' : 'google';
        const [ben, cleo] = [await makeMember(node(), 'Ben Okri'), await makeMember(node(), 'Cleo')];
        await connectCalendar(node(), ben, other);
        const calendar = await connectCalendar(node(), cleo, provider);
        const location = { kind };
        const refused = await ask({ organizer_email: ben.email, location });
        const missing = `no_location: Ben Okri has no connected ${name} calendar that receives bookings`;
        assert.ok(refused.status === 422 && refused.text.includes(missing), refused.text);
        const { id } = await makeRequest(node(), { organizer_email: cleo.email, location });
        const changed = await applyTransition(node(), id, 'change_organizer', {
          organizer_email: ben.email,
        });
        assert.ok(changed.status === 422 && changed.text.includes(missing), changed.text);
        const team = dataOf<{ id: string }>(
          await node().post(TEAMS, { name: 'Video', member_ids: [ben.id, cleo.id], location }),
        );
        const free = await node().get(`${TEAMS}/${team.id}/slots?hosts=any&limit=1`);
        assert.deepEqual(dataOf<{ host_emails: string[] }[]>(free)[0]?.host_emails, [cleo.email]);
        assert.equal((await makeRequest(node(), { team_id: team.id })).organizer_email, cleo.email);
        await setConnectionStatus(node(), calendar, 'broken');
        const none = await ask({ team_id: team.id });
        assert.ok(none.status === 422 && none.text.includes('no_location'), none.text);
        const stack = dataOf<{ id: string }>(
          await node().post(TEAMS, { name: 'All', mode: 'stack', member_ids: [ben.id], location }),
        );
        assert.match((await ask({ team_id: stack.id })).text, /no_location: Ben Okri/);
      });
    }

    test('is offered on no page of somebody whose calendar can’t make it', async () => {
      dataOf(await node().patch('/api/v1/workspace', { handle: 'acme-calls' }));
      const [ada, ben] = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Ben')];
      for (const { id } of [ada, ben]) await setAvailability(node(), { id }, always);
      const calendar = await connectCalendar(node(), ada, 'google');
      const team = dataOf<{ id: string }>(
        await node().post(TEAMS, { name: 'Alone', mode: 'stack', member_ids: [ada.id] }),
      );
      const location = { kind: 'google_meet' };
      const ofOne = await addType(node(), { name: 'One', workspace_membership_id: ada.id, location });
      const ofTeam = await addType(node(), { name: 'Team', team_id: team.id, location });
      const ofBen = await addType(node(), { name: 'Ben', workspace_membership_id: ben.id, location });
      const statusOf = async ({ path }: { path: string }) => (await look(node(), path)).status;
      const listed = async () => {
        const { text } = await look(node(), '/acme-calls');
        return [ofOne, ofBen].map(({ path }) => text.includes(`href="${path}"`));
      };
      assert.deepEqual(
        [await statusOf(ofOne), await statusOf(ofTeam), await statusOf(ofBen)],
        [200, 200, 410],
      );
      assert.deepEqual(await listed(), [true, false]);
      await setConnectionStatus(node(), calendar, 'broken');
      assert.deepEqual([await statusOf(ofOne), await statusOf(ofTeam)], [410, 410]);
      assert.deepEqual(await listed(), [false, false]);
    });

    test('that the provider refuses leaves the meeting without one; asked for again, it is tried again', async () => {
      const { calendar, id } = await booked('google', 'google_meet');
      await written(calendar, id, { status: 'failed' });
      const failed = await read(id);
      assert.deepEqual([failed.place?.status, failed.attention?.reason], ['failed', 'place_failed']);
      dataOf(await node().patch(`${REQUESTS}/${id}`, { location: { kind: 'google_meet' } }));
      await untilIdle(node());
      assert.equal((await read(id)).place?.status, 'pending', 'the old refusal is forgotten');
      await written(calendar, id, { status: 'ready', join_url: LINK });
      const mended = await read(id);
      assert.deepEqual([mended.place?.join_url, mended.attention], [LINK, null]);
    });

    test('that comes long after the place has failed is the place, and nothing needs attention any more', async () => {
      const { ada, calendar, id } = await booked('microsoft', 'microsoft_teams');
      assert.equal((await failedLater(id)).attention?.reason, 'place_failed');
      await written(calendar, id, { status: 'failed' });
      assert.equal((await read(id)).place?.status, 'failed');
      await written(calendar, id, { status: 'ready', join_url: LINK });
      const mended = await read(id);
      assert.deepEqual(
        [mended.place?.status, mended.place?.join_url, mended.attention],
        ['ready', LINK, null],
      );
      assert.deepEqual(await told(id, GRACE), ['booked REQUEST 0', 'place_changed REQUEST 1']);
      assert.deepEqual(await told(id, ada.email), ['booked no invite', 'place_changed no invite']);
    });

    test('whose token ended before the booking is made once the account is connected again', async () => {
      const ada = await makeMember(node(), 'Ada');
      const calendar = await connectCalendar(node(), ada, 'microsoft');
      const { id } = await makeRequest(node(), {
        organizer_email: ada.email,
        participant_emails: [GRACE],
        location: { kind: 'microsoft_teams' },
      });
      await setConnectionStatus(node(), calendar, 'broken');
      dataOf(await applyTransition(node(), id, 'book', AT));
      await untilIdle(node());
      const failed = await read(id);
      assert.deepEqual(
        [failed.status, failed.place?.status, failed.attention?.reason],
        ['booked', 'failed', 'place_failed'],
      );
      assert.deepEqual(await told(id, ada.email), ['booked REQUEST 0']);
      await setConnectionStatus(node(), calendar, 'connected');
      assert.deepEqual(await wantedIn(node(), calendar), [`${id} microsoft_teams`]);
      await written(calendar, id, { status: 'ready', join_url: LINK });
      const mended = await read(id);
      assert.deepEqual([mended.place?.join_url, mended.attention], [LINK, null]);
      // The event is in the calendar now, so the entry of the invitation goes.
      assert.deepEqual(await told(id, ada.email), ['booked REQUEST 0', 'place_changed CANCEL 1']);
      dataOf(await applyTransition(node(), id, 'cancel'));
      assert.deepEqual((await told(id, ada.email)).at(-1), 'cancelled no invite');
    });

    test('belongs to the organizer: the other hosts have its link, and a new organizer another call', async () => {
      const [ada, ben] = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Ben')];
      const calendars = new Map<Member, ConnectedCalendar>();
      for (const host of [ada, ben]) calendars.set(host, await connectCalendar(node(), host, 'google'));
      const team = dataOf<{ id: string }>(
        await node().post(TEAMS, { name: 'Both', mode: 'stack', member_ids: [ada.id, ben.id] }),
      );
      const { id, organizer_email } = await makeRequest(node(), {
        team_id: team.id,
        participant_emails: [GRACE],
        location: { kind: 'google_meet' },
      });
      const [first, second] = organizer_email === ada.email ? [ada, ben] : [ben, ada];
      const [of, ofOther] = [calendars.get(first), calendars.get(second)] as ConnectedCalendar[];
      assert.ok(of && ofOther);
      dataOf(await applyTransition(node(), id, 'book', AT));
      await untilIdle(node());
      assert.deepEqual(
        [await wantedIn(node(), of), await wantedIn(node(), ofOther)],
        [[`${id} google_meet`], [id]],
      );
      await written(of, id, { status: 'ready', join_url: LINK });
      dataOf(await applyTransition(node(), id, 'reschedule', {}));
      dataOf(await applyTransition(node(), id, 'change_organizer', { organizer_email: second.email }));
      await untilIdle(node());
      assert.deepEqual(
        [(await read(id)).place?.status, await wantedIn(node(), ofOther)],
        ['pending', [`${id} google_meet`]],
      );
    });

    test('is not waited for after the meeting', async () => {
      const { calendar, id } = await booked('google', 'google_meet');
      await failedLater(id);
      node().clock.advance(Date.parse(AT.starts_at) + 2 * HOUR_MS - node().clock.now());
      await written(calendar, id, { status: 'ready', join_url: LINK });
      assert.equal((await read(id)).place?.status, 'failed');
      assert.equal((await told(id, GRACE)).length, 1);
    });
  },
  { environment: { ...behindProxy.environment, ...silentProviders } },
);
