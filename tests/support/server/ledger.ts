// What a client knows about its changes, to compare with the database after a crash.
import assert from 'node:assert/strict';

/** A change as the audit log names it: `meeting_request.paused mr_…`. */
const nameOf = (action: string, target: string) => `${action} ${target}`;

/** Stands for the id of something new, which is unknown before the response. */
export const NEW = 'something new';

export type Change = [action: string, target: string];

export class Ledger {
  readonly #acknowledged = new Map<string, number>();
  readonly #unanswered: string[][] = [];

  /** Acknowledged changes. */
  acknowledge(changes: Change[]): void {
    for (const change of changes) increase(this.#acknowledged, nameOf(...change));
  }

  /** Changes of a call without a response: either all of them were made, or none. */
  leaveOpen(changes: Change[]): void {
    this.#unanswered.push(changes.map((change) => nameOf(...change)));
  }

  get size(): number {
    return [...this.#acknowledged.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Checks that each acknowledged change is there, exactly as often, and that all others belong to calls without a response. */
  compare(found: Change[]): void {
    const counts = new Map<string, number>();
    for (const change of found) increase(counts, nameOf(...change));
    const extraOf = (name: string) => (counts.get(name) ?? 0) - (this.#acknowledged.get(name) ?? 0);
    const lost = [...this.#acknowledged.keys()].filter((name) => extraOf(name) < 0);
    assert.deepEqual(lost, [], 'nothing acknowledged is lost');

    const open = new Map<string, number>();
    for (const name of this.#unanswered.flat()) increase(open, name);
    const unexplained = [...counts.keys()].flatMap((name) =>
      Array.from({ length: extraOf(name) }, () => name).filter(
        (each) => !decrease(open, each) && !decrease(open, nameOf(each.split(' ')[0] as string, NEW)),
      ),
    );
    assert.deepEqual(unexplained, [], 'nothing is there that nobody asked for');

    const halves = this.#unanswered.filter((call) => new Set(call.map((name) => extraOf(name) > 0)).size > 1);
    assert.deepEqual(halves, [], 'no call was done by half');
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** False if there was none to remove. */
function decrease(counts: Map<string, number>, name: string): boolean {
  const count = counts.get(name) ?? 0;
  if (count > 0) counts.set(name, count - 1);
  return count > 0;
}
