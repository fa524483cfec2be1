// Each event reaches its receiver, from the call that causes it to the payload.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { EVENT_TYPES } from '../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  type TransitionName,
  transitions,
} from '../support/makers/meeting-requests.ts';
import { MEMBERS, makeMember, timeOf } from '../support/makers/team-members.ts';
import {
  createEndpoint,
  ENDPOINTS,
  eventually,
  listDeliveries,
  sendTest,
} from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('the events as receivers get them', (node) => {
  /** A receiver that is subscribed to every event. */
  class Subscriber implements AsyncDisposable {
    readonly #receiver: Receiver;
    readonly endpointId: string;
    #seen = 0;

    private constructor(receiver: Receiver, endpointId: string) {
      this.#receiver = receiver;
      this.endpointId = endpointId;
    }

    static async start(): Promise<Subscriber> {
      const receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url, { events: EVENT_TYPES });
      return new Subscriber(receiver, id);
    }

    /** Waits for these events, in any order, and compares their payloads, headers and deliveries. */
    async receives(...payloads: ({ event: string } & Record<string, unknown>)[]): Promise<void> {
      const received = (await this.#receiver.atLeast(this.#seen + payloads.length)).slice(this.#seen);
      this.#seen += payloads.length;
      const byEvent = (one: { event: string }, other: { event: string }) =>
        one.event.localeCompare(other.event);
      const expected = payloads.map((payload) => ({ ...payload, timestamp: timeOf(node()) })).sort(byEvent);
      assert.deepEqual(received.map(({ payload }) => payload).sort(byEvent), expected);
      for (const { headers, payload } of received) assert.equal(headers['x-webhook-event'], payload.event);

      const deliveries = await eventually(async () => {
        const listed = await listDeliveries(node(), this.endpointId);
        return listed.every(({ status }) => status === 'success') && listed.slice(0, payloads.length);
      });
      assert.deepEqual(
        new Map(deliveries.map(({ id, event_type, payload }) => [id, { event_type, payload }])),
        new Map(
          received.map(({ deliveryId, payload }) => [deliveryId, { event_type: payload.event, payload }]),
        ),
      );
    }

    async [Symbol.asyncDispose](): Promise<void> {
      await node().delete(`${ENDPOINTS}/${this.endpointId}`);
      await this.#receiver[Symbol.asyncDispose]();
    }
  }

  /** Applies the transition a minute later than the one before. */
  async function applyLater(id: string, name: TransitionName, body?: object): Promise<void> {
    node().clock.advance(60_000);
    dataOf(await applyTransition(node(), id, name, body));
  }

  test('a meeting request that is created, followed up, handed over, paused, resumed, booked, rescheduled and cancelled', async () => {
    await using subscriber = await Subscriber.start();
    // Of several, a follow-up may be told of in several events.
    const participant_emails = ['Ada@example.org'];
    const request = await makeRequest(node(), { participant_emails });
    const { id, organizer_email: old_organizer_email } = request;
    await subscriber.receives({
      event: 'meeting_request.created',
      id,
      organizer_email: old_organizer_email,
      participant_emails,
      meeting_type_id: null,
      status: 'active',
      created_at: timeOf(node()),
    });

    await applyLater(id, 'follow_up');
    await subscriber.receives({
      event: 'meeting_request.follow_up_sent',
      id,
      organizer_email: old_organizer_email,
      participant_emails,
      sent_at: timeOf(node()),
    });

    const { email: organizer_email } = await makeMember(node());
    await applyLater(id, 'change_organizer', { organizer_email });
    await subscriber.receives({
      event: 'meeting_request.organizer_changed',
      id,
      old_organizer_email,
      new_organizer_email: organizer_email,
    });

    await applyLater(id, 'pause');
    const paused = { event: 'meeting_request.paused', status: 'paused', paused_at: timeOf(node()) };
    await subscriber.receives({ ...paused, id, organizer_email });

    await applyLater(id, 'resume');
    const resumed = { event: 'meeting_request.resumed', status: 'active', resumed_at: timeOf(node()) };
    await subscriber.receives({ ...resumed, id, organizer_email });

    await applyLater(id, 'book', { ...transitions.book, calendar_event_id: 'event-1' });
    await subscriber.receives({
      event: 'meeting_request.booked',
      id,
      organizer_email,
      calendar_event_id: 'event-1',
      meeting_type_id: null,
      place: null,
      participants: [{ email: 'Ada@example.org', answers: {} }],
      status: 'booked',
      booked_at: timeOf(node()),
    });

    await applyLater(id, 'reschedule', { starts_at: '2026-04-02T10:00:00Z' });
    await subscriber.receives({
      event: 'meeting_request.rescheduled',
      id,
      organizer_email,
      calendar_event_id: 'event-1',
      old_starts_at: '2026-04-01T10:00:00.000Z',
      starts_at: '2026-04-02T10:00:00.000Z',
      place: null,
      status: 'booked',
    });

    await applyLater(id, 'cancel');
    await subscriber.receives({
      event: 'meeting_request.cancelled',
      id,
      organizer_email,
      status: 'cancelled',
      cancelled_at: timeOf(node()),
      was_booked: true,
    });
  });

  test('a meeting request that is cancelled before it is booked', async () => {
    const { id, organizer_email } = await makeRequest(node());
    await using subscriber = await Subscriber.start();
    await applyLater(id, 'cancel');
    await subscriber.receives({
      event: 'meeting_request.cancelled',
      id,
      organizer_email,
      status: 'cancelled',
      cancelled_at: timeOf(node()),
      was_booked: false,
    });
  });

  test('a member who is deactivated, and whose meeting requests another takes over', async () => {
    const [member, successor] = [await makeMember(node(), 'Zoë 東京'), await makeMember(node())];
    const { id } = await makeRequest(node(), { organizer_email: member.email });
    await using subscriber = await Subscriber.start();
    node().clock.advance(60_000);
    dataOf(await node().post(`${MEMBERS}/${member.id}/deactivate`, { transfer_to: successor.email }));
    await subscriber.receives(
      {
        event: 'member.deactivated',
        id: member.id,
        email: member.email,
        name: 'Zoë 東京',
        deactivated_at: timeOf(node()),
        transferred_to: successor.email,
      },
      {
        event: 'meeting_request.organizer_changed',
        id,
        old_organizer_email: member.email,
        new_organizer_email: successor.email,
      },
    );

    const nameless = await makeMember(node());
    dataOf(await node().post(`${MEMBERS}/${nameless.id}/deactivate`));
    await subscriber.receives({
      event: 'member.deactivated',
      id: nameless.id,
      email: nameless.email,
      name: null,
      deactivated_at: timeOf(node()),
      transferred_to: null,
    });
  });

  test('a test event, at the endpoint that it was requested for and at no other', async () => {
    await using subscriber = await Subscriber.start();
    await using other = await Subscriber.start();
    const message = 'This is a test of your webhook endpoint';
    await sendTest(node(), subscriber.endpointId);
    await subscriber.receives({ event: 'test', message });
    // The first event that the other one gets is the next one.
    const { id, organizer_email, participant_emails } = await makeRequest(node());
    await other.receives({
      event: 'meeting_request.created',
      id,
      organizer_email,
      participant_emails,
      meeting_type_id: null,
      status: 'active',
      created_at: timeOf(node()),
    });
  });
});
