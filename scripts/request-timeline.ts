import { defaults } from '../src/features/workspace/scheduling-settings/rules.ts';
import { type Area, frame, palette, renderPicture, text } from './picture.ts';

const TITLE = 'The week of a meeting request';

interface Step {
  /** The day and the hour. */
  when: [day: string, hour: string];
  /** What happens, and its consequence. Backticks mark code. */
  happens: [title: string, consequence: string];
  /** Who did it: a person, or Rota because it was due. */
  by: 'somebody' | 'rota';
  /** What Rota writes. */
  mails: [kind: string, to: string][];
}

const [firstFollowUp] = defaults.follow_up_after_business_days;

const steps: Step[] = [
  {
    when: ['Monday', '10:00'],
    happens: ['Your system asks for a meeting', 'It is Ada’s turn. The request is `active`.'],
    by: 'somebody',
    mails: [['assigned', 'Ada']],
  },
  {
    when: ['Monday', '10:00'],
    happens: [`Rota chooses ${defaults.options_per_round} times`, 'Ada is free then. This is round 1.'],
    by: 'rota',
    mails: [['options', 'Grace']],
  },
  {
    when: ['Wednesday', '10:00'],
    happens: [`Grace is silent for ${firstFollowUp} business days`, 'Rota asks again, in her working hours.'],
    by: 'rota',
    mails: [['follow_up', 'Grace']],
  },
  {
    when: ['Wednesday', '15:20'],
    happens: ['Grace says: none of these', 'Round 2 has other times.'],
    by: 'somebody',
    mails: [['options', 'Grace']],
  },
  {
    when: ['Thursday', '09:40'],
    happens: ['Grace chooses a time', 'It is free still: the request is `booked`.'],
    by: 'somebody',
    mails: [
      ['booked', 'Grace, with the invite'],
      ['booked', 'Ada, with the invite'],
    ],
  },
  {
    when: ['Friday', '11:00'],
    happens: ['Ada moves the meeting', 'The same invite gets the new time.'],
    by: 'somebody',
    mails: [
      ['rescheduled', 'Grace, with it'],
      ['rescheduled', 'Ada, with it'],
    ],
  },
];

const stuck = {
  title: 'Where Rota does not know how to go on',
  words: 'No times, no answer, a mail that came back: a person looks.',
  mail: ['attention', 'Ada'] as const,
};

const plain = (words: string) => words.replaceAll('`', '');
const DESCRIPTION = [
  ...steps.map(
    ({ when, happens, mails }) =>
      `${when.join(' ')}: ${plain(happens.join('. '))} Mails: ${mails.map(([kind, to]) => `${kind} to ${to}`).join('; ')}.`,
  ),
  `${stuck.title}: ${plain(stuck.words)} Mail: ${stuck.mail.join(' to ')}.`,
].join(' ');

const width = 760;
const when = 16;
const line = 128;
const what = 152;
const mail = { x: 484, width: 260, height: 28 };
const first = 102;
const STEP_HEIGHT = 76;
const bottom = first + steps.length * STEP_HEIGHT;
const height = bottom + 84;

function drawMail(y: number, [kind, to]: readonly [kind: string, to: string]): string[] {
  return [frame({ ...mail, y }, 'mail', 6), text(mail.x + 12, y + 19, `\`${kind}\` to ${to}`)];
}

function drawStep(
  { when: [day, hour], happens: [title, consequence], by, mails }: Step,
  place: number,
): string[] {
  const y = first + place * STEP_HEIGHT;
  const isSameDay = steps[place - 1]?.when[0] === day;
  return [
    text(when, y + 4, isSameDay ? '' : day, 'title'),
    text(when, y + (isSameDay ? 4 : 24), hour, 'quiet'),
    `<circle class="${by}" cx="${line}" cy="${y}" r="7"/>`,
    text(what, y + 4, title, 'title'),
    text(what, y + 25, consequence),
    ...mails.flatMap((one, index) => drawMail(y - 15 + index * (mail.height + 6), one)),
  ].filter((drawn) => !drawn.includes('></text>'));
}

const box: Area = { x: 8, y: bottom + 4, width: width - 16, height: 68 };

/** Renders docs/internals/request-timeline.svg, with the defaults of the settings. */
export function renderRequestTimeline(): string {
  const drawn = [
    text(when, 30, TITLE, 'title'),
    `<circle class="somebody" cx="${when + 6}" cy="52" r="5"/>`,
    text(when + 18, 56, 'somebody does something', 'quiet'),
    `<circle class="rota" cx="${when + 216}" cy="52" r="5"/>`,
    text(when + 228, 56, 'the time has come', 'quiet'),
    text(mail.x, 56, 'What Rota writes', 'quiet'),
    `<path class="line" d="M${line} ${first} V${first + (steps.length - 1) * STEP_HEIGHT}"/>`,
    ...steps.flatMap(drawStep),
    frame(box, 'zone', 8),
    text(when + 12, box.y + 28, stuck.title, 'title'),
    text(when + 12, box.y + 50, stuck.words),
    ...drawMail(box.y + 20, stuck.mail),
  ];
  const script = 'scripts/request-timeline.ts';
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
    .line { fill: none; stroke-width: 2 }
    .rota, .somebody { stroke-width: 2 }`;

const colours = (mode: 0 | 1) => `
    text { fill: ${palette.text[mode]} }
    .canvas { fill: ${palette.canvas[mode]} }
    .zone { fill: ${palette.zone[mode]}; stroke: ${palette.line[mode]} }
    .mail { fill: ${palette.tint[mode]}; stroke: ${palette.accent[mode]} }
    .quiet { fill: ${palette.quiet[mode]} }
    .line { stroke: ${palette.line[mode]} }
    .rota { fill: ${palette.accent[mode]}; stroke: ${palette.accent[mode]} }
    .somebody { fill: ${palette.canvas[mode]}; stroke: ${palette.quiet[mode]} }`;
