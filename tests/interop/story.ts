// What a service does for one request, over HTTP: it offers times, writes to the participant, and tells a receiver.
import assert from 'node:assert/strict';
import { eventually } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import type { Environment, Served } from '../support/server/process.ts';
import type { Message, ShownMeetingRequest } from '../support/server/resources.ts';
import { dataOf, SECRET_KEY } from '../support/server/rota.ts';

export const KEY = 'key-of-the-tests-of-databases-0123456789';
const ORGANIZER = 'owner@example.com';

/** Settings of a node on these databases. */
export function nodeOn(database: { url: string; directUrl?: string }): Environment {
  return {
    DATABASE_URL: database.url,
    ...(database.directUrl !== undefined && { DATABASE_DIRECT_URL: database.directUrl }),
    ROTA_SECRET_KEY: SECRET_KEY,
    ROTA_BOOTSTRAP_API_KEY: KEY,
  };
}

export async function tell(node: Served, receiver: Receiver): Promise<void> {
  const body = { url: receiver.url, events: ['meeting_request.created'] };
  dataOf(await node.call('POST', '/api/v1/webhook_endpoints', { key: KEY, body }));
}

/** One try to make a request; the same `name` is the same request. */
export function askForMeeting(node: Served, name: string) {
  return node.call('POST', '/api/v1/meeting_requests', {
    key: KEY,
    body: { organizer_email: ORGANIZER, participant_emails: [`${name}@example.org`] },
    headers: { 'idempotency-key': name },
  });
}

/** One node takes the request, and the other shows what became of it. */
export async function tellsTheStory(one: Served, other: Served): Promise<void> {
  await using receiver = await Receiver.start();
  await tell(one, receiver);
  const { id } = dataOf<{ id: string }>(await askForMeeting(one, 'guest'));
  const shown = await eventually(async () => {
    const request = dataOf<ShownMeetingRequest>(
      await other.call('GET', `/api/v1/meeting_requests/${id}`, { key: KEY }),
    );
    return request.options.length > 0 && request;
  });
  assert.ok(shown.options.every(({ status }) => status === 'offered'));
  await eventually(async () => {
    const messages = await other.all<Message>(`/api/v1/meeting_requests/${id}/messages?`, KEY);
    return messages.some(({ kind, status }) => kind === 'options' && status === 'kept');
  });
  const [received] = await receiver.atLeast(1);
  assert.equal(received?.payload.event, 'meeting_request.created');
}
