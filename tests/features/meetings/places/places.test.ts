// Where meetings take place: from request, link, team and workspace to mails, invites and events.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { fillIn, formOf, makeLinked, TUESDAY } from '../../../support/makers/booking-links.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { CALENDAR_KINDS, inviteIn, messagesAbout } from '../../../support/makers/messages-about.ts';
import { createMember, MEMBERS, makeMember } from '../../../support/makers/team-members.ts';
import { propertyIn } from '../../../support/receivers/calendar.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest, ShownMeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const AT = { starts_at: '2026-04-01T10:00:00Z' };
const LATER = { starts_at: '2026-04-02T10:00:00Z' };
const SETTINGS = '/api/v1/workspace/scheduling';
const ADA_MEETS = 'https://meet.example.org/ada';
const link = (url: string) => ({ kind: 'link', url });
const GRACE = { email: 'grace@example.org', name: 'Grace Hopper' };

let people = 0;
const makeAda = (node: Node, fields: object = {}) =>
  createMember(node, { email: `ada-${++people}@example.com`, name: 'Ada Lovelace', ...fields });

const patch = (node: Node, id: string, body: object) => node.patch(`${REQUESTS}/${id}`, body);
const read = async (node: Node, id: string) =>
  dataOf<ShownMeetingRequest>(await node.get(`${REQUESTS}/${id}`));

onBothEngines('The place of a meeting', (node) => {
  const book = async (id: string, body: object = AT) =>
    dataOf<MeetingRequest>(await applyTransition(node(), id, 'book', body));
  const withAda = async (fields: object = {}, ofAda: object = {}) => {
    const ada = await makeAda(node(), ofAda);
    const request = await makeRequest(node(), {
      organizer_email: ada.email,
      participants: [GRACE],
      context: { title: 'Product demo', purpose: 'See whether it fits' },
      ...fields,
    });
    return { ada, request };
  };
  /** What a guest and a host read in the last mail of a kind, and in the invite that came with it. */
  const told = async (id: string, kind = 'booked') => {
    const messages = await messagesAbout(node(), id, [kind]);
    const [guest, host] = [
      messages.findLast(({ place }) => place === 0),
      messages.findLast(({ place }) => place === null),
    ];
    if (!guest?.invite || !host?.invite) throw new Error(`no ${kind} with an invite`);
    const unfolded = (text: string) => text.replace(/\r?\n /g, '');
    return { guest, host, guestInvite: unfolded(guest.invite), hostInvite: unfolded(host.invite) };
  };

  test('the same link: in the request, the event, the mails and the invites of all', async () => {
    const { request } = await withAda({ location: link('https://meet.example.org/Room 1') });
    const url = 'https://meet.example.org/Room%201';
    assert.deepEqual([request.location, request.place], [link(url), null]);
    const place = { kind: 'link', text: url, join_url: url, phone_number: null, status: 'ready' };
    assert.deepEqual((await book(request.id)).place, place);
    assert.deepEqual((await payloadsAbout(node(), request.id)).at(-1)?.place, place);
    const { guest, host, guestInvite, hostInvite } = await told(request.id);
    for (const { text } of [guest, host]) {
      assert.match(text, /Where: Video call/);
      assert.ok(text.includes(`Join the video call: ${url}`));
    }
    for (const invite of [guestInvite, hostInvite]) {
      assert.equal(propertyIn(invite, 'LOCATION'), url);
      assert.ok(
        invite.includes(`\r\nCONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL="Join the video call":${url}\r\n`),
      );
    }
    const page = (await read(node(), request.id)).participants[0]?.booking_url;
    assert.equal(propertyIn(guestInvite, 'URL'), page);
    assert.equal(
      propertyIn(guestInvite, 'DESCRIPTION'),
      `See whether it fits\n\nJoin the video call: ${url}\nReschedule or cancel: ${page}`,
    );
    assert.match(propertyIn(hostInvite, 'URL') ?? '', new RegExp(`/console/requests/${request.id}$`));
    assert.ok(!hostInvite.includes('/m/'), 'no host gets the link of a guest');
    assert.equal(inviteIn(guest).description, propertyIn(guestInvite, 'DESCRIPTION'));
  });

  test('the most specific location counts: request, link, team, workspace', async () => {
    const { team, link: bookingLink, path } = await makeLinked(node(), { size: 1 });
    const of = (name: string) => link(`https://meet.example.org/${name}`);
    const placeNow = async () => {
      const { id } = await makeRequest(node(), { team_id: team.id });
      return (await book(id, { ...AT, force: true })).place?.join_url?.split('/').at(-1);
    };
    assert.equal(await placeNow(), undefined);
    dataOf(await node().patch(SETTINGS, { location: of('workspace') }));
    assert.equal(await placeNow(), 'workspace');
    dataOf(await node().patch(`/api/v1/teams/${team.id}`, { location: of('team') }));
    assert.equal(await placeNow(), 'team');
    dataOf(
      await node().patch(`/api/v1/teams/${team.id}/booking_links/${bookingLink.id}`, {
        location: of('link'),
      }),
    );
    const answer = await fillIn(node(), path, { starts_at: TUESDAY }, formOf(node(), path));
    assert.equal(answer.status, 303, answer.text);
    const listed = dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?status=booked&team_id=${team.id}`));
    assert.equal(listed[0]?.place?.join_url, 'https://meet.example.org/link');
    const { id } = await makeRequest(node(), { team_id: team.id, location: of('request') });
    assert.equal((await book(id, { ...AT, force: true })).place?.text, 'https://meet.example.org/request');
    dataOf(await node().patch(SETTINGS, { location: null }));
  });

  test('a personal link is that of whoever organizes it; without one, the request is refused by name', async () => {
    const location = { kind: 'personal_link' };
    const { ada, request } = await withAda({ location }, { meeting_url: ADA_MEETS });
    assert.equal((await book(request.id)).place?.join_url, ADA_MEETS);
    const ben = await createMember(node(), { email: `ben-${++people}@example.com`, name: 'Ben Okri' });
    const without = await node().post(REQUESTS, {
      organizer_email: ben.email,
      participants: [GRACE],
      location,
    });
    assert.equal(without.status, 422);
    assert.match(without.text, /no_location: Ben Okri has no meeting_url/);
    // While another time is looked for, somebody else takes it over.
    dataOf(await applyTransition(node(), request.id, 'reschedule', {}));
    const refused = await applyTransition(node(), request.id, 'change_organizer', {
      organizer_email: ben.email,
    });
    assert.match(refused.text, /no_location: Ben Okri/);
    dataOf(await node().patch(`${MEMBERS}/${ben.id}`, { meeting_url: 'https://meet.example.org/ben' }));
    const changed = dataOf<MeetingRequest>(
      await applyTransition(node(), request.id, 'change_organizer', { organizer_email: ben.email }),
    );
    assert.equal(changed.place?.join_url, 'https://meet.example.org/ben');
    const { guestInvite } = await told(request.id);
    assert.equal(propertyIn(guestInvite, 'LOCATION'), 'https://meet.example.org/ben');
    assert.notEqual(ada.id, ben.id);
  });

  test('in a pool, whoever has no personal link is passed over, and keeps the place in the queue', async () => {
    const [linkless, linked] = [await makeMember(node()), await makeAda(node(), { meeting_url: ADA_MEETS })];
    const team = dataOf<{ id: string }>(
      await node().post('/api/v1/teams', {
        name: 'Video',
        member_ids: [linkless.id, linked.id],
        location: { kind: 'personal_link' },
      }),
    );
    const free = await node().get(`/api/v1/teams/${team.id}/slots?hosts=any&limit=1`);
    assert.deepEqual(dataOf<{ host_emails: string[] }[]>(free)[0]?.host_emails, [linked.email]);
    const first = await makeRequest(node(), { team_id: team.id });
    assert.equal(first.organizer_email, linked.email);
    const turns = `/api/v1/teams/${team.id}/assignments`;
    const [listed] = dataOf<{ id: string }[]>(await node().get(turns));
    const { candidates } = dataOf<{ candidates: { workspace_membership_id: string; status: string }[] }>(
      await node().get(`${turns}/${listed?.id}`),
    );
    const passed = candidates.find((each) => each.workspace_membership_id === linkless.id);
    assert.equal(passed?.status, 'no_location');
    dataOf(
      await node().patch(`${MEMBERS}/${linkless.id}`, { meeting_url: 'https://meet.example.org/first' }),
    );
    assert.equal((await makeRequest(node(), { team_id: team.id })).organizer_email, linkless.email);
  });

  test('a generated link is new with each booking, and kept by a move', async () => {
    const location = { kind: 'generated_link', template: 'https://meet.example.org/{id}?lang=en' };
    const { request } = await withAda({ location });
    const { place } = await book(request.id);
    assert.match(place?.join_url ?? '', /^https:\/\/meet\.example\.org\/[a-z2-9]{20}\?lang=en$/);
    const moved = dataOf<MeetingRequest>(await applyTransition(node(), request.id, 'reschedule', LATER));
    assert.equal(moved.place?.join_url, place?.join_url);
    const events = await payloadsAbout(node(), request.id);
    assert.deepEqual(events.at(-1)?.place, place);
    dataOf(await applyTransition(node(), request.id, 'reschedule', {}));
    assert.equal((await book(request.id)).place?.join_url, place?.join_url, 'also by a new search');
    const other = await withAda({ location });
    assert.notEqual((await book(other.request.id)).place?.join_url, place?.join_url);
  });

  test('the host calls: guests say where, and only hosts are shown it', async () => {
    const location = { kind: 'phone', caller: 'host' };
    const { request } = await withAda({
      location,
      participants: [
        { ...GRACE, phone_number: '+44 20 7946 0018' },
        { email: 'alan@example.net', name: 'Alan Turing' },
      ],
    });
    const { place } = await book(request.id);
    assert.deepEqual(place, {
      kind: 'phone',
      text: 'Call +44 20 7946 0018',
      join_url: null,
      phone_number: '+442079460018',
      status: 'ready',
    });
    const { guest, host, guestInvite, hostInvite } = await told(request.id);
    assert.match(guest.text, /Where: Ada Lovelace will call you on \+44 20 7946 0018/);
    assert.match(host.text, /Call Grace Hopper on \+44 20 7946 0018/);
    assert.match(host.text, /Call Alan Turing, who hasn’t given a number yet/);
    assert.match(propertyIn(guestInvite, 'LOCATION') ?? '', /^Ada Lovelace will call you on \+44/);
    assert.match(propertyIn(hostInvite, 'LOCATION') ?? '', /^Call Grace Hopper on/);
    const messages = await messagesAbout(node(), request.id, CALENDAR_KINDS);
    const alan = messages.find((message) => message.place === 1);
    assert.match(alan?.text ?? '', /Ada Lovelace will call you\n/);
    assert.ok(
      !`${alan?.text}${alan?.invite}`.includes('7946'),
      'nobody is shown the number of somebody else',
    );
  });

  test('the guest calls, a place to go to, and any text', async () => {
    const number = await withAda({ location: { kind: 'phone', caller: 'guest', number: '+442079460018' } });
    assert.equal((await book(number.request.id)).place?.phone_number, '+442079460018');
    assert.match((await told(number.request.id)).guest.text, /Where: Call \+44 20 7946 0018/);
    const address = '12 Analytical Street\nLondon';
    const inPerson = await withAda({ location: { kind: 'in_person', address } });
    assert.equal((await book(inPerson.request.id)).place?.text, address);
    const { guest, guestInvite } = await told(inPerson.request.id);
    assert.match(guest.text, /Show on a map: https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=12/);
    assert.equal(propertyIn(guestInvite, 'LOCATION'), address);
    const custom = await withAda({ location: { kind: 'custom', text: 'In the lobby' } });
    assert.equal((await book(custom.request.id)).place?.text, 'In the lobby');
    assert.match((await told(custom.request.id)).guest.text, /Where: In the lobby/);
  });

  test('changed after the booking: everybody gets an update with the next number; unchanged: nobody', async () => {
    const { request } = await withAda({ location: link(ADA_MEETS) });
    await book(request.id);
    const before = (await messagesAbout(node(), request.id)).length;
    const address = '12 Analytical Street, London';
    dataOf(await patch(node(), request.id, { location: { kind: 'in_person', address } }));
    const { guest, host } = await told(request.id, 'place_changed');
    for (const message of [guest, host]) {
      const { sequence, uid } = inviteIn(message);
      assert.deepEqual([sequence, uid], [1, `${request.id}@rota.localhost`]);
      assert.ok(message.text.includes(address));
    }
    const event = (await payloadsAbout(node(), request.id)).at(-1);
    assert.deepEqual(
      [event?.event, (event?.place as { text: string } | undefined)?.text],
      ['meeting_request.place_changed', address],
    );
    dataOf(await patch(node(), request.id, { location: { kind: 'in_person', address } }));
    dataOf(await patch(node(), request.id, {}));
    assert.equal((await messagesAbout(node(), request.id)).length, before + 2);
    // A request without a time has nobody to tell.
    const open = await withAda();
    dataOf(await patch(node(), open.request.id, { location: link(ADA_MEETS) }));
    assert.equal((await book(open.request.id)).place?.join_url, ADA_MEETS);
    dataOf(await applyTransition(node(), open.request.id, 'cancel'));
    assert.equal((await patch(node(), open.request.id, { location: null })).status, 422);
  });

  test('who leaves hands it over: a successor without a personal link gets the meeting, and attention', async () => {
    const { ada, request } = await withAda(
      { location: { kind: 'personal_link' } },
      { meeting_url: ADA_MEETS },
    );
    await book(request.id);
    const successor = await makeMember(node());
    dataOf(await node().post(`${MEMBERS}/${ada.id}/deactivate`, { transfer_to: successor.email }));
    await untilIdle(node());
    const after = await read(node(), request.id);
    assert.deepEqual([after.status, after.organizer_email], ['booked', successor.email]);
    assert.deepEqual([after.place?.status, after.attention?.reason], ['failed', 'place_failed']);
    dataOf(await patch(node(), request.id, { location: link('https://meet.example.org/new') }));
    const mended = await read(node(), request.id);
    assert.deepEqual([mended.place?.status, mended.attention], ['ready', null]);
  });

  test('whoever chose the time has accepted it; a host’s move asks again', async () => {
    const { path, team } = await makeLinked(node(), { size: 1 });
    assert.equal((await fillIn(node(), path, { starts_at: TUESDAY }, formOf(node(), path))).status, 303);
    const [booked] = dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?team_id=${team.id}`));
    const id = booked?.id as string;
    const partstat = async (kind: string) =>
      inviteIn((await told(id, kind)).guest).attendees.find(({ address }) => address === GRACE.email);
    assert.deepEqual(
      [(await partstat('booked'))?.partstat, (await partstat('booked'))?.rsvp],
      ['ACCEPTED', false],
    );
    assert.equal((await read(node(), id)).participants[0]?.attendance, 'accepted');
    dataOf(await applyTransition(node(), id, 'reschedule', LATER));
    assert.equal((await partstat('rescheduled'))?.partstat, 'NEEDS-ACTION');
    assert.equal((await read(node(), id)).participants[0]?.attendance, 'none');
  });

  test('refused, with the field named, and nothing is changed', async () => {
    const { request } = await withAda();
    const wrong: [object, string][] = [
      [{ kind: 'link' }, 'location.url is required with the kind link'],
      [
        { kind: 'link', url: 'http://meet.example.org/' },
        'location.url must be an https address, such as https://meet.example.org/ada',
      ],
      [
        { kind: 'link', url: 'https://a:b@meet.example.org/' },
        'location.url must be an https address, such as https://meet.example.org/ada',
      ],
      [
        { kind: 'link', url: 'javascript:alert(1)' },
        'location.url must be an https address, such as https://meet.example.org/ada',
      ],
      [
        { kind: 'link', url: 'https://meet.example.org/a\nb' },
        'location.url must be an https address, such as https://meet.example.org/ada',
      ],
      [
        { kind: 'personal_link', url: ADA_MEETS },
        'location.url must not be given with the kind personal_link',
      ],
      [
        { kind: 'generated_link', template: 'https://meet.example.org/' },
        'location.template must have {id} once, after the name of the host',
      ],
      [
        { kind: 'generated_link', template: 'https://{id}.example.org/' },
        'location.template must have {id} once, after the name of the host',
      ],
      [
        { kind: 'generated_link', template: 'https://meet.example.org/{id}/{id}' },
        'location.template must have {id} once, after the name of the host',
      ],
      [{ kind: 'phone' }, 'location.caller is required with the kind phone'],
      [{ kind: 'phone', caller: 'guest' }, 'location.number is required with the kind phone'],
      [
        { kind: 'phone', caller: 'guest', number: '12345' },
        'location.number must be a phone number with its country code, such as +442079460018',
      ],
      [
        { kind: 'phone', caller: 'host', number: '+442079460018' },
        'location.number must not be given when the host calls (kind phone)',
      ],
      [{ kind: 'in_person', address: ' ' }, 'location.address is required with the kind in_person'],
      [{ kind: 'custom', text: '\u0007' }, 'location.text is required with the kind custom'],
    ];
    for (const [location, message] of wrong) {
      await assertRefused(node(), [
        [() => patch(node(), request.id, { location }), 'invalid_request', message],
      ]);
    }
    const made = 'location.kind google_meet needs a calendar of that service, and none can be connected yet';
    await assertRefused(node(), [
      [() => patch(node(), request.id, { location: { kind: 'google_meet' } }), 'validation_error', made],
      [() => node().patch(SETTINGS, { location: { kind: 'google_meet' } }), 'validation_error', made],
    ]);
    assert.equal((await patch(node(), request.id, { location: { kind: 'tent' } })).status, 422);
    const longText = { kind: 'custom', text: 'x'.repeat(501) };
    assert.equal((await patch(node(), request.id, { location: longText })).status, 422);
    const guest = { ...GRACE, phone_number: 'call me' };
    assert.match(
      (await node().post(REQUESTS, { organizer_email: request.organizer_email, participants: [guest] })).text,
      /participants\[0\]\.phone_number must be a phone number/,
    );
    assert.equal((await read(node(), request.id)).location, null);
  });

  test('of a meeting that is over stays: nobody hears of another one', async () => {
    const { request } = await withAda({ location: link(ADA_MEETS) });
    const { ends_at } = await book(request.id);
    await untilIdle(node());
    node().clock.advance(Date.parse(String(ends_at)) - node().clock.now());
    const message = 'Cannot change the location of a meeting that is over';
    await assertRefused(
      node(),
      [link('https://meet.example.org/new'), null].map((location) => [
        () => patch(node(), request.id, { location }),
        'invalid_request',
        message,
      ]),
    );
  });
});
