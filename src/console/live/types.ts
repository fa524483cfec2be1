// What a page wants to hear of: types of events, or the beginnings of their names.
// Why a page is asked for again, and nothing of its content is sent: docs/decisions/0031-server-rendered-pages.md.
import { invalidRequest } from '../../errors.ts';
import { describedEvents } from '../../features/events/events/event-types.ts';

const MAX_LENGTH = 1_000;
/** Also tests of webhook endpoints. */
const everyType = describedEvents.map(({ type }) => type);

/** The types that `wanted` names: `meeting_request. calendar.failing`. */
export function wantedTypes(wanted: string | undefined): ReadonlySet<string> {
  const names = (wanted ?? '').slice(0, MAX_LENGTH).split(' ').filter(Boolean);
  const types = everyType.filter((type) =>
    names.some((name) => type === name || (name.endsWith('.') && type.startsWith(name))),
  );
  if (types.length === 0)
    throw invalidRequest('types must name types of events, or the beginnings of their names');
  return new Set(types);
}
