import type { Rota } from '@rota/client';
import type { EventType } from '../features/events/events/event-types.ts';
import { DAY_MS } from '../time/timestamps.ts';
import { randomBase62 } from '../tokens/raw-keys.ts';
import { CALLS_THE_SERVICE, withCaller } from './caller.ts';
import { type Command, json, onlyWord, UsageError } from './command.ts';

type Sample = (rota: Rota) => Promise<string>;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Events about trouble: something has been failing, is about to expire or is nearly used up. No call can cause them. */
type Trouble =
  | `webhook_endpoint.${string}`
  | `calendar.${string}`
  | 'calendar_connection.broken'
  | 'api_key.expiring'
  | 'seats.nearly_full';

/** At a provider, a person has to agree. */
type Consent = 'calendar_connection.connected';

/** Each one makes its event happen, and returns the id of its subject. */
const samples: Record<Exclude<EventType, Trouble | Consent>, Sample> = {
  'meeting_request.created': toRequest(async () => {}),
  'meeting_request.booked': toRequest(book),
  'meeting_request.rescheduled': toRequest(async (rota, id) => {
    await book(rota, id);
    await rota.meetingRequests.reschedule(id, { starts_at: inDays(2), force: true });
  }),
  'meeting_request.place_changed': toRequest(async (rota, id) => {
    await book(rota, id);
    await rota.meetingRequests.update(id, {
      location: { kind: 'in_person', address: '12 Analytical Street, London' },
    });
  }),
  'meeting_request.cancelled': toRequest((rota, id) => rota.meetingRequests.cancel(id)),
  'meeting_request.paused': toRequest((rota, id) => rota.meetingRequests.pause(id)),
  'meeting_request.resumed': toRequest(async (rota, id) => {
    await rota.meetingRequests.pause(id);
    await rota.meetingRequests.resume(id);
  }),
  'meeting_request.organizer_changed': toRequest(async (rota, id) => {
    const { email } = await samplePerson(rota, 'sample-colleague@example.com', 'Sample Colleague');
    await rota.meetingRequests.changeOrganizer(id, { organizer_email: email });
  }),
  'meeting_request.follow_up_sent': toRequest((rota, id) => rota.meetingRequests.followUp(id)),
  'meeting_request.no_show': toRequest(async (rota, id) => {
    await rota.meetingRequests.book(id, { starts_at: inDays(-1_000), force: true });
    await rota.meetingRequests.markNoShow(id, { by: 'guest' });
  }),
  // The service raises this by itself after a moment: nobody is free in a timeframe in the past.
  'meeting_request.needs_attention': toRequest(async () => {}, { start: inDays(-1_000), end: inDays(-999) }),
  'member.deactivated': async (rota) => {
    const email = `sample-${randomBase62(8).toLowerCase()}@example.com`;
    const { id } = await rota.members.create({ email, name: 'Sample Leaver' });
    await rota.members.deactivate(id);
    return id;
  },
};

const sampled = Object.keys(samples) as (keyof typeof samples)[];

export const triggerCommand: Command = {
  name: 'trigger',
  takes: 'EVENT',
  summary: 'trigger a sample event',
  details:
    `${CALLS_THE_SERVICE}, which needs the scopes members.read, members.write and\n` +
    'meeting_requests.write. The event is real: the command creates a request or a member in the workspace, with people\n' +
    `at example.com, and does whatever leads up to the event.\n\nEvents:\n${sampled.map((type) => `  ${type}`).join('\n')}`,
  options: { json },
  async run(invocation) {
    const wanted = onlyWord(invocation, 'EVENT');
    const type = sampled.find((candidate) => candidate === wanted);
    if (!type) throw new UsageError(`there is no sample for an event ${wanted}`);
    const id = await withCaller(invocation.config, samples[type]);
    invocation.print({ event: type, id }, `Triggered ${type} for ${id}.`);
  },
};

/** Creates a request, then does something to it. */
function toRequest(
  act: (rota: Rota, id: string) => Promise<unknown>,
  timeframe?: { start: string; end: string },
): Sample {
  return async (rota) => {
    const { email } = await samplePerson(rota, 'sample-organizer@example.com', 'Sample Organizer');
    const { id } = await rota.meetingRequests.create({
      organizer_email: email,
      participant_emails: ['grace@example.org'],
      // These people don't exist, so nobody is written to.
      notify_participants: false,
      context: { title: 'A sample request', duration_minutes: 30, ...(timeframe && { timeframe }) },
    });
    await act(rota, id);
    return id;
  };
}

/** The sample organizer may be booked any number of times. */
function book(rota: Rota, id: string) {
  return rota.meetingRequests.book(id, { starts_at: inDays(1), duration_minutes: 30, force: true });
}

/** The same person every time. */
async function samplePerson(rota: Rota, email: string, name: string) {
  const { data } = await rota.members.list({ email, include_deactivated: true }).page();
  const [known] = data;
  if (!known) return rota.members.create({ email, name });
  return known.deactivated_at === null ? known : rota.members.reactivate(known.id);
}
