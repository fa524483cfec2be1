// Hosts have a meeting in their calendar once: from an invitation, or because Rota writes it there.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { createCalendar } from '../../../support/makers/calendars.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { CALENDAR_KINDS, inShort, inviteIn, messagesAbout } from '../../../support/makers/messages-about.ts';
import {
  type ConnectedCalendar,
  connectCalendar,
  setConnectionStatus,
  wantedIn,
} from '../../../support/makers/receiving-calendars.ts';
import { deactivateOn } from '../../../support/makers/routed-requests.ts';
import { addToTeam, type Member, makeMember, TEAMS } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import type { Team } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const FIRST = { starts_at: '2026-04-01T10:00:00.000Z' };
const SECOND = { starts_at: '2026-04-02T15:00:00.000Z' };
const GRACE = 'grace@example.org';

const kinds = ['none', 'caldav', 'google', 'microsoft'] as const;

/** Somebody whose bookings go into a calendar of this kind. */
async function hostWith(node: Node, kind: (typeof kinds)[number]) {
  const member = await makeMember(node);
  if (kind === 'caldav') await connectCaldav(node, member);
  const calendar =
    kind === 'google' || kind === 'microsoft' ? await connectCalendar(node, member, kind) : undefined;
  return { member, calendar };
}

const connectCaldav = (node: Node, member: Member) =>
  createCalendar(
    node,
    {
      ...{ type: 'caldav', url: 'https://cal.example.com/ada/' },
      ...{ username: 'ada', password: 'secret', receives_bookings: true },
    },
    { member },
  );

onBothEngines('A host', (node) => {
  const done = async (id: string, name: Parameters<typeof applyTransition>[2], body?: object) =>
    dataOf(await applyTransition(node(), id, name, body));
  const ask = (organizer: Member, fields: object = {}) =>
    makeRequest(node(), { organizer_email: organizer.email, participant_emails: [GRACE], ...fields });
  /** What hosts were told since the last call, by their names: `ada booked REQUEST 0`. */
  const watch = (id: string, hosts: Record<string, Member>) => {
    const seen = new Set<string>();
    return async () => {
      const all = await messagesAbout(node(), id, CALENDAR_KINDS);
      const fresh = all.filter((message) => !seen.has(message.id) && message.place === null);
      for (const message of fresh) seen.add(message.id);
      return fresh.map((message) => {
        const [name] = Object.entries(hosts).find(([, { email }]) => email === message.to) ?? [];
        return `${name}: ${inShort(message).replace(` ${message.to}`, '')}`;
      });
    };
  };
  const isWanted = async (calendar: ConnectedCalendar | undefined, id: string) =>
    calendar && (await wantedIn(node(), calendar)).includes(id);

  for (const kind of kinds) {
    const isInvited = kind === 'none';
    const way = isInvited ? 'is invited by mail' : 'has the meeting from Rota, and no invitation';

    test(`with the calendar ${kind} ${way}: booked, moved and cancelled`, async () => {
      const { member: ada, calendar } = await hostWith(node(), kind);
      const { id } = await ask(ada);
      const news = watch(id, { ada });
      await done(id, 'book', FIRST);
      assert.deepEqual(await news(), [isInvited ? 'ada: booked REQUEST 0' : 'ada: booked no invite']);
      assert.equal(await isWanted(calendar, id), calendar && true);
      await done(id, 'reschedule', SECOND);
      assert.deepEqual(await news(), [
        isInvited ? 'ada: rescheduled REQUEST 1' : 'ada: rescheduled no invite',
      ]);
      await done(id, 'cancel', { notify: true });
      assert.deepEqual(await news(), [isInvited ? 'ada: cancelled CANCEL 2' : 'ada: cancelled no invite']);
      assert.equal(await isWanted(calendar, id), calendar && false);
      const told = await messagesAbout(node(), id, CALENDAR_KINDS);
      const toGrace = told.filter(({ to }) => to === GRACE);
      assert.deepEqual(
        toGrace.map((message) => inShort(message).replace(` ${GRACE}`, '')),
        ['booked REQUEST 0', 'rescheduled REQUEST 1', 'cancelled CANCEL 2'],
        'guests are invited as ever',
      );
      assert.ok(toGrace[0] && inviteIn(toGrace[0]).attendees.some(({ address }) => address === ada.email));
    });

    test(`with the calendar ${kind} hands the meeting over, and takes it over`, async () => {
      const [ada, ben] = [await hostWith(node(), 'google'), await hostWith(node(), kind)];
      const { id } = await ask(ada.member);
      const hosts = { ada: ada.member, ben: ben.member };
      const news = watch(id, hosts);
      await done(id, 'book', FIRST);
      await news();
      await done(id, 'reschedule', {});
      await done(id, 'change_organizer', { organizer_email: ben.member.email });
      assert.deepEqual(await news(), [
        isInvited ? 'ben: booked REQUEST 1' : 'ben: booked no invite',
        'ada: cancelled no invite',
      ]);
      assert.deepEqual(
        [await isWanted(ada.calendar, id), await isWanted(ben.calendar, id)],
        [false, ben.calendar && true],
      );
      await done(id, 'change_organizer', { organizer_email: ada.member.email });
      assert.deepEqual(await news(), [
        'ada: booked no invite',
        isInvited ? 'ben: cancelled CANCEL 2' : 'ben: cancelled no invite',
      ]);
    });

    test(`who is invited goes on with mail when ${kind} is connected later`, async () => {
      const ada = await makeMember(node());
      const { id } = await ask(ada);
      const news = watch(id, { ada });
      await done(id, 'book', FIRST);
      await news();
      if (kind === 'caldav') await connectCaldav(node(), ada);
      const calendar =
        kind === 'google' || kind === 'microsoft' ? await connectCalendar(node(), ada, kind) : undefined;
      assert.equal(await isWanted(calendar, id), calendar && false);
      await done(id, 'reschedule', SECOND);
      assert.deepEqual(await news(), ['ada: rescheduled REQUEST 1']);
      assert.equal(await isWanted(calendar, id), calendar && false);
      await done(id, 'cancel');
      assert.deepEqual(await news(), ['ada: cancelled CANCEL 2']);
      const next = await ask(ada);
      await done(next.id, 'book', FIRST);
      const [booked] = (await messagesAbout(node(), next.id, ['booked'])).filter(
        ({ place }) => place === null,
      );
      assert.equal(booked?.invite === null, kind !== 'none', 'the next meeting is written');
    });
  }

  const failForLong = (calendarId = '') =>
    node().services.database.change(
      `update calendar_syncs set health = 'failing', failing_since = $2, announced_at = $2 where calendar_id = $1`,
      [calendarId, node().clock.now()],
    );

  test('is invited with the next news once the calendar takes no bookings any more, or has failed for an hour', async () => {
    const broken = await hostWith(node(), 'google');
    const switchedOff = await hostWith(node(), 'microsoft');
    const failing = await hostWith(node(), 'microsoft');
    const deleted = await makeMember(node());
    const caldav = await connectCaldav(node(), deleted);
    const stop: [Member, () => Promise<unknown>][] = [
      [broken.member, () => setConnectionStatus(node(), broken.calendar as ConnectedCalendar, 'broken')],
      [
        switchedOff.member,
        () => node().patch(`/api/v1/calendars/${switchedOff.calendar?.id}`, { receives_bookings: false }),
      ],
      [failing.member, () => failForLong(failing.calendar?.id)],
      [deleted, () => node().delete(`/api/v1/calendars/${caldav.id}`)],
    ];
    for (const [ada, stops] of stop) {
      const { id } = await ask(ada);
      const news = watch(id, { ada });
      await done(id, 'book', FIRST);
      assert.deepEqual(await news(), ['ada: booked no invite']);
      await stops();
      await done(id, 'reschedule', SECOND);
      assert.deepEqual(await news(), ['ada: rescheduled REQUEST 1']);
      await done(id, 'cancel');
      assert.deepEqual(await news(), ['ada: cancelled CANCEL 2']);
    }
  });

  test('whose connection was broken for a while keeps the invitation, and gets no second entry', async () => {
    const { member: ada, calendar } = await hostWith(node(), 'google');
    const { id } = await ask(ada);
    const news = watch(id, { ada });
    await setConnectionStatus(node(), calendar as ConnectedCalendar, 'broken');
    await done(id, 'book', FIRST);
    assert.deepEqual(await news(), ['ada: booked REQUEST 0']);
    await setConnectionStatus(node(), calendar as ConnectedCalendar, 'connected');
    await done(id, 'reschedule', SECOND);
    assert.deepEqual(await news(), ['ada: rescheduled REQUEST 1']);
    assert.equal(await isWanted(calendar, id), false);
  });

  test('in a stack team is told in their own way, each from the first news on', async () => {
    const hosts = {
      ada: await hostWith(node(), 'google'),
      ben: await hostWith(node(), 'none'),
      cleo: await hostWith(node(), 'caldav'),
      dan: await hostWith(node(), 'microsoft'),
    };
    const team = dataOf<Team>(await node().post(TEAMS, { name: 'Panel', mode: 'stack' }));
    for (const { member } of Object.values(hosts)) await addToTeam(node(), team, member);
    const { id } = await makeRequest(node(), { team_id: team.id, participant_emails: [GRACE] });
    const members = Object.fromEntries(Object.entries(hosts).map(([name, { member }]) => [name, member]));
    const news = watch(id, members);
    await done(id, 'book', FIRST);
    assert.deepEqual((await news()).sort(), [
      'ada: booked no invite',
      'ben: booked REQUEST 0',
      'cleo: booked no invite',
      'dan: booked no invite',
    ]);
    const late = await connectCalendar(node(), hosts.ben.member, 'google');
    await done(id, 'reschedule', SECOND);
    assert.deepEqual((await news()).sort(), [
      'ada: rescheduled no invite',
      'ben: rescheduled REQUEST 1',
      'cleo: rescheduled no invite',
      'dan: rescheduled no invite',
    ]);
    assert.deepEqual(
      [
        await isWanted(hosts.ada.calendar, id),
        await isWanted(late, id),
        await isWanted(hosts.dan.calendar, id),
      ],
      [true, false, true],
    );
  });

  test('who is deactivated is told by mail, whatever becomes of their calendar', async () => {
    const [ada, ben] = [await hostWith(node(), 'google'), await hostWith(node(), 'microsoft')];
    const { id } = await ask(ada.member);
    const news = watch(id, { ada: ada.member, ben: ben.member });
    await done(id, 'book', FIRST);
    await news();
    dataOf(await deactivateOn(node(), ada.member, ben.member));
    await untilIdle(node());
    assert.deepEqual(await news(), ['ben: booked no invite', 'ada: cancelled CANCEL 1']);
  });

  test('of a quiet request is written to by nobody: the meeting is in the calendar whenever it is connected', async () => {
    const ada = await makeMember(node());
    const { id } = await ask(ada, { notify_participants: false });
    await done(id, 'book', FIRST);
    const calendar = await connectCalendar(node(), ada, 'google');
    assert.equal(await isWanted(calendar, id), true);
    assert.deepEqual(await messagesAbout(node(), id, CALENDAR_KINDS), []);
  });

  test('news that wait to be sent are dropped by later ones, with an invitation or without', async () => {
    const { member: ada } = await hostWith(node(), 'google');
    const { member: ben } = await hostWith(node(), 'microsoft');
    const { id } = await ask(ada);
    await done(id, 'book', FIRST);
    await untilIdle(node());
    await done(id, 'reschedule', {});
    await done(id, 'pause');
    await done(id, 'change_organizer', { organizer_email: ben.email });
    await done(id, 'change_organizer', { organizer_email: ada.email });
    const told = await messagesAbout(node(), id, CALENDAR_KINDS);
    const toHosts = told.filter(({ place }) => place === null);
    assert.deepEqual(
      toHosts.slice(1).map((message) => [inShort(message), message.status]),
      [
        [`booked no invite ${ben.email}`, 'failed'],
        [`cancelled no invite ${ada.email}`, 'queued'],
        [`booked no invite ${ada.email}`, 'queued'],
        [`cancelled no invite ${ben.email}`, 'queued'],
      ],
    );
  });
});
