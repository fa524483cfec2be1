// Hours of members, busy times and bookings, and the slots that they leave.
import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import type { SlotList } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { insertMany } from './many-rows.ts';
import { makeRequest } from './meeting-requests.ts';
import { MEMBERS } from './team-members.ts';

type Span = [from: string, to: string];

let calendars = 0;

export async function setAvailability(node: Node, member: { id: string }, body: object): Promise<void> {
  dataOf(await node.patch(`${MEMBERS}/${member.id}/availability`, body));
}

/** An availability without hours. */
export const never = { weekly: [], overrides: [] };
/** An availability of every minute. */
export const always = {
  weekly: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({
    day,
    start: '00:00',
    end: '24:00',
  })),
  minimum_notice_minutes: 0,
};

/** Writes a calendar with these busy times. */
export async function makeBusy(node: Node, member: { id: string }, ...spans: Span[]): Promise<void> {
  const calendarId = `clr_${String(++calendars).padStart(26, '0')}`;
  const now = node.clock.now();
  await node.services.database.transaction(async (tx) => {
    await tx.run(
      `insert into calendars (workspace_id, id, member_id, type, receives_bookings, created_at, updated_at)
       values ($1, $2, $3, 'pushed', 0, $4, $4)`,
      [node.workspaceId, calendarId, member.id, now],
    );
    for (const [from, to] of spans) {
      await tx.run(
        `insert into busy_times (workspace_id, calendar_id, object, starts_at, ends_at, member_id)
         values ($1, $2, '', $3, $4, $5)`,
        [node.workspaceId, calendarId, Date.parse(from), Date.parse(to), member.id],
      );
    }
  });
}

/** The same for each member, with thousands of ten-minute busy times, given by their starts in milliseconds. */
export async function makeManyBusy(
  { services: { database }, workspaceId }: Node,
  taken: { member: { id: string }; starts: number[] }[],
): Promise<void> {
  const rows = taken.flatMap(({ member, starts }) => {
    const calendar = `clr_${String(++calendars).padStart(26, '0')}`;
    return starts.map((at) => ({ calendar, member: member.id, at }));
  });
  const given = database.dialect.rows('$2', { calendar: 'text', member: 'text', at: 'bigint' });
  const values = [workspaceId, JSON.stringify(rows)];
  await insertMany(
    database,
    `insert into calendars (workspace_id, id, member_id, type, receives_bookings, created_at, updated_at)
     select distinct $1, calendar, member, 'pushed', 0, 0, 0 from ${given}`,
    values,
  );
  await insertMany(
    database,
    `insert into busy_times (workspace_id, calendar_id, object, starts_at, ends_at, member_id)
     select $1, calendar, '', at, at + ${10 * MINUTE_MS}, member from ${given}`,
    values,
  );
}

/** Books the time for the member, for this request or a new one. */
export async function takeTime(
  node: Node,
  member: { id: string; email: string },
  [from, to]: Span,
  requestId?: string,
): Promise<void> {
  const request = requestId ?? (await makeRequest(node, { organizer_email: member.email })).id;
  await node.services.database.change(
    `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
     values ($1, $2, $3, $4, $5) returning request_id`,
    [node.workspaceId, request, member.id, Date.parse(from), Date.parse(to)],
  );
}

/** The whole body of the response. */
export async function slotsOf(
  node: Node,
  path: string,
  query: Record<string, string | number | boolean> = {},
): Promise<SlotList> {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  const answer = await node.get(`${path}/slots?${asked}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as SlotList;
}

/** `2026-03-02 13:00` for each slot, in UTC. */
export const startsOf = ({ data }: SlotList) => data.map(({ starts_at }) => short(starts_at));

/** Reasons by start, in the same form. */
export function refusedIn({ meta }: SlotList): Record<string, string[]> {
  assert.ok(meta.refused);
  return Object.fromEntries(
    meta.refused.map(({ starts_at, reasons }) => [short(starts_at), reasons.map(({ reason }) => reason)]),
  );
}

const short = (time: string) => time.slice(0, 16).replace('T', ' ');
