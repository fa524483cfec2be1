import type { Json } from './api.ts';

// Answers are written by somebody else: what isn't of the right type counts as left out.

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value, if it's an object; else an empty one. */
export const objectIn = (value: unknown): Json => (isObject(value) ? value : {});

/** The objects of a list. */
export const objectsIn = (value: unknown): Json[] => listIn(value) ?? [];

/** The same; undefined if it's no list at all. */
export const listIn = (value: unknown): Json[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
