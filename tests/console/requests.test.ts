// The pages of requests: what they show to whom, every action through its form, and what a refused form says.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { describe, test } from '../support/lanes.ts';
import { makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import { makeOffered, type Shown, showRequest, untilIdle } from '../support/makers/scheduling.ts';
import { createMember, MEMBERS, type Member, makeTeam, type Team } from '../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const LIST = '/console/requests';
const GRACE = { name: 'Grace Hopper', email: 'grace@example.org' };
const ALAN = { name: 'Alan Turing', email: 'alan@example.net' };

onBothEngines('The pages of requests', (node) => {
  let admin: SignedIn;
  let ada: Member;
  let ben: Member;
  let team: Team;
  before(async () => {
    admin = await signedIn(node(), await owner(node()));
    ada = await createMember(node(), { email: 'ada@example.com', name: 'Ada Lovelace' });
    ben = await createMember(node(), { email: 'ben@example.com', name: 'Ben Okafor' });
    [team] = await makeTeam(node(), [ada, ben]);
  });

  const pageOf = async (who: SignedIn, path: string, status = 200): Promise<string> => {
    const answer = await who.get(path);
    assert.equal(answer.status, status, answer.text);
    return answer.text;
  };
  /** A form that is taken, and the page that it leads to. */
  const sent = async (who: SignedIn, path: string, fields: Record<string, string | string[]> = {}) => {
    const answer = await who.post(path, fields);
    assert.equal(answer.status, 303, answer.text);
    return pageOf(who, answer.headers.location as string);
  };
  const refused = async (who: SignedIn, path: string, fields: Record<string, string | string[]> = {}) => {
    const answer = await who.post(path, fields);
    assert.equal(answer.status, 422, answer.text);
    return answer.text;
  };
  const offered = (fields: object = {}) =>
    makeOffered(node(), { organizer_email: ada.email, participants: [GRACE], ...fields });
  const now = async ({ id }: { id: string }): Promise<Shown> => {
    await untilIdle(node());
    return showRequest(node(), id);
  };
  /** As a `datetime-local` field sends it: the owner's clock is UTC. */
  const typed = (at: number) => new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  const nextHour = (ahead: number) => Math.ceil((node().clock.now() + ahead) / HOUR_MS) * HOUR_MS;
  const actorOf = async (action: string, id: string) => {
    const { body } = await node().get(`/api/v1/audit_log?action=meeting_request.${action}&target_id=${id}`);
    return (body as { data: { actor: { type: string; id: string } }[] }).data[0]?.actor;
  };

  describe('A new request', () => {
    test('303: is made with everything that was typed, by the member', async () => {
      const page = await sent(admin, LIST, {
        participants: 'Grace Hopper <grace@example.org>\nalan@example.net',
        title: 'Product demo',
        purpose: 'See whether it fits',
        description: 'For the reporting',
        duration_minutes: '45',
        team_id: team.id,
        start: '2026-03-09T08:00',
        end: '2026-03-13T17:00',
        timezone: 'Europe/Berlin',
        include_introduction: 'true',
      });
      assert.match(page, /Request created\./);
      assert.match(
        page,
        /<a[^>]*><bdi>Ada Lovelace<\/bdi><\/a><\/p>[\s\S]*Hadn’t had a turn yet in <a[^>]*><bdi>Sales<\/bdi>/,
      );
      assert.match(page, /1 other was considered/);
      const { data } = (await node().get(`${REQUESTS}?limit=1`)).body as { data: Shown[] };
      const made = data[0] as Shown;
      assert.deepEqual(
        [made.title, made.purpose, made.description, made.duration_minutes, made.team_id, made.timeframe],
        [
          'Product demo',
          'See whether it fits',
          'For the reporting',
          45,
          team.id,
          { start: '2026-03-09T08:00:00.000Z', end: '2026-03-13T17:00:00.000Z' },
        ],
      );
      const { participants, include_introduction } = await now(made);
      assert.deepEqual(
        participants.map(({ name, email, timezone }) => [name, email, timezone]),
        [
          ['Grace Hopper', 'grace@example.org', 'Europe/Berlin'],
          [null, 'alan@example.net', 'Europe/Berlin'],
        ],
      );
      assert.equal(include_introduction, true);
      assert.deepEqual(await actorOf('created', made.id), { type: 'member', id: (await owner(node())).id });
    });

    test('422: says at its field what is wrong, and keeps what was typed', async () => {
      const page = await refused(admin, LIST, {
        participants: 'not an address',
        title: 'Kept <title>',
        organizer_email: ada.email,
      });
      assert.match(page, /“Guests” has to be an email address/);
      assert.match(page, /id="participants-problem">“Guests” has to be/);
      assert.match(page, /value="Kept &lt;title&gt;"/);
      assert.match(
        await refused(admin, LIST, { participants: GRACE.email }),
        /Choose a team or an organizer\./,
      );
      assert.match(
        await refused(admin, LIST, { participants: GRACE.email, organizer_email: 'nobody@example.com' }),
        /id="organizer_email-problem">\S+ isn’t an active member/,
      );
      assert.match(
        await refused(admin, LIST, {
          participants: GRACE.email,
          team_id: team.id,
          start: '2026-03-09T08:00',
          end: '2026-03-09T07:00',
        }),
        /The first possible time has to be before the last\./,
      );
      assert.match(await refused(admin, LIST, { organizer_email: ada.email }), /id="participants-problem"/);
    });

    test('of a member without a role is theirs, or of a team that they are in', async () => {
      const host = await signedIn(node(), ada);
      const form = await pageOf(host, `${LIST}/new`);
      assert.doesNotMatch(form, /name="organizer_email"/);
      await sent(host, LIST, { participants: GRACE.email, title: 'Mine', organizer_email: ben.email });
      const { data } = (await node().get(`${REQUESTS}?limit=1`)).body as { data: Shown[] };
      assert.deepEqual([data[0]?.title, data[0]?.organizer_email], ['Mine', ada.email]);
      const [other] = await makeTeam(node(), [ben]);
      const foreign = { participants: GRACE.email, team_id: other.id };
      assert.match(await refused(host, LIST, foreign), /You aren’t in this team\. Choose one of yours\./);
      const manual = dataOf<Team>(
        await node().post('/api/v1/teams', { name: 'By hand', mode: 'manual', member_ids: [ada.id] }),
      );
      await sent(host, LIST, { participants: GRACE.email, team_id: manual.id });
    });
  });

  describe('The list', () => {
    test('has filters in its address, and keeps them from page to page', async () => {
      const host = await createMember(node(), { email: 'many@example.com', name: 'Many' });
      for (let made = 0; made < 27; made++) {
        await makeRequest(node(), { organizer_email: host.email, participant_emails: ['list@example.org'] });
      }
      const first = await pageOf(admin, `${LIST}?status=active&q=LIST@example.org&host=&team=&from=&to=`);
      assert.equal(first.match(/href="\/console\/requests\/mr_/g)?.length, 25);
      const next = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') as string;
      assert.match(next, /status=active/);
      const second = await pageOf(admin, next);
      assert.equal(second.match(/href="\/console\/requests\/mr_/g)?.length, 2);
      assert.match(second, /rel="start"/);
      assert.match(
        await pageOf(admin, `${LIST}?q=nobody@example.org`),
        /Nothing found for “nobody@example.org”/,
      );
      assert.match(await pageOf(admin, `${LIST}?host=nobody@example.org`), /No requests match/);
    });

    test('goes by days on the clock of the member', async () => {
      const today = new Date(node().clock.now()).toISOString().slice(0, 10);
      assert.match(await pageOf(admin, `${LIST}?from=${today}&to=${today}`), /mr_/);
      assert.match(await pageOf(admin, `${LIST}?to=2020-01-01`), /No requests match/);
    });

    test('finds by a part of a title, of a name or of an address; others find only what they host', async () => {
      const host = await createMember(node(), { email: 'zora@example.com', name: 'Zora Findable' });
      const fields = { organizer_email: host.email, participants: [{ ...GRACE, name: 'Grace 100%_Hopper' }] };
      const { id } = await makeRequest(node(), { ...fields, context: { title: 'Zebra crossing' } });
      const { id: other } = await makeRequest(node(), {
        organizer_email: ada.email,
        context: { title: 'Zebra' },
      });
      const found = async (who: SignedIn, text: string) => {
        const page = await pageOf(who, `${LIST}?${new URLSearchParams({ q: text })}`);
        return [...new Set(page.match(/mr_\w+/g))];
      };
      for (const text of ['bra cross', 'ZEBRA CROSS', '100%_hop', 'findable']) {
        assert.deepEqual(await found(admin, text), [id], text);
      }
      assert.deepEqual(await found(admin, 'zebra'), [other, id]);
      assert.deepEqual(await found(admin, '00_'), [], 'no sign stands for others');
      assert.deepEqual(await found(admin, host.email), [id]);
      assert.deepEqual(await found(await signedIn(node(), host), 'zebra'), [id]);
      assert.deepEqual(await found(await signedIn(node(), ben), 'zebra'), []);
      const named = await pageOf(admin, `${LIST}?q=zebra`);
      assert.match(named, /Zora Findable/);
      assert.match(named, /Grace 100%_Hopper/);
    });

    test('in the order of time has the booked meetings to come, soonest first', async () => {
      const booked: string[] = [];
      for (const days of [9, 8]) {
        const { id } = await offered({ context: { title: `In ${days} days` } });
        await sent(admin, `${LIST}/${id}/book`, { starts_at: typed(nextHour(days * DAY_MS)), force: 'true' });
        booked.unshift(id);
      }
      const page = await pageOf(admin, `${LIST}?sort=time`);
      const shown = [...new Set(page.match(/mr_\w+/g))].filter((id) => booked.includes(id));
      assert.deepEqual(shown, booked);
      assert.match(page, /aria-sort="ascending"/);
      // None of them is of a team.
      const [team] = await makeTeam(node(), [ben]);
      assert.doesNotMatch(await pageOf(admin, `${LIST}?sort=time&team=${team.id}`), /href="[^"]*\/mr_/);
    });

    test('422: a filter that makes no sense', async () => {
      for (const query of ['status=x', 'from=yesterday', 'team=x', 'cursor=x']) {
        await pageOf(admin, `${LIST}?${query}`, 422);
      }
    });

    test('of others than admins has what they host; of a team that they manage, everything', async () => {
      const cleo = await createMember(node(), { email: 'cleo@example.com', name: 'Cleo' });
      const [managed, membership] = await makeTeam(node(), [cleo, ben]);
      await node().patch(`/api/v1/teams/${managed.id}/members/${membership.id}`, { role: 'manager' });
      for (const title of ['First turn', 'Second turn']) {
        await makeRequest(node(), { team_id: managed.id, context: { title } });
      }
      await makeRequest(node(), { organizer_email: ada.email, context: { title: 'Of Ada' } });
      const manager = await signedIn(node(), cleo);
      const own = await pageOf(manager, LIST);
      assert.match(own, /First turn/);
      assert.doesNotMatch(own, /Second turn|Of Ada/);
      assert.match(await pageOf(manager, `${LIST}?team=${managed.id}`), /Second turn/);
      const forged = await pageOf(
        manager,
        `${LIST}?team=${team.id}&host=${ada.email}&organizer_email=${ada.email}`,
      );
      assert.match(forged, /No requests match/);
      const [, hidden] = [
        await pageOf(manager, LIST),
        await makeRequest(node(), { organizer_email: ada.email }),
      ];
      for (const path of ['', '/times', '/answer', '/cancel'])
        await pageOf(manager, `${LIST}/${hidden.id}${path}`, 404);
      assert.equal((await manager.post(`${LIST}/${hidden.id}/cancel`)).status, 404);
      assert.equal((await showRequest(node(), hidden.id)).status, 'active');
    });
  });

  describe('A request', () => {
    test('shows who takes it, the participants with their answers, and what was written', async () => {
      const request = await offered({
        participants: [GRACE, ALAN],
        context: { title: 'Demo', duration_minutes: 30 },
      });
      dataOf(
        await node().post(`${REQUESTS}/${request.id}/answer`, {
          participant_email: GRACE.email,
          option_ids: [request.options[0]?.id],
          comment: 'Rather <early>',
          wishes: { days: ['tue'], parts_of_day: ['morning'], earliest_time: '09:00' },
        }),
      );
      const page = await pageOf(admin, `${LIST}/${request.id}`);
      assert.match(page, /Waiting for Alan Turing\./);
      assert.match(page, /Rather &lt;early&gt;/);
      assert.match(page, /Would like: Tuesday; in the morning; not before 09:00/);
      assert.match(page, /Named in the request/);
      assert.match(page, /Email to <bdi>Grace Hopper<\/bdi>/);
      assert.match(page, /Grace Hopper chose a time/);
      assert.ok(Buffer.byteLength(page) < 60_000);
    });

    test('has its conversation in pages, without a gap', async () => {
      const request = await offered({ participants: [GRACE] });
      for (let round = 0; round < 15; round++) {
        dataOf(await node().post(`${REQUESTS}/${request.id}/follow_up`));
      }
      await untilIdle(node());
      const seen: string[] = [];
      let path: string | undefined = `${LIST}/${request.id}`;
      for (let pages = 0; path !== undefined && pages < 5; pages++) {
        const page: string = await pageOf(admin, path);
        seen.push(...(page.match(/<li class="(?:in|out|decision)">/g) ?? []));
        path = /href="([^"#]+)#conversation" rel="next"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
      }
      const messages = (await node().get(`${REQUESTS}/${request.id}/messages?limit=100`)).body as {
        data: [];
      };
      const entries = (await node().get(`/api/v1/audit_log?target_id=${request.id}&limit=100`)).body as {
        data: [];
      };
      assert.equal(seen.length, messages.data.length + entries.data.length);
      const [message] = messages.data as { id: string; subject: string }[];
      const whole = await pageOf(admin, `${LIST}/${request.id}/messages/${message?.id}`);
      assert.match(whole, /Which of these times suits you|There is no answer|time/);
      const other = await makeRequest(node(), { organizer_email: ada.email });
      await pageOf(admin, `${LIST}/${other.id}/messages/${message?.id}`, 404);
    });

    test('marks what is new since the reader last looked, until ten minutes after they looked at it', async () => {
      const request = await offered({ participants: [GRACE] });
      let cookie = admin.cookie;
      const look = async (): Promise<string> => {
        const answer = await admin.get(`${LIST}/${request.id}`, { cookie });
        const [kept] = String(answer.headers['set-cookie']).split(';');
        cookie = `${admin.cookie}; ${kept}`;
        return answer.text;
      };
      const news = /(\d+) new since you last looked/;
      assert.doesNotMatch(await look(), news, 'nobody has looked before');
      node().clock.advance(HOUR_MS);
      dataOf(
        await node().post(`${REQUESTS}/${request.id}/answer`, {
          participant_email: GRACE.email,
          none_work: true,
        }),
      );
      const page = await look();
      assert.match(page, news);
      assert.match(page, /New<\/span> <span class="hidden">Decided: <\/span><strong>None of the times works/);
      assert.match(await look(), news, 'a reload takes no mark away');
      node().clock.advance(HOUR_MS);
      assert.doesNotMatch(await look(), news);
      await sent(admin, `${LIST}/${request.id}/pause`);
      assert.doesNotMatch(await look(), /New<\/span> [^\n]*Paused/, 'what the reader did is no news');
    });

    test('404: one that there is not, and one of another workspace', async () => {
      await pageOf(admin, `${LIST}/mr_01kbq1r5bw1qr2zt5v8n3m7x4c`, 404);
      await pageOf(admin, `${LIST}/x`, 404);
    });
  });

  describe('An action', () => {
    test('pauses and resumes, and only what the state allows is offered', async () => {
      const { id } = await offered();
      const page = await sent(admin, `${LIST}/${id}/pause`);
      assert.match(page, /Paused since/);
      assert.match(page, /action="\/console\/requests\/mr_\w+\/resume"/);
      assert.doesNotMatch(page, /\/(?:book|follow-up|offer|pause|reopen|reschedule)"/);
      assert.match(await refused(admin, `${LIST}/${id}/pause`), /This request is already paused\./);
      assert.doesNotMatch(await sent(admin, `${LIST}/${id}/resume`), /Paused since/);
    });

    test('offers fresh times, and asks again', async () => {
      const request = await offered();
      await sent(admin, `${LIST}/${request.id}/offer`);
      const shown = await now(request);
      assert.equal(Math.max(...shown.options.map(({ round }) => round)), 2);
      assert.match(await sent(admin, `${LIST}/${request.id}/follow-up`), /(?:on its way|get an email)/);
      assert.deepEqual((await actorOf('follow_up_sent', request.id))?.type, 'member');
    });

    test('books at a typed time; a time that is taken is refused, and taken by force', async () => {
      const at = nextHour(3 * DAY_MS);
      const [first, second] = [await offered(), await offered()];
      assert.match(
        await sent(admin, `${LIST}/${first.id}/book`, { starts_at: typed(at) }),
        /Meeting booked\. Everybody/,
      );
      assert.equal((await now(first)).starts_at, new Date(at).toISOString());
      const fields = { starts_at: typed(at), duration_minutes: '20' };
      const page = await refused(admin, `${LIST}/${second.id}/book`, fields);
      assert.match(page, /<details open><summary>Book an agreed time/);
      assert.match(page, /id="starts_at-problem">Ada.* already has a meeting on/);
      assert.match(page, new RegExp(`value="${typed(at)}"`));
      await sent(admin, `${LIST}/${second.id}/book`, { ...fields, force: 'true' });
      assert.match(await pageOf(admin, `${LIST}/${second.id}`), /Despite another booking/);
      assert.match(
        await refused(admin, `${LIST}/${first.id}/book`, { starts_at: 'soon' }),
        /“Starts” has to be a date and a time/,
      );
    });

    test('moves a booked one, or looks for another time', async () => {
      const at = nextHour(10 * DAY_MS);
      const { id } = await offered();
      await sent(admin, `${LIST}/${id}/book`, { starts_at: typed(at) });
      await sent(admin, `${LIST}/${id}/reschedule`, { starts_at: typed(at + HOUR_MS) });
      assert.equal((await showRequest(node(), id)).starts_at, new Date(at + HOUR_MS).toISOString());
      assert.match(await refused(admin, `${LIST}/${id}/reschedule`, { starts_at: '' }), /Fill in “Starts”\./);
      assert.match(await sent(admin, `${LIST}/${id}/reopen`), /Looking for another time/);
      assert.equal((await showRequest(node(), id)).status, 'active');
    });

    test('says who didn’t come once the meeting has begun, and undoes it', async () => {
      const { id } = await offered({ organizer_email: undefined, team_id: team.id });
      const url = `${LIST}/${id}/no-show`;
      await sent(admin, `${LIST}/${id}/book`, { starts_at: typed(nextHour(DAY_MS)), force: 'true' });
      assert.doesNotMatch(await pageOf(admin, `${LIST}/${id}`), /didn’t come/);
      assert.match(await refused(admin, url, { by: 'guest' }), /This meeting hasn’t started yet\./);
      const began = typed(nextHour(-2 * HOUR_MS));
      const page = await sent(admin, `${LIST}/${id}/reschedule`, { starts_at: began, force: 'true' });
      assert.match(page, />Guest didn’t come<\/button>/);
      assert.match(page, />Host didn’t come<\/button>/);
      const marked = await sent(admin, url, { by: 'guest' });
      assert.match(marked, /Guest no-show recorded\./);
      assert.match(marked, /Grace Hopper didn’t come\./);
      assert.match(marked, /Undo the no-show/);
      assert.equal((await actorOf('no_show', id))?.type, 'member');
      assert.match(await pageOf(admin, `/console/teams/${team.id}`), /one was given back on/);
      const undone = await sent(admin, url, { by: '' });
      assert.match(undone, /No-show undone\./);
      assert.match(undone, />Guest didn’t come<\/button>/);
      assert.match(await sent(admin, url, { by: 'host' }), /The host didn’t come\./);
      assert.match(await refused(admin, url, { by: 'nobody' }), /That isn’t one of the choices\./);
    });

    test('names which of several guests didn’t come', async () => {
      const { id } = await offered({ participants: [GRACE, ALAN] });
      const url = `${LIST}/${id}/no-show`;
      const page = await sent(admin, `${LIST}/${id}/book`, {
        starts_at: typed(nextHour(-HOUR_MS)),
        force: 'true',
      });
      assert.match(page, /<summary>Guests didn’t come/);
      const none = await refused(admin, url, { by: 'guest' });
      assert.match(none, /<details open><summary>Guests didn’t come/);
      assert.match(none, /Tick at least one guest\./);
      const unknown = { by: 'guest', email: ['eve@example.org'] };
      assert.match(await refused(admin, url, unknown), /They aren’t a guest of this meeting\./);
      const marked = await sent(admin, url, { by: 'guest', email: [ALAN.email] });
      assert.match(marked, /Alan Turing didn’t come\./);
      assert.deepEqual((await showRequest(node(), id)).no_show?.participant_emails, [ALAN.email]);
    });

    test('gives it to another organizer', async () => {
      const { id } = await offered();
      const url = `${LIST}/${id}/organizer`;
      assert.match(await sent(admin, url, { organizer_email: ' ben@example.com ' }), /Ben Okafor/);
      assert.match(
        await refused(admin, url, { organizer_email: ben.email }),
        /id="organizer_email-problem">They are already the host\./,
      );
    });

    test('cancels with and without a word to the participants, and gives the turn back', async () => {
      const made = await makeRequest(node(), { team_id: team.id });
      const page = await sent(admin, `${LIST}/${made.id}/cancel`, { return_turn: 'true' });
      assert.match(page, /Request cancelled\. Guests get no email/);
      assert.match(page, /The turn was given back/);
      assert.doesNotMatch(page, /id="actions"/);
      const { id } = await offered();
      assert.match(
        await sent(admin, `${LIST}/${id}/cancel`, { notify: 'true' }),
        /Everybody involved gets an email/,
      );
      assert.match(await refused(admin, `${LIST}/${id}/cancel`), /This request is already cancelled\./);
    });

    test('is asked about before it cancels', async () => {
      const made = await makeRequest(node(), { team_id: team.id, participants: [GRACE] });
      const page = await pageOf(admin, `${LIST}/${made.id}/cancel`);
      assert.match(page, /Tell Grace Hopper by email/);
      assert.match(page, /Give the turn back/);
      assert.match(page, /<button class="button danger">Cancel request<\/button>/);
      assert.equal((await showRequest(node(), made.id)).status, 'active');
      dataOf(await node().post(`${REQUESTS}/${made.id}/cancel`));
      assert.match(await pageOf(admin, `${LIST}/${made.id}/cancel`), /This request is already cancelled/);
    });

    test('answers for a participant, with what they said', async () => {
      const request = await offered({ participants: [GRACE, ALAN] });
      const form = await pageOf(admin, `${LIST}/${request.id}/answer?participant=${GRACE.email}`);
      assert.match(form, /Answer on behalf of Grace Hopper/);
      const url = `${LIST}/${request.id}/answer`;
      const page = await refused(admin, url, { participant_email: GRACE.email, comment: 'Hm' });
      assert.match(page, /Mark the times that work, or say that none does\./);
      assert.match(page, /Hm<\/textarea>/);
      const option_ids = [request.options[0]?.id as string];
      await sent(admin, url, {
        participant_email: GRACE.email,
        option_ids,
        comment: 'By telephone',
        days: ['mon', 'fri'],
        except_dates: '2026-12-24, 2026-12-31',
      });
      const [grace] = (await showRequest(node(), request.id)).participants;
      assert.deepEqual([grace?.response, grace?.comment], ['chosen', 'By telephone']);
      assert.deepEqual(grace?.wishes, {
        days: ['mon', 'fri'],
        parts_of_day: [],
        except_dates: ['2026-12-24', '2026-12-31'],
      });
      await sent(admin, url, { participant_email: ALAN.email, none_work: 'true', option_ids });
      const after = await now(request);
      assert.equal(Math.max(...after.options.map(({ round }) => round)), 2, 'the next round is offered');
      await pageOf(admin, `${url}?participant=nobody@example.org`, 404);
      const stranger = await admin.post(url, { participant_email: 'x@example.org', none_work: 'true' });
      assert.equal(stranger.status, 404, 'there is no page to show for somebody who takes no part');
    });
  });

  describe('Other times', () => {
    test('are marked to be offered or booked, and moved to', async () => {
      const { id } = await offered();
      const url = `${LIST}/${id}/times`;
      const free = (page: string) =>
        [...page.matchAll(/name="starts_at\[\]" value="([^"]+)"/g)].map(([, at]) => at as string);
      const times = free(await pageOf(admin, url));
      assert.ok(times.length > 20);
      const [one, two, three] = times.slice(-3) as [string, string, string];
      await sent(admin, `${url}/offer`, { starts_at: [one, two] });
      const shown = await showRequest(node(), id);
      assert.deepEqual(
        shown.options.filter(({ status }) => status === 'offered').map(({ starts_at }) => starts_at),
        [one, two],
      );
      const again = await refused(admin, `${url}/book`, {
        starts_at: [one, two],
        from: '2026-04-01',
        to: '2026-04-02',
      });
      assert.match(again, /Mark only one time\./);
      assert.match(again, /value="2026-04-01"/);
      assert.match(await refused(admin, `${url}/offer`), /Mark at least one time\./);
      await sent(admin, `${url}/book`, { starts_at: [one] });
      await sent(admin, `${url}/move`, { starts_at: [three] });
      assert.equal((await showRequest(node(), id)).starts_at, three);
    });

    test('say of each that is refused who is in the way, and why', async () => {
      const busy = await createMember(node(), { email: 'busy@example.com', name: 'Busy <Bee>' });
      await node().patch(`${MEMBERS}/${busy.id}/availability`, { weekly: [] });
      const { id } = await makeRequest(node(), { organizer_email: busy.email });
      const page = await pageOf(admin, `${LIST}/${id}/times?from=2026-03-09&to=2027-03-09`);
      assert.match(page, /No free times/);
      assert.match(page, /Busy &lt;Bee&gt; (?:doesn’t work on that day|is outside of working hours)/);
      assert.match(page, /name="to" value="2026-03-22"/, 'two weeks at most');
      await pageOf(admin, `${LIST}/${id}/times?from=tomorrow`, 422);
      dataOf(await node().post(`${REQUESTS}/${id}/cancel`));
      assert.match(await pageOf(admin, `${LIST}/${id}/times`), /The request is cancelled/);
    });
  });
});
