// What a meeting type asks: on its page, through a confirmation, to the API and events; hostile answers.
import assert from 'node:assert/strict';
import { en } from '../../../../src/html/words/en.ts';
import { test } from '../../../support/lanes.ts';
import {
  behindProxy,
  confirmationsTo,
  fillIn,
  isBooked,
  locationOf,
  look,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { writtenTo } from '../../../support/makers/letters.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  addType,
  bookAt,
  changeType,
  makeTyped,
  type Typed,
} from '../../../support/makers/meeting-type-pages.ts';
import { showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import type { MeetingRequest, ShownMeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const questions = [
  { key: 'company', label: 'Company', kind: 'text', required: true },
  { key: 'story', label: 'Story', kind: 'long_text' },
  { key: 'plan', label: 'Plan', kind: 'choice', choices: ['Team', 'Company & more'] },
  { key: 'topics', label: 'Topics', kind: 'choices', choices: ['Reports', 'Safety', 'Prices'] },
  { key: 'mobile', label: 'Mobile', kind: 'phone' },
  { key: 'people', label: 'People', kind: 'number' },
  { key: 'consent', label: 'Consent', kind: 'checkbox', required: true },
];

const answers = {
  answer_company: '  Analytical   Engines ',
  answer_story: 'First line\r\nsecond line',
  answer_plan: 'Company & more',
  answer_topics: ['Prices', 'Reports'],
  answer_mobile: '020 7946 0018',
  answer_people: '12.5',
  answer_consent: 'true',
};
const kept = {
  company: 'Analytical   Engines',
  story: 'First line\nsecond line',
  plan: 'Company & more',
  topics: ['Reports', 'Prices'],
  mobile: '+442079460018',
  people: 12.5,
  consent: true,
};

async function onlyRequest(node: Node, { team }: Pick<Typed, 'team'>) {
  const [request, ...others] = dataOf<MeetingRequest[]>(await node.get(`${REQUESTS}?team_id=${team.id}`));
  assert.ok(request && others.length === 0);
  return showRequest(node, request.id);
}
const answersOf = ({ participants }: ShownMeetingRequest) =>
  participants[0]?.answers as Record<string, unknown>;

const none = async (node: Node, { team }: Pick<Typed, 'team'>) =>
  assert.deepEqual(dataOf(await node.get(`${REQUESTS}?team_id=${team.id}`)), []);

onBothEngines(
  'What a meeting type asks',
  (node) => {
    test('of every kind reaches the request and the event, and no mail to the guest', async () => {
      const made = await makeTyped(node(), { type: { questions } });
      const email = 'asked@example.org';
      const path = `${made.path}?timezone=Europe/London`;
      assert.ok(isBooked(await bookAt(node(), path, { ...answers, starts_at: TUESDAY, email })));
      const request = await onlyRequest(node(), made);
      assert.equal(request.meeting_type_id, made.type.id);
      const shown = answersOf(request);
      assert.deepEqual({ ...shown, company: kept.company }, kept);
      assert.match(String(shown.company), /^Analytical\s+Engines$/);
      await untilIdle(node());
      const [toGuest] = await writtenTo(node(), request.id, email);
      assert.doesNotMatch(toGuest?.text ?? 'Analytical', /Analytical/);
      const event = await node().services.database.get<{ payload: string }>(
        `select payload from events where type = 'meeting_request.booked' order by id desc limit 1`,
      );
      assert.match(event?.payload ?? '', /"mobile":"\+442079460018"/);
    });

    test('is said at its field where an answer is missing or wrong, and what was typed stays', async () => {
      const made = await makeTyped(node(), { type: { questions } });
      const { answer } = en.booking.problems;
      const wrong: [fields: Record<string, string | string[]>, problem: string][] = [
        [{ answer_company: ' ' }, answer.missing],
        [{ answer_company: 'x'.repeat(501) }, answer.too_long('500')],
        [{ answer_story: 'x'.repeat(5_001) }, answer.too_long('5,000')],
        [{ answer_plan: 'Another' }, answer.no_choice],
        [{ answer_topics: ['Reports', 'Others'] }, answer.no_choice],
        [{ answer_mobile: 'call me' }, answer.no_phone_number],
        [{ answer_people: 'many' }, answer.no_number],
        [{ answer_people: '1e999' }, answer.no_number],
        [{ answer_consent: '' }, answer.unticked],
        [{ answer_company: ['a', 'b'] }, answer.unreadable],
      ];
      for (const [fields, problem] of wrong) {
        const all = { ...answers, starts_at: TUESDAY, email: 'typed@example.org', ...fields };
        const { status, text } = await bookAt(node(), made.path, all);
        assert.equal(status, 422, problem);
        assert.ok(text.includes(problem.replace('&', '&amp;')), `${problem} ${JSON.stringify(fields)}`);
        assert.match(text, /value="typed@example\.org"/);
        assert.match(text, /aria-invalid="true"/);
      }
      await none(node(), made);
    });

    test('may have any key: nothing is wrong with an answer because of its name', async () => {
      const made = await makeTyped(node(), {
        type: {
          questions: [
            { ...questions[0], key: 'constructor' },
            { ...questions[0], key: 'company' },
          ],
        },
      });
      const fields = { starts_at: TUESDAY, answer_constructor: 'Ada' };
      const { status, text } = await bookAt(node(), made.path, fields);
      assert.equal(status, 422);
      assert.equal(text.split('aria-invalid="true"').length - 1, 1);
      assert.match(text, /name="answer_constructor"[^>]*value="Ada"/);
      assert.ok(isBooked(await bookAt(node(), made.path, { ...fields, answer_company: 'Navy' })));
    });

    test('goes through a confirmation, but not into its mail; what isn’t asked any more is left out', async () => {
      const made = await makeTyped(node(), { type: { questions, confirm_email: true } });
      const email = 'through@example.org';
      const path = `${made.path}?timezone=Europe/London`;
      assert.equal((await bookAt(node(), path, { ...answers, starts_at: TUESDAY, email })).status, 303);
      await untilIdle(node());
      const mails = await node().services.database.all<{ text: string }>(
        'select text from messages where recipient_address = $1',
        [email],
      );
      assert.doesNotMatch(JSON.stringify(mails), /Analytical|Company|7946/);
      await changeType(node(), made.type, { questions: questions.filter(({ key }) => key !== 'people') });
      const [confirmation] = await confirmationsTo(node(), email);
      assert.ok(confirmation);
      assert.match(locationOf(await fillIn(node(), confirmation, { starts_at: '' })).pathname, /^\/m\//);
      const request = await onlyRequest(node(), made);
      const { people: _, ...others } = kept;
      assert.deepEqual({ ...answersOf(request), company: kept.company }, others);
    });

    test('may be hostile, and stays text wherever it is shown', async () => {
      const made = await makeTyped(node(), { type: { questions } });
      const hostile = '<script>alert(1)</script>"\'&\u202e{{x}}\u0007 https://evil.example';
      const bad = { ...answers, starts_at: TUESDAY, answer_company: hostile, email: 'nobody' };
      const again = await bookAt(node(), made.path, bad);
      assert.equal(again.status, 422);
      assert.doesNotMatch(again.text, /<script>alert/);
      assert.match(again.text, /&lt;script&gt;alert/);
      const email = 'hostile@example.org';
      assert.ok(isBooked(await bookAt(node(), made.path, { ...bad, email, answer_mobile: '' })));
      const request = await onlyRequest(node(), made);
      const { company } = answersOf(request) as { company: string };
      assert.match(company, /^<script>alert\(1\)/);
      assert.doesNotMatch(company, /\p{Cc}|\u202e/u, 'nothing that can’t be seen');
      const nul = await bookAt(node(), made.path, { ...bad, answer_story: 'a\0b' });
      assert.equal(nul.status, 422);
    });

    test('may be filled in by a link, as far as it can be an answer', async () => {
      const made = await makeTyped(node(), { type: { questions } });
      const given = new URLSearchParams({
        name: 'Grace "<i>',
        email: 'grace@example.org',
        company: 'Navy',
        plan: 'Nothing of the sort',
        people: '7',
        mobile: 'none',
      });
      given.append('topics', 'Prices');
      given.append('topics', 'Safety');
      const days = await look(node(), `${made.path}?${given}`);
      assert.equal(days.status, 200);
      assert.match(days.text, /type="hidden" name="company" value="Navy"/);
      const page = await look(node(), `${made.path}?${given}&at=${TUESDAY}&timezone=Europe/Berlin`);
      assert.match(page.text, /name="name"[^>]*value="Grace &quot;&lt;i&gt;"/);
      assert.match(page.text, /name="email"[^>]*value="grace@example\.org"/);
      assert.match(page.text, /name="answer_company"[^>]*value="Navy"/);
      assert.match(page.text, /name="answer_people"[^>]*value="7"/);
      assert.doesNotMatch(page.text, /Nothing of the sort|value="none"/);
      const ticked = [...page.text.matchAll(/name="answer_topics\[\]" value="(\w+)" checked/g)].map(
        ([, v]) => v,
      );
      assert.deepEqual(ticked, ['Safety', 'Prices']);
      const long = await look(node(), `${made.path}?company=${'x'.repeat(600)}&email=nobody`);
      assert.doesNotMatch(long.text, /xxxx|nobody/);
    });

    test('is a phone number where the host calls, as people write it in their country; the page says where', async () => {
      const made = await makeTyped(node(), { type: { location: { kind: 'phone', caller: 'host' } } });
      const path = `${made.path}?timezone=Europe/Berlin`;
      assert.match((await look(node(), path)).text, /Sales will call you/);
      const { phone_number } = en.booking.problems;
      const missing = await bookAt(node(), path, { starts_at: TUESDAY });
      assert.ok(missing.status === 422 && missing.text.includes(phone_number.missing));
      const wrong = await bookAt(node(), path, { starts_at: TUESDAY, phone_number: '12' });
      assert.ok(wrong.text.includes(phone_number.no_phone_number) && wrong.text.includes('value="12"'));
      assert.ok(isBooked(await bookAt(node(), path, { starts_at: TUESDAY, phone_number: '030 901820' })));
      const { id } = await onlyRequest(node(), made);
      const { place } = dataOf<{ place: { phone_number: string } }>(await node().get(`${REQUESTS}/${id}`));
      assert.equal(place.phone_number, '+4930901820');
      const { path: there } = await addType(node(), {
        name: 'In person',
        team_id: made.team.id,
        location: { kind: 'in_person', address: '12 Analytical Street\nLondon <b>' },
      });
      const page = await look(node(), there);
      assert.match(
        page.text,
        /<a href="https:\/\/[^"]*" target="_blank" rel="noreferrer">12 Analytical Street/,
      );
      assert.doesNotMatch(page.text, /London <b>/);
    });

    test('is the limits of the type in every time that is shown', async () => {
      const made = await makeTyped(node());
      const { path } = await addType(node(), {
        team_id: made.team.id,
        name: 'Tomorrow at the earliest',
        minimum_notice_minutes: 2 * 24 * 60,
        slot_interval_minutes: 60,
        booking_window_days: 3,
      });
      const startsOn = async (date: string) =>
        [...(await look(node(), `${path}?date=${date}`)).text.matchAll(/name="at" value="([^"]+)"/g)].map(
          ([, start]) => start as string,
        );
      assert.deepEqual(await startsOn('2026-03-03'), [], 'too soon');
      const starts = await startsOn('2026-03-05');
      assert.ok(starts.length > 2 && starts.every((start) => start.endsWith(':00:00.000Z')), `${starts}`);
      const late = starts[0] as string;
      assert.ok(isBooked(await bookAt(node(), path, { starts_at: late })));
      assert.equal((await bookAt(node(), path, { starts_at: TUESDAY, email: 'x@example.org' })).status, 422);
    });
  },
  behindProxy,
);
