import { type ErrorType, RotaError } from '../errors.ts';
import type { Database } from './database.ts';

/** A refusal that takes a while to explain. Whoever runs the call does that once its transaction is over, and nothing is locked any more. */
export class LateRefusal extends RotaError {
  readonly explain: (database: Database) => Promise<RotaError>;

  constructor(type: ErrorType, message: string, explain: LateRefusal['explain']) {
    super(type, message);
    this.explain = explain;
  }
}

/** Runs a call, which may be refused late. */
export async function explained<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LateRefusal ? await error.explain(database) : error;
  }
}
