import type { Context } from '../../../context.ts';
import type { Static } from '../../../shapes/type.ts';
import { within } from '../../../storage/within.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { createRequest } from '../requests/operations.ts';
import type { NewMeetingRequest } from '../requests/shapes.ts';
import { asScheduling } from '../schedules/operations.ts';
import { isWordedByModel } from './introductions.ts';
import { loadSearch } from './search.ts';
import { stepOf } from './step.ts';

/** A request that is about to be rolled back. */
export interface Previewed {
  id: string;
  /** Whether a model would word the introduction. The preview does not ask it: its messages have what Rota composes. */
  is_worded_by_model: boolean;
}

interface Previewing<Result> {
  /** Called before each part of the work. An error that it throws ends the preview. */
  step(part: string): void;
  /** Reads the result before it is rolled back. */
  read(context: Context, previewed: Previewed): Promise<Result>;
}

/**
 * Previews a new request: creates it, lets Rota take its first step unless it is booked already, has `read` look at it, and rolls
 * everything back. All of it is real, so it refuses whatever a real request refuses, and holds the same locks for as long as it runs.
 */
export async function previewRequest<Result>(
  context: Context,
  body: Static<typeof NewMeetingRequest>,
  { step, read }: Previewing<Result>,
): Promise<Result> {
  try {
    return await context.database.transaction(async (tx) => {
      // Counters in memory are copied, because they are not rolled back.
      const inside = { ...context, database: within(tx), tally: { ...context.tally } };
      step('Deciding who takes it');
      const { id, status } = await createRequest(inside, body);
      step('Looking for times and writing the mails');
      const is_worded_by_model = status === 'active' && (await takeFirstStep(inside, id));
      step('Reading the mails');
      throw new Undone(await read(inside, { id, is_worded_by_model }));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

/** Takes the first step, as the channel does right after a request is made. Nobody else can have claimed it. */
function takeFirstStep(context: Context, id: string): Promise<boolean> {
  const asRota = asScheduling(context, context.caller.workspaceId);
  return withRequestLocked(asRota, id, async (tx, locked) => {
    const isWorded = await isWordedByModel(asRota, tx, locked.request);
    await stepOf(await loadSearch(asRota, tx, locked), undefined, true);
    return isWorded;
  });
}

/** Rolls the transaction back, and carries out what was read in it. */
class Undone<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('The preview is undone');
    this.result = result;
  }
}
