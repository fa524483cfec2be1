import { MAX_ATTEMPTS } from '../src/webhooks/channel.ts';
import { type Area, frame, palette, renderPicture, text } from './picture.ts';

const TITLE = 'How a meeting request flows through Rota';

const DESCRIPTION =
  'Your system posts a meeting request with a team_id and an API key. Rota checks the key (401), the rate limit (429), ' +
  'the scope (403) and the request itself (422). Then, in one transaction, the team decides (pool: whoever’s turn it is; ' +
  'stack: everyone together; manual: whom you name), and the meeting request, the turn, the audit entry, the event and ' +
  'its deliveries are written, all or nothing. The response 202 with the organizer goes back to your system. The delivery ' +
  `engine signs and sends meeting_request.created to your webhook endpoints, in up to ${MAX_ATTEMPTS} attempts. On your ` +
  'laptop, rota listen follows GET /api/v1/events.';

interface Box {
  step?: number;
  title: string;
  column: { x: number; width: number };
  y: number;
  /** Text on the left, and optional lighter text on the right. Backticks mark code. */
  rows: [left: string, right?: string][];
}

const size = { width: 800, height: 475 };
const yours = { x: 8, width: 230 };
const around = { x: 278, width: 200 };
const within = { x: 532, width: 230 };
const [top, middle, bottom] = [52, 249, 362];

const rota = { title: 'Rota', x: 262, y: 8, width: 530, height: 459 };
const transaction = { x: 518, y: top, width: 258, height: 399 };
const transactionWords = { title: 'One transaction', note: 'all or nothing' };

const boxes = {
  system: {
    step: 1,
    title: 'Your system',
    column: yours,
    y: top,
    rows: [['`POST`'], ['`/api/v1/meeting_requests`'], ['with a `team_id`'], ['and an API key']],
  },
  checks: {
    step: 2,
    title: 'Rota checks',
    column: around,
    y: top,
    rows: [
      ['the key', '`401`'],
      ['the rate limit', '`429`'],
      ['the scope', '`403`'],
      ['the request itself', '`422`'],
    ],
  },
  team: {
    step: 3,
    title: 'The team decides',
    column: within,
    y: 100,
    rows: [
      ['`pool`', 'whoever’s turn it is'],
      ['`stack`', 'everyone together'],
      ['`manual`', 'whom you name'],
    ],
  },
  records: {
    step: 4,
    title: 'Written together',
    column: within,
    y: middle,
    rows: [
      ['meeting request'],
      ['turn', 'unless manual'],
      ['audit entry'],
      ['event'],
      ['deliveries', 'one per endpoint'],
    ],
  },
  engine: {
    step: 5,
    title: 'Delivery engine',
    column: around,
    y: middle,
    rows: [['signs, sends, retries'], [`up to ${MAX_ATTEMPTS} attempts`]],
  },
  endpoints: {
    title: 'Your webhook endpoints',
    column: yours,
    y: middle,
    rows: [['receive'], ['`meeting_request.created`']],
  },
  events: {
    title: 'Event stream',
    column: around,
    y: bottom,
    rows: [['as it happens'], ['`GET /api/v1/events`']],
  },
  laptop: {
    title: 'Your laptop',
    column: yours,
    y: bottom,
    rows: [['follows with'], ['`rota listen`']],
  },
} satisfies Record<string, Box>;

type Place = keyof typeof boxes | 'transaction';

const arrows: [from: Place, to: Place][] = [
  ['system', 'checks'],
  ['checks', 'transaction'],
  ['team', 'records'],
  ['transaction', 'engine'],
  ['engine', 'endpoints'],
  ['transaction', 'events'],
  ['events', 'laptop'],
];

/** From the transaction along `y`, below the checks, and up to your system. */
const response = { words: '`202` with the organizer', y: 222 };

const colours = (mode: 0 | 1) => `
    text { fill: ${palette.text[mode]} }
    .canvas, .number { fill: ${palette.canvas[mode]} }
    .zone { fill: ${palette.zone[mode]}; stroke: ${palette.line[mode]} }
    .box { fill: ${palette.canvas[mode]}; stroke: ${palette.line[mode]} }
    .transaction { fill: ${palette.tint[mode]}; stroke: ${palette.accent[mode]} }
    .accent { fill: ${palette.accent[mode]} }
    .quiet, .step, .head { fill: ${palette.quiet[mode]} }
    .arrow { stroke: ${palette.quiet[mode]} }`;

const style = `
    .number { font-weight: 600; font-size: 11px; text-anchor: middle }
    .right { text-anchor: end }
    .transaction { stroke-width: 1.5 }
    .arrow { fill: none; stroke-width: 1.5 }`;

const PADDING = 16;
const ROW_HEIGHT = 23;
const HEAD = 8;

function areaOf(place: Place): Area {
  if (place === 'transaction') return transaction;
  const { column, y, rows } = boxes[place];
  return { ...column, y, height: 66 + ROW_HEIGHT * (rows.length - 1) };
}

function drawBox({ step, title, column, y, rows }: Box): string[] {
  const left = column.x + PADDING;
  const right = column.x + column.width - PADDING;
  const number = [
    `<circle class="step" cx="${left + 9}" cy="${y + 22}" r="9"/>`,
    text(left + 9, y + 26, `${step}`, 'number'),
  ];
  return [
    ...(step ? number : []),
    text(step ? left + 26 : left, y + 27, title, 'title'),
    ...rows.flatMap(([words, note], index) => {
      const line = y + 51 + ROW_HEIGHT * index;
      return [text(left, line, words), ...(note ? [text(right, line, note, 'quiet right')] : [])];
    }),
  ];
}

/** The head ends at (x, y) and points along (dx, dy). */
function arrow(line: string, [x, y]: [number, number], [dx, dy]: [number, number]): string {
  const [baseX, baseY] = [x - dx * HEAD, y - dy * HEAD];
  const [sideX, sideY] = [(dy * HEAD) / 2, (dx * HEAD) / 2];
  const sides = `${baseX + sideX},${baseY + sideY} ${baseX - sideX},${baseY - sideY}`;
  return `<path class="arrow" d="${line} L${baseX} ${baseY}"/><polygon class="head" points="${x},${y} ${sides}"/>`;
}

/** Straight, from edge to edge: down within a column, otherwise across, at the middle of the shorter box. */
function drawArrow([from, to]: [from: Place, to: Place]): string {
  const [a, b] = [areaOf(from), areaOf(to)];
  if (a.x === b.x) {
    const x = a.x + a.width / 2;
    return arrow(`M${x} ${a.y + a.height}`, [x, b.y], [0, 1]);
  }
  const shorter = a.height < b.height ? a : b;
  const y = shorter.y + shorter.height / 2;
  if (a.x < b.x) return arrow(`M${a.x + a.width} ${y}`, [b.x, y], [1, 0]);
  return arrow(`M${a.x} ${y}`, [b.x + b.width, y], [-1, 0]);
}

function drawResponse({ words, y }: typeof response): string[] {
  const end = areaOf('system');
  const x = end.x + end.width / 2;
  const line = `M${transaction.x} ${y} H${x + 10} Q${x} ${y} ${x} ${y - 10}`;
  return [text(around.x, y - 7, words), arrow(line, [x, end.y + end.height], [0, -1])];
}

/** Renders docs/start/request-flow.svg, the README's picture, in the colours of the reader's light or dark mode. */
export function renderRequestFlow(): string {
  const drawn = [
    frame(rota, 'zone', 12),
    text(rota.x + PADDING, rota.y + 28, rota.title, 'title'),
    frame(transaction, 'transaction', 10),
    text(within.x, transaction.y + 31, transactionWords.title, 'title accent'),
    text(within.x, transaction.y + transaction.height - 17, transactionWords.note, 'accent'),
    ...(Object.keys(boxes) as Place[]).map((place) => frame(areaOf(place), 'box', 8)),
    ...Object.values<Box>(boxes).flatMap(drawBox),
    ...arrows.map(drawArrow),
    ...drawResponse(response),
  ];
  const script = 'scripts/request-flow.ts';
  return renderPicture({ script, title: TITLE, description: DESCRIPTION, ...size, style, colours, drawn });
}
