// Full lane, because it tries every form in every state: Every form in every state of a request: what it leads to, and that what is refused changes nothing.
import assert from 'node:assert/strict';
import { makeToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import {
  doneByParticipants,
  type FormName,
  freeStart,
  type Offered,
  offerTo,
  outcomeOf,
  sendForm,
} from '../../../support/makers/booking-page.ts';
import { applyTransition, type Status, waysTo } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';

const statuses = Object.keys(waysTo) as Status[];

/** Outcomes of each form, by the state that the request has got to since the page was opened. */
const alone: Record<string, Record<Status, string>> = {
  choose: { active: 'booked', paused: 'answered', booked: 'outdated', cancelled: 'outdated' },
  decline: { active: 'declined', paused: 'declined', booked: 'outdated', cancelled: 'outdated' },
  times: { active: 'booked', paused: 'refused', booked: 'outdated', cancelled: 'outdated' },
  reschedule: { active: 'outdated', paused: 'outdated', booked: 'moved', cancelled: 'outdated' },
  cancel: { active: 'cancelled', paused: 'cancelled', booked: 'cancelled', cancelled: 'cancelled' },
  timezone: { active: 'timezone', paused: 'timezone', booked: 'timezone', cancelled: 'timezone' },
};
const several: typeof alone = {
  choose: { active: 'answered', paused: 'answered', booked: 'outdated', cancelled: 'outdated' },
  decline: { active: 'declined', paused: 'declined', booked: 'outdated', cancelled: 'outdated' },
  times: { active: 'suggested', paused: 'refused', booked: 'outdated', cancelled: 'outdated' },
  reschedule: { active: 'outdated', paused: 'outdated', booked: 'reopened', cancelled: 'outdated' },
  cancel: { active: 'refused', paused: 'refused', booked: 'cancelled', cancelled: 'cancelled' },
  timezone: { active: 'timezone', paused: 'timezone', booked: 'timezone', cancelled: 'timezone' },
};

onBothEngines('A form', (node) => {
  const formOf = async (name: string, offered: Offered): Promise<[FormName, object]> => {
    const starts_at = [await freeStart(node(), offered, 7)];
    switch (name) {
      case 'choose':
        return ['answer', { options: [offered.ids[0] as string], round: 1 }];
      case 'decline':
        return ['answer', { none: 'yes', round: 1, comment: 'No' }];
      case 'times':
        return ['times', { starts_at, round: 1 }];
      case 'timezone':
        return ['timezone', { timezone: 'Asia/Kathmandu' }];
      default:
        return [name as FormName, { starts_at, comment: 'No' }];
    }
  };
  const all = async (id: string) => [
    await showRequest(node(), id),
    await messagesAbout(node(), id),
    await doneByParticipants(node(), id),
  ];

  for (const [who, emails, table] of [
    ['the only participant', [ADA], alone],
    ['one of several', [ADA, BEN], several],
  ] as const) {
    for (const [name, outcomes] of Object.entries(table)) {
      test(`of ${who}: ${name}, in every state`, async () => {
        for (const status of statuses) {
          const offered = await offerTo(node(), [...emails]);
          const [form, fields] = await formOf(name, offered);
          for (const step of waysTo[status]) dataOf(await applyTransition(node(), offered.id, step));
          await untilIdle(node());
          const before = await all(offered.id);
          const outcome = await outcomeOf(node(), offered.page, form, { ...fields });
          assert.equal(outcome, outcomes[status], status);
          if (outcome === 'outdated' || outcome === 'refused')
            assert.deepEqual(await all(offered.id), before);
        }
      });
    }
  }

  test('404 for a link to no participant, or to no request', async () => {
    const { page } = await offerTo(node(), [ADA]);
    const { secrets, ids } = node().services;
    const tokenFor = (ulid: string, place: number) => makeToken(secrets.linkKeys(), 'page', { ulid, place });
    const changed = page.slice(0, -1) + (page.endsWith('0') ? '1' : '0');
    const nobody = tokenFor(page.slice(0, 26), 1);
    const nothing = tokenFor(ids('meetingRequest').slice(3), 0);
    for (const form of ['answer', 'times', 'reschedule', 'cancel', 'timezone'] as const) {
      for (const wrong of [changed, nobody, nothing]) {
        assert.equal((await sendForm(node(), wrong, form, { round: 1, timezone: 'UTC' })).status, 404);
      }
    }
  });

  test('422 for fields that no form of the page sends', async () => {
    const { page, id } = await offerTo(node(), [ADA]);
    const before = await all(id);
    const wrong: [FormName, Parameters<typeof sendForm>[3]][] = [
      ['answer', {}],
      ['answer', { none: 'yes', round: 'x' }],
      ['answer', { none: 'yes', round: -1 }],
      ['answer', { none: 'yes', round: ['1'] }],
      ['answer', { none: ['yes'], round: 1 }],
      ['answer', { options: 'one', round: 1 }],
      ['answer', { options: Array(21).fill('opt_1'), round: 1 }],
      ['answer', { options: ['x'.repeat(101)], round: 1 }],
      ['answer', { none: 'yes', round: 1, comment: 'x'.repeat(5_001) }],
      ['answer', { none: 'yes', round: 1, comment: 'x'.repeat(20_000) }],
      ['answer', { none: 'yes', round: 1, comment: 'nul\u0000' }],
      ['answer', { none: 'yes', round: 1, days: ['monday'] }],
      ['answer', { none: 'yes', round: 1, parts: ['night'] }],
      ['times', { starts_at: '2026-03-12T10:00:00Z', round: 1 }],
      ['times', { starts_at: ['2026-03-12T10:00:00Z'] }],
      ['times', { starts_at: Array(21).fill('0'), round: 1 }],
      ['reschedule', { starts_at: ['soon'] }],
      ['reschedule', { comment: 'x'.repeat(10_001) }],
      ['cancel', { comment: 'x'.repeat(5_001) }],
      ['cancel', { comment: ['x'] }],
      ['timezone', {}],
      ['timezone', { timezone: 'x'.repeat(101) }],
    ];
    for (const [form, fields] of wrong) {
      const { status, headers } = await sendForm(node(), page, form, fields);
      assert.equal(status, 422, `${form} ${JSON.stringify(fields).slice(0, 80)}`);
      assert.match(String(headers['content-type']), /^text\/html/);
    }
    assert.deepEqual(await all(id), before);
  });

  test('takes 5,000 characters in any script, with as many line breaks', async () => {
    const { page, id } = await offerTo(node(), [ADA]);
    const comment = '時\n'.repeat(2_500).trim();
    const sent = { none: 'yes', round: 1, comment: comment.replaceAll('\n', '\r\n') };
    assert.equal(await outcomeOf(node(), page, 'answer', sent), 'declined');
    assert.equal((await showRequest(node(), id)).participants[0]?.comment, comment);
  });
});
