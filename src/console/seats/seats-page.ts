import type { listSeats } from '../../features/people/seats/operations.ts';
import { disclosure, facts, linkButton, named } from '../../html/blocks.ts';
import { button, form, numberField, option, select, textField } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, pageHead, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import { formatCount, REASON_LENGTH } from '../../limits/limits.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { momentOf } from '../words.ts';

export const SEATS = '/console/seats';
export const ASSIGN = `${SEATS}/assign`;

type Listed = Awaited<ReturnType<typeof listSeats>>;
type Entitlement = Listed['meta']['entitlements'][number];

export function seatsPage(screen: Screen, { data, meta }: Listed, cursor: string | undefined): Shown {
  const { entitlements } = meta;
  return {
    title: 'Seats',
    content: html`${pageHead({
      title: 'Seats',
      lead: 'A seat marks a member who is paid for. Seats belong to an entitlement: a plan with a number of seats.',
      actions: entitlements.length > 0 && linkButton(ASSIGN, 'Assign seats', 'main'),
    })}
${section({
  id: 'entitlements',
  live: 'seats.',
  title: 'Entitlements',
  content:
    entitlements.length === 0
      ? emptyState({
          title: 'No active entitlement',
          text: html`Entitlements are created on the server’s command line: <code>rota entitlement create</code>.`,
        })
      : entitlements.map((entitlement, place) =>
          entitlementBlock(screen, entitlement, place === 0 && entitlements.length > 1),
        ),
})}
${entitlements.length > 0 && section({ title: 'Assign a seat', content: assignForm(screen, entitlements) })}
${section({
  id: 'seats',
  live: 'seats.',
  title: 'Members with a seat',
  content: html`${table({
    caption: 'Members with a seat',
    columns: [
      { label: 'Member' },
      { label: 'Since' },
      { label: 'Entitlement', hideOnPhone: true },
      { label: 'Change', hideLabel: true },
    ],
    rows: data.map((seat) => seatRow(screen, seat, entitlements)),
    empty: emptyState({
      title: 'Nobody has a seat yet',
      text: 'Assign a seat to each member who is paid for.',
    }),
  })}
${pager({ next: meta.next_cursor && withQuery(SEATS, { cursor: meta.next_cursor }), first: cursor && SEATS })}`,
})}`,
  };
}

/** `isDefault` marks the one that is used if none is chosen. */
function entitlementBlock(screen: Screen, entitlement: Entitlement, isDefault: boolean): Content {
  const { id, plan_key, seat_capacity, seat_unlimited, active_seats, enforcement_mode } = entitlement;
  const action = `${SEATS}/entitlements/${id}/capacity`;
  const { field, isRefused } = fieldsOf(screen, action);
  const isHard = enforcement_mode === 'hard';
  const inputs = { capacity: `capacity-${id}`, reason: `reason-${id}` };
  return html`<h3>${named(plan_key)} ${state(entitlement)}${isDefault && html` ${badge('info', 'Default')}`}</h3>
${facts([
  {
    label: 'Seats in use',
    value: seat_unlimited
      ? `${formatCount(active_seats)}, no limit`
      : `${formatCount(active_seats)} of ${formatCount(seat_capacity)}`,
  },
  !seat_unlimited && {
    label: 'When full',
    value: isHard ? 'No more seats can be assigned' : 'More seats can be assigned',
  },
])}
${disclosure(
  'Change capacity …',
  form({
    action,
    token: screen.token,
    content: html`${numberField({
      ...field('capacity', seat_capacity),
      id: inputs.capacity,
      label: 'Capacity',
      min: 0,
      required: true,
      hint: isHard ? 'Can’t be lower than the seats in use.' : undefined,
    })}
${textField({
  ...field('reason', ''),
  id: inputs.reason,
  label: 'Reason',
  hint: 'For the audit log.',
  required: true,
  maxLength: REASON_LENGTH,
})}
${button({ label: 'Change capacity' })}`,
  }),
  { open: isRefused },
)}`;
}

function state({ seat_unlimited, active_seats, seat_capacity, enforcement_mode }: Entitlement): Content {
  if (seat_unlimited || active_seats < seat_capacity) return null;
  if (active_seats > seat_capacity) return badge('warn', 'Over capacity');
  return enforcement_mode === 'hard' ? badge('warn', 'Full') : badge('neutral', 'Full');
}

function assignForm(screen: Screen, entitlements: Entitlement[]): Content {
  const { field } = fieldsOf(screen, SEATS);
  return form({
    action: SEATS,
    token: screen.token,
    content: html`${textField({ ...field('email', ''), label: 'Email address', type: 'email', required: true })}
${entitlementField(field('entitlement_id', ''), entitlements)}
${button({ label: 'Assign seat' })}`,
  });
}

/** Empty if there is no choice. */
export function entitlementField(
  { name, value, problem }: { name: string; value?: string | undefined; problem?: string | undefined },
  entitlements: Entitlement[],
): Content {
  if (entitlements.length < 2) return null;
  const options = entitlements.map(({ id, plan_key }) => option(id, plan_key, id === value));
  return select({ name, label: 'Entitlement', problem, options });
}

function seatRow(screen: Screen, seat: Listed['data'][number], entitlements: Entitlement[]): Content[] {
  const { membership_id, member_name, member_email, entitlement_id, started_at } = seat;
  return [
    html`<div><a href="/console/members/${membership_id}">${named(member_name)}</a>${member_name !== member_email && html` <span class="note">${member_email}</span>`}</div>`,
    momentOf(screen, started_at),
    entitlements.find(({ id }) => id === entitlement_id)?.plan_key,
    disclosure(
      html`Remove<span class="hidden"> the seat of ${member_name}</span>`,
      form({
        action: `${SEATS}/${membership_id}/remove`,
        token: screen.token,
        content: html`<p>${named(member_name)} stays a member. Their seat becomes free for somebody else.</p>
${button({ label: 'Remove seat', kind: 'danger' })}`,
      }),
    ),
  ];
}
