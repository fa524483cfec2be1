import { firstIdAt, type IdKind } from '../ids.ts';
import type { TProperties, TSchema } from './type.ts';

/**
 * When each thing in the examples of the API description was created. The examples tell one story: times follow one
 * another, and the time in an id matches `created_at`.
 */
const madeAt: Record<IdKind, string> = {
  workspace: '2026-11-02T08:00:00.317Z',
  entitlement: '2026-11-02T08:00:00.317Z',
  operatorKey: '2026-11-02T07:58:20.145Z',
  apiKey: '2026-11-02T08:05:31.480Z',
  auditEntry: '2026-11-02T08:05:31.480Z',
  member: '2026-11-02T08:10:04.207Z',
  seat: '2026-11-02T08:11:40.951Z',
  team: '2026-11-02T08:20:15.633Z',
  membership: '2026-11-02T08:20:15.633Z',
  calendar: '2026-11-02T08:25:52.806Z',
  calendarConnection: '2026-11-02T08:24:17.390Z',
  endpoint: '2026-11-02T08:31:09.118Z',
  meetingType: '2026-11-02T08:35:12.904Z',
  bookingLink: '2026-11-02T08:40:23.552Z',
  bookingConfirmation: '2026-11-16T09:12:44.071Z',
  meetingRequest: '2026-11-16T09:30:00.412Z',
  option: '2026-11-16T09:30:00.455Z',
  message: '2026-11-16T09:30:00.455Z',
  turn: '2026-11-16T09:30:00.412Z',
  event: '2026-11-16T09:30:00.412Z',
  delivery: '2026-11-16T09:30:00.412Z',
  calendarEvent: '2026-11-16T13:02:27.058Z',
  signInLink: '2026-11-16T08:01:12.640Z',
  session: '2026-11-16T08:02:05.218Z',
  optOut: '2026-11-24T10:15:08.733Z',
  erasure: '2026-11-30T17:20:41.306Z',
  request: '2026-11-16T09:30:00.409Z',
};

const RANDOM_PART = 'G8Q4T7M2N6P0R1S';

export function exampleTime(kind: IdKind): string {
  return madeAt[kind];
}

/** The id of a thing in the examples, or of another one created in the same moment. */
export function exampleId(kind: IdKind, place = 0): string {
  return firstIdAt(kind, Date.parse(madeAt[kind])).slice(0, -1 - RANDOM_PART.length) + RANDOM_PART + place;
}

type Json = Record<string, unknown>;

/** Changes some fields of an example, at any depth; lists are replaced whole. */
export function changedExample(example: unknown, changes: unknown): unknown {
  if (!isObject(example) || !isObject(changes)) return changes === undefined ? example : changes;
  const names = [...new Set([...Object.keys(example), ...Object.keys(changes)])];
  return Object.fromEntries(names.map((name) => [name, changedExample(example[name], changes[name])]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface ShapeParts {
  examples?: unknown[];
  enum?: unknown[];
  items?: TSchema;
  oneOf?: TSchema[];
  properties?: TProperties;
  type?: string | string[];
}

/** An example of the shape, built from the examples of its fields. */
export function exampleOf(shape: TSchema): unknown {
  const { examples, enum: choices, items, oneOf, properties, type } = shape as ShapeParts;
  if (examples) return examples[0];
  if (choices) return choices[0];
  if (oneOf?.[0]) return exampleOf(oneOf[0]);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]));
  }
  if (items) return [exampleOf(items)];
  if (Array.isArray(type)) return null;
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : 'text';
}
