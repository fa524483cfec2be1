// A rotation follows next_assignee and passes nobody over, whatever happens to the team.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { test } from '../../../support/lanes.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { callHere } from '../../../support/server/call-here.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import type { MeetingRequest, NewTeam, Team, Turn } from '../../../support/server/resources.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { RotationModel } from './rotation-model.ts';

/** The rule is the same on both engines: a few histories show their own part, and PostgreSQL takes twice as long. */
const RUNS = { sqlite: 1_000, postgres: 100 };
const PEOPLE = 6;
/** Every command has a time of its own. Pauses end in between: no two things happen at once. */
const STEP_MS = 1_000;

/** Every tenth history on SQLite goes over HTTP, as all do on PostgreSQL: the rule is the same without that way. */
const OVER_HTTP = 10;

type Call = (method: string, path: string, body?: unknown) => Promise<WireAnswer>;

/** The team under test, by the places of its people in the list. */
class RealTeam {
  readonly node: Node;
  readonly call: Call;
  readonly people: string[];
  readonly path: string;
  readonly memberships = new Map<number, string>();
  /** Requests that took a turn, and whose it was; the oldest first. */
  readonly requests: { id: string; person: number }[] = [];

  constructor(node: Node, call: Call, people: string[], team: NewTeam) {
    this.node = node;
    this.call = call;
    this.people = people;
    this.path = `/api/v1/teams/${team.id}`;
    for (const { id, workspace_membership_id } of team.members) {
      this.memberships.set(people.indexOf(workspace_membership_id), id);
    }
  }

  async next(): Promise<number | undefined> {
    const { next_assignee } = dataOf<Team>(await this.call('GET', this.path));
    return next_assignee ? this.people.indexOf(next_assignee.workspace_membership_id) : undefined;
  }

  async assign(): Promise<number | undefined> {
    const answer = await this.call('POST', `${this.path}/assignments`);
    if (answer.status !== 422) {
      return this.people.indexOf(dataOf<Turn>(answer).workspace_membership_id);
    }
    assert.equal(errorOf(answer).type, 'validation_error');
    return undefined;
  }

  /** A turn for a request. It is booked at once: an organizer who leaves needs no successor for it. */
  async ask(emails: string[]): Promise<number | undefined> {
    const body = {
      team_id: this.path.split('/').at(-1),
      participant_emails: ['guest@example.org'],
      // Messages would take most of the time of this test.
      notify_participants: false,
    };
    const answer = await this.call('POST', REQUESTS, body);
    if (answer.status === 422) return undefined;
    const { id, organizer_email } = dataOf<MeetingRequest>(answer);
    dataOf(
      await this.call('POST', `${REQUESTS}/${id}/book`, { starts_at: '2030-01-01T09:00:00Z', force: true }),
    );
    const person = emails.indexOf(organizer_email);
    this.requests.push({ id, person });
    return person;
  }

  /** Whose turn it was. */
  async giveBack(place: number): Promise<number> {
    const [request] = this.requests.splice(place % this.requests.length, 1);
    assert.ok(request);
    dataOf(await this.call('POST', `${REQUESTS}/${request.id}/cancel`, { return_turn: true }));
    return request.person;
  }

  async add(person: number): Promise<void> {
    const body = { workspace_membership_id: this.people[person] };
    this.memberships.set(
      person,
      dataOf<{ id: string }>(await this.call('POST', `${this.path}/members`, body)).id,
    );
  }

  async remove(person: number): Promise<void> {
    const answer = await this.call('DELETE', this.#membership(person));
    assert.equal(answer.status, 204);
    this.memberships.delete(person);
  }

  async pause(person: number, until: number | undefined): Promise<void> {
    const body = until === undefined ? undefined : { until: new Date(until).toISOString() };
    dataOf(await this.call('POST', `${this.#membership(person)}/pause`, body));
  }

  async unpause(person: number): Promise<void> {
    dataOf(await this.call('POST', `${this.#membership(person)}/unpause`));
  }

  async setActive(person: number, active: boolean): Promise<void> {
    const action = active ? 'reactivate' : 'deactivate';
    dataOf(await this.call('POST', `/api/v1/workspace_members/${this.people[person]}/${action}`));
  }

  #membership(person: number): string {
    return `${this.path}/members/${this.memberships.get(person)}`;
  }
}

type Command = fc.AsyncCommand<RotationModel, RealTeam>;

function command(
  name: string,
  check: (model: RotationModel) => boolean,
  run: (model: RotationModel, real: RealTeam) => Promise<void>,
): Command {
  return {
    check,
    async run(model, real) {
      real.node.clock.advance(STEP_MS);
      model.moveTo(real.node.clock.now());
      await run(model, real);
    },
    toString: () => name,
  };
}

const emailOf = (person: number) => `person-${person}@example.com`;
const EMAILS = Array.from({ length: PEOPLE }, (_, person) => emailOf(person));

const takeTurn = (name: string, take: (real: RealTeam) => Promise<number | undefined>) =>
  command(
    name,
    () => true,
    async (model, real) => {
      const expected = model.next();
      assert.equal(await real.next(), expected, 'next_assignee is who the rule says');
      assert.equal(await take(real), expected, 'the turn falls on whom next_assignee named');
      if (expected !== undefined) model.assign(expected);
      model.assertFair();
    },
  );
const assign = () => takeTurn('assign', (real) => real.assign());
const ask = () => takeTurn('ask', (real) => real.ask(EMAILS));

const giveBack = (place: number) =>
  command(
    `give back ${place}`,
    () => true,
    async (model, real) => {
      if (real.requests.length > 0) model.giveBack(await real.giveBack(place));
    },
  );

const changes: ((person: number) => Command)[] = [
  (person) =>
    command(
      `add ${person}`,
      (model) => !model.has(person) && model.isActive(person),
      async (model, real) => {
        await real.add(person);
        model.add(person);
      },
    ),
  (person) =>
    command(
      `remove ${person}`,
      (model) => model.has(person),
      async (model, real) => {
        await real.remove(person);
        model.remove(person);
      },
    ),
  (person) =>
    command(
      `unpause ${person}`,
      (model) => model.has(person) && model.isPaused(person),
      async (model, real) => {
        // The step in time may just have ended the pause.
        if (!model.isPaused(person)) return;
        await real.unpause(person);
        model.unpause(person);
      },
    ),
  (person) =>
    command(
      `deactivate ${person}`,
      (model) => model.isActive(person),
      async (model, real) => {
        await real.setActive(person, false);
        model.setActive(person, false);
      },
    ),
  (person) =>
    command(
      `reactivate ${person}`,
      (model) => !model.isActive(person),
      async (model, real) => {
        await real.setActive(person, true);
        model.setActive(person, true);
      },
    ),
];

const pause = ([person, steps]: [number, number | undefined]) =>
  command(
    `pause ${person} ${steps === undefined ? '' : `for ${steps} steps`}`,
    (model) => model.has(person) && !model.isPaused(person),
    async (model, real) => {
      const until = steps === undefined ? undefined : real.node.clock.now() + (steps + 0.5) * STEP_MS;
      await real.pause(person, until);
      model.pause(person, until);
    },
  );

const person = fc.nat(PEOPLE - 1);
const commands = fc.commands(
  [
    fc.constant(null).map(assign),
    fc.constant(null).map(assign),
    fc.constant(null).map(ask),
    fc.nat(PEOPLE).map(giveBack),
    fc.tuple(person, fc.option(fc.nat(4), { nil: undefined })).map(pause),
    ...changes.map((change) => person.map(change)),
  ],
  { maxCommands: 16, size: 'max' },
);

onBothEngines.inBothLanes('A rotation', (node) => {
  let people: string[];
  before(async () => {
    people = [];
    for (let place = 0; place < PEOPLE; place += 1) {
      const answer = await node().post('/api/v1/workspace_members', { email: emailOf(place) });
      people.push(dataOf<{ id: string }>(answer).id);
    }
  });

  test('is fair, and does what next_assignee says, whatever happens to the team', async () => {
    const { engine } = node().services.database.dialect;
    let histories = 0;
    const run = fc.asyncProperty(fc.nat(PEOPLE), commands, async (size, sequence) => {
      const isOverHttp = engine === 'postgres' || histories++ % OVER_HTTP === 0;
      const call: Call = (method, path, body) =>
        isOverHttp ? node().call(method, path, { body }) : callHere(node(), method, path, body);
      const input = { name: 'Rotation', member_ids: people.slice(0, size) };
      const team = dataOf<NewTeam>(await call('POST', '/api/v1/teams', input));
      const real = new RealTeam(node(), call, people, team);
      const model = new RotationModel(PEOPLE, size);
      try {
        await fc.asyncModelRun(() => ({ model, real }), sequence);
      } finally {
        // The next run begins with everybody active.
        for (const [place, id] of people.entries()) {
          if (!model.isActive(place)) await call('POST', `/api/v1/workspace_members/${id}/reactivate`);
        }
      }
    });
    await fc.assert(run, runs(RUNS[engine], engine));
  });
});
