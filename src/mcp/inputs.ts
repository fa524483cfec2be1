// Arguments that several tools share.
import { type IdKind, idPattern } from '../ids.ts';
import type { PageRequest } from '../pagination.ts';
import { Id } from '../shapes/fields.ts';
import { Type } from '../shapes/type.ts';

export const meetingId = Id(
  'meetingRequest',
  'The meeting, from list_meetings or from the answer to request_meeting.',
);
export const teamId = Id('team', 'The team, from list_teams.');

/** As much as a model can read at once. */
const MAX_ITEMS = 50;
const USUAL_ITEMS = 20;

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MAX_ITEMS, default: USUAL_ITEMS, description: 'How many to list.' }),
);

/** For a list that is cut off after its first items. */
export const firstOnes = { limit };

export const firstOf = <Item>(items: Item[], { limit = USUAL_ITEMS }: { limit?: number }): Item[] =>
  items.slice(0, limit);

/** For a list in pages: the first one, or the next. */
export function pageOf(kind: IdKind) {
  return {
    limit,
    cursor: Type.Optional(
      Type.String({
        pattern: idPattern(kind),
        description: 'The next_cursor of the page before; without it, the first page.',
      }),
    ),
  };
}

export function pageFrom({ limit, cursor }: { limit?: number; cursor?: string }): PageRequest {
  return { limit: limit ?? USUAL_ITEMS, cursor };
}
