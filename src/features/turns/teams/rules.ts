import type { Location } from '../../workspace/locations/rules.ts';
import type { Mode } from '../rotation/rules.ts';

export interface Team {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  mode: Mode;
  stack_always_apply: boolean;
  include_all_members: boolean;
  introduce_member: boolean;
  introduction_guidance: string | null;
  no_show_returns_turn: boolean;
  location: Location | null;
  deactivated_at: number | null;
  created_at: number;
  updated_at: number;
  /** Of the workspace. */
  handle: string | null;
}

/** The fields that an update can set. */
export const changeable = [
  'name',
  'description',
  'mode',
  'stack_always_apply',
  'include_all_members',
  'introduce_member',
  'introduction_guidance',
  'no_show_returns_turn',
  'location',
] as const;
export type Changeable = Pick<Team, (typeof changeable)[number]>;

/** Null in manual mode, and while the workspace has no handle. */
export function emailAddress(
  team: Pick<Team, 'slug' | 'mode'>,
  handle: string | null,
  mailDomain: string,
): string | null {
  return team.mode === 'manual' || handle === null ? null : `${team.slug}.${handle}@${mailDomain}`;
}

/** The parts of a team address; undefined for any other address. Neither slugs nor handles contain dots. */
export function partsOfAddress(
  address: string,
  mailDomain: string,
): { slug: string; handle: string } | undefined {
  const [name = '', domain, ...others] = address.trim().toLowerCase().split('@');
  const [slug, handle, ...more] = name.split('.');
  if (domain !== mailDomain || others.length > 0 || more.length > 0) return undefined;
  return slug && handle ? { slug, handle } : undefined;
}

/** Puts fields that belong to other modes back to their defaults. Empty text counts as none. */
export function normalize<Fields extends Changeable>(team: Fields): Fields {
  const isStack = team.mode === 'stack';
  const isPool = team.mode === 'pool';
  return {
    ...team,
    description: team.description || null,
    stack_always_apply: isStack && team.stack_always_apply,
    include_all_members: isStack && team.include_all_members,
    introduce_member: isPool && team.introduce_member,
    introduction_guidance: (isPool && team.introduction_guidance) || null,
    no_show_returns_turn: !isPool || team.no_show_returns_turn,
  };
}
