import { invalidRequest, validationError } from '../../../errors.ts';
import { isLoopbackUrl } from '../../../text/networks.ts';
import { SLUG_LENGTH } from '../../../text/slugs.ts';
import type { Mode } from '../../turns/rotation/rules.ts';
import type { Location } from '../../workspace/locations/rules.ts';
import type { Question } from './questions.ts';

/** For each workspace. */
export const MAX_TYPES = 1_000;
/** The longest that a public page can look ahead. */
export const MAX_WINDOW_DAYS = 365;

/** Whether guests may choose among the members of a pool team. */
export const hostChoices = ['off', 'optional'] as const;
export type HostChoice = (typeof hostChoices)[number];

/** A kind of meeting that a team or a member offers. Null in a limit: as the member or the workspace says. Times in milliseconds. */
export interface MeetingType {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  /** Either of the two. */
  team_id: string | null;
  member_id: string | null;
  duration_minutes: number | null;
  location: Location | null;
  minimum_notice_minutes: number | null;
  buffer_before_minutes: number | null;
  buffer_after_minutes: number | null;
  slot_interval_minutes: number | null;
  booking_window_days: number | null;
  maximum_per_day: number | null;
  questions: Question[];
  reminders: number[] | null;
  confirm_email: boolean;
  choose_host: HostChoice;
  is_public: boolean;
  active: boolean;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** Of the workspace. */
  handle: string | null;
}

/** The fields that a change is recorded of. `team_id` and `workspace_membership_id` are one choice. */
export const changeable = [
  'name',
  'slug',
  'description',
  'team_id',
  'workspace_membership_id',
  'duration_minutes',
  'location',
  'minimum_notice_minutes',
  'buffer_before_minutes',
  'buffer_after_minutes',
  'slot_interval_minutes',
  'booking_window_days',
  'maximum_per_day',
  'questions',
  'reminders',
  'confirm_email',
  'choose_host',
  'is_public',
  'active',
] as const;

/** Not on loopback: nobody outside can reach it, and mail is usually kept, not sent. */
export const confirmsByDefault = (serviceUrl: string): boolean => !isLoopbackUrl(serviceUrl);

const SLUG = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Words that pages of the service have, or may need, in the place of a slug. */
const RESERVED_SLUGS = new Set(
  'api assets book cancel confirm console embed f form forms host hosts login logo new page pages reschedule static timezone'.split(
    ' ',
  ),
);

/** Whether no meeting type may have the slug. */
export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.has(slug);

export function checkSlug(slug: string): void {
  if (!SLUG.test(slug) || slug.length > SLUG_LENGTH)
    throw invalidRequest(
      `slug must be 1 to ${SLUG_LENGTH} lower-case letters, digits and hyphens, with no hyphen at either end`,
      {
        field: 'slug',
        plain: `An address can have lower-case letters, digits and, between them, hyphens: up to ${SLUG_LENGTH} in all.`,
      },
    );
  if (isReservedSlug(slug))
    throw validationError(`slug ${slug} is reserved: choose another`, {
      field: 'slug',
      plain: 'This address is reserved for Rota’s own pages. Choose another.',
    });
}

export const slugTaken = (slug: string) =>
  validationError(`slug ${slug} is taken by another meeting type, which has it now or had it before`, {
    field: 'slug',
    plain: 'Another meeting type has this address, or had it before. Choose another.',
  });

/** Exactly one of the two has to be given. */
export function checkOwner({ team_id, member_id }: Pick<MeetingType, 'team_id' | 'member_id'>): void {
  const plain = 'Choose either a team or a person.';
  if (team_id !== null && member_id !== null)
    throw invalidRequest('team_id must not be given with workspace_membership_id', {
      field: 'team_id',
      plain,
    });
  if (team_id === null && member_id === null)
    throw invalidRequest('team_id or workspace_membership_id is required', { field: 'team_id', plain });
}

interface TypesTeam {
  mode: Mode;
  deactivated_at: number | null;
}

/** Refuses a team that could never take a meeting of the type. */
export function requireBookableTeam({ mode, deactivated_at }: TypesTeam): void {
  if (deactivated_at !== null)
    throw validationError('team_id is a deactivated team', {
      field: 'team_id',
      plain: 'The team is deactivated. Reactivate it first.',
    });
  if (mode === 'manual')
    throw invalidRequest('team_id is a team in manual mode, which assigns nobody', {
      field: 'team_id',
      plain: 'A team in manual mode chooses nobody by itself. Change its mode first.',
    });
}

/** Refuses a choice of hosts where there is nothing to choose. */
export function checkHostChoice({ choose_host }: Pick<MeetingType, 'choose_host'>, mode: Mode | null): void {
  if (choose_host === 'off' || mode === 'pool') return;
  throw invalidRequest('choose_host can be optional for a team in pool mode only', {
    field: 'choose_host',
    plain: 'Guests can choose a host only where a team takes turns.',
  });
}

/** The address of its page; null while the workspace has no handle. */
export const publicUrl = (serviceUrl: string, { handle, slug }: Pick<MeetingType, 'handle' | 'slug'>) =>
  handle === null ? null : `${serviceUrl}/${handle}/${slug}`;
