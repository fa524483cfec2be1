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

export const meetingTypeId = Id('meetingType', 'The meeting type, from list_meeting_types.');

/** As many as a model can read at once. */
const MAX_ITEMS = 50;
const DEFAULT_ITEMS = 20;

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MAX_ITEMS, default: DEFAULT_ITEMS, description: 'How many to list.' }),
);

/** For lists without pages, which return only their first items. */
export const limitInput = { limit };

export const firstOf = <Item>(items: Item[], { limit = DEFAULT_ITEMS }: { limit?: number }): Item[] =>
  items.slice(0, limit);

/** For lists in pages. */
export function pageInput(kind: IdKind) {
  return {
    limit,
    cursor: Type.Optional(
      Type.String({
        pattern: idPattern(kind),
        description: 'The next_cursor of the previous page. Leave it out for the first page.',
      }),
    ),
  };
}

export function pageRequestFrom({ limit, cursor }: { limit?: number; cursor?: string }): PageRequest {
  return { limit: limit ?? DEFAULT_ITEMS, cursor };
}
