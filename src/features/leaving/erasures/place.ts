// How `places.ts` describes a table that may have a person's address.
import type { IdKind } from '../../../ids.ts';
import type { Value } from '../../../storage/database.ts';
import type { Content, EraseRow, Fields } from './row-rules.ts';

/** What an erasure counts. */
export const countedKinds = [
  'cancelled_requests',
  'meeting_requests',
  'messages',
  'mails',
  'invites',
  'booking_links',
  'events',
  'deliveries',
  'audit_entries',
  'others',
] as const;
export type CountedKind = (typeof countedKinds)[number];

export interface Place {
  columns: Record<string, Content>;
  /** How the rows of a workspace are walked: by these columns. A table without it is not searched. */
  walk?: {
    by: [string, ...string[]];
    /** The first of these columns is an id with a time, so the last pass can begin with recent rows. */
    recent?: IdKind;
    /** For large rows: how many to read at a time. */
    batch?: number;
    /** The column with the workspace, unless it is `workspace_id`. */
    workspace?: string;
    /** Columns that a rule needs in addition to those with text. */
    also?: string[];
    /** The request that a row is about, which decides on the stand-in. */
    request?: (row: Fields) => Value | undefined;
    /** The columns without what belongs to the first participant of the request, and doesn't name them; undefined if there is nothing. */
    withoutFirst?: (row: Fields) => Fields | undefined;
    /** Replaces the erasure by the contents of the columns. */
    erase?: EraseRow;
  };
  counted?: CountedKind;
}

/** Columns without anybody's words. */
export const own = (...columns: string[]) =>
  Object.fromEntries(columns.map((column): [string, Content] => [column, 'own']));
