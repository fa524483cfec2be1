// What guests write in plain words, from SMTP to what is done: what is certain is done, the rest reaches a person.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { Wire } from '../../../smtp/wire.ts';
import { describe, test } from '../../../support/lanes.ts';
import { madeOf, rawLetter, writtenTo } from '../../../support/makers/letters.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  makeOffered,
  offeredIn,
  passTime,
  showRequest,
  untilIdle,
} from '../../../support/makers/scheduling.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { headerOf, lastTo } from '../../../support/receivers/taken-mail.ts';
import { ManualClock } from '../../../support/server/manual-clock.ts';
import type { Message } from '../../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const MONDAY = '2026-11-16T10:00:00+01:00';

/** What is offered, on the clock of the guest. */
const offers = {
  thisWeek: ['2026-11-17T10:00', '2026-11-18T14:00', '2026-11-19T09:00'],
  withFriday: ['2026-11-17T10:00', '2026-11-18T14:00', '2026-11-20T11:00'],
  fourTimes: ['2026-11-17T10:00', '2026-11-18T14:00', '2026-11-19T09:00', '2026-11-20T11:00'],
  thursdayAtTen: ['2026-11-17T14:00', '2026-11-18T09:00', '2026-11-19T10:00'],
  halfHours: ['2026-11-17T10:30', '2026-11-18T14:30', '2026-11-19T13:30'],
  nextWeek: ['2026-11-24T14:00', '2026-11-25T10:00', '2026-11-26T09:00'],
};
type Offer = keyof typeof offers;
type Sentences = [text: string, offer?: Offer][];

/** They name a day, a number or something good, and choose nothing. */
const forPeople: Sentences = [
  ["I'm in a meeting on Tuesday."],
  ["I'll reply on Tuesday"],
  ["I'll confirm on Tuesday"],
  ['Ich entscheide am Dienstag'],
  // The 25th is a Wednesday, the 26th a Thursday.
  ['Tuesday, the 25th works', 'nextWeek'],
  ['am Mittwoch, den 26. passt es', 'nextWeek'],
  ['the second week works'],
  ['on the 3rd is fine'],
  ['am 2. passt es'],
  ['the third Thursday works'],
  ["I'll be working Tuesday"],
  ['I take my meetings on Tuesday'],
  ['Ich bin am Dienstag wieder da'],
  ['alles gut'],
  ['all good'],
  ['Bis Dienstag dann'],
  ['I can confirm on Tuesday the 17th'],
  ["No problem, I'll reply on Wednesday morning"],
  ['for the fourth time', 'fourTimes'],
  ['Have a nice Wednesday'],
  ['I would be off on Tuesday'],
  ['Happy Tuesday'],
  ['Everything is fine here'],
  // The second is on Wednesday.
  ['Option 2 (Tuesday)'],
  ['wegen Mittwoch'],
  ['Am Donnerstag bestätige ich'],
  ['Yeah right, option 2'],
  ['Dienstag habe ich frei'],
  ['my colleague can do Tuesday'],
];

/** Each with the numbers of the times that it chooses. The earliest of them is booked. */
const choices: [text: string, chosen: number[], offer?: Offer][] = [
  ['10 on Tuesday is perfect', [1]],
  ['either of the first two', [1, 2]],
  ['All three work for me, you choose', [1, 2, 3]],
  ['whatever suits you best', [1, 2, 3]],
  ["First one's great", [1]],
  ['Yes to Tuesday, no to the rest', [1]],
  ['dienstag und mittwoch geht leider nicht, donnerstag gerne', [3]],
  ['Do 9 Uhr ist super', [3]],
  ['two thirty', [2], 'halfHours'],
  ['half two', [2], 'halfHours'],
  ['halb zwei passt', [3], 'halfHours'],
  ['2️⃣', [2]],
  ['please send the invite for the 24th', [1], 'nextWeek'],
  ['kindly block 25th', [2], 'nextWeek'],
  ["Tuesday I'm at the dentist, Friday works", [3], 'withFriday'],
  ['Mardi me convient très bien', [1]],
  ['je prends la deuxième', [2]],
  ['Le 24 à 14h est parfait', [1], 'nextWeek'],
  ['El martes me viene bien', [1]],
  ['Me quedo con la segunda opción', [2]],
  ['Puedo el jueves a las 10', [3], 'thursdayAtTen'],
  ["Tuesday doesn't work, Wednesday does", [2]],
];

const QUESTION = 'None of these work. Is there a dial-in number?';
const REACHES_A_PERSON = 'unclear, active, nothing chosen, needs attention: unclear_reply, told';

onEachEngine((engine) => {
  describe(`In plain words over SMTP (${engine})`, () => {
    const opened = new AsyncDisposableStack();
    let node: Node;
    let server: SmtpServer;
    before(async () => {
      const storage = await freshStorage(engine);
      opened.defer(storage.remove);
      server = opened.use(await SmtpServer.start());
      node = await startNode(storage, {
        clock: new ManualClock(Date.parse(MONDAY)),
        environment: { ...sendingThrough(server.url), ROTA_SMTP_LISTEN: '127.0.0.1:0' },
      });
      opened.defer(() => node.stop());
      dataOf(await node.patch('/api/v1/workspace', { timezone: 'Europe/Berlin' }));
    });
    after(() => opened.disposeAsync());

    test('sentences that choose nothing reach a person, and do nothing else', async () => {
      const expected = forPeople.map(([text]) => [text, REACHES_A_PERSON]);
      assert.deepEqual(await fates(node, forPeople), Object.fromEntries(expected));
    });

    test('sentences that choose times book them, in four languages', async () => {
      const expected = choices.map(([text, chosen]) => [
        text,
        `chose_options, booked for time ${chosen[0]}, chosen ${chosen.join(' ')}`,
      ]);
      const sentences = choices.map(([text, , offer]): Sentences[number] => [text, offer]);
      assert.deepEqual(await fates(node, sentences), Object.fromEntries(expected));
    });

    test('what the guest does on one day is no choice, and the choice beside it counts', async () => {
      const text = "I'm in a meeting on Tuesday. Thursday works.";
      assert.deepEqual(await fates(node, [[text]]), {
        [text]: 'chose_options, booked for time 3, chosen 3',
      });
    });

    test('in a language that is not understood, the organizer is shown which offered time it mentions', async () => {
      const text = 'Dinsdag om 14:00 past prima';
      const request = { ...(await offerTimes(node, 'nextWeek')), text };
      await untilIdle(node);
      await send(node, [request]);
      assert.equal(await fateOf(node, request), REACHES_A_PERSON);
      const { attention } = await lettersAbout(node, request.id);
      const marked = attention?.text.split('\n').filter((line) => line.startsWith('They mention'));
      assert.deepEqual(marked, ['They mention: Tuesday, 24 November, 14:00–14:30 (Berlin time)']);
    });

    test('a question beside a refusal reaches the organizer, and other times are offered', async () => {
      const { id, organizer_email, options } = await makeOffered(node);
      await send(node, [{ id, text: QUESTION }]);
      const { reply, attention } = await lettersAbout(node, id);
      assert.equal(madeOf(reply), 'none_work by reply.none_work');
      const request = await showRequest(node, id);
      assert.deepEqual([request.status, request.attention?.reason], ['active', 'unclear_reply']);
      const fresh = offeredIn(request);
      assert.equal(fresh.length, options.length);
      assert.ok(fresh.every(({ starts_at }) => !options.some((old) => old.starts_at === starts_at)));
      assert.ok(attention);
      assert.ok(attention.text.includes(QUESTION));
      assert.match(attention.text, /we’ve offered some others/);
      assert.equal(headerOf(lastTo(server, organizer_email), 'Reply-To'), `<${GUEST}>`);
      // It is no obstacle to a choice.
      await send(node, [{ id, text: '2' }]);
      const booked = await showRequest(node, id);
      assert.deepEqual([booked.starts_at, booked.attention], [fresh[1]?.starts_at, null]);
    });

    test('a question beside the refusal of the last round reaches the organizer, too', async () => {
      const { id } = await makeOffered(node);
      for (const said of ['None of these work.', 'None of these work either.', QUESTION]) {
        await send(node, [{ id, text: said }]);
      }
      const { reply, attention } = await lettersAbout(node, id);
      assert.equal(reply.understood_as, 'none_work');
      assert.equal((await showRequest(node, id)).attention?.reason, 'no_common_time');
      assert.ok(attention?.text.includes(QUESTION));
    });

    // The last tests, because they are on other days.
    test('on a Tuesday, "after Tuesday" may be after today or a week later', async () => {
      await passTime(node, DAY_MS);
      const text = 'any time after Tuesday';
      assert.deepEqual(await fates(node, [[text, 'nextWeek']]), { [text]: REACHES_A_PERSON });
    });

    test('nobody is asked again while the question waits for its answer', async () => {
      const { id } = await makeOffered(node);
      await send(node, [{ id, text: QUESTION }]);
      await passTime(node, 2 * DAY_MS);
      const kinds = (await writtenTo(node, id, GUEST)).map(({ kind }) => kind);
      assert.deepEqual(kinds, ['options', 'options']);
    });
  });
});

/** What was written about a request, and the times that it offers. */
interface Sent {
  id: string;
  text: string;
  times: string[];
}

/** Sends each as the answer to an offer of its own, and tells what became of it. */
async function fates(node: Node, sentences: Sentences): Promise<Record<string, string>> {
  const requests: Sent[] = [];
  for (const [text, offer = 'thisWeek'] of sentences) {
    requests.push({ ...(await offerTimes(node, offer)), text });
  }
  await untilIdle(node);
  await send(node, requests);
  const found: Record<string, string> = {};
  for (const request of requests) found[request.text] = await fateOf(node, request);
  return found;
}

async function offerTimes(node: Node, offer: Offer): Promise<Omit<Sent, 'text'>> {
  const times = offers[offer].map((time) => new Date(`${time}+01:00`).toISOString());
  const participants = [{ email: GUEST, timezone: 'Europe/Berlin' }];
  const { id } = await makeRequest(node, { participants });
  dataOf(await node.post(`${REQUESTS}/${id}/options`, { starts_at: times }));
  return { id, times };
}

/** The guest answers the last message about each request. */
async function send(node: Node, replies: { id: string; text: string }[]): Promise<void> {
  await using wire = await Wire.open(String(node.app.mailAddresses.smtp));
  for (const { id, text } of replies) {
    const last = (await writtenTo(node, id, GUEST)).at(-1);
    assert.ok(last?.reply_to);
    const { reply_to: to, message_id: answers, subject } = last;
    const raw = rawLetter({ from: GUEST, to, answers, subject: `Re: ${subject}`, text });
    assert.match(await wire.mail(GUEST, to, raw), /^250 /);
  }
  await untilIdle(node);
}

/** The last reply of the guest, and the last message that asks the organizer to look at it. */
async function lettersAbout(node: Node, id: string): Promise<{ reply: Message; attention?: Message }> {
  const messages = dataOf<Message[]>(await node.get(`${REQUESTS}/${id}/messages?limit=100`));
  const last = (wanted: string) => messages.find(({ kind }) => kind === wanted);
  const [reply, attention] = [last('reply'), last('attention')];
  assert.ok(reply);
  return { reply, ...(attention && { attention }) };
}

async function fateOf(node: Node, { id, text, times }: Sent): Promise<string> {
  const { reply, attention: told } = await lettersAbout(node, id);
  const { status, starts_at, attention, options, participants } = await showRequest(node, id);
  const chosen = options
    .filter(({ accepted_by }) => accepted_by.length > 0)
    .map((option) => times.indexOf(option.starts_at) + 1);
  const isUnanswered = participants[0]?.response === 'none' && chosen.length === 0;
  return [
    reply.understood_as ?? reply.status,
    starts_at === null ? status : `${status} for time ${times.indexOf(starts_at) + 1}`,
    isUnanswered ? 'nothing chosen' : `chosen ${chosen.join(' ')}`,
    ...(attention ? [`needs attention: ${attention.reason}`] : []),
    ...(told?.status === 'sent' && told.text.includes(text) ? ['told'] : []),
  ].join(', ');
}
