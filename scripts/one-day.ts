import { type Host, type Interval, type RefusalReason, refusalReasons } from '../src/time/hosts.ts';
import { findSlots } from '../src/time/slots.ts';
import { frame, palette, renderPicture, text } from './picture.ts';

// One Wednesday of somebody in London, where the clock shows UTC in November.
const midnight = Date.parse('2026-11-18T00:00:00Z') / 60_000;
const at = (time: string) => midnight + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
const during = (from: string, to: string): Interval => ({ start: at(from), end: at(to) });

const hours = [during('09:00', '12:00'), during('13:00', '17:00')];
const buffer = 15;
const now = at('08:20');
const noticePeriod = 60;

const ada: Host = {
  email: 'ada@example.com',
  availability: {
    timezone: 'Europe/London',
    weekly: [],
    overrides: new Map([
      ['2026-11-18', hours.map(({ start, end }) => ({ start: start - midnight, end: end - midnight }))],
    ]),
    holidays: new Set(),
    buffer_before_minutes: buffer,
    buffer_after_minutes: buffer,
    minimum_notice_minutes: noticePeriod,
    maximum_per_day: 5,
  },
  busy: [during('10:30', '11:00'), during('15:00', '15:30')],
  bookings: [during('13:30', '14:00')],
  is_paused: false,
  lacks_seat: false,
};

const day = during('08:00', '18:00');
const duration = 30;
const found = findSlots({
  hosts: [ada],
  range: day,
  now,
  duration_minutes: duration,
  interval_minutes: 30,
  limit: 100,
  explain: true,
});

const TITLE = 'One day, and what is left of it';

const spoken = (intervals: readonly Interval[]) =>
  intervals.map(({ start, end }) => `${clock(start)} to ${clock(end)}`).join(' and ');

const startsRefusedFor = (reason: RefusalReason) =>
  found.refused
    .filter(({ reasons }) => reasons.some((one) => one.reason === reason))
    .map(({ start }) => start);

const reasons = refusalReasons.filter((reason) => startsRefusedFor(reason).length > 0);

const DESCRIPTION = [
  `Ada's hours are ${spoken(hours)}. Her calendar is busy from ${spoken(ada.busy)}, and she has a booking from ${spoken(ada.bookings)}.`,
  `She wants ${buffer} minutes before and after a meeting, and an hour's notice; it is ${clock(now)}.`,
  `A meeting of ${duration} minutes could begin every half hour.`,
  ...reasons.map((reason) => `Refused with ${reason}: ${startsRefusedFor(reason).map(clock).join(', ')}.`),
  `Slots: ${found.slots.map(({ start }) => clock(start)).join(', ')}.`,
].join(' ');

const width = 340;
const left = 12;
const axis = { x: 116, hour: 21 };
const row = 26;
const firstRow = 104;
const placeOf = (minute: number) => axis.x + ((minute - day.start) / 60) * axis.hour;

const bar = (y: number, { start, end }: Interval, kind: string) =>
  frame({ x: placeOf(start), y: y - 13, width: placeOf(end) - placeOf(start), height: 17 }, kind, 2);

/** A dot at each start of a slot. */
const dots = (y: number, starts: readonly number[]) =>
  starts.map((start) => `<circle class="dot" cx="${placeOf(start)}" cy="${y - 4}" r="3.5"/>`);

function drawAxis(bottom: number): string[] {
  const full = Array.from({ length: 6 }, (_, place) => day.start + place * 120);
  return full.flatMap((minute) => [
    text(placeOf(minute), firstRow - 26, clock(minute).slice(0, 2), 'hour'),
    `<path class="grid" d="M${placeOf(minute)} ${firstRow - 20} V${bottom}"/>`,
  ]);
}

/** What is known about the day, one kind per row. */
const known: [name: string, kind: string, intervals: readonly Interval[]][] = [
  ['hours', 'hours', hours],
  ['busy', 'busy', ada.busy],
  ['booking', 'busy', ada.bookings],
  [
    'buffers',
    'soft',
    [...ada.busy, ...ada.bookings].flatMap(({ start, end }) => [
      { start: start - buffer, end: start },
      { start: end, end: end + buffer },
    ]),
  ],
  ['notice', 'soft', [{ start: now, end: now + noticePeriod }]],
];

/** Renders docs/internals/one-day.svg, with slots and reasons from a real search. */
export function renderOneDay(): string {
  const secondPart = firstRow + known.length * row + 30;
  const slots = secondPart + reasons.length * row;
  const height = slots + 22;
  const drawn = [
    text(left, 28, TITLE, 'title'),
    text(left, 50, `${duration} minutes are wanted. It is ${clock(now)}.`, 'quiet'),
    ...drawAxis(height - 12),
    ...known.flatMap(([name, kind, intervals], place) => {
      const y = firstRow + place * row;
      return [text(left, y, name), ...intervals.map((interval) => bar(y, interval, kind))];
    }),
    text(left, secondPart - 28, 'Starts, refused for', 'quiet'),
    ...reasons.flatMap((reason, place) => {
      const y = secondPart + place * row;
      return [text(left, y, `\`${reason}\``), ...dots(y, startsRefusedFor(reason))];
    }),
    text(left, slots, 'slots', 'title accent'),
    ...found.slots.map((slot) => bar(slots, slot, 'slot')),
  ];
  const script = 'scripts/one-day.ts';
  return renderPicture({
    script,
    title: TITLE,
    description: DESCRIPTION,
    width,
    height,
    style,
    colours,
    drawn,
  });
}

const style = `
    .hour { font-size: 12px; text-anchor: middle }
    .grid { fill: none; stroke-width: 1 }
    .slot { stroke-width: 1.5 }`;

const colours = (mode: 0 | 1) => `
    text { fill: ${palette.text[mode]} }
    .canvas { fill: ${palette.canvas[mode]} }
    .quiet, .hour { fill: ${palette.quiet[mode]} }
    .grid { stroke: ${palette.line[mode]} }
    .hours { fill: ${palette.tint[mode]}; stroke: ${palette.accent[mode]} }
    .busy, .dot { fill: ${palette.quiet[mode]} }
    .soft { fill: ${palette.zone[mode]}; stroke: ${palette.quiet[mode]} }
    .slot { fill: ${palette.accent[mode]}; stroke: ${palette.canvas[mode]} }
    .accent { fill: ${palette.accent[mode]} }`;
