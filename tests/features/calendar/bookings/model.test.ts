// Random bookings, reschedules and cancellations match a model of who is free when.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { describe, test } from '../../../support/lanes.ts';
import { bookingsIn, doOverlap } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import {
  dataOf,
  engines,
  errorOf,
  freshStorage,
  type Node,
  startNode,
} from '../../../support/server/rota.ts';

const TRANSITIONS = [
  'book',
  'reschedule',
  'reopen',
  'cancel',
  'pause',
  'resume',
  'change_organizer',
] as const;
type TransitionName = (typeof TRANSITIONS)[number];
type State = 'active' | 'paused' | 'booked' | 'cancelled';

/** PostgreSQL takes twice as long, and shares the rules. */
const SEQUENCES = { sqlite: 40, postgres: 20 };
const PEOPLE = 4;
/** Those in the stack team. */
const STACK = [0, 1, 2];
const QUARTER_MS = 15 * 60_000;
/** Each sequence has days of its own, so that it meets no other. */
const ROOM_MS = 4 * 24 * 3_600_000;

interface Time {
  starts_at: number;
  ends_at: number;
}

/** What a request should be by now. */
interface Model {
  id: string;
  state: State;
  organizer: number;
  team: number[];
  booked: Time | undefined;
}

interface Step {
  request: number;
  transition: TransitionName;
  person: number;
  /** In quarters of an hour. */
  start: number;
  length: number;
  force: boolean;
}

const hostsOf = ({ organizer, team }: Model) => [...new Set([organizer, ...team])];
const emailOf = (person: number) => `p${person}@example.com`;

/** Which of these people have another booking then. */
function busyAt(models: Model[], own: Model, people: number[], time: Time): number[] {
  const taken = models.filter(({ booked, id }) => id !== own.id && booked && doOverlap(booked, time));
  return people.filter((person) => taken.some((other) => hostsOf(other).includes(person)));
}

const from: Record<TransitionName, State[]> = {
  book: ['active'],
  reschedule: ['booked'],
  reopen: ['booked'],
  cancel: ['active', 'paused', 'booked'],
  pause: ['active'],
  resume: ['paused'],
  change_organizer: ['active', 'paused'],
};

/** Applies the transition to the model. Returns undefined, or the error type with the people it may be about. */
function apply(models: Model[], model: Model, { transition, person, force }: Step, time: Time) {
  if (!from[transition].includes(model.state)) return { type: 'invalid_request', busy: [] };
  if (transition === 'book' || transition === 'reschedule') {
    const busy = force ? [] : busyAt(models, model, hostsOf(model), time);
    if (busy.length > 0) return { type: 'validation_error', busy };
    model.booked = time;
    model.state = 'booked';
  }
  if (transition === 'change_organizer') {
    if (person === model.organizer) return { type: 'invalid_request', busy: [] };
    const busy = model.booked ? busyAt(models, model, [person], model.booked) : [];
    if (busy.length > 0) return { type: 'validation_error', busy };
    model.organizer = person;
  }
  if (transition === 'cancel') model.booked = undefined;
  const to: Partial<Record<TransitionName, State>> = {
    ...{ reopen: 'active', cancel: 'cancelled', pause: 'paused', resume: 'active' },
  };
  model.state = to[transition] ?? model.state;
  return undefined;
}

class World {
  readonly node: Node;
  readonly #teamId: string;
  #sequences = 0;

  private constructor(node: Node, teamId: string) {
    this.node = node;
    this.#teamId = teamId;
  }

  static async make(node: Node): Promise<World> {
    const ids: string[] = [];
    for (let person = 0; person < PEOPLE; person += 1) {
      const answer = await node.post('/api/v1/workspace_members', { email: emailOf(person) });
      ids.push(dataOf<{ id: string }>(answer).id);
    }
    const body = { name: 'Stack', mode: 'stack', member_ids: STACK.map((person) => ids[person]) };
    return new World(node, dataOf<{ id: string }>(await node.post('/api/v1/teams', body)).id);
  }

  /** One request of each of two people, and two of the stack team. */
  async requests(): Promise<Model[]> {
    const models: Model[] = [];
    for (const [organizer, team] of [
      [0, []],
      [3, []],
      [1, STACK],
      [2, STACK],
    ] as const) {
      const body = {
        organizer_email: emailOf(organizer),
        participant_emails: ['guest@example.org'],
        ...(team.length > 0 && { team_id: this.#teamId }),
      };
      const { id } = dataOf<MeetingRequest>(await this.node.post(REQUESTS, body));
      models.push({ id, state: 'active', organizer, team: [...team], booked: undefined });
    }
    return models;
  }

  /** The beginning of days that no other sequence has used. */
  freshDays(): number {
    this.#sequences += 1;
    return Date.UTC(2027, 0, 1) + this.#sequences * ROOM_MS;
  }

  send({ id }: Model, { transition, person, length, force }: Step, { starts_at }: Time) {
    const time = { starts_at: new Date(starts_at).toISOString(), duration_minutes: length * 15, force };
    const bodies: Partial<Record<TransitionName, object>> = {
      book: time,
      reschedule: time,
      change_organizer: { organizer_email: emailOf(person) },
    };
    return this.node.post(
      `${REQUESTS}/${id}/${transition === 'reopen' ? 'reschedule' : transition}`,
      bodies[transition],
    );
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  request: fc.nat(3),
  transition: fc.oneof(
    {
      arbitrary: fc.constantFrom<TransitionName>('book', 'reschedule', 'reopen', 'change_organizer'),
      weight: 4,
    },
    { arbitrary: fc.constantFrom<TransitionName>(...TRANSITIONS), weight: 1 },
  ),
  person: fc.nat(PEOPLE - 1),
  start: fc.nat(12),
  length: fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 4 }), weight: 8 },
    { arbitrary: fc.constant(96), weight: 1 },
  ),
  force: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, { arbitrary: fc.constant(true), weight: 1 }),
});

describe.inBothLanes('Bookings', { concurrency: 2 }, () => {
  /** Two requests of the stack team want the same time: one is booked for it, the other one is moved to it. */
  const same = { request: 3, person: 0, start: 0, length: 4, force: false };
  const collisions: Step[] = [
    { ...same, request: 2, transition: 'book' },
    { ...same, transition: 'book' },
    { ...same, start: 8, transition: 'book' },
    { ...same, transition: 'reschedule' },
  ];

  for (const engine of engines) {
    test(`are refused exactly when a host has another one then (${engine})`, async () => {
      const storage = await freshStorage(engine);
      const node = await startNode(storage);
      try {
        const world = await World.make(node);
        const seen = new Set<string>();
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
            const models = await world.requests();
            const day = world.freshDays();
            for (const each of steps) {
              const model = models[each.request] as Model;
              const starts_at = day + each.start * QUARTER_MS;
              const time = { starts_at, ends_at: starts_at + each.length * QUARTER_MS };
              const refusal = apply(models, model, each, time);
              const answer = await world.send(model, each, time);
              const { type, message } = answer.status === 200 ? {} : errorOf(answer);
              assert.equal(type, refusal?.type, `${JSON.stringify(each)}: ${answer.text}`);
              seen.add(`${each.transition} ${type ?? 'done'}`);
              if (refusal?.type === 'validation_error') {
                assert.ok(
                  refusal.busy.some((person) => message?.includes(` ${emailOf(person)} `)),
                  message,
                );
              }
            }
            const rows = await bookingsIn(node);
            for (const model of models) {
              const stored = rows.filter(({ request_id }) => request_id === model.id);
              const expected = model.booked
                ? hostsOf(model)
                    .map(emailOf)
                    .sort()
                    .map((email) => ({ request_id: model.id, email, ...model.booked }))
                : [];
              assert.deepEqual(stored, expected);
            }
          }),
          { ...runs(SEQUENCES[engine], engine), examples: [[collisions]] },
        );
        for (const outcome of ['book done', 'book validation_error', 'reschedule validation_error']) {
          assert.ok(seen.has(outcome), `seen were ${[...seen]}`);
        }
      } finally {
        await node.stop();
        await storage.remove();
      }
    });
  }
});
