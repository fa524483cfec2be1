// A workspace with one of everything that a tool can be about, and valid arguments for every tool.
import assert from 'node:assert/strict';
import { type IdKind, idPattern, idPrefixes } from '../../../src/ids.ts';
import type { Tool } from '../../../src/mcp/tool.ts';
import type { TSchema } from '../../../src/shapes/type.ts';
import { DAY_MS } from '../../../src/time/timestamps.ts';
import { untilIdle } from '../server/idle.ts';
import type { ShownMeetingRequest } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { MEMBERS, TEAMS } from './team-members.ts';

export interface Stage {
  key: string;
  /** Ids by kind, accessible with the key. */
  ids: Partial<Record<IdKind, string>>;
  member: { id: string; email: string };
  team: string;
  /** Meetings in different states. */
  offered: ShownMeetingRequest;
  booked: string;
  paused: string;
  guest: string;
  /** A time at which everybody is free. */
  freeTime: string;
  from: string;
  to: string;
}

const REQUESTS = '/api/v1/meeting_requests';
let stages = 0;

/** `name` is in every name and title. */
export async function setStage(node: Node, key = node.rawKey, name = 'Somebody'): Promise<Stage> {
  const number = ++stages;
  const post = async <Made>(path: string, body: object) => dataOf<Made>(await node.post(path, body, { key }));
  const member = await post<{ id: string; email: string }>(MEMBERS, {
    email: `host-${number}@example.com`,
    name,
    title: name,
  });
  const team = await post<{ id: string; members: { id: string }[] }>(TEAMS, {
    name,
    description: name,
    mode: 'pool',
    member_ids: [member.id],
  });
  const guest = `guest-${number}@example.org`;
  const request = async () => {
    const { id } = await post<{ id: string }>(REQUESTS, {
      organizer_email: member.email,
      participants: [{ email: guest, name }],
      title: name,
      purpose: name,
    });
    await untilIdle(node);
    return dataOf<ShownMeetingRequest>(await node.get(`${REQUESTS}/${id}`, { key }));
  };
  const type = await post<{ id: string }>('/api/v1/meeting_types', {
    name,
    team_id: team.id,
    questions: [{ key: 'company', label: name, kind: 'text' }],
  });
  const booked = await request();
  await post(`${REQUESTS}/${booked.id}/book`, { starts_at: booked.options[0]?.starts_at });
  const paused = await request();
  await post(`${REQUESTS}/${paused.id}/pause`, {});
  const offered = await request();
  await untilIdle(node);
  const { options } = offered;
  assert.ok(options[0] && options.at(-1));
  const from = node.clock.now() + DAY_MS;
  return {
    key,
    ids: {
      member: member.id,
      team: team.id,
      membership: team.members[0]?.id as string,
      meetingType: type.id,
      meetingRequest: offered.id,
      option: options[0].id,
    },
    member,
    team: team.id,
    offered,
    booked: booked.id,
    paused: paused.id,
    guest,
    freeTime: options[0].starts_at,
    from: new Date(from).toISOString(),
    to: new Date(from + 5 * DAY_MS).toISOString(),
  };
}

/** Valid arguments by name of the tool. A new tool needs a line. */
const goodCalls: Record<string, (stage: Stage) => Record<string, unknown>> = {
  request_meeting: ({ team, guest }) => ({
    team_id: team,
    participants: [{ email: guest, name: 'Grace' }],
    context: { title: 'Demo', duration_minutes: 30 },
  }),
  find_times: ({ offered, from, to }) => ({ meeting_id: offered.id, from, to, limit: 3 }),
  explain_time: ({ offered, freeTime }) => ({ meeting_id: offered.id, starts_at: freeTime }),
  list_teams: () => ({ limit: 5 }),
  list_meeting_types: () => ({ limit: 5 }),
  whose_turn: ({ team }) => ({ team_id: team }),
  pause_member: ({ team, member, to }) => ({ team_id: team, member_email: member.email, until: to }),
  list_members: () => ({ limit: 5 }),
  needs_attention: () => ({ limit: 5 }),
  list_meetings: () => ({ limit: 5 }),
  get_meeting: ({ offered }) => ({ meeting_id: offered.id }),
  pause: ({ offered }) => ({ meeting_id: offered.id }),
  resume: ({ paused }) => ({ meeting_id: paused }),
  cancel: ({ offered }) => ({ meeting_id: offered.id, notify: true }),
  book_time: ({ offered, freeTime }) => ({ meeting_id: offered.id, starts_at: freeTime }),
  reschedule: ({ booked, freeTime }) => ({ meeting_id: booked, starts_at: freeTime }),
  // There is no mark to remove: the meeting is still to come.
  mark_no_show: ({ booked }) => ({ meeting_id: booked, by: null }),
  answer_for_participant: ({ offered, guest }) => ({
    meeting_id: offered.id,
    participant_email: guest,
    option_ids: [offered.options[0]?.id],
  }),
};

export function goodCall({ name }: Pick<Tool, 'name'>, stage: Stage): Record<string, unknown> {
  const call = goodCalls[name];
  assert.ok(call, `add good arguments for ${name} to "goodCalls" in tests/support/makers/tool-calls.ts`);
  return call(stage);
}

/** A part of the input: where it is, and its shape. Lists have the place 0. */
export interface Argument {
  path: (string | number)[];
  shape: TSchema & Record<string, unknown>;
}

/** Every part of the tool's input, the nested ones too. */
export function argumentsOf({ input }: Pick<Tool, 'input'>): Argument[] {
  const found: Argument[] = [];
  const walk = (shape: TSchema, path: Argument['path']) => {
    const { properties = {}, items } = shape as { properties?: Record<string, TSchema>; items?: TSchema };
    if (path.length > 0) found.push({ path, shape: shape as Argument['shape'] });
    for (const [name, inner] of Object.entries(properties)) walk(inner, [...path, name]);
    if (items) walk(items, [...path, 0]);
  };
  walk(input, []);
  return found;
}

/** Kinds of ids that the shape doesn't say. */
const kindsByName: Record<string, IdKind> = { team_id: 'team' };

/** The kind of id that an argument takes; undefined if it isn't an id. */
export function kindOf({ shape, path }: Argument): IdKind | undefined {
  const byPattern = (Object.keys(idPrefixes) as IdKind[]).find((kind) => shape.pattern === idPattern(kind));
  return byPattern ?? kindsByName[path.join('.')];
}

/** The valid arguments with another value. Of the alternative arguments for the subject, only one is given. */
export function callWith(tool: Tool, stage: Stage, path: Argument['path'], value: unknown) {
  const subjects = typeof tool.scope === 'string' ? [] : Object.keys(tool.scope);
  const good = goodCall(tool, stage);
  const others = subjects.includes(String(path[0])) ? subjects.filter((name) => name !== path[0]) : [];
  const kept = Object.entries(good).filter(([name]) => !others.includes(name));
  return withValue(Object.fromEntries(kept), path, value);
}

type Json = Record<string | number, unknown>;

/** The arguments with one value set. Undefined removes it. */
export function withValue(given: object, path: Argument['path'], value: unknown): Record<string, unknown> {
  const copy = structuredClone(given) as Json;
  let place = copy;
  for (const [depth, step] of path.slice(0, -1).entries()) {
    const isList = typeof path[depth + 1] === 'number';
    place[step] ??= isList ? [] : {};
    place = place[step] as Json;
  }
  place[path.at(-1) as string] = value;
  return copy as Record<string, unknown>;
}
