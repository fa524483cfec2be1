// What to do about a mail, decided from what is known of it: who may do what, and what is never acted on.
import assert from 'node:assert/strict';
import {
  attendeeOf,
  type Facts,
  type Plan,
  whatToDo,
} from '../../../../src/features/meetings/inbox/rules.ts';
import type { Recipient } from '../../../../src/mail-in/arrival.ts';
import type { Address, CalendarReply, Mail, Nature, Proof } from '../../../../src/mail-in/mail.ts';
import { withoutPrefixes } from '../../../../src/text/subjects.ts';
import { describe, test } from '../../../support/lanes.ts';

const REQUEST = 'mr_01KBM8P1KWG8Q4T7M2N6P0R1S0';
const TEAM = 'team_01KBM8P1KWG8Q4T7M2N6P0R1S0';
const SALES = 'sales.acme@rota.test';
const FORMER = 'vertrieb.acme@rota.test';
const WORKSPACE = 'acme@rota.test';
const REPLY = 're-token@rota.test';

const people = (...addresses: string[]): Address[] => addresses.map((address) => ({ address, name: null }));

const team = (address: string, team_id = TEAM): Recipient => ({
  target: 'team',
  workspace_id: 'ws',
  team_id,
  address,
});
const workspace: Recipient = { target: 'workspace', workspace_id: 'ws', address: WORKSPACE };
const answers: Recipient = {
  target: 'reply',
  workspace_id: 'ws',
  request_id: REQUEST,
  place: 0,
  address: REPLY,
};

const items = {
  team: { target: 'team', target_id: TEAM, place: null, recipient_address: SALES },
  workspace: { target: 'workspace', target_id: null, place: null, recipient_address: WORKSPACE },
  reply: { target: 'reply', target_id: REQUEST, place: 0, recipient_address: REPLY },
  bounce: { target: 'bounce', target_id: 'msg_1', place: null, recipient_address: 'b-token@rota.test' },
} as const;

const offer = {
  id: 'msg_1',
  request_id: REQUEST,
  place: 0,
  kind: 'options',
  recipient_address: 'grace@x.test',
} as const;
const participants = [
  { place: 0, email: 'grace@x.test' },
  { place: 1, email: 'alan@y.test' },
];
const members = new Map([
  ['ada@acme.test', { id: 'mem_ada', email: 'Ada@acme.test' }],
  ['bob@acme.test', { id: 'mem_bob', email: 'bob@acme.test' }],
]);

type Change = Partial<Omit<Facts, 'mail'>> & { mail?: Partial<Mail> };

/** From Grace to the team, unless told otherwise. */
function planFor({ mail, ...facts }: Change): Plan {
  return whatToDo({
    item: items.team,
    proof: 'unproven',
    members: new Map(),
    ours: [team(SALES)],
    earlier_copy: undefined,
    is_own: false,
    answers_us: false,
    our_message: undefined,
    has_secret: false,
    participants: [],
    open_requests: [],
    outsiders_may_invite: 'nobody',
    ...facts,
    mail: {
      message_id: '<1@x.test>',
      in_reply_to: [],
      references: [],
      from: people('grace@x.test'),
      to: people(SALES),
      cc: [],
      subject: 'Demo',
      text: 'Hello',
      reply: 'Hello',
      is_interleaved: false,
      is_encrypted: false,
      written_at: null,
      received_from: [],
      nature: { nature: 'human' },
      ...mail,
    },
  });
}

const reasonFor = (change: Change) => {
  const plan = planFor(change);
  return plan.plan === 'ignore' ? plan.reason : plan.plan;
};
const invited = (change: Change) => {
  const plan = planFor(change);
  return plan.plan === 'create' ? plan.participants.map(({ address }) => address) : plan;
};

const fromAda = people('ada@acme.test');
const byMember = { members, proof: 'proven', item: items.workspace, ours: [workspace] } as const;

describe('A mail to a team or the workspace', () => {
  test('of an outsider is a request of theirs alone, and suggests the others who are neither members nor ours', () => {
    const to = people(SALES, 'Alan@y.test', 'bob@acme.test', 'grace@x.test', 'alan@Y.test');
    const plan = planFor({ members, mail: { to }, proof: 'proven' });
    assert.ok(plan.plan === 'create');
    assert.deepEqual(plan.participants, people('grace@x.test'));
    assert.deepEqual(plan.suggested, people('Alan@y.test'));
  });

  test('of an outsider invites the others where the workspace allows it, and the author is proven', () => {
    const mail = { to: people('eve@z.test'), cc: people(SALES) };
    const allowed = { mail, outsiders_may_invite: 'proven' } as const;
    assert.deepEqual(invited({ ...allowed, proof: 'proven' }), ['grace@x.test', 'eve@z.test']);
    assert.deepEqual(invited(allowed), ['grace@x.test']);
  });

  test('of somebody with an open request belongs to that one, whose subject it has', () => {
    const [demo, prices] = [
      { request_id: 'mr_demo', place: 0, subjects: ['Demo', 'Demo with Ada: pick a time'] },
      { request_id: 'mr_prices', place: 1, subjects: ['Prices'] },
    ];
    const joined = (change: Change) => {
      const plan = planFor({ proof: 'proven', open_requests: [demo, prices], ...change });
      return plan.plan === 'answer' ? [plan.request_id, plan.place, plan.tie, plan.is_authentic] : plan;
    };
    for (const subject of ['Demo', 'RE: demo ', 'Fwd: Re: Demo  with Ada: pick a time']) {
      assert.deepEqual(joined({ mail: { subject } }), ['mr_demo', 0, 'subject', true]);
    }
    assert.deepEqual(joined({ mail: { subject: 'Re: Prices' } }), ['mr_prices', 1, 'subject', true]);
    assert.deepEqual(joined({ proof: 'unproven' }), ['mr_demo', 0, 'subject', false]);
    for (const subject of ['', 'Re:', 'Demos', 'A demo']) {
      assert.deepEqual(joined({ mail: { subject } }), ['mr_demo', 0, 'author', true], subject);
    }
    const twice = [prices, { ...demo, subjects: prices.subjects }];
    assert.deepEqual(joined({ mail: { subject: 'Prices' }, open_requests: twice }), [
      'mr_prices',
      1,
      'author',
      true,
    ]);
    // An answer to a message that was erased is one, too.
    assert.deepEqual(joined({ answers_us: true }), ['mr_demo', 0, 'subject', true]);
    assert.equal(reasonFor({ proof: 'forged', open_requests: [demo] }).slice(0, 12), 'it is forged');
  });

  test('of a member is a request with the others, also with other members', () => {
    const mail = {
      from: fromAda,
      to: people('grace@x.test', 'ada@acme.test'),
      cc: people(WORKSPACE, 'bob@acme.test'),
    };
    assert.deepEqual(invited({ ...byMember, mail }), ['grace@x.test', 'bob@acme.test']);
    assert.equal((planFor({ ...byMember, mail }) as { member_id: string }).member_id, 'mem_ada');
    assert.deepEqual(
      invited({ members, proof: 'proven', mail: { from: fromAda, cc: people('grace@x.test') } }),
      ['grace@x.test'],
    );
  });

  test('makes nothing for somebody who says to be a member, without a proof', () => {
    const mail = { from: people('ADA@acme.test'), cc: people('grace@x.test') };
    for (const proof of ['unproven', 'forged'] as const) {
      assert.match(reasonFor({ members, proof, mail }), /nothing proves it|forged/);
      assert.match(reasonFor({ ...byMember, proof, mail }), /nothing proves it|forged/);
    }
    // Somebody of a subdomain is not the member.
    const other = { from: people('ada@sub.acme.test'), to: people(WORKSPACE, 'grace@x.test') };
    assert.equal(reasonFor({ ...byMember, mail: other }), 'it is not from a member');
  });

  test('makes nothing for an outsider at the workspace, for nobody to meet and for very many', () => {
    assert.equal(reasonFor({ ...byMember, mail: { to: people(WORKSPACE) } }), 'it is not from a member');
    assert.equal(
      reasonFor({ ...byMember, mail: { from: fromAda, to: people(WORKSPACE) } }),
      'it names nobody to meet',
    );
    const many = Array.from({ length: 50 }, (_, number) => `guest-${number}@x.test`);
    assert.match(reasonFor({ mail: { to: people(SALES, ...many) } }), /more than 50/);
    assert.equal(reasonFor({ mail: { to: people(SALES, ...many.slice(1)) } }), 'create');
  });

  test('counts once for a team with two addresses, and for a team and the workspace', () => {
    assert.equal(reasonFor({ earlier_copy: FORMER }), `its copy to ${FORMER} counts`);
    const ours = [workspace, team(SALES)];
    const mail = { from: fromAda, to: people('grace@x.test') };
    assert.equal(reasonFor({ ...byMember, ours, mail }), `its copy to ${SALES} counts`);
    assert.equal(reasonFor({ members, proof: 'proven', ours, mail }), 'create');
    // Another team has its own.
    assert.equal(reasonFor({ ours: [team('help.acme@rota.test', 'team_2'), team(SALES)] }), 'create');
    // A blind copy names no address of ours.
    assert.equal(reasonFor({ ours: [], mail: { to: [] } }), 'create');
    assert.equal(reasonFor({ ours: [answers, team(SALES)] }), 'its copy to the address for answers counts');
  });

  test('that answers a message of ours is never a new request', () => {
    const about = { answers_us: true, our_message: offer, participants };
    assert.deepEqual(planFor({ ...about, proof: 'proven' }), {
      plan: 'answer',
      request_id: REQUEST,
      place: 0,
      is_authentic: true,
      tie: 'named',
    });
    const unproven = planFor(about);
    assert.ok(unproven.plan === 'answer' && !unproven.is_authentic);
    const byItsSecret = planFor({ ...about, has_secret: true, mail: { from: people('grace@home.test') } });
    assert.ok(byItsSecret.plan === 'answer' && byItsSecret.place === 0 && byItsSecret.is_authentic);
    const member = planFor({ ...about, proof: 'proven', members, mail: { from: fromAda } });
    assert.deepEqual(member, {
      plan: 'ignore',
      reason: 'it is not from a participant of the meeting',
      request_id: REQUEST,
    });
    assert.match(reasonFor({ answers_us: true, proof: 'proven' }), /not known any more/);
  });
});

describe('A mail to where a participant answers', () => {
  const reply = { item: items.reply, participants, ours: [], members } as const;
  const answerOf = (change: Change) => {
    const plan = planFor({ ...reply, ...change });
    return plan.plan === 'answer' ? [plan.place, plan.is_authentic] : reasonFor({ ...reply, ...change });
  };

  test('is their answer without any proof, also from another address', () => {
    assert.deepEqual(answerOf({}), [0, true]);
    assert.deepEqual(answerOf({ proof: 'forged' }), [0, true]);
    assert.deepEqual(answerOf({ mail: { from: people('grace@home.test') } }), [0, true]);
  });

  test('of another participant is that one’s answer, if it is proven', () => {
    const mail = { from: people('Alan@y.test') };
    assert.deepEqual(answerOf({ mail, proof: 'proven' }), [1, true]);
    assert.deepEqual(answerOf({ mail }), [1, false]);
  });

  test('of a member is nobody’s answer', () => {
    assert.match(String(answerOf({ mail: { from: fromAda }, proof: 'proven' })), /from a member/);
    assert.match(String(answerOf({ mail: { from: fromAda } })), /from a member/);
  });
});

describe('A mail that is never acted on', () => {
  const everywhere = Object.values(items);
  const cases: [string, Change, RegExp][] = [
    ['of a machine', { mail: { nature: { nature: 'automatic', reason: 'it is a list' } } }, /it is a list/],
    ['of two authors', { mail: { from: people('grace@x.test', 'ada@acme.test') } }, /more than one author/],
    ['of nobody', { mail: { from: [] } }, /no author/],
    ['of ours', { is_own: true }, /this service itself/],
    ['that went in circles', { mail: { received_from: Array(31).fill(null) } }, /too many mail servers/],
  ];
  for (const [name, change, reason] of cases) {
    test(name, () => {
      for (const item of everywhere) assert.match(reasonFor({ ...change, item, proof: 'proven' }), reason);
    });
  }

  test('written by somebody to where reports go', () => {
    assert.match(reasonFor({ item: items.bounce, our_message: offer }), /no report/);
  });

  test('forged, unless a token in the address proves more', () => {
    assert.match(reasonFor({ proof: 'forged' }), /forged/);
    assert.match(reasonFor({ ...byMember, proof: 'forged', mail: { from: fromAda } }), /forged/);
  });
});

describe('What machines report', () => {
  const bounce = {
    kind: 'failed',
    recipient: null,
    code: '5.1.1',
    text: 'no such user',
    original_message_id: null,
  } as const;
  const report = (change: Change) =>
    planFor({ ...change, mail: { from: [], nature: { nature: 'bounce', bounce } } });
  const absence = (change: Change, back_on: string | null = null) =>
    planFor({ ...change, mail: { nature: { nature: 'out_of_office', back_on } } });

  test('is about a message of ours, or about nothing', () => {
    assert.deepEqual(report({ item: items.bounce, our_message: offer }), {
      plan: 'bounce',
      message: offer,
      bounce,
    });
    assert.deepEqual(report({ our_message: offer, has_secret: true }), {
      plan: 'bounce',
      message: offer,
      bounce,
    });
    assert.equal(report({ item: items.reply, our_message: offer }).plan, 'bounce');
    assert.equal(report({}).plan, 'ignore');
    assert.equal(report({ our_message: offer, has_secret: true, proof: 'forged' }).plan, 'ignore');
    assert.equal(report({ item: items.bounce, our_message: offer, proof: 'forged' }).plan, 'bounce');
  });

  test('counts only from where the message went', () => {
    const unproven = /nothing proves that its sender had got that/;
    const reasonOf = (plan: Plan) => (plan.plan === 'ignore' ? plan.reason : plan.plan);
    for (const item of [items.team, items.workspace]) {
      assert.match(reasonOf(report({ item, our_message: offer, proof: 'proven' })), unproven);
      assert.match(
        reasonOf(absence({ item, our_message: offer, answers_us: true, proof: 'proven' })),
        unproven,
      );
    }
    // The address of one participant is no proof about the mail to another, or about another request.
    for (const other of [{ place: 1 }, { request_id: 'mr_2' }]) {
      assert.match(reasonOf(report({ item: items.reply, our_message: { ...offer, ...other } })), unproven);
    }
  });

  test('of an absence is of the participant who was asked', () => {
    const expected = { plan: 'put_off', request_id: REQUEST, place: 0, back_on: '2026-11-23' };
    assert.deepEqual(absence({ item: items.reply }, '2026-11-23'), expected);
    assert.deepEqual(absence({ item: items.bounce, our_message: offer }, '2026-11-23'), expected);
    const secret = { our_message: offer, has_secret: true, answers_us: true };
    assert.deepEqual(absence(secret, '2026-11-23'), expected);
    assert.equal(absence({}).plan, 'ignore');
    assert.equal(absence({ item: items.bounce, our_message: { ...offer, place: null } }).plan, 'ignore');
  });
});

describe('An answer to an invite', () => {
  const reply: CalendarReply = {
    method: 'REPLY',
    uid: `${REQUEST}@rota.test`,
    sequence: 0,
    attendee: 'Grace@x.test',
    attendance: 'accepted',
    starts_at: null,
    ends_at: null,
    comment: null,
  };
  const nature = (uid: string): Nature => ({ nature: 'calendar', reply: { ...reply, uid } });
  const hosts = [{ name: 'Ada', email: 'ada@acme.test' }];
  const attendee = (address: string, from: string, proof: Proof, item: Facts['item'] = items.workspace) =>
    attendeeOf({ attendee: address }, { item, mail: { from: people(from) }, proof }, { participants, hosts });

  test('names its request', () => {
    assert.deepEqual(planFor({ mail: { nature: nature(reply.uid) } }), {
      plan: 'attend',
      request_id: REQUEST,
      reply,
    });
    assert.equal(planFor({ mail: { nature: nature('4711@elsewhere.test') } }).plan, 'ignore');
  });

  test('is theirs if it is proven of their own address, or came to where only they answer', () => {
    const [grace] = participants;
    const theirs = { attendee: grace, is_authentic: true };
    assert.deepEqual(attendee('Grace@x.test', 'grace@x.test', 'proven'), theirs);
    assert.deepEqual(attendee('grace@x.test', 'grace@mobile.test', 'unproven', items.reply), theirs);
    const host = { place: null, ...hosts[0] };
    assert.deepEqual(attendee('ada@acme.test', 'ada@acme.test', 'proven'), {
      attendee: host,
      is_authentic: true,
    });
    for (const [address, from, proof, item] of [
      ['grace@x.test', 'grace@x.test', 'unproven', items.workspace],
      ['grace@x.test', 'assistant@x.test', 'proven', items.workspace],
      ['grace@x.test', 'eve@z.test', 'proven', items.team],
      ['alan@y.test', 'grace@x.test', 'proven', items.reply],
      ['alan@y.test', 'alan@y.test', 'unproven', items.reply],
      ['ada@acme.test', 'ada@acme.test', 'unproven', items.reply],
    ] as const) {
      const found = attendee(address, from, proof, item);
      assert.equal(typeof found === 'object' && found.is_authentic, false, `${from} for ${address}`);
    }
    assert.match(String(attendee('eve@x.test', 'eve@x.test', 'proven')), /nobody who was invited/);
  });
});

test('A title is the subject without what mail programs put before it', () => {
  const subjects = ['Demo', 'Re: Demo', 'AW: WG: Re[2]: demo', 'Fwd: FW:RE : Demo', ' re:Re: Demo '];
  for (const subject of subjects) assert.equal(withoutPrefixes(subject).toLowerCase(), 'demo');
  assert.equal(withoutPrefixes('Research: a talk'), 'Research: a talk');
  assert.equal(withoutPrefixes('Re: '), '');
  assert.equal(withoutPrefixes(`${'Re: '.repeat(10_000)}x`).length > 0, true);
  const spaced = `Re${' '.repeat(500_000)}x`;
  assert.equal(withoutPrefixes(spaced), spaced);
});
