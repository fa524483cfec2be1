// What the pages of requests say of a request: its state, what was decided about it, and why a time is refused.
import assert from 'node:assert/strict';
import { phrases } from '../../src/console/audit-log/phrases.ts';
import { decisionOf } from '../../src/console/requests/decisions.ts';
import { participantsIn } from '../../src/console/requests/new.ts';
import { stateOf } from '../../src/console/requests/state.ts';
import { stretchesOf } from '../../src/console/requests/why-not.ts';
import { inWords, type ShownRequest } from '../../src/console/requests/words.ts';
import type { Progress } from '../../src/features/meetings/scheduling/progress.ts';
import { datesFor } from '../../src/html/dates.ts';
import { readerOf } from '../../src/html/reader.ts';
import { describe, test } from '../support/lanes.ts';

const now = Date.parse('2026-11-17T09:00:00Z');
const dates = datesFor(readerOf('en-GB', 'en'), { timezone: 'Europe/Berlin', now });
const grace = { email: 'grace@example.org', name: 'Grace Hopper', follow_ups: 0, follow_up_at: null };

const active = {
  status: 'active',
  starts_at: null,
  ends_at: null,
  attention: null,
  updated_at: '2026-11-17T08:00:00.000Z',
  options: [{ status: 'offered' }],
} as unknown as ShownRequest;
const waiting: Progress = {
  notify_participants: true,
  reminder_at: null,
  due_at: Date.parse('2026-11-19T09:00:00Z'),
  waiting: [grace],
};

function state(request: object, progress: Partial<Progress> = {}): string {
  return stateOf({
    request: { ...active, ...request } as ShownRequest,
    progress: { ...waiting, ...progress },
    followUpDays: [2, 4],
    dates,
    now,
  });
}

describe('The state of a request', () => {
  test('says who hasn’t answered, and when they are reminded', () => {
    assert.equal(state({}), 'Waiting for Grace Hopper. Reminder goes out on Thursday at 10:00.');
  });

  test('says when the last wait is over', () => {
    const last = { ...grace, follow_ups: 2 };
    assert.match(
      state({}, { waiting: [last] }),
      /It needs your attention on Thursday at 10:00 if there’s no answer by then/,
    );
    assert.match(
      state({}, { notify_participants: false }),
      /It needs your attention .* if there’s no answer by then/,
    );
  });

  test('says that a time is looked for, before any is offered and while something is due', () => {
    assert.match(state({ options: [] }), /^Finding times\./);
    assert.match(state({}, { due_at: now }), /^Finding times\./);
  });

  test('says which time stays taken while another is looked for', () => {
    const time = { starts_at: '2026-11-18T13:00:00.000Z', ends_at: '2026-11-18T13:30:00.000Z' };
    assert.match(
      state(time),
      /^Looking for another time\. Until there is one, Wednesday, 18 November, 14:00–14:30 stays booked\. Waiting for/,
    );
    assert.match(state({ ...time, status: 'booked' }), /^Booked for Wednesday, 18 November, 14:00–14:30\.$/);
    const reminder_at = Date.parse('2026-11-17T13:00:00Z');
    assert.match(
      state({ ...time, status: 'booked' }, { reminder_at }),
      /^Booked for Wednesday, 18 November, 14:00–14:30\. Reminder goes out .*14:00\.$/,
    );
    const over = { starts_at: '2026-11-16T13:00:00.000Z', ends_at: '2026-11-16T13:30:00.000Z' };
    assert.match(state({ ...over, status: 'booked' }), /^It was on Monday/);
    assert.match(
      state({ ...time, status: 'cancelled', cancelled_at: '2025-11-17T08:00:00.000Z' }),
      /^Cancelled on Monday,? 17 November 2025, 09:00\. It would have been on/,
    );
  });

  test('says that nothing happens by itself while it needs attention or is paused', () => {
    assert.match(state({ attention: { reason: 'no_times', since: '' } }), /Nothing more is sent until/);
    assert.match(state({ status: 'paused', paused_at: '2026-11-17T08:00:00.000Z' }), /^Paused since Tuesday/);
  });
});

describe('A decision', () => {
  const say = (action: string, changes: Record<string, [unknown, unknown]>) => {
    const { title, detail = '' } = decisionOf(
      { action: `meeting_request.${action}`, changes },
      { dates, now },
      (email) => (email === grace.email ? grace.name : email),
    );
    return `${title}|${detail}`;
  };

  test('is said in words, with what it was about', () => {
    const starts_at: [null, string[]] = [null, ['2026-11-18T13:00:00.000Z']];
    assert.equal(
      say('options_offered', { because: [null, 'taken'], starts_at }),
      'Times offered|The earlier ones were taken in the meantime. Wednesday, 18 November, 14:00.',
    );
    const email: [null, string] = [null, 'grace@example.org'];
    assert.equal(
      say('answered', { participant_email: email, response: ['none', 'declined'], comment: [null, 'Sorry'] }),
      'None of the times works for Grace Hopper|“Sorry”',
    );
    assert.equal(say('rescheduled', { status: ['booked', 'active'] }), 'Looking for another time|');
    assert.equal(
      say('rescheduled', { starts_at: ['x', '2026-11-18T13:00:00.000Z'] }),
      'Moved|To Wednesday, 18 November, 14:00.',
    );
    assert.equal(
      say('cancelled', { notify: [null, false], returned_turn_id: [null, 'turn_1'] }),
      'Cancelled|The participants weren’t told. The turn was given back.',
    );
    assert.equal(
      say('needs_attention', { attention: [null, { reason: 'no_answer', since: '' }] }),
      'Needs attention|No answer.',
    );
  });

  test('about somebody who did not come names them, and says what becomes of the turn', () => {
    const guest = { by: 'guest', participant_emails: ['grace@example.org'] };
    assert.equal(
      say('no_show', { no_show: [null, guest], returned_turn_id: [null, 'turn_1'] }),
      'Grace Hopper didn’t come|The turn was given back.',
    );
    assert.equal(
      say('no_show', { no_show: [guest, null], returned_turn_id: ['turn_1', null] }),
      'No-show undone|The turn counts again.',
    );
    assert.equal(
      say('no_show', { no_show: [null, { by: 'host', participant_emails: [] }] }),
      'The host didn’t come|',
    );
  });

  test('is never said by its name, whatever is recorded of requests', () => {
    const recorded = Object.keys(phrases).filter((action) => action.startsWith('meeting_request.'));
    assert.ok(recorded.length > 20);
    for (const action of recorded) {
      assert.doesNotMatch(say(action.replace('meeting_request.', ''), {}), /meeting_request/, action);
    }
  });

  test('that is not known here is said by its name', () => {
    assert.equal(say('made_up', {}), 'meeting_request.made_up|');
    assert.equal(say('booked', { starts_at: [null, 7] }), 'Booked|');
  });
});

describe('Why a time is refused', () => {
  test('is said once for all starts that follow each other', () => {
    const ada = 'ada@example.com';
    const found = {
      data: [{ starts_at: '2026-11-17T09:00:00.000Z' }, { starts_at: '2026-11-17T09:30:00.000Z' }],
      meta: {
        refused: [
          {
            starts_at: '2026-11-17T08:00:00.000Z',
            reasons: [{ email: ada, reason: 'outside_hours' as const }],
          },
          {
            starts_at: '2026-11-17T08:30:00.000Z',
            reasons: [{ email: ada, reason: 'outside_hours' as const }],
          },
          {
            starts_at: '2026-11-17T10:00:00.000Z',
            reasons: [
              { email: ada, reason: 'busy' as const },
              { email: 'ben@example.com', reason: 'buffer' as const },
              { email: 'ben@example.com', reason: 'notice' as const },
            ],
          },
          { starts_at: '2026-11-18T10:00:00.000Z', reasons: [{ email: ada, reason: 'busy' as const }] },
        ],
      },
    };
    const stretches = stretchesOf(found, dates, (email) => (email === ada ? 'Ada' : email));
    assert.deepEqual(
      stretches.map(({ day, from, to, reasons }) => [day, dates.clock(from), dates.clock(to), reasons]),
      [
        ['Tuesday, 17 November', '09:00', '09:30', 'Ada is outside of working hours'],
        ['Tuesday, 17 November', '10:00', '10:30', ''],
        [
          'Tuesday, 17 November',
          '11:00',
          '11:00',
          'Ada is busy; ben@example.com needs a break before or after another meeting and needs more notice',
        ],
        ['Wednesday, 18 November', '11:00', '11:00', 'Ada is busy'],
      ],
    );
  });
});

test('Participants are typed one a line, with or without a name; the number is that of the first', () => {
  assert.deepEqual(
    participantsIn(' grace@example.org\r\n\n"Alan T." <alan@example.net>\n <x>\nnobody', {
      timezone: 'UTC',
      phone_number: '+442079460018',
    }),
    [
      { email: 'grace@example.org', timezone: 'UTC', phone_number: '+442079460018' },
      { email: 'alan@example.net', name: 'Alan T.', timezone: 'UTC' },
      { email: 'x', timezone: 'UTC' },
      { email: 'nobody', timezone: 'UTC' },
    ],
  );
});

test('A long list is cut, but never for one name alone', () => {
  assert.equal(inWords(['a', 'b', 'c'], 2), 'a, b and c');
  assert.equal(inWords(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more');
  assert.equal(inWords([], 2), '');
});
