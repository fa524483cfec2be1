// What is said of a table in which somebody's address may be.
import type { IdKind } from '../../../ids.ts';
import type { Value } from '../../../storage/database.ts';
import type { Content, EraseRow, Fields } from './row-rules.ts';

/** What the counts of an erasure name. */
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
  /** How its rows are walked, in the workspace: by these columns. Nothing is looked for in a table without it. */
  walk?: {
    by: [string, ...string[]];
    /** The first of these columns is an id with a time: the last pass begins with recent ones. */
    recent?: IdKind;
    /** For rows that are large. */
    batch?: number;
    /** The column with the workspace, if it is another. */
    workspace?: string;
    /** Columns that a rule needs besides those with text. */
    also?: string[];
    /** The request that a row is about, for the stand-in. */
    request?: (row: Fields) => Value | undefined;
    /** Instead of what the contents of the columns say. */
    erase?: EraseRow;
  };
  counted?: CountedKind;
}
