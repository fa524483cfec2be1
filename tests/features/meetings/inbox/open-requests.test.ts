// A mail to a team by somebody with an open request there takes no second turn, also if it names no message of ours.
import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  FROM_OUTSIDE,
  handInOne,
  type Letter,
  madeOf,
  showMessage,
  writtenTo,
} from '../../../support/makers/letters.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { passTime, type Shown, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { createMember, makeMember, TEAMS, type Team } from '../../../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const GRACE = 'grace@example.org';
const FIRST = { from: `Grace Hopper <${GRACE}>`, subject: 'Product demo', text: 'May I see it?' };
const TO_A_PERSON = 'unclear by unnamed_request';

let teams = 0;

async function makeTeam(node: Node) {
  teams += 1;
  const [ada, ben] = [await makeMember(node, 'Ada'), await makeMember(node, 'Ben')];
  const body = { name: `Demos ${teams}`, member_ids: [ada.id, ben.id] };
  const team = dataOf<Team & { email_address: string }>(await node.post(TEAMS, body));
  return { team, ada, ben, to: team.email_address };
}

/** A team, and Grace's request there. */
async function makeAsked(node: Node, fields: Letter = {}) {
  const made = await makeTeam(node);
  const message = await handInOne(node, { ...FIRST, to: made.to, ...fields });
  assert.equal(madeOf(message), 'new_request by request.outsider');
  return { ...made, id: message.meeting_request_id as string };
}

/** How the mail was understood. It has to be filed under the request, and no turn be taken. */
async function madeOfAnother(
  node: Node,
  { id, team, to }: { id: string; team: Team; to: string },
  letter: Letter,
) {
  const before = await requestsOf(node, team);
  const message = await handInOne(node, { from: GRACE, to, ...letter });
  assert.equal(message.meeting_request_id, id);
  assert.deepEqual(await requestsOf(node, team), before);
  return madeOf(message);
}

const requestsOf = async (node: Node, { id }: Team): Promise<string[]> =>
  dataOf<Shown[]>(await node.get(`${REQUESTS}?team_id=${id}`)).map((request) => request.id);

onBothEngines('A mail of somebody with an open request', (node) => {
  test('with its subject counts as a reply', async () => {
    const asked = await makeAsked(node());
    const letter = { subject: 'AW: Re:  product DEMO', text: 'Option 2 works, thank you!' };
    assert.equal(await madeOfAnother(node(), asked, letter), 'chose_options by reply.option_number');
    assert.equal((await showRequest(node(), asked.id)).status, 'booked');
  });

  test('with the subject of our message counts as a reply', async () => {
    const asked = await makeAsked(node());
    const [offer] = await writtenTo(node(), asked.id, GRACE);
    const letter = { subject: `Re: ${offer?.subject}`, text: 'None of these work.' };
    assert.match(await madeOfAnother(node(), asked, letter), /^none_work by /);
  });

  test('with another subject reaches the organizer, and does nothing', async () => {
    const asked = await makeAsked(node());
    for (const letter of [
      { subject: 'Another matter', text: 'Option 2 works.' },
      { subject: '', text: 'Option 2 works.' },
      // What was passed on before is no subject of the request.
      { subject: 'Re: Another matter', text: 'Option 2 works.' },
    ]) {
      assert.equal(await madeOfAnother(node(), asked, letter), TO_A_PERSON);
    }
    const { status, attention, organizer_email } = await showRequest(node(), asked.id);
    assert.deepEqual(
      [status, attention?.reason, organizer_email],
      ['active', 'unclear_reply', asked.ada.email],
    );
    const mails = await writtenTo(node(), asked.id, asked.ada.email);
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['assigned', 'attention', 'attention', 'attention'],
    );
    assert.match(mails[1]?.text ?? '', /make a new request in the console/);
    assert.doesNotMatch(mails[1]?.text ?? '', /Careful/);
  });

  test('that nothing proves answers nothing, and says so', async () => {
    const asked = await makeAsked(node());
    const letter = { subject: FIRST.subject, text: 'Option 2 works.', header: [FROM_OUTSIDE] };
    assert.equal(await madeOfAnother(node(), asked, letter), 'unclear by unproven_author');
    assert.equal((await showRequest(node(), asked.id)).status, 'active');
    assert.deepEqual((await writtenTo(node(), asked.id, GRACE)).length, 1, 'nothing is written to Grace');
    const attention = (await writtenTo(node(), asked.id, asked.ada.email)).at(-1);
    assert.match(attention?.text ?? '', /Careful: nothing proves that this mail comes from Grace Hopper/);
  });

  test('about a booked meeting reaches the organizer; once that is over, the next request is a new one', async () => {
    const asked = await makeAsked(node());
    const choice = { subject: 'Re: Product demo', text: 'Option 1 works.' };
    assert.equal(await madeOfAnother(node(), asked, choice), 'chose_options by reply.option_number');
    const move = { subject: 'Product demo', text: 'Can we move it?' };
    assert.match(await madeOfAnother(node(), asked, move), /^unclear by reply\./);
    const other = { subject: 'Prices', text: 'May I ask about prices?' };
    assert.equal(await madeOfAnother(node(), asked, other), TO_A_PERSON);
    const { status, ends_at } = await showRequest(node(), asked.id);
    assert.equal(status, 'booked');
    await passTime(node(), Date.parse(ends_at as string) - node().clock.now());
    const next = await handInOne(node(), { ...FIRST, to: asked.to });
    assert.equal(madeOf(next), 'new_request by request.outsider');
    assert.equal(
      (await showRequest(node(), next.meeting_request_id as string)).organizer_email,
      asked.ben.email,
    );
  });

  test('belongs to the one of several that has its subject, else a person decides', async () => {
    const { team, to } = await makeTeam(node());
    const make = async (title: string) =>
      (await makeRequest(node(), { team_id: team.id, participant_emails: [GRACE], context: { title } })).id;
    const [demo, prices, twice] = [await make('Demo'), await make('Prices'), await make('Demo, again')];
    await untilIdle(node());
    const fateOf = (id: string, subject: string) =>
      madeOfAnother(node(), { id, team, to }, { subject, text: 'Option 2 works.' });
    assert.equal(await fateOf(twice, 'Hello'), TO_A_PERSON);
    assert.equal(await fateOf(prices, 'Re: Prices'), 'chose_options by reply.option_number');
    const again = await make('Demo');
    await untilIdle(node());
    assert.equal(await fateOf(again, 'Demo'), TO_A_PERSON);
    assert.equal((await showRequest(node(), demo)).status, 'active');
  });

  test('waits for the first offer, and does not mean times that its author had not seen', async () => {
    const asked = await makeAsked(node());
    const { database } = node().services;
    const setRound = (round: number) =>
      database.change('update meeting_requests set round = $2 where id = $1', [asked.id, round]);
    await setRound(0);
    const early = await handInOne(node(), {
      from: GRACE,
      to: asked.to,
      subject: 'Re: Product demo',
      text: '2',
    });
    assert.deepEqual([early.understood_as, early.ignored_because], [null, null]);
    await setRound(1);
    await database.change(
      "update messages set created_at = created_at + 1 where request_id = $1 and kind = 'options'",
      [asked.id],
    );
    await passTime(node(), MINUTE_MS);
    assert.equal(madeOf(await showMessage(node(), early.id)), 'unclear by before_offer');
    assert.equal((await showRequest(node(), asked.id)).status, 'active');
    assert.deepEqual(await requestsOf(node(), asked.team), [asked.id]);
  });

  test('waits while the request is paused, and makes no new one once it is cancelled', async () => {
    const asked = await makeAsked(node());
    dataOf(await applyTransition(node(), asked.id, 'pause'));
    const waiting = await handInOne(node(), {
      from: GRACE,
      to: asked.to,
      subject: 'Hello',
      text: 'Are you there?',
    });
    assert.deepEqual([waiting.meeting_request_id, waiting.understood_as], [asked.id, null]);
    dataOf(await applyTransition(node(), asked.id, 'cancel'));
    await untilIdle(node());
    assert.equal(madeOf(await showMessage(node(), waiting.id)), 'ignored: the request is cancelled');
    assert.deepEqual(await requestsOf(node(), asked.team), [asked.id]);
    // The next one asks anew.
    assert.match(madeOf(await handInOne(node(), { ...FIRST, to: asked.to })), /^new_request/);
  });

  test('to another team, or of somebody else, is a new request', async () => {
    const asked = await makeAsked(node());
    const other = await makeTeam(node());
    const made = async (letter: Letter) => madeOf(await handInOne(node(), { ...FIRST, ...letter }));
    assert.match(await made({ to: other.to }), /^new_request/);
    assert.match(await made({ to: asked.to, from: 'barbara@example.org' }), /^new_request/);
  });

  test('of a member who takes part is one, unless it names others to meet', async () => {
    const { team, to } = await makeTeam(node());
    const eve = await createMember(node(), { email: `eve-${teams}@example.com` });
    const { id } = await makeRequest(node(), { team_id: team.id, participant_emails: [eve.email] });
    await untilIdle(node());
    const own = { from: eve.email, subject: 'Hello', text: 'Option 1 works.' };
    assert.equal(await madeOfAnother(node(), { id, team, to }, own), TO_A_PERSON);
    const forAlan = await handInOne(node(), { from: eve.email, to: 'alan@example.net', cc: to });
    assert.equal(madeOf(forAlan), 'new_request by request.member');
    const spoofed = await handInOne(node(), { ...own, to, header: [FROM_OUTSIDE] });
    assert.equal(madeOf(spoofed), 'ignored: it says to be from a member, and nothing proves it');
  });

  test('sent twice at the same moment takes one turn', async () => {
    const { team, to } = await makeTeam(node());
    const messages = await Promise.all([1, 2, 3].map(() => handInOne(node(), { ...FIRST, to })));
    // One that came before the offer waits for that.
    await passTime(node(), MINUTE_MS);
    const read = await Promise.all(messages.map(({ id }) => showMessage(node(), id)));
    const requests = await requestsOf(node(), team);
    assert.equal(requests.length, 1);
    assert.deepEqual(new Set(read.map(({ meeting_request_id }) => meeting_request_id)), new Set(requests));
    assert.deepEqual(new Set(read.map(({ status }) => status)), new Set(['received']));
  });
});
