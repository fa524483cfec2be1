// Where meetings are: set in every form that has it, chosen and shown on the page of a request, and said in words.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { placeInWords } from '../../src/console/location-words.ts';
import { formsIn, type PageForm } from '../support/console/page-forms.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { describe, test } from '../support/lanes.ts';
import { applyTransition, makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import { showRequest, untilIdle } from '../support/makers/scheduling.ts';
import { createMember, MEMBERS, type Member, makeTeam, type Team } from '../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const GRACE = { name: 'Grace Hopper', email: 'grace@example.org' };
const HERE = '12 Analytical Street, London';
const AT = { starts_at: '2026-04-01T10:00:00Z', force: true };
const ROOM = 'https://meet.example.org/room';
const of = (kind: string, fields: Record<string, string> = {}) => ({ 'location.kind': kind, ...fields });

onBothEngines('Where meetings are, in the console', (node) => {
  let admin: SignedIn;
  let ada: Member;
  let team: Team;
  before(async () => {
    admin = await signedIn(node(), await owner(node()));
    ada = await createMember(node(), { email: 'ada@example.com', name: 'Ada Lovelace' });
    [team] = await makeTeam(node(), [ada]);
  });

  const pageOf = async (path: string) => {
    const { status, text } = await admin.get(path);
    assert.equal(status, 200, text);
    return text;
  };
  /** What a browser sends of the form with this address, on this page, with what is typed into it. */
  const send = async (page: string, action: string, typed: PageForm['fields']) => {
    const form = formsIn(await pageOf(page)).find((each) => each.action === action);
    assert.ok(form, `${page} has a form for ${action}`);
    const { form: _token, ...fields } = form.fields;
    return admin.post(action, { ...fields, ...typed });
  };
  const taken = async (page: string, action: string, typed: PageForm['fields']) => {
    const answer = await send(page, action, typed);
    assert.equal(answer.status, 303, answer.text);
    return pageOf(answer.headers.location as string);
  };
  const refused = async (page: string, action: string, typed: PageForm['fields']) => {
    const answer = await send(page, action, typed);
    assert.equal(answer.status, 422, answer.text);
    return answer.text;
  };
  const requestOfAda = (fields: object = {}) =>
    makeRequest(node(), { organizer_email: ada.email, participants: [GRACE], ...fields });
  const pathOf = ({ id }: { id: string }) => `/console/requests/${id}`;

  describe('The fields of a place', () => {
    const settings = '/console/settings';
    const action = `${settings}/scheduling`;
    const stored = async () =>
      dataOf<{ location: object | null }>(await node().get('/api/v1/workspace/scheduling')).location;

    test('303: set each kind, and leave out what belongs to another one', async () => {
      const details = {
        'location.url': ROOM,
        'location.template': 'https://meet.example.org/{id}',
        'location.number': '+44 20 7946 0018',
        'location.address': HERE,
        'location.text': 'In the café',
      };
      const kinds: [string, object | null][] = [
        ['link', { kind: 'link', url: ROOM }],
        ['personal_link', { kind: 'personal_link' }],
        ['generated_link', { kind: 'generated_link', template: 'https://meet.example.org/{id}' }],
        ['host_calls', { kind: 'phone', caller: 'host', number: null }],
        ['guest_calls', { kind: 'phone', caller: 'guest', number: '+442079460018' }],
        ['in_person', { kind: 'in_person', address: HERE }],
        ['custom', { kind: 'custom', text: 'In the café' }],
        ['', null],
      ];
      for (const [kind, location] of kinds) {
        assert.match(await taken(settings, action, of(kind, details)), /Scheduling settings saved\./);
        assert.deepEqual(await stored(), location);
      }
    });

    test('303: save what is stored as it is', async () => {
      await taken(settings, action, of('guest_calls', { 'location.number': '+44 20 7946 0018' }));
      await taken(settings, action, {});
      assert.deepEqual(await stored(), { kind: 'phone', caller: 'guest', number: '+442079460018' });
      await taken(settings, action, of(''));
    });

    test('422: say at the field of the kind what is missing or wrong, and keep what was typed', async () => {
      const wrong: [typed: PageForm['fields'], problem: RegExp][] = [
        [of('link'), /id="location\.url-problem">Enter the address of the video call\./],
        [
          of('link', { 'location.url': 'http://x.org' }),
          /id="location\.url-problem">Enter an address that begins with https/,
        ],
        [
          of('generated_link', { 'location.template': ROOM }),
          /id="location\.template-problem">Write \{id\} once/,
        ],
        [
          of('guest_calls', { 'location.number': '123' }),
          /id="location\.number-problem">Enter a phone number/,
        ],
        [of('in_person'), /id="location\.address-problem">Enter the address\./],
        [of('custom'), /id="location\.text-problem">Say where the meeting is\./],
        [
          of('in_person', { 'location.address': 'x'.repeat(501) }),
          /“Address” can have at most 500 characters\./,
        ],
        [of('nonsense'), /id="location\.kind-problem">That isn’t one of the choices\./],
      ];
      for (const [typed, problem] of wrong) assert.match(await refused(settings, action, typed), problem);
      assert.match(await refused(settings, action, of('custom')), /value="custom" selected/);
      assert.equal(await stored(), null);
    });

    test('422: offer no calls that nobody can make, and refuse them', async () => {
      assert.doesNotMatch(await pageOf(settings), /Google Meet|Microsoft Teams/);
      assert.match(
        await refused(settings, action, of('google_meet')),
        /Calls of this kind can’t be set up yet\. Choose another kind of place\./,
      );
    });

    test('303: stand in the settings of a team, and in those of a booking link', async () => {
      const path = `/console/teams/${team.id}`;
      await taken(`${path}/settings`, `${path}/settings`, of('in_person', { 'location.address': HERE }));
      const { location } = dataOf<{ location: object }>(await node().get(`/api/v1/teams/${team.id}`));
      assert.deepEqual(location, { kind: 'in_person', address: HERE });
      assert.match(await pageOf(`${path}/settings`), /value="in_person" selected/);

      const links = `${path}/booking-links`;
      await taken(links, links, of('link', { 'location.url': ROOM }));
      const read = async () =>
        dataOf<{ id: string; location: object | null }[]>(
          await node().get(`/api/v1/teams/${team.id}/booking_links`),
        )[0];
      const made = await read();
      assert.deepEqual(made?.location, { kind: 'link', url: ROOM });
      const edit = `${links}/${made?.id}/edit`;
      await taken(edit, edit, {});
      assert.deepEqual((await read())?.location, { kind: 'link', url: ROOM });
      await taken(edit, edit, of(''));
      assert.equal((await read())?.location, null);
    });
  });

  test('303: a new request has a place, and the number of its first guest', async () => {
    const list = '/console/requests';
    const page = await taken(`${list}/new`, list, {
      participants: 'Grace Hopper <grace@example.org>, alan@example.net',
      organizer_email: ada.email,
      phone_number: '020 7946 0018',
      timezone: 'Europe/London',
      ...of('host_calls'),
    }).catch(() => '');
    assert.equal(page, '', 'a number needs its country');
    const shown = await taken(`${list}/new`, list, {
      participants: 'Grace Hopper <grace@example.org>, alan@example.net',
      organizer_email: ada.email,
      phone_number: '+44 20 7946 0018',
      ...of('host_calls'),
    });
    assert.match(
      shown,
      /Call Grace Hopper on \+44 20 7946 0018\nCall alan@example\.net, who hasn’t given a number yet/,
    );
    assert.match(shown, /<a class="note" href="tel:\+442079460018">\+44 20 7946 0018<\/a>/);
  });

  test('303: a member says where they meet people by video', async () => {
    const profile = `/console/members/${ada.id}`;
    await taken(profile, `${profile}/profile`, { meeting_url: ROOM });
    const { meeting_url } = dataOf<{ meeting_url: string }>(await node().get(`${MEMBERS}/${ada.id}`));
    assert.equal(meeting_url, ROOM);
    assert.match(
      await refused(profile, `${profile}/profile`, { meeting_url: 'http://meet.example.org' }),
      /id="meeting_url-problem">Enter an address that begins with https/,
    );
    const welcome = '/console/welcome';
    await taken(welcome, welcome, { name: 'The Owner', meeting_url: ROOM, timezone: 'UTC' });
    assert.match(await pageOf(welcome), new RegExp(`value="${ROOM}"`));
  });

  describe('The page of a request', () => {
    test('says where the meeting will be, and lets somebody choose it', async () => {
      const request = await requestOfAda();
      const path = pathOf(request);
      assert.match(await pageOf(path), /No set place/);
      const chosen = await taken(
        `${path}/place`,
        `${path}/place`,
        of('in_person', { 'location.address': HERE }),
      );
      assert.match(chosen, /Place saved\./);
      assert.match(chosen, new RegExp(HERE));
      assert.match(chosen, /<a href="https:\/\/www\.google\.com\/maps[^"]*"[^>]*>Show on a map<\/a>/);
      assert.match(chosen, new RegExp(`Place changed[\\s\\S]*In person: ${HERE}`));
    });

    test('has the way to a booked meeting; everybody hears of another place', async () => {
      const request = await requestOfAda({ location: { kind: 'link', url: ROOM } });
      dataOf(await applyTransition(node(), request.id, 'book', AT));
      const path = pathOf(request);
      const page = await pageOf(path);
      assert.match(page, new RegExp(`<a href="${ROOM}"[^>]*>Join the video call</a>`));
      const moved = await taken(
        `${path}/place`,
        `${path}/place`,
        of('custom', { 'location.text': 'In the café' }),
      );
      assert.match(moved, /Place changed\. Everybody gets an updated invitation\./);
      assert.match(moved, /In the café/);
      assert.match(await pageOf('/console/audit-log'), /changed where the meeting [\s\S]* is/);
    });

    test('without a link, needs somebody, who chooses a place or adds the link', async () => {
      dataOf(await node().patch(`${MEMBERS}/${ada.id}`, { meeting_url: ROOM }));
      const request = await requestOfAda({ location: { kind: 'personal_link' } });
      dataOf(await node().patch(`${MEMBERS}/${ada.id}`, { meeting_url: null }));
      dataOf(await applyTransition(node(), request.id, 'book', AT));
      const path = pathOf(request);
      const page = await pageOf(path);
      assert.match(page, /No link<\/strong> since/);
      assert.match(page, /There’s no link: send guests one\./);
      assert.match(page, new RegExp(`<a class="button main" href="${path}/place">Choose a place</a>`));
      assert.match(await pageOf('/console'), new RegExp(`href="${path}/place">Choose a place`));
      dataOf(await node().patch(`${MEMBERS}/${ada.id}`, { meeting_url: ROOM }));
      const mended = await taken(`${path}/place`, `${path}/place`, {});
      assert.match(mended, /Join the video call/);
      assert.doesNotMatch(mended, /No link<\/strong>/);
    });

    test('a guest who chose the time at once is not waited for', async () => {
      const request = await requestOfAda();
      await untilIdle(node());
      const { database } = node().services;
      assert.match(await pageOf(pathOf(request)), /No answer yet/);
      dataOf(await applyTransition(node(), request.id, 'book', AT));
      await database.change(
        "update meeting_request_participants set response = 'none', attendance = 'accepted' where request_id = $1",
        [request.id],
      );
      const { participants } = await showRequest(node(), request.id);
      assert.equal(participants[0]?.response, 'none');
      const [people = ''] = /<ul class="people">[\s\S]*?<\/ul>/.exec(await pageOf(pathOf(request))) ?? [];
      assert.match(people, /Accepted/);
      assert.doesNotMatch(people, /No answer yet/);
    });

    test('of a cancelled request has no place to choose', async () => {
      const request = await requestOfAda();
      dataOf(await node().post(`${REQUESTS}/${request.id}/cancel`));
      const path = `${pathOf(request)}/place`;
      assert.match(await pageOf(path), /This request is cancelled/);
      assert.equal((await admin.post(path, of(''))).status, 422);
    });
  });
});

test('A place of the audit log is said in words, and nothing else is', () => {
  const video = (status: string, join_url: string | null = null) => ({
    kind: 'google_meet',
    status,
    join_url,
  });
  const said: [unknown, string | undefined][] = [
    [{ kind: 'link', url: ROOM }, `Video call: ${ROOM}`],
    [{ kind: 'personal_link' }, 'Video call: the host’s own link'],
    [{ kind: 'generated_link', template: 'https://x.org/{id}' }, 'Video call: a new link each time'],
    [{ kind: 'phone', caller: 'host', number: null }, 'Phone: the host calls'],
    [{ kind: 'phone', caller: 'guest', number: '+442079460018' }, 'Phone: guests call +44 20 7946 0018'],
    [{ kind: 'phone', text: 'Call +44 20 7946 0018', status: 'ready' }, 'Call +44 20 7946 0018'],
    [{ kind: 'in_person', address: HERE }, `In person: ${HERE}`],
    [{ kind: 'custom', text: 'In the café' }, 'In the café'],
    [video('pending'), 'Video call: Google Meet, with a link to come'],
    [video('failed'), 'Video call without a link'],
    [video('ready', ROOM), `Video call: ${ROOM}`],
    [{ by: 'guest' }, undefined],
    [null, undefined],
    ['text', undefined],
    [[], undefined],
  ];
  for (const [value, words] of said) assert.equal(placeInWords(value), words);
});
