import type { MachineClock } from '../../../src/time/clock.ts';

/** A clock that moves only when a test moves it, and then runs the due timers. */
export class ManualClock implements MachineClock {
  #now: number;
  #set = 0;
  #timers = new Set<{ at: number; action: () => void }>();

  constructor(start = Date.parse('2026-03-02T09:00:00.000Z')) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#now + this.#set;
  }

  monotonic(): number {
    return this.#now;
  }

  /** Sets the machine's clock, without time passing. */
  set(ms: number): void {
    this.#set += ms;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#now + ms, action };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances to the time of the machine, for what other programs compare with theirs. */
  catchUp(): void {
    this.advance(Math.max(Date.now() - this.#now, 0));
  }

  /** Whether a timer is due within this time. */
  isAwaited(ms: number): boolean {
    return this.#nextDue(this.#now + ms) !== undefined;
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (let timer = this.#nextDue(end); timer; timer = this.#nextDue(end)) {
      this.#timers.delete(timer);
      this.#now = timer.at;
      timer.action();
    }
    this.#now = end;
  }

  #nextDue(end: number) {
    const due = [...this.#timers].filter((timer) => timer.at <= end);
    return due.sort((one, other) => one.at - other.at)[0];
  }
}
