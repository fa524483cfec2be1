import { formatCount, MAX_DURATION_MINUTES } from '../../../limits/limits.ts';
import { At, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { limitOwners, refusalReasons } from '../../../time/hosts.ts';
import { MAX_REASONS } from './rules.ts';

const email = Type.String({ description: 'A host.', examples: ['ada@example.com'] });

const Slot = Resource(
  {
    starts_at: At('When the meeting would begin.', '2026-11-18T14:00:00.000Z'),
    ends_at: At('When it would end.', '2026-11-18T14:30:00.000Z'),
    host_emails: Type.Array(email, { description: 'Who would take part on the side of the workspace.' }),
  },
  'Slot',
  'A time at which everybody who is needed is free.',
);

export const Refusal = Resource({
  email,
  reason: { ...OneOf(refusalReasons, "Why this host can't be booked then."), examples: ['busy'] },
  limit_of: Type.Optional(
    OneOf(
      limitOwners,
      'Whose limit it is, the stricter of two: that of the `meeting_type`, or the `member`’s own. Only in a search for a meeting type, and for ' +
        'limits: `notice`, `booking_window`, `buffer`, `daily_maximum`.',
    ),
  ),
});

const Refused = Resource(
  {
    starts_at: At("When a meeting can't begin.", '2026-11-18T13:30:00.000Z'),
    reasons: Type.Array(Refusal, { description: 'Each reason of each host who is in the way.' }),
  },
  'RefusedStart',
  'A time that is no slot, and why.',
);

export const SlotList = Resource({
  data: Type.Array(Slot, { description: 'Slots in order of time.' }),
  meta: Resource(
    {
      limit: Type.Integer({
        description: 'The maximum number of slots: the `limit` that was asked for, or the nearest allowed.',
        examples: [100],
      }),
      has_more: Type.Boolean({ description: 'Whether there are slots after these.', examples: [false] }),
      from: At('Where the search began.', '2026-11-17T08:00:00.000Z'),
      to: At('Where it ended.', '2026-11-20T17:00:00.000Z'),
      duration_minutes: Type.Integer({
        minimum: 1,
        maximum: MAX_DURATION_MINUTES,
        description: 'How long the meeting takes.',
        examples: [30],
      }),
      slot_interval_minutes: Type.Integer({
        description: "Slots begin at multiples of this, counted from midnight on the first host's clock.",
        examples: [30],
      }),
      refused: Type.Optional(
        Type.Array(Refused, {
          description:
            'With `explain=true`: the other times at which a meeting could begin, and why each is refused, until `limit` slots are found or `to` is reached.',
        }),
      ),
      refused_has_more: Type.Optional(
        Type.Boolean({
          description: `With \`explain=true\`: whether some times were left out. There are at most ${formatCount(MAX_REASONS)} reasons, and fewer for hundreds of hosts.`,
          examples: [false],
        }),
      ),
    },
    'SlotMeta',
    'What was searched for.',
  ),
});
