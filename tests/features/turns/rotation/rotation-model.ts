// What a rotation should do, written as people would do it with cards in a row: no numbers, no times of turns.
import assert from 'node:assert/strict';

interface Pause {
  /** Undefined when somebody has to end it. */
  until: number | undefined;
}

export class RotationModel {
  /** First members without a last turn, in order; then by last turn, oldest first. */
  #fresh: number[] = [];
  #served: number[] = [];
  /** In the order in which they joined. */
  #joined: number[] = [];
  readonly #pauses = new Map<number, Pause>();
  readonly #inactive = new Set<number>();
  readonly #turns: number[] = [];
  /** For each available member: how many turns had been taken when they became available. */
  readonly #eligibleSince = new Map<number, number>();

  /** The first `size` people are in the team from the beginning. */
  constructor(people: number, size: number) {
    assert.ok(size <= people);
    for (let person = 0; person < size; person += 1) this.add(person);
  }

  has = (person: number) => this.#joined.includes(person);
  isPaused = (person: number) => this.#pauses.has(person);
  isActive = (person: number) => !this.#inactive.has(person);

  next(): number | undefined {
    return [...this.#fresh, ...this.#served].find((person) => this.#isEligible(person));
  }

  assign(person: number): void {
    this.#take(person);
    this.#served.push(person);
    this.#turns.push(person);
  }

  add(person: number): void {
    this.#joined.push(person);
    this.#fresh.push(person);
    this.#note();
  }

  remove(person: number): void {
    this.#take(person);
    this.#joined = this.#joined.filter((other) => other !== person);
    this.#pauses.delete(person);
    this.#note();
  }

  pause(person: number, until: number | undefined): void {
    this.#pauses.set(person, { until });
    this.#note();
  }

  /** Back to the front. */
  unpause(person: number): void {
    this.#pauses.delete(person);
    this.#take(person);
    this.#fresh.unshift(person);
    this.#note();
  }

  /** The card moves to the front, unless its member has left. Earlier counts start again. */
  giveBack(person: number): void {
    if (!this.has(person)) return;
    this.#take(person);
    this.#fresh.unshift(person);
    this.#eligibleSince.delete(person);
    this.#note();
  }

  setActive(person: number, active: boolean): void {
    if (active) this.#inactive.delete(person);
    else this.#inactive.add(person);
    this.#note();
  }

  /** Ends the pauses that are due, each at its time. Of two at the same time, the older membership comes first. */
  moveTo(now: number): void {
    const over = [...this.#pauses].filter(([, { until }]) => until !== undefined && until <= now);
    over.sort(
      ([one, { until: a = 0 }], [other, { until: b = 0 }]) =>
        a - b || this.#joined.indexOf(other) - this.#joined.indexOf(one),
    );
    for (const [person] of over) this.unpause(person);
  }

  /** Fairness: since both were available, no member has two turns more than another. */
  assertFair(): void {
    for (const [one, since] of this.#eligibleSince) {
      for (const [other, otherSince] of this.#eligibleSince) {
        const turns = this.#turns.slice(Math.max(since, otherSince));
        const count = (person: number) => turns.filter((turn) => turn === person).length;
        assert.ok(count(one) - count(other) <= 1, `person ${one} had two turns more than person ${other}`);
      }
    }
  }

  #isEligible(person: number): boolean {
    return this.has(person) && this.isActive(person) && !this.isPaused(person);
  }

  #take(person: number): void {
    this.#fresh = this.#fresh.filter((other) => other !== person);
    this.#served = this.#served.filter((other) => other !== person);
  }

  #note(): void {
    for (const person of this.#eligibleSince.keys()) {
      if (!this.#isEligible(person)) this.#eligibleSince.delete(person);
    }
    for (const person of this.#joined) {
      if (this.#isEligible(person) && !this.#eligibleSince.has(person)) {
        this.#eligibleSince.set(person, this.#turns.length);
      }
    }
  }
}
