import type { Context } from '../../../context.ts';
import type { Static } from '../../../shapes/type.ts';
import { within } from '../../../storage/within.ts';
import { createWithin } from '../requests/lifecycle/create.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import type { NewMeetingRequest } from '../requests/shapes.ts';
import { asScheduling } from '../schedules/operations.ts';
import { isWordedByModel } from './introductions.ts';
import { loadSearch } from './search.ts';
import { stepOf } from './step.ts';

/** A request that is about to be undone. */
export interface Previewed {
  id: string;
  /** Whether a model would be asked for the introduction. It is not, here: the messages have what Rota composes. */
  is_worded_by_model: boolean;
}

interface Previewing<Result> {
  /** Called before each part of the work. What it throws ends the preview. */
  step(part: string): void;
  /** Reads what came out, before it is undone. */
  read(context: Context, previewed: Previewed): Promise<Result>;
}

/**
 * What a new request would lead to: it is made, Rota takes its first step, `read` looks at it, and all of it is rolled back. It is the
 * real thing, so it refuses what that refuses, and takes the same locks of team and organizer as long as it lasts. Hosts are not locked for
 * their time: nothing takes it.
 */
export async function previewRequest<Result>(
  context: Context,
  body: Static<typeof NewMeetingRequest>,
  { step, read }: Previewing<Result>,
): Promise<Result> {
  try {
    return await context.database.transaction(async (tx) => {
      // What is counted in memory is not rolled back.
      const inside = { ...context, database: within(tx), tally: { ...context.tally } };
      step('Deciding who takes it');
      const { id } = await inside.database.transaction((part) => createWithin(inside, part, body));
      step('Looking for times and writing the mails');
      const previewed = { id, is_worded_by_model: await takeFirstStep(inside, id) };
      step('Reading the mails');
      throw new Undone(await read(inside, previewed));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

/** As the channel does right after the request was made. Nobody else can have claimed it. */
function takeFirstStep(context: Context, id: string): Promise<boolean> {
  const asRota = asScheduling(context, context.caller.workspaceId);
  return withRequestLocked(asRota, id, async (tx, locked) => {
    const isWorded = await isWordedByModel(asRota, tx, locked.request);
    await stepOf(await loadSearch(asRota, tx, locked), undefined, true);
    return isWorded;
  });
}

/** Rolls the transaction back, and brings out what was read in it. */
class Undone<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('The preview is undone');
    this.result = result;
  }
}
