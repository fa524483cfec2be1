// Random transitions of meeting requests match a model of their states, also when made at the same time.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { describe, test } from '../../../support/lanes.ts';
import { eventsOf } from '../../../support/makers/events.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

type State = 'active' | 'paused' | 'booked' | 'cancelled';
const TRANSITIONS = [
  'book',
  'reschedule',
  // To be rescheduled, without another time.
  'reopen',
  'cancel',
  'pause',
  'resume',
  'change_organizer',
  'follow_up',
] as const;
type TransitionName = (typeof TRANSITIONS)[number];

/** For each state: its transitions, where they lead, and their events. */
const life: Record<State, Partial<Record<TransitionName, [to: State, event: string]>>> = {
  active: {
    book: ['booked', 'meeting_request.booked'],
    cancel: ['cancelled', 'meeting_request.cancelled'],
    pause: ['paused', 'meeting_request.paused'],
    change_organizer: ['active', 'meeting_request.organizer_changed'],
    follow_up: ['active', 'meeting_request.follow_up_sent'],
  },
  paused: {
    resume: ['active', 'meeting_request.resumed'],
    cancel: ['cancelled', 'meeting_request.cancelled'],
    change_organizer: ['paused', 'meeting_request.organizer_changed'],
  },
  booked: {
    reschedule: ['booked', 'meeting_request.rescheduled'],
    reopen: ['active', 'meeting_request.rescheduled'],
    cancel: ['cancelled', 'meeting_request.cancelled'],
  },
  cancelled: {},
};

const SEQUENCES = 70;
const BURSTS = 30;
const PEOPLE = 4;

/** What a request should be by now. */
interface Model {
  id: string;
  state: State;
  person: number;
  told: string[];
}

/** A server, and what the tests remember of the requests on it. */
class World {
  readonly node: Node;
  #lastEvent = '';
  #hours = 0;

  constructor(node: Node) {
    this.node = node;
  }

  async create(): Promise<MeetingRequest> {
    // Without messages, a follow-up is told of at once.
    const body = {
      organizer_email: 'p0@example.com',
      participant_emails: ['guest@example.org'],
      notify_participants: false,
    };
    return dataOf(await this.node.post(REQUESTS, body));
  }

  /** `person` is the new organizer, where that is the transition. No two meetings are at the same time. */
  apply(id: string, transition: TransitionName, person: number) {
    this.#hours += 1;
    const starts_at = new Date(Date.UTC(2026, 3, 1, this.#hours)).toISOString();
    const bodies: Partial<Record<TransitionName, object>> = {
      book: { starts_at },
      reschedule: { starts_at },
      change_organizer: { organizer_email: `p${person}@example.com` },
    };
    return this.node.post(
      `${REQUESTS}/${id}/${transition === 'reopen' ? 'reschedule' : transition}`,
      bodies[transition],
    );
  }

  async read(id: string): Promise<MeetingRequest> {
    return dataOf(await this.node.get(`${REQUESTS}/${id}`));
  }

  /** The events since the last call, by request. */
  async news(): Promise<Map<string, string[]>> {
    const events = await eventsOf(this.node, undefined, this.#lastEvent);
    this.#lastEvent = events.at(-1)?.id ?? this.#lastEvent;
    const byRequest = Map.groupBy(events, ({ payload }) => payload.id);
    return new Map([...byRequest].map(([id, about]) => [id, about.map(({ type }) => type)]));
  }
}

onEachEngine.inBothLanes((engine) => {
  describe(`The life of meeting requests (${engine})`, () => {
    async function holds(work: (world: World) => Promise<void>): Promise<void> {
      const storage = await freshStorage(engine);
      const node = await startNode(storage);
      try {
        for (let place = 0; place < PEOPLE; place += 1) {
          dataOf(await node.post('/api/v1/workspace_members', { email: `p${place}@example.com` }));
        }
        await work(new World(node));
      } finally {
        await node.stop();
        await storage.remove();
      }
    }

    test('only the allowed transitions happen, each with one event, and a refused one leaves none', () =>
      holds(async (world) => {
        const step = fc.record({
          request: fc.nat(2),
          transition: fc.constantFrom(...TRANSITIONS),
          // The first organizes from the beginning: a change to the same one is no change.
          person: fc.integer({ min: 1, max: PEOPLE - 1 }),
        });
        const sequences = fc.array(step, { minLength: 1, maxLength: 25 });
        await fc.assert(
          fc.asyncProperty(sequences, async (steps) => {
            const models: Model[] = [];
            for (let count = 0; count < 3; count += 1) {
              const { id } = await world.create();
              models.push({ id, state: 'active', person: 0, told: ['meeting_request.created'] });
            }
            for (const { request, transition, person } of steps) {
              const model = models[request] as Model;
              const isSame = transition === 'change_organizer' && person === model.person;
              const allowed = isSame ? undefined : life[model.state][transition];
              const answer = await world.apply(model.id, transition, person);
              assert.equal(
                answer.status,
                allowed ? 200 : 422,
                `${transition} of a request that is ${model.state}`,
              );
              if (!allowed) continue;
              const [to, event] = allowed;
              model.state = to;
              model.told.push(event);
              if (transition === 'change_organizer') model.person = person;
              const { status, organizer_email } = dataOf<MeetingRequest>(answer);
              assert.deepEqual({ status, organizer_email }, { status: to, organizer_email: emailOf(model) });
            }
            const news = await world.news();
            for (const model of models) {
              const { status, organizer_email } = await world.read(model.id);
              assert.deepEqual(
                { status, organizer_email },
                { status: model.state, organizer_email: emailOf(model) },
              );
            }
            assert.deepEqual(news, new Map(models.map(({ id, told }) => [id, told])));
          }),
          runs(SEQUENCES, engine),
        );
      }));

    test('at the same time, too: whatever happens is a way through the model', () =>
      holds(async (world) => {
        const burst = fc.array(
          fc.record({
            transition: fc.constantFrom(...TRANSITIONS),
            person: fc.integer({ min: 1, max: PEOPLE - 1 }),
          }),
          { minLength: 2, maxLength: 8 },
        );
        await fc.assert(
          fc.asyncProperty(burst, async (steps) => {
            const { id } = await world.create();
            const answers = await Promise.all(
              steps.map(({ transition, person }) => world.apply(id, transition, person)),
            );
            const done = answers.filter(({ status }) => status === 200).length;
            assert.deepEqual(
              answers.filter(({ status }) => status !== 200 && status !== 422),
              [],
            );
            const [first, ...told] = (await world.news()).get(id) ?? [];
            assert.equal(first, 'meeting_request.created');
            assert.equal(told.length, done, 'one event for each transition that happened');
            // To be rescheduled leads to one of two states.
            let states: State[] = ['active'];
            for (const event of told) {
              const next = states.flatMap((state) =>
                Object.values(life[state]).flatMap(([to, named]) => (named === event ? [to] : [])),
              );
              assert.ok(next.length > 0, `${event} of a request that is ${states.join(' or ')}: ${told}`);
              states = next;
            }
            assert.ok(states.includes((await world.read(id)).status), `${told}`);
          }),
          runs(BURSTS, engine),
        );
      }));
  });
});

function emailOf({ person }: Model): string {
  return `p${person}@example.com`;
}
