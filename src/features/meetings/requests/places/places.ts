// Where the meeting of a request takes place: decided when it is booked. Why: docs/decisions/0033-places.md.
import { isDeepStrictEqual } from 'node:util';
import { forgetFailedCall } from '../../../../calendar-sync/video-calls.ts';
import type { Context } from '../../../../context.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { isWithoutMeans } from '../../../calendar/calendars/receiving.ts';
import { requestBookingSync } from '../../../calendar/calendars/syncs.ts';
import { NoLocation } from '../../../turns/rotation/rules.ts';
import { asksForNumber, type Organizer, type Place, placeAt } from '../../../workspace/locations/place.ts';
import { isMade, type Location, locationIn, mostSpecific } from '../../../workspace/locations/rules.ts';
import {
  selectHosts,
  selectLocations,
  selectPhoneNumber,
  selectRequestForUpdate,
  updateRequest,
} from '../queries.ts';
import { bookedTime, type ChangingTransition, isOpen, type MeetingRequest } from '../rules.ts';
import { clearPlaceOrder, upsertPlaceOrder } from './order-queries.ts';

// For the channel, which works across all workspaces.
export {
  endOrder,
  holdsOrder,
  type PlaceOrder,
  placeTable,
  selectClaimedOrders,
} from './order-queries.ts';

/** The topic that wakes the engines. */
export const PLACES_DUE = 'places_due';

type Located = Pick<MeetingRequest, 'team_id' | 'meeting_type_id' | 'location' | 'organizer_id'>;

/** Where the meeting should take place: the most specific location counts. And where its organizer meets people by video. */
async function readLocation({ caller }: Context, reader: Reader, request: Located) {
  const found = await selectLocations(reader, caller.workspaceId, request);
  return {
    location: mostSpecific(
      request.location,
      locationIn(found.of_type),
      locationIn(found.of_team),
      locationIn(found.of_workspace),
    ),
    organizer: {
      id: request.organizer_id,
      name: found.name,
      email: found.email,
      meeting_url: found.meeting_url,
    },
  };
}

/** Where the meeting should take place, if anything says so. */
export const locationOf = async (
  context: Context,
  reader: Reader,
  request: Located,
): Promise<Location | null> => (await readLocation(context, reader, request)).location;

/**
 * The request with its place after a transition. A meeting keeps its place when it is moved; another organizer has another one where
 * it depends on the person. `before` is the request before the transition.
 */
export async function withPlace(
  context: Context,
  tx: Transaction,
  name: ChangingTransition,
  before: MeetingRequest,
  after: MeetingRequest,
): Promise<MeetingRequest> {
  const place = await placeAfter(context, tx, name, before, after);
  await orderPlace(context, tx, after.id, before.place, place);
  if (name === 'relocate' && bookedTime(after)) await showPlaceInCalendars(context, tx, after.id);
  if (place?.status === 'pending' && before.place?.status === 'failed')
    await forgetFailedCall(tx, context.caller.workspaceId, after.id);
  return { ...after, place };
}

async function placeAfter(
  context: Context,
  tx: Transaction,
  name: ChangingTransition,
  before: MeetingRequest,
  after: MeetingRequest,
): Promise<Place | null> {
  switch (name) {
    case 'book':
      return newPlace(context, tx, after);
    case 'relocate':
      return bookedTime(before) ? newPlace(context, tx, after) : null;
    case 'changeOrganizer': {
      const { location, organizer } = await readLocation(context, tx, after);
      // Refused here, where somebody else can still be chosen. A booked meeting stands, whatever becomes of its place.
      const where = before.place?.location ?? location;
      if (where && (await isWithoutMeans(context, tx, where, organizer)))
        throw new NoLocation(organizer, where);
      return before.place && withOrganizer(before.place, organizer);
    }
    // A pending one is not needed any more.
    case 'cancel':
      return before.place?.status === 'pending' ? { ...before.place, status: 'failed' } : before.place;
    default:
      return after.place;
  }
}

async function newPlace(context: Context, tx: Transaction, request: MeetingRequest): Promise<Place | null> {
  const { location, organizer } = await readLocation(context, tx, request);
  if (!location) return null;
  const guestNumber = asksForNumber(location)
    ? await selectPhoneNumber(tx, context.caller.workspaceId, request.id)
    : null;
  return placeAt(location, organizer, { former: request.place, guestNumber });
}

/** The place of a booked meeting that somebody else organizes from now on. */
const withOrganizer = (former: Place, organizer: Organizer): Place =>
  placeAt(former.location, organizer, { former, guestNumber: former.phone_number });

/** Hosts' own calendars have the place, too. */
export async function showPlaceInCalendars(context: Context, tx: Transaction, requestId: string) {
  const hosts = await selectHosts(tx, context.caller.workspaceId, requestId);
  await requestBookingSync(
    context,
    tx,
    hosts.map(({ member_id }) => member_id),
  );
}

/** Has a pending place made, and no other. */
async function orderPlace(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
  before: Place | null,
  after: Place | null,
): Promise<void> {
  if (after?.status === 'pending') {
    if (isDeepStrictEqual(before, after)) return;
    upsertPlaceOrder(tx, caller.workspaceId, requestId, clock.now());
    tx.notify(PLACES_DUE);
  } else if (before?.status === 'pending') clearPlaceOrder(tx, caller.workspaceId, requestId);
}

/**
 * Whether a place is to be made, or can still be: what makes it may come to it long after everybody was told that there is none. Nothing is made for a
 * meeting that is over.
 */
export const awaitsPlace = (request: MeetingRequest, now: number): boolean =>
  request.place !== null &&
  bookedTime(request) !== undefined &&
  isMade(request.place.location.kind) &&
  (request.place.status === 'pending' || (request.place.status === 'failed' && isOpen(request, now)));

/** Has the place of the meeting asked for again at once, if it has none yet: there is news of it. Never of one that was deleted meanwhile. */
export async function askForPlace(context: Context, requestId: string): Promise<void> {
  const { caller, clock, database } = context;
  await database.transaction(async (tx) => {
    const request = await selectRequestForUpdate(tx, caller.workspaceId, requestId);
    if (!request || !awaitsPlace(request, clock.now())) return;
    upsertPlaceOrder(tx, caller.workspaceId, requestId, clock.now());
    tx.notify(PLACES_DUE);
  });
}

/** Whether the meeting is booked, but nobody can get to it: its link couldn't be made. */
export const hasNoPlace = ({ status, place }: MeetingRequest): boolean =>
  status === 'booked' && place?.status === 'failed';

/** The same as `withPlace`, for meetings that have been handed over to a successor. */
export async function movePlaces(
  context: Context,
  tx: Transaction,
  requests: MeetingRequest[],
  successor: Organizer,
): Promise<MeetingRequest[]> {
  const moved: MeetingRequest[] = [];
  for (const request of requests) {
    if (!request.place || !bookedTime(request)) {
      moved.push(request);
      continue;
    }
    const place = withOrganizer(request.place, successor);
    const after = { ...request, place };
    if (!isDeepStrictEqual(request.place, place)) updateRequest(tx, context.caller.workspaceId, after);
    await orderPlace(context, tx, request.id, request.place, place);
    moved.push(after);
  }
  return moved;
}
